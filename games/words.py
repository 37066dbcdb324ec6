"""Words for the codes of the pure core."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.base import GameError

ERRORS: Mapping[str, str | Promise] = {
    "not_your_turn": _("It is not your turn."),
    "match_over": _("The match is over."),
}


def error_words(error: GameError) -> str:
    """One sentence for a person: what was wrong."""
    words = ERRORS.get(error.code)
    return str(words) % error.params if words is not None else str(error)
