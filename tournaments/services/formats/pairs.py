"""What formats of two-player pairings have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from tournaments.formats.fide_table import Edition, Mode
from tournaments.formats.pairing_values import Pair, check_pairs
from tournaments.formats.points import Points
from tournaments.formats.scoring import Result, TableResult
from tournaments.formats.tie_breaks import LOTS
from tournaments.models import Bye, ByeKind, Entry, Round, RoundState, Stage, Table
from tournaments.seats import seats_at
from tournaments.services.field import Presence, presences
from tournaments.services.formats.base import Format
from tournaments.services.formats.values import Course, Defect, GivenBye
from tournaments.services.layout import pairings
from tournaments.services.stage_results import (
    bye_results,
    seated_keys,
    stage_field,
    table_results,
)
from tournaments.settings import StageConfig
from tournaments.standings import Contender, Standing, progress, standings


class Pairs(Format):
    pairs = True
    has_rounds = True
    lots = True
    mode: ClassVar[Mode]
    bye_points: ClassVar[Fraction | None] = None
    """What a round without an opponent is worth here, whatever the settings say."""

    def codes(self, stage: Stage) -> tuple[str, ...]:
        """Lots that were drawn count last, also where they are none of the stage's criteria."""
        chosen = StageConfig.from_json(stage.config).tie_breaks or self.tie_breaks
        return chosen if LOTS in chosen or not stage.lots else (*chosen, LOTS)

    def games(self, stage: Stage, slot: str) -> int:
        return StageConfig.from_json(stage.config).games[0]

    def points(self, stage: Stage) -> Points:
        points = StageConfig.from_json(stage.config).points
        return points if self.bye_points is None else replace(points, pairing_bye=self.bye_points)

    def results(self, stage: Stage, after: int | None = None) -> list[Result]:
        return [*table_results(stage, after), *bye_results(stage, after)]

    def field(self, stage: Stage, results: Sequence[Result]) -> list[Contender]:
        tables = [one for one in results if isinstance(one, TableResult)]
        return stage_field(stage, seated_keys(tables))

    def standings(self, stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
        results = self.results(stage, after)
        return self.ranked(stage, self.field(stage, results), results, after)

    def course(self, stage: Stage, after: int | None = None) -> Course:
        results = self.results(stage, after)
        return self.course_of(stage, self.field(stage, results), results, after)

    def ranked(
        self,
        stage: Stage,
        field: Sequence[Contender],
        results: Sequence[Result],
        after: int | None,
    ) -> tuple[Standing, ...]:
        return standings(
            field,
            results,
            tie_breaks=self.codes(stage),
            after_round=after,
            points=self.points(stage),
            edition=edition_of(stage),
            mode=self.mode,
        )

    def course_of(
        self,
        stage: Stage,
        field: Sequence[Contender],
        results: Sequence[Result],
        after: int | None,
    ) -> Course:
        table = self.ranked(stage, field, results, after)
        found = progress(
            field,
            results,
            tie_breaks=self.codes(stage),
            points=self.points(stage),
            edition=edition_of(stage),
            mode=self.mode,
            made={max((one.round for one in results), default=0): table},
        )
        return Course(table, {str(key): ranks for key, ranks in found.items()})

    def details(self, stage: Stage) -> dict[str, Any]:
        return {
            "points": self.points(stage).to_json(),
            "edition": edition_of(stage).value,
            "groups": stage.draw.get("groups", []),
        }

    def faults(self, round_: Round) -> tuple[Defect, ...]:
        """Somebody left out, paired twice or though away, or two byes that could play."""
        there = presences(round_.stage.tournament, round_.stage, round_.ordinal)
        tables = pairings(round_)
        sizes = tuple(
            Defect("too_small" if len(one.seats) < 2 else "too_large", (), number)
            for number, one in enumerate(tables, 1)
            if len(one.seats) != 2
        )
        if sizes:
            return sizes
        asked = {str(one.entry.pk) for one in there if one.bye is not None}
        sitting = [str(one.entry_id) for one in round_.byes.all() if str(one.entry_id) not in asked]
        found = check_pairs(
            [Pair(*one.seats) for one in tables],
            sitting,
            {str(one.entry.pk) for one in there if one.seated},
            asked,
        )
        faults = [Defect(one.kind.value, tuple(map(str, one.keys))) for one in found]
        if len(sitting) > 1:
            faults.append(Defect("byes", tuple(sitting)))
        return tuple(faults)


def edition_of(stage: Stage) -> Edition:
    written = StageConfig.from_json(stage.config).edition
    return Edition(written) if written else Edition.FIDE_2026


def asked_byes(there: Sequence[Presence]) -> list[GivenBye]:
    """Those who sit the round out by their wish or by hand, with what that is worth."""
    return [GivenBye(str(one.entry.pk), one.bye) for one in there if one.bye is not None]


def club_of(entry: Entry) -> str:
    return " ".join(entry.club.split()).casefold()


def seed_of(entry: Entry, seeds: Mapping[str, int] | None) -> int | None:
    """By the stage before, or else the seeding number, or else the rating behind those."""
    if seeds is not None:
        return seeds.get(str(entry.pk))
    if entry.seed is not None:
        return entry.seed
    return None if entry.rating is None else 10**6 - entry.rating


def firsts(stage: Stage) -> dict[str, int]:
    """How often each moved first in the stage less how often second."""
    balance: dict[str, int] = {}
    tables = Table.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    for table in tables.prefetch_related(seats_at()):
        for seat in table.seats.all():
            key = str(seat.entry_id)
            balance[key] = balance.get(key, 0) + (1 if seat.number == 0 else -1)
    return balance


def had_bye(stage: Stage) -> set[str]:
    byes = Bye.objects.filter(round__stage=stage, kind=ByeKind.PAIRING)
    return {str(pk) for pk in byes.values_list("entry_id", flat=True)}
