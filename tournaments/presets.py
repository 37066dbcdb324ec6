"""What an organiser starts from."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Medium
from games.rules.kyoen.rules import KyoenRules
from tournaments.formats.advancement_values import Rule
from tournaments.formats.table_values import Method
from tournaments.models import Registration, StagePart
from tournaments.settings import StageConfig, TournamentSettings

ONE_MINUTE_A_STONE: dict[str, Any] = {"timing": "per_move", "step_ms": 60_000}


@dataclass(frozen=True, slots=True)
class StagePlan:
    part: StagePart
    name: str
    name_en: str
    rounds: int
    config: StageConfig


def preliminary(rounds: int = 3) -> StagePlan:
    return StagePlan(StagePart.PRELIMINARY, "予選", "Preliminary", rounds, StageConfig())


def semi_final(seats: int = 8) -> StagePlan:
    config = StageConfig(first=Method.SNAKED, admission=Rule(count=seats))
    return StagePlan(StagePart.SEMI_FINAL, "準決勝", "Semi-final", 1, config)


def final(seats: int = 4) -> StagePlan:
    config = StageConfig(first=Method.SNAKED, admission=Rule(count=seats))
    return StagePlan(StagePart.FINAL, "決勝", "Final", 1, config)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything an organiser chooses when making a tournament."""

    name: str
    name_en: str = ""
    preset: str = "jko"
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
