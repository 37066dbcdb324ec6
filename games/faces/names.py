"""Players as they stand in a sentence."""

from collections.abc import Sequence

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _


def called(name: str) -> str:
    return pgettext("in a sentence", "%(name)s") % {"name": name}


def name_of(seat: int | None, names: Sequence[str]) -> str:
    """``seat`` from 0; None: an arbiter."""
    return _("The arbiter") if seat is None else called(names[seat])


def listed(names: Sequence[str]) -> str:
    """``A, B``."""
    return ("、" if get_language() == "ja" else ", ").join(called(name) for name in names)
