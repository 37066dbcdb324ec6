"""The clock: a pure fold over the record, plus an instant.

Durations are ``timedelta`` and instants aware ``datetime``; milliseconds exist only in JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, TypeVar, assert_never

from games.rules.base import JSON, InvalidRulesError, Seat

T = TypeVar("T")
ZERO = timedelta(0)
LONGEST = timedelta(days=7)


def milliseconds(duration: timedelta) -> int:
    return duration // timedelta(milliseconds=1)


class Timing(Enum):
    NONE = "none"
    PER_MOVE = "per_move"
    """``step`` for each move, nothing kept (JKO: one minute a stone)."""
    SUDDEN_DEATH = "sudden_death"
    """``main`` for all moves."""
    INCREMENT = "increment"
    """``main``, and ``step`` is added after each move (Fischer)."""
    DELAY = "delay"
    """``main``, which begins to run ``step`` after the turn began."""
    BYO_YOMI = "byo_yomi"
    """``main``, then ``periods`` of ``step``; a period not used up is not lost."""


_NEEDS: Mapping[Timing, frozenset[str]] = {
    Timing.NONE: frozenset(),
    Timing.PER_MOVE: frozenset({"step"}),
    Timing.SUDDEN_DEATH: frozenset({"main"}),
    Timing.INCREMENT: frozenset({"main", "step"}),
    Timing.DELAY: frozenset({"main", "step"}),
    Timing.BYO_YOMI: frozenset({"main", "step", "periods"}),
}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a player may think. Raises InvalidRulesError for parts that do not fit."""

    timing: Timing = Timing.NONE
    main: timedelta = ZERO
    step: timedelta = ZERO
    periods: int = 0

    def __post_init__(self) -> None:
        needs = _NEEDS[self.timing]
        for name in ("main", "step"):
            value: timedelta = getattr(self, name)
            may_be_zero = name == "main" and self.timing is Timing.BYO_YOMI
            if name not in needs:
                if value:
                    raise InvalidRulesError(
                        field=f"{name}_ms", value=milliseconds(value), allowed=0
                    )
            elif not (ZERO if may_be_zero else timedelta(seconds=1)) <= value <= LONGEST:
                raise InvalidRulesError(
                    field=f"{name}_ms", value=milliseconds(value), allowed="1 s to 7 days"
                )
        if ("periods" in needs) != (1 <= self.periods <= 100) or (
            "periods" not in needs and self.periods
        ):
            raise InvalidRulesError(field="periods", value=self.periods, allowed="1 to 100")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TimeControl":
        if not isinstance(data, Mapping):
            raise InvalidRulesError(field="time_control", value=data, allowed="an object")
        unknown = set(data) - {"timing", "main_ms", "step_ms", "periods"}
        if unknown:
            raise InvalidRulesError(
                field=min(unknown), value="", allowed="timing main_ms step_ms periods"
            )
        try:
            timing = Timing(data.get("timing", "none"))
        except ValueError:
            raise InvalidRulesError(
                field="timing", value=data["timing"], allowed=" ".join(t.value for t in Timing)
            ) from None
        numbers = {}
        for name in ("main_ms", "step_ms", "periods"):
            value = data.get(name, 0)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**12:
                raise InvalidRulesError(field=name, value=value, allowed="a whole number from 0")
            numbers[name] = value
        return cls(
            timing,
            timedelta(milliseconds=numbers["main_ms"]),
            timedelta(milliseconds=numbers["step_ms"]),
            numbers["periods"],
        )

    def to_json(self) -> JSON:
        found: JSON = {"timing": self.timing.value}
        for name in sorted(_NEEDS[self.timing]):
            if name == "periods":
                found[name] = self.periods
            else:
                found[f"{name}_ms"] = milliseconds(getattr(self, name))
        return found


