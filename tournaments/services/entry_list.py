"""Lists of entries and the page of one, for the desk."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Absence, Entry, RoundState, TableSeat, Tournament
from tournaments.names import round_name
from tournaments.person_names import same_name
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import outcome_of


@dataclass(frozen=True, slots=True)
class EntryList:
    rows: Sequence[Entry]
    total: int
    here: int
    missing: int
    left: int
    listed: int

    @property
    def counts(self) -> list[tuple[str, int]]:
        return [
            ("", self.total),
            ("missing", self.missing),
            ("here", self.here),
            ("left", self.left),
            ("listed", self.listed),
        ]


GONE = Q(withdrawn_from__isnull=False) | Q(disqualified_at__isnull=False)


def entry_list(
    tournament: Tournament, show: str = "", query: str = "", keep: str = ""
) -> EntryList:
    """``show``: missing, here, left, listed or everybody; ``query``: part of a name or club.

    The entry with the number ``keep`` stays on the list whatever has become of it.
    """
    everybody = Entry.objects.filter(tournament=tournament)
    counts = everybody.aggregate(
        total=Count("pk", filter=Q(listed_only=False)),
        here=Count("pk", filter=Q(checked_in_at__isnull=False) & ~GONE),
        missing=Count("pk", filter=Q(checked_in_at=None, listed_only=False) & ~GONE),
        left=Count("pk", filter=GONE),
        listed=Count("pk", filter=Q(listed_only=True)),
    )
    chosen = Q()
    match show:
        case "missing":
            chosen = ~GONE & Q(checked_in_at=None, listed_only=False)
        case "here":
            chosen = ~GONE & Q(checked_in_at__isnull=False)
        case "left":
            chosen = GONE
        case "listed":
            chosen = Q(listed_only=True)
    if chosen and keep.isdecimal() and len(keep) < 6:
        chosen |= Q(number=int(keep))
    found = list(everybody.filter(chosen).order_by("number"))
    wanted = same_name(query)
    if wanted:
        found = [
            entry
            for entry in found
            if wanted in same_name(entry.name)
            or wanted in same_name(entry.kana)
            or wanted in same_name(entry.club)
        ]
    return EntryList(found, **counts)


@dataclass(frozen=True, slots=True)
class EntryRound:
    """One round of one entry."""

    name: str
    seat: TableSeat
    known: bool
    """The table has a result."""
    outcome: str
    """Of a pairing, from this side: won, drew, lost; else empty."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    rounds: Sequence[EntryRound]
    absences: Sequence[Absence]
    seated: bool
    """Was ever seated, so the entry stays on the list."""


def entry_page(entry: Entry) -> EntryPage:
    """The rounds an entry was seated in, drafts left out, and those it sits out."""
    seats = (
        TableSeat.objects.filter(entry=entry)
        .select_related("table__round__stage")
        .prefetch_related("table__seats")
        .order_by("table__round__ordinal")
    )
    found = list(seats)
    return EntryPage(
        [
            EntryRound(
                round_name(seat.table.round),
                seat,
                bool(seat.table.result_source),
                outcome_of(seat, list(seat.table.seats.all()))
                if format_of(seat.table.round.stage).pairs
                else "",
            )
            for seat in found
            if seat.table.round.state != RoundState.DRAFT
        ],
        list(Absence.objects.filter(entry=entry).order_by("ordinal")),
        bool(found),
    )
