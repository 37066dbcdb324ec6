"""Words for what the pure core of the formats refuses."""

from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules.base import gettext_noop
from games.words import allowed_words
from tournaments.formats.errors import FormatError

FORMAT_WORDS = {
    "too_few_entrants": ngettext_lazy(
        "This takes at least %(needed)s people; there is %(entrants)s. Nothing was changed.",
        "This takes at least %(needed)s people; there are %(entrants)s. Nothing was changed.",
        "entrants",
    ),
    "no_table_sizes": _(
        "%(entrants)s people cannot be seated at tables of %(smallest)s to %(largest)s. "
        "Change the sizes in the settings."
    ),
    "no_free_seat": _("Every table has %(largest)s people already."),
    "missing_results": _(
        "Games of earlier rounds have no result yet. Enter them first, or say what an open game "
        "counts as for the pairing. Nothing was changed."
    ),
    "no_legal_pairing": _(
        "Nobody can be paired any more without breaking a rule in round %(round)s. Allow what "
        "has to be allowed, end after fewer rounds, or pair by hand. Nothing was changed."
    ),
    "pairing_failed": _(
        "The pairing engine stopped: %(said)s. Nothing was changed. Try once more, or seat the "
        "round by hand."
    ),
    "pairing_check_failed": _(
        "The pairing of round %(round)s did not pass the check and was not used. Pair by hand. "
        "Nothing was changed."
    ),
    "series_sum": _("No games of a series add up to %(score)s."),
    "series_open": _(
        "At %(score)s a series of at most %(most)s games goes on. Type the whole score or every "
        "game."
    ),
    "series_decided": _(
        "A series of at most %(most)s games is decided before %(score)s: it has too many games."
    ),
    "series_contradicted": _("The games make it %(score)s, and something else is written."),
    "unknown_tie_break": _("There is no tie-break “%(code)s”."),
    "even_games": _(
        "After %(value)s games nobody need have won, and one of the two has to go on. Choose an "
        "odd number of games: 1, 3, 5 …"
    ),
    "tables_too_large": _(
        "%(seats)s people play this game, and a table of this stage would have %(preferred)s. "
        "Choose another kind of stage, such as a Swiss or a knockout."
    ),
    "invalid_setting": _("%(field)s cannot be “%(value)s”; allowed: %(allowed)s."),
}


ALLOWED = frozenset(
    [
        gettext_noop("an object"),
        gettext_noop("a list"),
        gettext_noop("none twice"),
        gettext_noop("nobody twice"),
        gettext_noop("at least one, none twice"),
        gettext_noop("stages of pairings only"),
        gettext_noop("a time with its zone"),
        gettext_noop("more than 0"),
        gettext_noop("1.., none twice"),
    ]
)
"""What the core says is allowed, other than numbers and codes."""


def format_words(error: FormatError, words: Any) -> str:
    """``words``, text or a plural of it, filled by what was refused."""
    params = dict(error.params)
    if "allowed" in params:
        params["allowed"] = allowed_words(params["allowed"], ALLOWED)
    return str(words % params)


def format_error(error: FormatError) -> str:
    """One sentence for a person about what the pure core refused."""
    words = FORMAT_WORDS.get(error.code)
    if words is None:
        return gettext("This cannot be drawn. Nothing was changed.")
    return format_words(error, words)
