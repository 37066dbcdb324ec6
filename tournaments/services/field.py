"""Who takes part in a round: reading entries as the draws and the standings need them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from tournaments.formats.table_values import Entrant, PastTable
from tournaments.models import (
    Absence,
    Advancement,
    ByeKind,
    Entry,
    ForbiddenPair,
    Round,
    RoundState,
    SeatingKind,
    Stage,
    Table,
    Tournament,
)
from tournaments.seats import seats_at
from tournaments.settings import TournamentSettings

ASKED: Mapping[str, ByeKind] = {
    "absent": ByeKind.ZERO,
    "half_bye": ByeKind.HALF,
    "full_bye": ByeKind.FULL,
    "given_bye": ByeKind.PAIRING,
}
WHY_OF = {kind: why for why, kind in ASKED.items()}


@dataclass(frozen=True, slots=True)
class Presence:
    """Why an entry is or is not seated in a round."""

    entry: Entry
    seated: bool
    why: str = ""
    """not_entered, late, withdrawn, disqualified, not_here, not_advanced, or that it was asked
    for: absent, half_bye, full_bye, given_bye. Empty for those seated."""

    @property
    def bye(self) -> ByeKind | None:
        """What was asked for, or given by hand."""
        return ASKED.get(self.why)


def active_decision(stage: Stage) -> Advancement | None:
    """The decision on who plays in ``stage``, as it stands now."""
    return Advancement.objects.filter(target=stage, replaced_at=None).order_by("-at", "-id").first()


def seeds_of(decision: Advancement) -> dict[str, int]:
    """The seeding number of each who goes on, by entry id."""
    return {one["key"]: one["seed"] for one in decision.decision["qualifiers"]}


def presences(tournament: Tournament, stage: Stage, ordinal: int) -> list[Presence]:
    """Every entry, in order of numbers, and whether it is to be seated in the round."""
    settings = TournamentSettings.from_json(tournament.settings)
    absent = dict(
        Absence.objects.filter(entry__tournament=tournament, ordinal=ordinal).values_list(
            "entry_id", "kind"
        )
    )
    admitted: set[str] | None = None
    if stage.order > 1:
        decision = active_decision(stage)
        admitted = set(seeds_of(decision)) if decision else set()
    found = []
    for entry in Entry.objects.filter(tournament=tournament):
        why = _why_not(entry, ordinal, absent, admitted, settings)
        found.append(Presence(entry, not why, why))
    return found


def _why_not(
    entry: Entry,
    ordinal: int,
    absent: dict[UUID, str],
    admitted: set[str] | None,
    settings: TournamentSettings,
) -> str:
    if entry.listed_only:
        return "not_entered"
    if entry.disqualified_at is not None:
        return "disqualified"
    if entry.withdrawn_from is not None and entry.withdrawn_from <= ordinal:
        return "withdrawn"
    if entry.from_round > ordinal:
        return "late"
    if admitted is not None and str(entry.pk) not in admitted:
        return "not_advanced"
    if entry.pk in absent:
        return WHY_OF[ByeKind(absent[entry.pk])]
    if settings.seat_checked_in and entry.checked_in_at is None:
        return "not_here"
    return ""


def past_tables(stage: Stage, before: int) -> list[PastTable]:
    """The tables of the stage's rounds before ``before``, in seat order."""
    tables = (
        Table.objects.filter(round__stage=stage, round__number__lt=before)
        .exclude(round__state=RoundState.DRAFT)
        .order_by("round__number", "number")
        .prefetch_related(seats_at())
    )
    return [
        [
            None if seat.kind == SeatingKind.NO_SHOW else str(seat.entry_id)
            for seat in table.seats.all()
        ]
        for table in tables
    ]


def entrants(
    entries: Iterable[Entry], points: dict[str, Fraction], seeds: dict[str, int] | None = None
) -> list[Entrant]:
    """``seeds``: seeding numbers of a stage people advanced to; else each entry's own."""
    return [
        Entrant(
            str(entry.pk),
            seed=entry.seed if seeds is None else seeds.get(str(entry.pk)),
            score=points.get(str(entry.pk), Fraction(0)),
            club=" ".join(entry.club.split()).casefold(),
        )
        for entry in entries
    ]


def forbidden_pairs(tournament: Tournament) -> list[tuple[str, str]]:
    return [
        (str(first), str(second))
        for first, second in ForbiddenPair.objects.filter(tournament=tournament).values_list(
            "first_id", "second_id"
        )
    ]


def latest_round(tournament: Tournament) -> Round | None:
    return (
        Round.objects.filter(stage__tournament=tournament)
        .select_related("stage")
        .order_by("-ordinal")
        .first()
    )


def next_ordinal(tournament: Tournament) -> int:
    """The round that can still be drawn anew: a draft, or the one after the last."""
    latest = latest_round(tournament)
    if latest is None:
        return 1
    return latest.ordinal if latest.state == RoundState.DRAFT else latest.ordinal + 1
