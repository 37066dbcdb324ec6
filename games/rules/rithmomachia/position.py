"""One moment of a match of Rithmomachia.

A turn is one move and what falls with it. The record has every turn complete; where the captures
leave no choice, the short text (``e6-e5``) is completed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, TypeAlias, assert_never

from games.rules.base import (
    ClockEffect,
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
from games.rules.rithmomachia.captures import Men
from games.rules.rithmomachia.errors import WhichCaptureError
from games.rules.rithmomachia.explain import Told, position_json
from games.rules.rithmomachia.harmonies import Harmony, harmonies
from games.rules.rithmomachia.moves import Played, Scene, first_turn, turns
from games.rules.rithmomachia.notation import Action, Drop, Leave, Turn, notate_action, parse_action
from games.rules.rithmomachia.pieces import Piece, layout
from games.rules.rithmomachia.refusals import refusal
from games.rules.rithmomachia.rules import Captured, RithmoRules
from games.rules.rithmomachia.text import Result, parse_fields, write
from games.rules.rithmomachia.victories import CommonVictory, common_victory

SEATS = 2
Hands: TypeAlias = tuple[tuple[Piece, ...], tuple[Piece, ...]]
Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class RithmoPosition:
    """
    >>> position = RithmoPosition.start(RithmoRules(), 2)
    >>> len(position.legal_moves())
    12
    >>> position = position.play(*position.parse("f4-f5"))
    >>> position.to_move, position.clock_effect
    (1, <ClockEffect.PASS: 'pass'>)
    """

    rules: RithmoRules
    men: tuple[Men, Men]
    """The pieces on the board by square, those of Even and those of Odd."""
    hands: Hands = ((), ())
    """What each side took, in order; where captured pieces are turned, what it may drop."""
    turn: Seat = 0
    quiet: int = 0
    """Plies since the last capture."""
    times: int = 1
    """How often this position has come."""
    over: Result | None = None
    past: tuple[Key, ...] = field(default=(), compare=False)
    """The positions before that could come again."""
    told: Told | None = field(default=None, compare=False)
    """What the last step did and why; None when it was no move."""
    clock_effect: ClockEffect = field(default=ClockEffect.NONE, compare=False)

    @classmethod
    def start(cls, rules: RithmoRules, seats: int = SEATS) -> Self:
        if seats != SEATS:
            raise InvalidRulesError(field="seats", value=seats, allowed="2")
        return cls(rules, layout(rules.layout))

    # What is so

    @property
    def seats(self) -> int:
        return SEATS

    @property
    def alive(self) -> tuple[Seat, ...]:
        """Both seats, but one that left."""
        if self.over is not None and self.over.left and self.over.winner is not None:
            return (self.over.winner,)
        return (0, 1)

    @property
    def to_move(self) -> Seat | None:
        return self.turn if self.over is None else None

    @cached_property
    def layout(self) -> Key:
        """What lies on the board and in the hands, wherever it was taken."""
        hands = (tuple(sorted(map(str, hand))) for hand in self.hands)
        return (*(frozenset(men.items()) for men in self.men), *hands)

    @property
    def key(self) -> Key:
        """What makes two positions the same one."""
        return (self.turn, *self.layout)

    @property
    def scene(self) -> Scene:
        return self.scene_of(self.turn)

    def scene_of(self, seat: Seat) -> Scene:
        """What ``seat`` would see if it were its turn."""
        return Scene(self.rules, seat, self.men[seat], self.men[1 - seat], self.hands[seat])

    def taken(self, seat: Seat) -> tuple[Piece, ...]:
        """The pieces and components that a side holds of the other's, on the board or off it."""
        held = [piece for piece in self.hands[seat] if piece.born != seat]
        if self.rules.captured is Captured.TURNED:
            held += [piece for piece in self.men[seat].values() if piece.born != seat]
        return tuple(held)

    @cached_property
    def scores(self) -> tuple[int, int]:
        """The value each side has taken."""
        even, odd = (sum(piece.value for piece in self.taken(seat)) for seat in (0, 1))
        return even, odd

    def share(self, seat: Seat) -> Fraction:
        """The part of the other side's whole value that a side has taken."""
        pieces = (*self.men[0].values(), *self.men[1].values(), *self.hands[0], *self.hands[1])
        whole = sum(piece.value for piece in pieces if piece.born != seat)
        return Fraction(self.scores[seat], whole) if whole else Fraction(0)

    @cached_property
    def outcome(self) -> Outcome | None:
        if self.over is None:
            return None
        winner = self.over.winner
        places = (1, 1) if winner is None else (1, 2) if winner == 0 else (2, 1)
        return Outcome(places, self.over.reason, self.scores)

    def legal_moves(self) -> Sequence[str]:
        """Every turn in full notation."""
        if self.over is not None:
            return ()
        return list(dict.fromkeys(played.text for played in self.turns()))

    def turns(self) -> Sequence[Played]:
        """Every turn of the side to move, with what falls and why."""
        return () if self.over is not None else tuple(turns(self.scene))

    # Notation

    def parse(self, text: str, seat: Seat | None = None) -> tuple[Seat | None, Action]:
        """A turn comes back complete where the position says how; else as typed."""
        by, action = parse_action(text, seat)
        if by is None:
            by = self.to_move
        if isinstance(action, Turn) and by is not None and by == self.to_move:
            fitting = self._fitting(action)
            if len(fitting) == 1:
                return by, fitting[0].turn
        return by, action

    def notate(self, seat: Seat | None, action: Action) -> str:
        return notate_action(seat, action)

    # What happens

    def play(self, seat: Seat | None, action: Action) -> Self:
        match action:
            case Turn():
                return self._turn(seat, action)
            case Leave():
                if seat is None:
                    raise IllegalActionError()
                return self.leave(seat)
            case never:
                assert_never(never)

    def read_turn(self, text: str) -> Played:
        """The turn that a text means here. Raise what ``play`` raises."""
        _, action = parse_action(text, self.to_move)
        if self.to_move is None:
            raise MatchOverError()
        if not isinstance(action, Turn):
            raise InvalidActionError(text=text[:60])
        return self._complete(action)

    def _fitting(self, action: Turn) -> list[Played]:
        """The different turns that what was typed may mean; an exact text means itself."""
        found = {played.turn: played for played in turns(self.scene, action)}
        return [found[action]] if action in found else list(found.values())

    def _complete(self, action: Turn) -> Played:
        fitting = self._fitting(action)
        if len(fitting) > 1:
            raise WhichCaptureError(choices=", ".join(played.text for played in fitting[:8]))
        if not fitting:
            raise refusal(self.scene, action)
        return fitting[0]

    def _turn(self, seat: Seat | None, action: Turn) -> Self:
        self._must_be_on()
        if seat is None or seat != self.turn:
            raise NotYourTurnError(to_move=self.turn)
        return self.after(self._complete(action))

    def after(self, played: Played) -> Self:
        """The position when the side on turn has played one of its ``turns``."""
        seat, rules = self.turn, self.rules
        gained = tuple(one.piece.turned(seat) for one in played.captures)
        hand = [*self.hands[seat]]
        if isinstance(played.turn.core, Drop):
            hand.remove(played.piece)
        hands = self._hands(seat, (*hand, *gained))
        men = self._men(seat, played.men, played.foes)
        lasting = gained and rules.captured is Captured.REMOVED
        past = () if lasting else (*self.past, self.key)
        found = type(self)(
            rules,
            men,
            hands,
            1 - seat,
            0 if gained else self.quiet + 1,
            past=past,
            clock_effect=ClockEffect.PASS,
        )
        times = 1 + past.count(found.key)
        over, won = found._result(seat, times)
        told = Told(seat, played, won)
        return found._with(times=times, over=over, told=told)

    def _result(self, mover: Seat, times: int) -> tuple[Result | None, tuple[Any, ...]]:
        """Whether the turn of ``mover`` that led here ended the game, and the victories in it."""
        rules = self.rules
        can_move = first_turn(self.scene)
        won = self.victories(mover, can_move)
        if won:
            first = won[0]
            kind = first.level if isinstance(first, Harmony) else first.common
            return Result(kind.value, mover), won
        if not can_move:
            return Result("no_move", mover), ()
        if rules.repetition and times >= rules.repetition:
            return Result("repetition"), ()
        if rules.quiet_plies and self.quiet >= rules.quiet_plies:
            even, odd = self.share(0), self.share(1)
            best = None if even == odd else 0 if even > odd else 1
            return Result("quiet", best), ()
        return None, ()

    def victories(self, seat: Seat, other_can_move: bool) -> tuple[Harmony | CommonVictory, ...]:
        """The victories of a side as the pieces stand: proper ones first, the highest first."""
        rules = self.rules
        proper: list[Harmony] = []
        if not (rules.loser_immobile and other_can_move):
            proper = sorted(
                harmonies(rules, seat, self.men[seat], self.men[1 - seat]),
                key=lambda one: (-one.level.rank, one.numbers, one.squares),
            )
        common = common_victory(rules, (piece.value for piece in self.taken(seat)))
        return (*proper, common) if common else tuple(proper)

    def _hands(self, seat: Seat, hand: tuple[Piece, ...]) -> Hands:
        return (hand, self.hands[1]) if seat == 0 else (self.hands[0], hand)

    @staticmethod
    def _men(seat: Seat, own: Men, other: Men) -> tuple[Men, Men]:
        return (own, other) if seat == 0 else (other, own)

    def _with(self, **changes: Any) -> Self:
        """``dataclasses.replace`` that keeps what is not compared."""
        found = object.__new__(type(self))
        state = {name: value for name, value in self.__dict__.items() if name not in _CACHED}
        found.__dict__.update(state, **changes)
        return found

    def _must_be_on(self) -> None:
        if self.over is not None:
            raise MatchOverError()

    def leave(self, seat: Seat, reason: str = "left") -> Self:
        """The other seat wins."""
        self._must_be_on()
        if seat not in (0, 1):
            raise SeatOutError(seat=seat)
        over = Result(reason, 1 - seat, left=True)
        return self._with(over=over, told=None, clock_effect=ClockEffect.NONE)

    def rejoin(self, seat: Seat) -> Self:
        """The game that was over because the seat left goes on."""
        if self.over is not None and not self.over.left:
            raise MatchOverError()
        if seat in self.alive:
            raise SeatInError(seat=seat)
        return self._with(over=None, told=None, clock_effect=ClockEffect.NONE)

    def end(self, reason: str = "ended_by_arbiter") -> Self:
        """Nobody wins."""
        self._must_be_on()
        return self._with(over=Result(reason), told=None, clock_effect=ClockEffect.NONE)

    # For pages

    @property
    def did(self) -> dict[str, Any] | None:
        """What the last step did and why, when it was a move, as JSON."""
        return None if self.told is None else self.told.to_json()

    def view(self) -> dict[str, Any]:
        """The board, what was taken, the thresholds and what the last move did."""
        return position_json(self)

    def __str__(self) -> str:
        return write(self)

    @classmethod
    def read(cls, text: str, rules: RithmoRules | None = None) -> Self:
        """Inverse of ``str``; placements may come in any order.

        Earlier positions and what the last step did are not in the text.
        """
        fields = parse_fields(text)
        found = cls(
            rules or RithmoRules(),
            fields.men,
            fields.hands,
            fields.turn,
            fields.quiet,
            fields.times,
            fields.over,
        )
        return found


_CACHED = {name for name, found in vars(RithmoPosition).items() if type(found) is cached_property}
