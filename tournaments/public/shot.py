"""A published snapshot, read: its people, its stages, the standings after each of its rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tournaments.models import Publication, Stage
from tournaments.names import planned_round_name, stage_name
from tournaments.standings import (
    Contender,
    LineKind,
    SeatKind,
    SeatResult,
    Standing,
    Status,
    TableResult,
    movement,
    standings,
)


@dataclass(frozen=True, slots=True)
class Person:
    """What is public of an entry. ``key`` is its id."""

    key: str
    number: int | None
    name: str
    kana: str = ""
    club: str = ""
    grade: str = ""


@dataclass(frozen=True, slots=True)
class SeatShot:
    key: str
    place: int | None
    kind: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class TableShot:
    number: int
    source: str
    """How the result came: played or entered; empty while there is none."""
    seats: Sequence[SeatShot]


@dataclass(frozen=True)
class StageShot:
    """One stage as it stood after its round ``last``."""

    data: Mapping[str, Any]

    @property
    def order(self) -> int:
        return int(self.data["order"])

    @cached_property
    def stage(self) -> Stage:
        """Not saved: what the naming of stages and rounds reads."""
        return Stage(
            **{
                name: self.data[name]
                for name in ("order", "part", "name", "name_en", "planned_rounds")
            }
        )

    @property
    def name(self) -> str:
        return stage_name(self.stage)

    def round_name(self, number: int) -> str:
        return planned_round_name(self.stage, number)

    @cached_property
    def rounds(self) -> Mapping[int, int]:
        """The ordinal of each round by its number in the stage."""
        return {one["number"]: one["ordinal"] for one in self.data["rounds"]}

    @property
    def last(self) -> int:
        return max(self.rounds, default=0)

    @cached_property
    def tables(self) -> Mapping[int, Mapping[int, TableShot]]:
        """By the round's number, then by the table's."""
        return {
            one["number"]: {
                table["number"]: TableShot(
                    table["number"],
                    table["source"],
                    [
                        SeatShot(
                            seat["entry"], seat["place"], seat["kind"], Fraction(seat["points"])
                        )
                        for seat in table["seats"]
                    ],
                )
                for table in one["tables"]
            }
            for one in self.data["rounds"]
        }

    @property
    def admitted(self) -> Sequence[str]:
        """Who came into this stage from the one before, in order of seeds."""
        return list(self.data["admitted"])

    @property
    def progress(self) -> Mapping[str, Sequence[int | None]]:
        found: Mapping[str, Sequence[int | None]] = self.data["progress"]
        return found

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return tuple(Standing.from_json(row) for row in self.data["standings"])

    def standings_after(self, number: int) -> tuple[Standing, ...]:
        """After a round of the stage, by the results of this snapshot.

        Playoffs and lots count in the last table only: they are drawn among those equal there.
        """
        if number >= self.last:
            return self.standings
        if number not in self._earlier:
            self._earlier[number] = standings(
                self._contenders(), self._results(), after_round=number
            )
        return self._earlier[number]

    @cached_property
    def _earlier(self) -> dict[int, tuple[Standing, ...]]:
        return {}

    def moved_after(self, number: int) -> Mapping[str, int | None]:
        """Ranks gained since the round before, by id."""
        if number >= self.last:
            return {row["key"]: row["moved"] for row in self.data["standings"]}
        before = self.standings_after(number - 1) if number > 1 else ()
        moved = movement(self.standings_after(number), before)
        return {str(key): gained for key, gained in moved.items()}

    def _contenders(self) -> list[Contender]:
        """The field, as the lines of the last table tell it."""
        found = []
        for order, row in enumerate(self.standings, 1):
            late = [line.round for line in row.lines if line.kind is LineKind.NOT_ENTERED]
            gone = [line.round for line in row.lines if line.kind is LineKind.WITHDRAWN]
            found.append(
                Contender(
                    row.key,
                    seed=order,
                    from_round=max(late, default=0) + 1,
                    withdrawn_from=min(gone, default=None),
                    disqualified=row.status is Status.DISQUALIFIED,
                )
            )
        return found

    def _results(self) -> list[TableResult]:
        return [
            TableResult(
                number,
                table.number,
                tuple(
                    SeatResult(
                        seat.key,
                        seat.place if table.source else None,
                        SeatKind(seat.kind) if table.source else SeatKind.PLAYED,
                    )
                    for seat in table.seats
                ),
            )
            for number, tables in self.tables.items()
            for table in tables.values()
        ]


@dataclass(frozen=True)
class Shot:
    """A publication's snapshot. The order of its stages is that of the tournament."""

    publication: Publication

    @cached_property
    def people(self) -> Mapping[str, Person]:
        return {
            key: Person(key, **found) for key, found in self.publication.snapshot["entries"].items()
        }

    def person(self, key: object) -> Person:
        """Somebody taken off the list afterwards has no name."""
        return self.people.get(str(key)) or Person(str(key), None, "?")

    @cached_property
    def stages(self) -> Sequence[StageShot]:
        return [StageShot(data) for data in self.publication.snapshot["stages"]]

    @property
    def last(self) -> StageShot:
        return self.stages[-1]

    @property
    def overall(self) -> Sequence[Mapping[str, Any]]:
        found: Sequence[Mapping[str, Any]] = self.publication.snapshot["overall"]
        return found

    @property
    def ordinal(self) -> int:
        """The last round in it, counted over all stages; 0 for none."""
        return max((max(one.rounds.values(), default=0) for one in self.stages), default=0)

    def find_round(self, ordinal: int) -> tuple[StageShot, int] | None:
        """The stage and the number in it of a round of the snapshot."""
        for stage in self.stages:
            for number, found in stage.rounds.items():
                if found == ordinal:
                    return stage, number
        return None

    def table(self, ordinal: int, number: int) -> TableShot | None:
        """A table of the snapshot, if it has its result there."""
        found = self.find_round(ordinal)
        table = found[0].tables[found[1]].get(number) if found else None
        return table if table is not None and table.source else None

    def name_of_round(self) -> str:
        """The round after which it stands."""
        return self.last.round_name(max(self.last.last, 1))