@dataclass(frozen=True, slots=True)
class Clock:
    """Every seat's time. At most one seat's runs.

    ``main[seat]`` and ``periods[seat]`` are as they stood when the seat's turn began; ``used``
    is what this turn has taken up to ``since``, the instant it last began to run, or in all
    when ``since`` is None (stopped). Instants before ``since`` count as ``since``. ``extra`` is
    what this turn was given where a seat keeps nothing (``PER_MOVE``).
    """

    control: TimeControl
    main: tuple[timedelta, ...]
    periods: tuple[int, ...]
    turn: Seat | None = None
    used: timedelta = ZERO
    since: datetime | None = None
    extra: timedelta = ZERO

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clock":
        return cls(control, (control.main,) * seats, (control.periods,) * seats)

    @property
    def running(self) -> bool:
        return self.since is not None

    def elapsed(self, at: datetime) -> timedelta:
        """What the present turn has taken by ``at``."""
        return self.used + max(ZERO, at - self.since) if self.since else self.used

    def allowance(self, seat: Seat) -> timedelta | None:
        """The longest turn that keeps the flag up, from the turn's beginning; None: no limit."""
        match self.control.timing:
            case Timing.NONE:
                return None
            case Timing.PER_MOVE:
                return self.control.step + (self.extra if seat == self.turn else ZERO)
            case Timing.SUDDEN_DEATH | Timing.INCREMENT:
                return self.main[seat]
            case Timing.DELAY:
                return self.main[seat] + self.control.step
            case Timing.BYO_YOMI:
                return self.main[seat] + self.periods[seat] * self.control.step
            case never:
                assert_never(never)

    @property
    def deadline(self) -> datetime | None:
        """When the flag of the seat on turn falls, if nothing happens."""
        if self.turn is None or self.since is None:
            return None
        allowance = self.allowance(self.turn)
        return None if allowance is None else self.since + allowance - self.used

    def flagged(self, at: datetime) -> bool:
        """Time is used up at the deadline itself, not after it."""
        return self.deadline is not None and at >= self.deadline

    def remaining(self, seat: Seat, at: datetime) -> timedelta | None:
        allowance = self.allowance(seat)
        if allowance is None or seat != self.turn:
            return allowance
        return max(ZERO, allowance - self.elapsed(at))

    def start(self, seat: Seat, at: datetime) -> "Clock":
        """A new turn of ``seat`` begins. The turn before must have been charged."""
        return replace(self, turn=seat, used=ZERO, since=at, extra=ZERO)

    def charged(self, at: datetime, *, moved: bool) -> "Clock":
        """The turn's time taken off its player's; the increment only after a move."""
        if self.turn is None:
            return self
        seat, elapsed, step = self.turn, self.elapsed(at), self.control.step
        main, periods = self.main[seat], self.periods[seat]
        match self.control.timing:
            case Timing.NONE | Timing.PER_MOVE:
                pass
            case Timing.SUDDEN_DEATH:
                main -= elapsed
            case Timing.INCREMENT:
                main += (step if moved else ZERO) - elapsed
            case Timing.DELAY:
                main -= elapsed if elapsed < ZERO else max(ZERO, elapsed - step)
            case Timing.BYO_YOMI:
                over = elapsed - main
                main = max(ZERO, -over)
                periods -= max(ZERO, over) // step
            case never:
                assert_never(never)
        return replace(
            self,
            main=_with(self.main, seat, max(ZERO, main)),
            periods=_with(self.periods, seat, max(0, periods)),
            used=ZERO,
            since=at if self.since else None,
            extra=ZERO,
        )

    def press(self, next_seat: Seat | None, at: datetime, *, moved: bool = True) -> "Clock":
        """The turn is over, by a move or because its player left. Keeps a stopped clock stopped."""
        charged = self.charged(at, moved=moved)
        if next_seat is None:
            return replace(charged, turn=None, used=ZERO, since=None)
        return replace(charged, turn=next_seat, used=ZERO, since=at if self.since else None)

    def restart(self, at: datetime) -> "Clock":
        """The turn counts anew from ``at`` (Kyōen 1.7: a claim gives the full minute again)."""
        return self.charged(at, moved=False)

    def stop(self, at: datetime) -> "Clock":
        return replace(self, used=self.elapsed(at), since=None)

    def resume(self, at: datetime) -> "Clock":
        return self if self.since or self.turn is None else replace(self, since=at)

    def give(self, seat: Seat, time: timedelta) -> "Clock":
        """More time for ``seat`` (less, when negative), never less than none.

        What ``seat`` keeps from turn to turn changes; ``PER_MOVE`` keeps nothing, so there it
        is the present turn's time, and only the seat on turn has one.
        """
        if self.control.timing is Timing.PER_MOVE:
            return replace(self, extra=self.extra + time) if seat == self.turn else self
        return replace(self, main=_with(self.main, seat, max(ZERO, self.main[seat] + time)))

    def may_give(self, seat: Seat) -> bool:
        """Whether ``seat`` has a time that can be changed now."""
        if self.control.timing is Timing.PER_MOVE:
            return seat == self.turn
        return self.control.timing is not Timing.NONE

    def overdrawn(self, at: datetime) -> timedelta:
        """By how much the present turn has taken more than it may."""
        allowance = self.allowance_on_turn
        return ZERO if allowance is None else self.elapsed(at) - allowance

    def forgive(self, time: timedelta) -> "Clock":
        """``time`` of the present turn does not count: nobody could use it."""
        return replace(self, used=self.used - time)

    def lost(self, gap_from: datetime, gap_until: datetime) -> timedelta:
        """How much of that gap the running turn lay in; zero when the clock does not run."""
        if self.since is None or self.allowance_on_turn is None:
            return ZERO
        return max(ZERO, gap_until - max(gap_from, self.since))

    @property
    def allowance_on_turn(self) -> timedelta | None:
        return None if self.turn is None else self.allowance(self.turn)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
