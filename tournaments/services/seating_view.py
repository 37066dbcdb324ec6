"""The seating page: a draft beside what is wrong or unlucky with it, or what a draw would do."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.errors import AdvancementOpenError, RoundsCompleteError
from tournaments.models import (
    Entry,
    ForbiddenPair,
    Round,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import listed, round_name
from tournaments.seats import people_at
from tournaments.services.byes import ByeView, byes_of
from tournaments.services.drawing import NextRound, next_round
from tournaments.services.field import Presence, latest_round, presences
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Forecast, Remark
from tournaments.services.round_state import fault_words, missing_tables, missing_words
from tournaments.words import WHY_NOT, note_sentence


@dataclass(frozen=True, slots=True)
class DraftTable:
    table: Table
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some are not seated, and who."""

    words: str
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class SeatingPage:
    name: str
    draft: Round | None
    public: Round | None
    """The last round, when it is public and can be taken back to a draft."""
    tables: Sequence[DraftTable]
    faults: str
    coming: NextRound | None
    cannot: str
    """Why nothing can be drawn; empty when it can."""
    seated: Sequence[Presence]
    not_seated: Sequence[Reason]
    forecast: str
    """What a draw would do."""
    missing: str
    """Results of earlier rounds that are missing."""
    pairs: Sequence[ForbiddenPair]
    entries: Sequence[Entry]
    unseated: Sequence[Entry] = field(default=())
    """Who belongs into the draft and has no seat."""
    by_hand: bool = False
    byes: Sequence[ByeView] = field(default=())
    rest: Sequence[str] = field(default=())
    """What is unlucky about those without a table."""
    of_two: bool = False
    """Tables are pairings of two."""
    fixed: bool = False
    """Who meets whom follows from the draw of the stage."""
    doubtful: Sequence[Entry] = field(default=())
    """Who is to be seated though they did not come to the round before."""


def seating_page(tournament: Tournament) -> SeatingPage:
    latest = latest_round(tournament)
    if latest is not None:
        latest.stage.tournament = tournament
    draft = latest if latest is not None and latest.state == RoundState.DRAFT else None
    coming, cannot = None, ""
    if draft is None:
        coming, cannot = _coming(tournament)
    stage = draft.stage if draft else coming.stage if coming else None
    ordinal = draft.ordinal if draft else coming.ordinal if coming else None
    there = presences(tournament, stage, ordinal) if stage and ordinal else []
    seated = [one for one in there if one.seated]
    forecast = Forecast()
    if draft is None and coming is not None and not cannot:
        forecast = format_of(coming.stage).forecast(coming.stage, coming.number, seated)
        cannot = forecast.cannot
    pairs = ForbiddenPair.objects.filter(tournament=tournament).select_related("first", "second")
    shown = _draft(tournament, draft, seated)
    one = format_of(stage) if stage else None
    missing = missing_tables(tournament) if draft is None else []
    name = round_name(draft) if draft else coming.name if coming else ""
    return SeatingPage(
        name=name,
        draft=draft,
        public=latest if latest is not None and latest.state == RoundState.PUBLISHED else None,
        tables=shown.tables,
        faults=shown.faults,
        coming=coming,
        cannot=cannot,
        seated=seated,
        not_seated=_reasons(there),
        forecast=forecast.words,
        missing=missing_words(missing),
        pairs=list(pairs.order_by("pk")),
        entries=list(Entry.objects.filter(tournament=tournament, listed_only=False)),
        unseated=shown.unseated,
        by_hand=bool(draft and draft.draw.get("by_hand")),
        byes=shown.byes,
        rest=shown.rest,
        of_two=one is not None and one.pairs,
        fixed=one is not None and one.fixed,
        doubtful=_doubtful(tournament, seated, ordinal) if ordinal else (),
    )


def _doubtful(tournament: Tournament, seated: Sequence[Presence], ordinal: int) -> list[Entry]:
    missed = set(
        TableSeat.objects.filter(
            table__round__stage__tournament=tournament,
            table__round__ordinal=ordinal - 1,
            kind=SeatingKind.NO_SHOW,
        ).values_list("entry_id", flat=True)
    )
    return [one.entry for one in seated if one.entry.pk in missed]


def _coming(tournament: Tournament) -> tuple[NextRound | None, str]:
    try:
        return next_round(tournament), ""
    except (AdvancementOpenError, RoundsCompleteError) as error:
        return None, str(error)


@dataclass(frozen=True, slots=True)
class _Draft:
    tables: Sequence[DraftTable] = ()
    faults: str = ""
    unseated: Sequence[Entry] = ()
    byes: Sequence[ByeView] = ()
    rest: Sequence[str] = ()


def _draft(tournament: Tournament, draft: Round | None, seated: Sequence[Presence]) -> _Draft:
    if draft is None:
        return _Draft()
    one = format_of(draft.stage)
    rows = list(draft.tables.prefetch_related(people_at()))
    byes = byes_of(draft)
    names = {str(seat.entry_id): seat.entry.name for table in rows for seat in table.seats.all()}
    names |= {str(bye.entry_id): bye.entry.name for bye in byes}
    names |= {str(one.entry.pk): one.entry.name for one in seated if str(one.entry.pk) not in names}
    placed = {str(seat.entry_id) for table in rows for seat in table.seats.all()}
    placed |= {str(bye.entry_id) for bye in byes}
    remarks = one.remarks(draft)

    def say(found: Sequence[Remark]) -> list[str]:
        return [
            note_sentence(one.kind, listed(names.get(key, "?") for key in one.keys), one.count)
            for one in found
        ]

    return _Draft(
        [DraftTable(table, say(found)) for table, found in zip(rows, remarks.tables, strict=True)],
        fault_words(one.faults(draft), tournament),
        [found.entry for found in seated if str(found.entry.pk) not in placed],
        byes,
        say(remarks.rest),
    )


def _reasons(there: Sequence[Presence]) -> list[Reason]:
    grouped: dict[str, list[Entry]] = {}
    for one in there:
        if one.why and one.why != "not_entered":
            grouped.setdefault(one.why, []).append(one.entry)
    return [Reason(str(WHY_NOT[why]), entries) for why, entries in grouped.items()]
