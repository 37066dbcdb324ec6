"""What rounds, stages and tables are called, in the reader's language."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.functional import lazy
from django.utils.translation import gettext, pgettext

from tournaments.formats.knockout import double_elimination
from tournaments.instants import moment
from tournaments.models import (
    Publication,
    PublicationState,
    Round,
    Stage,
    StageKind,
    StagePart,
    Table,
    Tournament,
)


def later(words: Callable[..., str], *about: Any) -> str:
    """``words(*about)`` in the language of whoever reads it, not of who came upon it."""
    return lazy(words, str)(*about)


def tournament_name(tournament: Tournament) -> str:
    if translation.get_language() == "ja" or not tournament.name_en:
        return tournament.name
    return tournament.name_en


def stage_name(stage: Stage) -> str:
    if translation.get_language() == "ja" or not stage.name_en:
        return stage.name
    return stage.name_en


def round_name(round_: Round, stage: Stage | None = None) -> str:
    """Round 2; Final; Final, round 2 when the final has several."""
    stage = stage or round_.stage
    return planned_round_name(stage, round_.number)


def planned_round_name(stage: Stage, number: int) -> str:
    """The name of a round that may not be drawn yet."""
    left = _rounds_after(stage, number)
    if left is not None:
        return _knockout_name(stage, number, left)
    if stage.part == StagePart.PRELIMINARY:
        return gettext("Round %(number)s") % {"number": number}
    if stage.planned_rounds == 1:
        return stage_name(stage)
    return gettext("%(stage)s, round %(number)s") % {
        "stage": stage_name(stage),
        "number": number,
    }


def _rounds_after(stage: Stage, number: int) -> int | None:
    """How many rounds of a knockout follow; None for other kinds, and before it is known.

    A second grand final comes after the last: −1.
    """
    entrants = len(stage.draw.get("seeds", ()))
    if stage.kind == StageKind.KNOCKOUT:
        known = entrants or stage.planned_rounds > 1
        return stage.planned_rounds - number if known else None
    if stage.kind == StageKind.DOUBLE_ELIMINATION and entrants:
        return _grand_final(entrants) - number
    return None


@lru_cache(maxsize=512)
def _grand_final(entrants: int) -> int:
    """The round of a double elimination with the first grand final."""
    bracket = double_elimination(entrants)
    return bracket.match(bracket.last).step


def _knockout_name(stage: Stage, number: int, left: int) -> str:
    double = stage.kind == StageKind.DOUBLE_ELIMINATION
    match left:
        case 0 if double:
            return gettext("Grand final")
        case 0:
            return gettext("Final")
        case 1 if not double:
            return gettext("Semi-finals")
        case 2 if not double:
            return gettext("Quarter-finals")
        case _ if left < 0 and double:
            return gettext("Second grand final")
    if stage.part == StagePart.PRELIMINARY:
        return gettext("Round %(number)s") % {"number": number}
    return gettext("%(stage)s, round %(number)s") % {
        "stage": stage_name(stage),
        "number": number,
    }


def draw_label(stage: Stage, name: str, *, begun: bool) -> str:
    """What makes a round: of a bracket only the first is drawn, the others follow from it."""
    if begun and stage.kind in {StageKind.KNOCKOUT, StageKind.DOUBLE_ELIMINATION}:
        return gettext("Make %(round)s") % {"round": name}
    return gettext("Draw %(round)s") % {"round": name}


def part_name(slot: str) -> str:
    """What a table of a knockout is beside the others of its round, by its place in the bracket.

    >>> with translation.override("en"):
    ...     part_name("3P"), part_name("L2-1"), part_name("W2-1")
    ('Third place', 'Losers’ side', '')
    """
    if slot == "3P":
        return gettext("Third place")
    return gettext("Losers’ side") if re.fullmatch(r"L\d+-\d+", slot) else ""


def table_title(round_: Round, stage: Stage, table: Table, tables: int) -> dict[str, str]:
    """The title of a match in both languages: Round 2, table 3; Third place, table 2."""
    titles = {}
    for language in ("ja", "en"):
        with translation.override(language):
            name = part_name(table.slot) if table.slot == "3P" else ""
            name = name or planned_round_name(stage, round_.number)
            if tables > 1:
                words = {"round": name, "number": table.number}
                name = gettext("%(round)s, table %(number)s") % words
            titles[language] = name[:200]
    return titles


def table_name(round_: Round, number: int) -> str:
    """Round 2, table 3."""
    words = {"round": round_name(round_), "number": number}
    return gettext("%(round)s, table %(number)s") % words


def listed(names: Iterable[object]) -> str:
    """
    >>> with translation.override("en"):
    ...     listed([1]), listed([2, 3]), listed([2, 3, 5])
    ('1', '2 and 3', '2, 3 and 5')
    """
    parts = [str(name) for name in names]
    if len(parts) < 2:
        return "".join(parts)
    comma, last = (
        pgettext("between items of a list", ", "),
        pgettext("before the last item of a list", " and "),
    )
    return comma.join(parts[:-1]) + last + parts[-1]


def listed_numbers(numbers: Iterable[int]) -> str:
    """Ascending numbers, three or more in a row as a range.

    >>> with translation.override("en"):
    ...     listed_numbers([1, 2]), listed_numbers([1, 2, 3, 4, 7, 9])
    ('1 and 2', '1–4, 7 and 9')
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    parts: list[str] = []
    for first, last in runs:
        if last - first > 1:
            words = pgettext("range of numbers", "%(first)s–%(last)s")
            parts.append(words % {"first": first, "last": last})
        else:
            parts += [str(number) for number in range(first, last + 1)]
    return listed(parts)


def version_words(made: Publication) -> str:
    """What became of standings that were published."""
    told: dict[str, Any] = {"version": made.version}
    if made.state == PublicationState.DRAFT:
        return gettext("Version %(version)s is stored as a draft.") % told
    if made.embargo_until is None or made.embargo_until <= made.created_at:
        return gettext("Version %(version)s is public.") % told
    with timezone.override(ZoneInfo(made.tournament.time_zone)):
        told["at"] = moment(made.embargo_until)
    return gettext("Version %(version)s is public from %(at)s on.") % told
