"""What a format is to the services: one object that draws, counts and describes its stages.

Everything above asks ``registry.format_of(stage)`` and never what kind a stage is.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.formats.dry_run import DryRun
from tournaments.formats.pace import Pace
from tournaments.models import Entry, Round, Stage, Table, Tournament
from tournaments.names import round_name
from tournaments.next_step import OwnStep
from tournaments.services.field import Presence
from tournaments.services.formats.values import (
    Course,
    Defect,
    Dependent,
    Drawn,
    Follow,
    Forecast,
    Remarks,
)
from tournaments.standings import Standing


class Format:
    """The defaults are those of a stage without rounds."""

    kind: ClassVar[str]
    pairs: ClassVar[bool] = False
    """Two at a table: win, draw and loss."""
    draws: ClassVar[bool] = True
    """A pairing may end without a winner."""
    has_rounds: ClassVar[bool] = False
    fixed: ClassVar[bool] = False
    """Who meets whom follows from the first round's draw: a draft cannot be rearranged freely."""
    lots: ClassVar[bool] = False
    """Lots can be drawn among those who are still equal."""
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    """In order, where the organiser chose none."""

    def check(self, stage: Stage) -> None:
        """Raise FormatError where no round could be played as the stage is set.

        Of the stage nothing but its settings is looked at, and of its tournament.
        """

    def draw(self, round_: Round, seed: int, allow: Sequence[str] = ()) -> Drawn:
        """Pair a round that has no tables yet; its stage and tournament are loaded.

        ``allow``: codes of what the organiser has said yes to. Raise a UserError or FormatError.
        """
        raise NotImplementedError

    def seconds(self, number: int, people: int) -> float:
        """About how long it takes to draw a round ``number`` of so many."""
        return 0.0

    def remarks(self, round_: Round) -> Remarks:
        """What is unlucky about a draft; every table is there, remarks or none."""
        return Remarks(((),) * round_.tables.count())

    def faults(self, round_: Round) -> tuple[Defect, ...]:
        """Empty: the draft can be published."""
        return ()

    def forecast(self, stage: Stage, number: int, seated: Sequence[Presence]) -> Forecast:
        return Forecast()

    def standings(self, stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
        """After a round of the stage, by default the last one."""
        raise NotImplementedError

    def games(self, stage: Stage, slot: str) -> int:
        """How many games a table plays at most."""
        return 1

    def codes(self, stage: Stage) -> tuple[str, ...]:
        """The criteria of its standings, in order."""
        return self.tie_breaks

    def course(self, stage: Stage, after: int | None = None) -> Course:
        """The standings, and the rank of each after every round up to there."""
        return Course(self.standings(stage, after), {})

    def groups(self, stage: Stage) -> dict[str | int, str | int]:
        """Which group or table each belongs to, for advancing the best of each."""
        return {}

    def next_number(self, stage: Stage) -> int | None:
        """The number of the round to draw after those there are; None: there is none."""
        return None

    def rests(self, table: Table) -> list[Dependent]:
        """What later rounds of the stage rest on a table's result."""
        return [
            Dependent(
                "round", _("%(round)s, drawn from the standings") % {"round": round_name(one)}
            )
            for one in Round.objects.filter(stage=table.round.stage_id)
            .filter(number__gt=table.round.number)
            .select_related("stage")
            .order_by("number")
        ]

    def moved(self, stage: Stage) -> list[Table]:
        """Tables whose players are not those whom the results lead there."""
        return []

    def remember(self, table: Table) -> object:
        """What ``follow`` needs of a table as it was before a correction."""
        return None

    def follow(self, table: Table, was: object, how: Follow, at: datetime) -> list[str]:
        """After a correction of ``table`` change what ``moved`` says. Raise PlayedOnError.

        Return what was changed, in words.
        """
        return []

    def settle(self, stage: Stage) -> None:
        """Bring what the stage's rows repeat in line after a result changed."""

    def leaving(self, stage: Stage) -> str:
        """What becomes of the results of whoever leaves; empty: they are kept."""
        return ""

    def version(self, stage: Stage) -> str:
        """What changes with its results where pages of the tournament are not told of them."""
        return ""

    def details(self, stage: Stage) -> dict[str, Any]:
        """What a snapshot keeps beside standings and rounds."""
        return {}

    def rehearse(self, stage: Stage, keys: Sequence[str], pace: Pace, seed: int) -> DryRun | None:
        """What is left of a stage, played at random by ``keys``; None where nothing is played."""
        return None

    def begun(self, stage: Stage) -> bool:
        """Whether who plays in it can no longer be replaced."""
        return stage.rounds.exclude(state="draft").exists()

    def made(self, stage: Stage, by: User | None, at: datetime) -> None:
        """A stage of this kind was made: add what belongs to it, in the same transaction."""

    def step(self, stage: Stage, at: datetime) -> OwnStep | None:
        """What is to do next at a stage that has no rounds; None for one that has."""
        return None

    def desk_tabs(self, tournament: Tournament) -> list[tuple[str, str, str]]:
        """Key, name and address of pages in place of those of tables and seating."""
        return []

    def public_tabs(
        self, tournament: Tournament, entry: Entry | None, at: datetime
    ) -> list[tuple[str, str, str]]:
        """Key, name and address of further public pages; ``entry``: the reader's own."""
        return []

    def unfinished(self, stage: Stage) -> list[str]:
        """What else keeps final standings from being published, in words."""
        return []
