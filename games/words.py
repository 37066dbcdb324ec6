"""Words for the errors of the pure core."""

from django.utils.translation import gettext

from games.rules.base import GameError


def error_words(error: GameError) -> str:
    """One sentence for a person: what was wrong."""
    return gettext(error.words).format(**error.params)
