"""Words for what is wrong with a problem as it is written."""

from django.utils.translation import gettext

from judging.kinds.graded import Fault


def fault_words(fault: Fault) -> str:
    return gettext(fault.words).format(**fault.params)
