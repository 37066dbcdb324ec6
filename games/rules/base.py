"""What every game is: seats, actions, positions and outcomes, all immutable values.

Nothing here knows Django, a clock or a person. Seats are numbered from 0 in code and
from 1 wherever a person reads or types them.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Protocol, Self, TypeAlias

Seat: TypeAlias = int
JSON: TypeAlias = dict[str, Any]


def gettext_noop(words: str) -> str:
    """Mark English that is translated where it is shown. The pure core knows no Django."""
    return words


class GameError(Exception):
    """An action that cannot be done.

    ``code`` is stable. ``words`` is one sentence in English, translated where it is shown
    and filled by ``params`` with ``str.format``.
    """

    code: ClassVar[str] = "game_error"
    words: ClassVar[str] = gettext_noop("This cannot be done.")

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, params)
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code

    @property
    def message(self) -> str:
        return self.words.format(**self.params)


class InvalidRulesError(GameError):
    """A rule set with a value that is not allowed. ``params``: field, value, allowed."""

    code = "invalid_rules"
    words = gettext_noop("{field} cannot be {value!r}: {allowed}.")


class InvalidActionError(GameError):
    """Text that is not an action in this game's notation."""

    code = "invalid_action"
    words = gettext_noop("This is not a move.")


class IllegalActionError(GameError):
    """An action that can be read but that the rules do not allow here."""

    code = "illegal_action"
    words = gettext_noop("The rules do not allow this here.")


class NotYourTurnError(IllegalActionError):
    code = "not_your_turn"
    words = gettext_noop("It is not your turn.")


class SeatOutError(IllegalActionError):
    """The seat has left or lost and acts no more."""

    code = "seat_out"
    words = gettext_noop("This player is out.")


class SeatInError(IllegalActionError):
    """A seat that never left cannot come back."""

    code = "seat_in"
    words = gettext_noop("This player is in already.")


class MatchOverError(IllegalActionError):
    code = "match_over"
    words = gettext_noop("The match is over.")


class ClockEffect(Enum):
    """What the step that led to a position does to the clock."""

    NONE = "none"
    RESTART = "restart"
    """The turn goes on, or passes, and the player to move has a turn's full time anew."""
    PASS = "pass"
    """The turn is over: its player's clock stops, the next player's starts."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, as the rules see it.

    ``places[seat]`` counts from 1; seats that share a place have the same number and the
    next place is left out (1, 2, 2, 4). ``scores`` holds what a game counts besides
    places (seeds, captured value), by seat, or is empty.
    """

    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()

    def to_json(self) -> JSON:
        found: JSON = {"places": list(self.places), "reason": self.reason}
        if self.scores:
            found["scores"] = list(self.scores)
        return found


def split_words(text: str) -> list[str]:
    """The actions of a text with spaces, commas or line ends between.

    >>> split_words("g8 c2,b7")
    ['g8', 'c2', 'b7']
    """
    return [word for word in re.split(r"[\s,]+", text) if word]


class Rules(Protocol):
    """A validated, frozen rule set of one game."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Raise InvalidRulesError for an unknown key or a value out of range."""
        ...

    def to_json(self) -> JSON: ...


class Position(Protocol):
    """One moment of a game. Every method returns a new position; none changes this one."""

    @property
    def seats(self) -> int: ...

    @property
    def alive(self) -> Sequence[Seat]:
        """The seats still in, in order of seats."""
        ...

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is, or None when the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def layout(self) -> Hashable:
        """What lies on the board. An action is stale when this or the turn changed meanwhile."""
        ...

    @property
    def clock_effect(self) -> ClockEffect:
        """What the step that led here does to the clock."""
        ...

    def legal_moves(self) -> Sequence[str]:
        """What the seat to move may play, in notation."""
        ...

    def parse(self, text: str, seat: Seat | None = None) -> tuple[Seat | None, Any]:
        """Read one action. ``seat`` is who acts, when the text does not name the seat.

        The seat of the answer is None for an arbiter, and when the game is over and nobody
        is on turn. Raise InvalidActionError when the text is not notation or names a seat
        other than ``seat``. Whether the action is allowed is not checked.
        """
        ...

    def notate(self, seat: Seat | None, action: Any) -> str: ...

    def play(self, seat: Seat | None, action: Any) -> Self:
        """Raise IllegalActionError, or a narrower error, when the rules forbid it.

        ``seat`` is None when an arbiter acts.
        """
        ...

    def leave(self, seat: Seat, reason: str = "left") -> Self:
        """The seat resigns, runs out of time, withdraws or is removed."""
        ...

    def rejoin(self, seat: Seat) -> Self:
        """An arbiter puts a seat back into play."""
        ...

    def end(self, reason: str = "ended_by_arbiter") -> Self:
        """End the game here; those still in share the best place left."""
        ...

    def view(self) -> JSON:
        """What a page needs to draw this position. Gives away nothing a player must find."""
        ...

    def __str__(self) -> str:
        """The one-line text form; ``Game.read`` is its inverse."""
        ...


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the rest of the product sees it."""

    name: str
    rules: type[Rules]
    start: Callable[[Any, int], Position]
    """``start(rules, seats)``: the first position. Raise InvalidRulesError for too many seats."""
    read: Callable[..., Position]
    """``read(text)`` or ``read(text, rules)``: inverse of ``str(position)``.

    The text holds the moment, not the options; without ``rules`` the defaults are meant.
    Raise InvalidActionError.
    """
    min_seats: int
    max_seats: int
    options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    split: Callable[[str], Sequence[str]] = split_words
    """``split(text)``: the actions of a text that holds several; none is checked."""
