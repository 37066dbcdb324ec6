"""A published snapshot, read: its people, its stages, the standings after each of its rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tournaments.models import Publication, Stage
from tournaments.names import planned_round_name, stage_name
from tournaments.public.earlier import PAIRS, standings_after
from tournaments.public.kept import piece
from tournaments.standings import Standing, movement


def group_letter(number: int) -> str:
    """
    >>> group_letter(1), group_letter(27)
    ('A', '27')
    """
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number - 1] if number <= 26 else str(number)


@dataclass(frozen=True, slots=True)
class Person:
    """What is public of an entry. ``key`` is its id."""

    key: str
    number: int | None
    name: str
    kana: str = ""
    club: str = ""
    grade: str = ""
    """For the desk: no public page shows it."""


@dataclass(frozen=True, slots=True)
class SeatShot:
    key: str
    place: int | None
    kind: str
    points: Fraction
    score: str = ""
    """Games of a series, seeds or pieces."""


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
            },
            kind=self.kind,
            draw={"seeds": (self.data.get("bracket") or {}).get("seeds", [])},
        )

    @property
    def kind(self) -> str:
        """A value of StageKind."""
        return str(self.data.get("kind", "tables"))

    @property
    def pairs(self) -> bool:
        """Tables seat two, and results are won, drawn and lost."""
        return self.kind in PAIRS

    @property
    def bracket(self) -> bool:
        return bool(self.data.get("bracket"))

    @cached_property
    def groups(self) -> Mapping[str, str]:
        """The letter of the group each is in; empty where there is one group or none."""
        found = self.data.get("groups") or []
        if len(found) < 2:
            return {}
        return {key: group_letter(n) for n, group in enumerate(found, 1) for key in group}

    @property
    def main(self) -> str:
        """The code of the first criterion."""
        return str(self.data["criteria"][0])

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
                            seat["entry"],
                            seat["place"],
                            seat["kind"],
                            Fraction(seat["points"]),
                            seat.get("score") or "",
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
        """After a round of the stage, by the results of this snapshot."""
        if number >= self.last:
            return self.standings
        if number not in self._earlier:
            self._earlier[number] = standings_after(self.data, self.standings, number)
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
        if ordinal not in self._rounds:
            found = piece(
                self.publication,
                f"round:{ordinal}",
                lambda: {f"round:{ordinal}": self._with_results(ordinal)},
            )
            assert isinstance(found, dict)
            self._rounds[ordinal] = found
        return self._rounds[ordinal].get(number)

    @cached_property
    def _rounds(self) -> dict[int, dict[int, TableShot]]:
        return {}

    def _with_results(self, ordinal: int) -> dict[int, TableShot]:
        found = self.find_round(ordinal)
        tables = found[0].tables[found[1]] if found else {}
        return {number: table for number, table in tables.items() if table.source}

    def name_of_round(self) -> str:
        """The round after which it stands."""
        return self.last.round_name(max(self.last.last, 1))
