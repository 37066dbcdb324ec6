"""What an organiser starts from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Medium
from games.rules.kyoen.rules import KyoenRules
from tournaments.choices import Registration, StageKind, StagePart
from tournaments.formats.advancement_values import Rule, Ties
from tournaments.formats.table_values import Avoid, Method
from tournaments.settings import StageConfig, TournamentSettings

ONE_MINUTE_A_STONE: dict[str, Any] = {"timing": "per_move", "step_ms": 60_000}
FIFTEEN_AND_FIVE: dict[str, Any] = {"timing": "increment", "main_ms": 900_000, "step_ms": 5000}
HALF_AN_HOUR: dict[str, Any] = {"timing": "increment", "main_ms": 1_800_000, "step_ms": 10_000}

TIME_CONTROLS: Mapping[str, dict[str, Any]] = {
    "kyoen": ONE_MINUTE_A_STONE,
    "oware": FIFTEEN_AND_FIVE,
    "rithmomachia": HALF_AN_HOUR,
}
"""The usual one of each game."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    part: StagePart
    name: str
    name_en: str
    rounds: int
    config: StageConfig
    kind: StageKind = StageKind.TABLES


def preliminary(rounds: int = 3) -> StagePlan:
    return StagePlan(StagePart.PRELIMINARY, "予選", "Preliminary", rounds, StageConfig())


def semi_final(seats: int = 8) -> StagePlan:
    config = StageConfig(first=Method.SNAKED, admission=Rule(count=seats))
    return StagePlan(StagePart.SEMI_FINAL, "準決勝", "Semi-final", 1, config)


def final(seats: int = 4) -> StagePlan:
    config = StageConfig(first=Method.SNAKED, admission=Rule(count=seats))
    return StagePlan(StagePart.FINAL, "決勝", "Final", 1, config)


def swiss(rounds: int = 5) -> StagePlan:
    return StagePlan(
        StagePart.PRELIMINARY,
        "スイス式",
        "Swiss",
        rounds,
        StageConfig(first=Method.SNAKED, edition="2026"),
        StageKind.SWISS,
    )


def round_robin(groups: int = 1, cycles: int = 1) -> StagePlan:
    """The number of rounds follows from the field when it is drawn."""
    return StagePlan(
        StagePart.PRELIMINARY,
        "総当たり",
        "Round robin",
        1,
        StageConfig(first=Method.SNAKED, groups=groups, cycles=cycles, edition="2026"),
        StageKind.ROUND_ROBIN,
    )


def knockout(
    seats: int | None = None, *, double: bool = False, third_place: bool = True
) -> StagePlan:
    """``seats``: how many advance to it; None for everybody, as the first stage."""
    kind = StageKind.DOUBLE_ELIMINATION if double else StageKind.KNOCKOUT
    config = StageConfig(
        first=Method.SNAKED,
        admission=None if seats is None else Rule(count=seats, ties=Ties.ASK),
        third_place=third_place and not double,
    )
    if seats is None:
        return StagePlan(StagePart.PRELIMINARY, "トーナメント", "Knockout", 1, config, kind)
    # A double elimination tells how many rounds it has when it is drawn.
    rounds = 1 if double else (seats - 1).bit_length()
    return StagePlan(StagePart.FINAL, "決勝トーナメント", "Knockout", rounds, config, kind)


def papers(name: str, name_en: str, finalists: int | None = None) -> StagePlan:
    """A stage of papers that are graded; ``finalists``: how many advance to it."""
    if finalists is None:
        plan, config = StagePart.PRELIMINARY, StageConfig()
    else:
        plan = StagePart.FINAL
        config = StageConfig(admission=Rule(count=finalists, ties=Ties.ASK))
    return StagePlan(plan, name, name_en, 1, config, StageKind.JUDGING)


def usual_stage(kind: StageKind, order: int) -> StagePlan:
    """A stage of a kind as it is usually played, the first or a later one."""
    later = order > 1
    match kind:
        case StageKind.TABLES:
            return final() if later else preliminary(1)
        case StageKind.SWISS:
            plan = swiss()
        case StageKind.ROUND_ROBIN:
            plan = round_robin()
        case StageKind.JUDGING:
            return papers("本選", "Final", 5) if later else papers("予選", "Qualifier")
        case _:
            return knockout(8 if later else None, double=kind is StageKind.DOUBLE_ELIMINATION)
    part = StagePart.FINAL if later else plan.part
    return StagePlan(part, plan.name, plan.name_en, plan.rounds, plan.config, plan.kind)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything an organiser chooses when making a tournament."""

    name: str
    name_en: str = ""
    preset: str = "jko"
    game: str = "kyoen"
    venue: str = ""
    organiser_name: str = ""
    description: str = ""
    starts_at: datetime | None = None
    """Aware."""
    time_zone: str = "Asia/Tokyo"
    is_public: bool = True
    registration: Registration = Registration.CLOSED
    medium: Medium = Medium.ONLINE
    rules: dict[str, Any] = field(default_factory=lambda: KyoenRules().to_json())
    time_control: dict[str, Any] = field(default_factory=lambda: dict(ONE_MINUTE_A_STONE))
    settings: TournamentSettings = field(default_factory=TournamentSettings)
    stages: tuple[StagePlan, ...] = field(default_factory=lambda: (preliminary(), final()))


def tables_only(name: str, rounds: int = 3) -> Plan:
    """Kyōen tables without a final."""
    return Plan(name=name, preset="tables", stages=(preliminary(rounds),))


@dataclass(frozen=True, slots=True)
class Preset:
    game: str
    stages: tuple[StagePlan, ...]
    settings: TournamentSettings


TABLES = TournamentSettings()
PAIRS = TournamentSettings(clubs=Avoid.NEVER)

PRESETS: Mapping[str, Preset] = {
    "jko": Preset("kyoen", (preliminary(), final()), TABLES),
    "tables": Preset("kyoen", (preliminary(),), TABLES),
    "oware_swiss": Preset("oware", (swiss(5), knockout(6)), PAIRS),
    "oware_robin": Preset("oware", (round_robin(),), PAIRS),
    "rithmomachia_single": Preset("rithmomachia", (knockout(),), PAIRS),
    "rithmomachia_double": Preset("rithmomachia", (knockout(double=True),), PAIRS),
    "jkho": Preset("kyoen", (papers("予選", "Qualifier"), papers("本選", "Final", 5)), TABLES),
    "race": Preset("kyoen", (papers("早解き", "Race"),), TABLES),
    "empty": Preset("kyoen", (preliminary(1),), TABLES),
}
