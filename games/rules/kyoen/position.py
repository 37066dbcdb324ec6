"""One moment of a match of Kyōen (Kyōen 1.2, 1.6, 1.7).

In turn each seat still in places a stone; until the next stone the others may claim that the
last one made a kyōen. Where the text is silent:

- The turn belongs to the next seat still in after the one that placed last, so a seat that
  leaves passes its turn on, and a seat put back gets a turn back that nobody has used.
- When the seat on turn leaves, the last stone can still be claimed. When its owner leaves
  there is nothing to win from a claim, and none is taken; put back, the owner answers again.
- When the board is full the match is over at once: the last stone cannot be claimed.
- The right to claim that a wrong claim lost comes back with the next stone; the cap of wrong
  claims that give the time anew counts within one turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self, assert_never

from games.rules.base import (
    ClockEffect,
    GameError,
    IllegalActionError,
    InvalidActionError,
    InvalidRulesError,
    MatchOverError,
    NotYourTurnError,
    Outcome,
    Seat,
    SeatInError,
    SeatOutError,
)
from games.rules.kyoen.claims import claim_of, cost_of, four_of
from games.rules.kyoen.curves import is_kyoen
from games.rules.kyoen.errors import OffBoardError, PointTakenError
from games.rules.kyoen.geometry import Board, Mask, Point, points_of
from games.rules.kyoen.notation import (
    Action,
    Claim,
    ClaimResult,
    Leave,
    Stone,
    notate_action,
    parse_action,
)
from games.rules.kyoen.rules import MAX_SEATS, MIN_SEATS, ClockReset, KyoenRules
from games.rules.kyoen.text import parse_fields, write
from games.rules.kyoen.view import view


@dataclass(frozen=True)
class KyoenPosition:
    """
    >>> position = KyoenPosition.start(KyoenRules.from_json({"size": 3}), 2)
    >>> for text in ("a1", "c1", "a3", "c3", "1!a1c1a3"):
    ...     position = position.play(*position.parse(text))
    >>> str(position), position.outcome
    ('square:3x3 a1c1a3 - 2-2 2x - -', Outcome(places=(1, 2), reason='last_player_in', scores=()))
    """

    rules: KyoenRules
    seats: int
    stones: tuple[Point, ...] = ()
    """In order of placing; a stone that was claimed rightly is gone."""
    out: tuple[Seat, ...] = ()
    """In order of going out."""
    mover: Seat | None = None
    """Who placed the last stone, even when it is gone."""
    claimed: bool = False
    """The last stone was claimed rightly and is gone."""
    wrong: tuple[int, ...] = ()
    """Wrong claims in the match, by seat."""
    silenced: frozenset[Seat] = frozenset()
    """Seats that may not claim until the next stone."""
    resets: int = 0
    """Wrong claims in this turn that gave the time anew."""
    ended: str | None = None
    """Why an arbiter ended the match, or None."""
    clock_effect: ClockEffect = field(default=ClockEffect.NONE, compare=False)
    last_claim: ClaimResult | None = field(default=None, compare=False)
    """The claim that was the last step, right or wrong; None after any other step."""
    reasons: tuple[str, ...] = field(default=(), compare=False)
    """Why each seat of ``out`` went: ``claimed``, ``wrong_claim`` or what ``leave`` was told.
    Empty text where a position was read back from its text form."""

    @classmethod
    def start(cls, rules: KyoenRules, seats: int) -> Self:
        """Raise InvalidRulesError for fewer than 2 or more than 8 seats."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise InvalidRulesError(
                field="seats", value=seats, allowed=f"{MIN_SEATS} to {MAX_SEATS}"
            )
        return cls(rules, seats, wrong=(0,) * seats)

    # What is so

    @property
    def board(self) -> Board:
        return self.rules.board

    @property
    def layout(self) -> tuple[Point, ...]:
        """The stones, in order."""
        return self.stones

    @cached_property
    def mask(self) -> Mask:
        return self.board.mask(self.stones)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The seats still in, in order of seats."""
        return tuple(seat for seat in range(self.seats) if seat not in self.out)

    @property
    def last_stone(self) -> Point | None:
        return None if self.mover is None or self.claimed else self.stones[-1]

    @property
    def owner(self) -> Seat | None:
        """Who placed the last stone, while it lies there."""
        return None if self.claimed else self.mover

    @property
    def claimable(self) -> bool:
        """Whether anybody may claim the last stone."""
        return self.owner is not None and self.owner not in self.out and self.outcome is None

    @cached_property
    def to_move(self) -> Seat | None:
        if self.outcome is not None:
            return None
        first = 0 if self.mover is None else self.mover + 1
        order = ((first + step) % self.seats for step in range(self.seats))
        return next(seat for seat in order if seat not in self.out)

    @cached_property
    def outcome(self) -> Outcome | None:
        still = self.seats - len(self.out)
        if self.ended is not None:
            reason = self.ended
        elif still == 1:
            reason = "last_player_in"
        elif len(self.stones) == len(self.board):
            reason = "board_full"
        else:
            return None
        places = [1] * self.seats
        for back, seat in enumerate(reversed(self.out)):
            places[seat] = still + 1 + back
        return Outcome(tuple(places), reason)

    def may_claim(self, seat: Seat | None) -> bool:
        """Whether the rules would take a claim by this seat, or by an arbiter (None), now."""
        try:
            claim_of(self, seat)
        except IllegalActionError:
            return False
        return True

    def legal_moves(self) -> Sequence[str]:
        """Every empty point; a stone that makes a kyōen is legal. Claims are not listed."""
        if self.outcome is not None:
            return ()
        return [self.board.name(point) for point in points_of(self.board.full & ~self.mask)]

    # Notation

    def parse(self, text: str, seat: Seat | None = None) -> tuple[Seat | None, Action]:
        by, action = parse_action(self.board, self.seats, text, seat)
        if isinstance(action, Stone) and seat is None:
            by = self.to_move
        return by, action

    def notate(self, seat: Seat | None, action: Action) -> str:
        return notate_action(self.board, seat, action)

    # What happens

    def play(self, seat: Seat | None, action: Action) -> Self:
        match action:
            case Stone():
                return self._place(seat, action.point)
            case Claim():
                return self._claim(seat, action.points)
            case Leave():
                if seat is None:
                    raise IllegalActionError()
                return self.leave(seat)
            case never:
                assert_never(never)

    def _with(self, **changes: Any) -> Self:
        """What ``dataclasses.replace`` does, in a third of its time."""
        found = object.__new__(type(self))
        state = found.__dict__
        state.update(self.__dict__)
        for name in _CACHED:
            state.pop(name, None)
        state.update(changes)
        return found

    def _place(self, seat: Seat | None, point: Point) -> Self:
        self._must_be_on()
        if seat in self.out:
            raise SeatOutError(seat=seat)
        if seat is None or seat != self.to_move:
            raise NotYourTurnError(to_move=self.to_move)
        if not 0 <= point < len(self.board):
            raise OffBoardError(point=point)
        if self.mask >> point & 1:
            raise PointTakenError(point=self.board.name(point))
        return self._with(
            stones=(*self.stones, point),
            mover=seat,
            claimed=False,
            silenced=frozenset(),
            resets=0,
            clock_effect=ClockEffect.PASS,
            last_claim=None,
        )

    def _must_be_on(self) -> None:
        if self.outcome is not None:
            raise MatchOverError()

    def _claim(self, seat: Seat | None, named: tuple[Point, ...]) -> Self:
        owner, stone = claim_of(self, seat)
        points = four_of(self, named, stone)
        right = stone in points and is_kyoen(self.board, *points)
        result = ClaimResult(seat, points, right, owner, stone, self.board)
        return self._right(result) if right else self._wrong(result)

    def _right(self, result: ClaimResult) -> Self:
        """The stone is taken off, its owner is out, the seat after the owner goes on."""
        restart = self.rules.clock_reset is not ClockReset.NEVER
        return self._with(
            stones=self.stones[:-1],
            claimed=True,
            out=(*self.out, result.against),
            reasons=(*self.reasons, "claimed"),
            clock_effect=ClockEffect.RESTART if restart else ClockEffect.NONE,
            last_claim=result,
        )

    def _wrong(self, result: ClaimResult) -> Self:
        """The claim is counted and costs what the options say; the stone stays."""
        rules, seat, resets = self.rules, result.claimant, self.resets
        cost = cost_of(self, seat)
        restart = rules.clock_reset is ClockReset.ANY and (
            rules.resets_per_turn is None or resets < rules.resets_per_turn
        )
        found = self._with(
            wrong=cost.wrong,
            silenced=cost.silenced,
            resets=resets + restart,
            clock_effect=ClockEffect.RESTART if restart else ClockEffect.NONE,
            last_claim=result,
        )
        if not cost.goes or seat is None or seat in self.out:
            return found
        return found._without(seat, "wrong_claim")

    def _without(self, seat: Seat, reason: str) -> Self:
        found = self._with(out=(*self.out, seat), reasons=(*self.reasons, reason))
        if found.to_move == self.to_move:
            return found
        return found._with(resets=0, clock_effect=ClockEffect.PASS)

    def leave(self, seat: Seat, reason: str = "left") -> Self:
        """The seat is out. No stone is taken off."""
        self._must_be_on()
        if not 0 <= seat < self.seats or seat in self.out:
            raise SeatOutError(seat=seat)
        before = self._with(clock_effect=ClockEffect.NONE, last_claim=None)
        return before._without(seat, reason)

    def rejoin(self, seat: Seat) -> Self:
        """The seat is in again; a match that was over because it left goes on.

        A stone that a right claim took off stays off.
        """
        if self.ended is not None:
            raise MatchOverError()
        if seat not in self.out:
            raise SeatInError(seat=seat)
        at = self.out.index(seat)
        found = self._with(
            out=self.out[:at] + self.out[at + 1 :],
            reasons=self.reasons[:at] + self.reasons[at + 1 :],
            clock_effect=ClockEffect.NONE,
            last_claim=None,
        )
        if found.to_move == self.to_move:
            return found
        return found._with(resets=0, clock_effect=ClockEffect.PASS)

    def end(self, reason: str = "ended_by_arbiter") -> Self:
        self._must_be_on()
        return self._with(ended=reason, clock_effect=ClockEffect.NONE, last_claim=None)

    # For pages

    def view(self) -> dict[str, Any]:
        """Points by name, seats from 0. Holds nothing that helps to find a kyōen."""
        return view(self)

    def __str__(self) -> str:
        return write(self)

    @classmethod
    def read(cls, text: str, rules: KyoenRules | None = None) -> Self:
        """Inverse of ``str``. ``rules`` are the options, on the same board; else the defaults.

        The effect on the clock, the last claim and the reasons for going out are not in the
        text.
        """
        fields = parse_fields(text)
        try:
            if rules is None:
                rules = KyoenRules(**fields.board)
            position = cls(rules, **fields.values, reasons=("",) * len(fields.values["out"]))
        except GameError as error:
            raise InvalidActionError(text=text[:60]) from error
        points = [rules.board.point(name) for name in fields.stones]
        stones = tuple(point for point in points if point is not None)
        position = position._with(stones=stones)
        if str(position) != text.strip():
            raise InvalidActionError(text=text[:60])
        return position


_CACHED = [name for name, found in vars(KyoenPosition).items() if type(found) is cached_property]
