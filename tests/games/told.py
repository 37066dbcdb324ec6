"""A pure match for tests: short words that add events to a record."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from games.clock import TimeControl
from games.record import MatchState, begin
from games.record_events import Event, Kind, Status
from games.rules.kyoen.game import KYOEN
from games.rules.kyoen.rules import KyoenRules

NOW = datetime(2026, 8, 1, 3, 0, tzinfo=UTC)
MINUTE = {"timing": "per_move", "step_ms": 60_000}
KYOEN_POINTS = "b7 c2 g2 g8"


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def first(
    players: int = 3, rules: dict[str, Any] | None = None, time: dict[str, Any] | None = None
) -> MatchState:
    chosen = KyoenRules.from_json(rules or {})
    return begin(
        KYOEN.start(chosen, players),
        TimeControl.from_json(MINUTE if time is None else time),
        arbiter_rules_on_time=(rules or {}).get("time_used_up") == "arbiter",
    )


@dataclass
class Told:
    """A match begun at second 0. Every word takes the second at which it happens."""

    players: int = 3
    rules: dict[str, Any] = field(default_factory=dict)
    time: dict[str, Any] = field(default_factory=lambda: dict(MINUTE))
    started: bool = True

    def __post_init__(self) -> None:
        self.state = first(self.players, self.rules, self.time)
        self.events: list[Event] = []
        if self.started:
            self.tell(Kind.START, 0)

    def tell(
        self, kind: Kind, second: float, seat: int | None = None, text: str = "", **data: Any
    ) -> MatchState:
        event = Event(self.state.seq + 1, at(second), kind, seat, text, data)
        self.state = self.state.apply(event)
        self.events.append(event)
        return self.state

    def move(self, text: str, second: float) -> MatchState:
        return self.tell(Kind.MOVE, second, self.state.to_move, text)

    def moves(self, text: str, second: float) -> MatchState:
        for point in text.split():
            self.move(point, second)
        return self.state

    def claim(self, seat: int | None, text: str, second: float) -> MatchState:
        who = "A" if seat is None else str(seat + 1)
        return self.tell(Kind.CLAIM, second, seat, f"{who}!{text.replace(' ', '')}")

    def flag(self, second: float) -> MatchState:
        return self.tell(Kind.FLAG, second, self.state.to_move)

    def left(self, second: float, seat: int | None = None) -> float | None:
        """Seconds left of the seat on turn, or of ``seat``."""
        turn = self.state.to_move if seat is None else seat
        assert turn is not None
        time = self.state.clock.remaining(turn, at(second))
        return None if time is None else time.total_seconds()

    @property
    def alive(self) -> list[int]:
        return list(self.state.position.alive)

    def status(self) -> Status:
        return self.state.status

    @property
    def stones(self) -> list[str]:
        found: list[str] = self.state.position.view()["stones"]
        return found
