"""One moment of a game of Oware (Oware 1 to 6).

Where the text is silent:

- Both players' seeds are counted as they lie when a player leaves or an arbiter ends the game;
  the player who stays wins, and when an arbiter ends it both share first place.
- A game ends for want of seeds before it ends by repetition, and by repetition before the limit
  of moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self, assert_never

from games.rules.base import (
    ClockEffect,
    IllegalActionError,
    InvalidRulesError,
    MatchOverError,
    NotYourTurnError,
    Outcome,
    Seat,
    SeatInError,
    SeatOutError,
)
from games.rules.oware.errors import (
    EmptyPitError,
    GrandSlamForbiddenError,
    MustFeedError,
    NotYourPitError,
)
from games.rules.oware.explain import Explanation, sowing
from games.rules.oware.notation import (
    Action,
    Leave,
    Sow,
    letter,
    letters,
    notate_action,
    parse_action,
)
from games.rules.oware.rules import CannotFeed, End, GrandSlam, Majority, OwareRules, Repetition
from games.rules.oware.sowing import (
    ROW,
    SEEDS,
    START,
    Pit,
    Pits,
    move,
    must_feed,
    options,
    reaches,
    row,
)
from games.rules.oware.text import parse_fields, write

SEATS = 2


class Last(NamedTuple):
    """The move that was the last step, and what it was played on."""

    pits: Pits
    stores: tuple[int, int]
    pit: Pit


@dataclass(frozen=True)
class OwarePosition:
    """
    >>> position = OwarePosition.start(OwareRules(), 2)
    >>> for text in "CcAe":
    ...     position = position.play(*position.parse(text))
    >>> str(position)
    '1-6-2-7-6-6-5-4-0-5-0-6-0-0-S'
    """

    rules: OwareRules
    pits: Pits = START
    stores: tuple[int, int] = (0, 0)
    turn: Seat = 0
    """Whose turn it is, or would be if the game were not over."""
    over: End | None = None
    gone: Seat | None = None
    """The seat that left."""
    gone_reason: str = ""
    ended: str | None = None
    """Why an arbiter ended the game, or None."""
    plies: int = field(default=0, compare=False)
    """How many moves were played."""
    since: tuple[Pits, ...] = field(default=(START,), compare=False, repr=False)
    """The pits after each move since the last capture, these ones last."""
    last: Last | None = field(default=None, compare=False)
    clock_effect: ClockEffect = field(default=ClockEffect.NONE, compare=False)

    @classmethod
    def start(cls, rules: OwareRules, seats: int = SEATS) -> Self:
        """Raise InvalidRulesError for other than 2 seats."""
        if seats != SEATS:
            raise InvalidRulesError(field="seats", value=seats, allowed=SEATS)
        return cls(rules)

    # What is so

    @property
    def seats(self) -> int:
        return SEATS

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(SEATS) if seat != self.gone)

    @property
    def layout(self) -> tuple[Pits, tuple[int, int]]:
        """Pits and stores."""
        return self.pits, self.stores

    @property
    def is_over(self) -> bool:
        return self.over is not None or self.gone is not None or self.ended is not None

    @property
    def to_move(self) -> Seat | None:
        return None if self.is_over else self.turn

    @cached_property
    def outcome(self) -> Outcome | None:
        """Scores are the seeds in the stores."""
        first, second = self.stores
        if self.gone is not None:
            places = (2, 1) if self.gone == 0 else (1, 2)
            return Outcome(places, self.gone_reason, self.stores)
        if self.ended is not None:
            return Outcome((1, 1), self.ended, self.stores)
        if self.over is None:
            return None
        places = (1 + (second > first), 1 + (first > second))
        return Outcome(places, self.over.value, self.stores)

    @property
    def scores(self) -> tuple[int, int]:
        """The seeds in the stores, by seat."""
        return self.stores

    @cached_property
    def pits_to_sow(self) -> tuple[Pit, ...]:
        """The legal moves, as pits."""
        if self.is_over:
            return ()
        forbidden = self.rules.grand_slam is GrandSlam.FORBIDDEN
        return tuple(options(self.pits, self.turn, slam_forbidden=forbidden))

    @property
    def must_feed(self) -> bool:
        """Whether only moves that give the other side a seed are legal."""
        return not self.is_over and must_feed(self.pits, self.turn)

    @property
    def occurred(self) -> int:
        """How often this position has occurred with no capture between, now included."""
        return self.since[::-2].count(self.pits)

    def legal_moves(self) -> Sequence[str]:
        return [letter(pit) for pit in self.pits_to_sow]

    def explain(self, pit: Pit) -> Explanation:
        """What this move does, to the end of the game where it brings it about.

        Raise IllegalActionError as ``play`` does.
        """
        found = self._sow(self.to_move, pit).last_move
        assert found is not None
        return found

    @property
    def last_move(self) -> Explanation | None:
        """What the last step did, when it was a move."""
        if self.last is None:
            return None
        found = sowing(self.last.pits, self.last.pit)
        first, second = (
            after - before for after, before in zip(self.stores, self.last.stores, strict=True)
        )
        shares = (
            (first, second - found.captured) if found.seat else (first - found.captured, second)
        )
        return replace(found, end=self.over, shares=shares)

    # Notation

    def parse(self, text: str, seat: Seat | None = None) -> tuple[Seat | None, Action]:
        by, action = parse_action(text, seat)
        if isinstance(action, Sow) and seat is None:
            by = self.to_move
        return by, action

    def notate(self, seat: Seat | None, action: Action) -> str:
        return notate_action(seat, action)

    # What happens

    def play(self, seat: Seat | None, action: Action) -> Self:
        match action:
            case Sow():
                return self._sow(seat, action.pit)
            case Leave():
                if seat is None:
                    raise IllegalActionError()
                return self.leave(seat)
            case never:
                assert_never(never)

    def _with(self, **changes: Any) -> Self:
        """What ``dataclasses.replace`` does, faster."""
        found = object.__new__(type(self))
        state = found.__dict__
        state.update(self.__dict__)
        for name in _CACHED:
            state.pop(name, None)
        state.update(changes)
        return found

    def _must_be_on(self) -> None:
        if self.is_over:
            raise MatchOverError()

    def _sow(self, seat: Seat | None, pit: Pit) -> Self:
        self._must_be_on()
        if seat is None or seat != self.turn:
            raise NotYourTurnError(to_move=self.turn)
        if pit not in self.pits_to_sow:
            raise self._refusal(pit)
        pits, captured = move(self.pits, pit)
        stores = self.stores
        if captured:
            first, second = stores
            stores = (first, second + captured) if seat else (first + captured, second)
        found = self._with(
            pits=pits,
            stores=stores,
            turn=1 - seat,
            plies=self.plies + 1,
            since=(pits,) if captured else (*self.since, pits),
            last=Last(self.pits, self.stores, pit),
            clock_effect=ClockEffect.PASS,
        )
        return found._settled()

    def _refusal(self, pit: Pit) -> IllegalActionError:
        """Why this pit may not be sown."""
        pits = letters(self.pits_to_sow)
        if not 0 <= pit - ROW * self.turn < ROW:
            own = letters(tuple(range(ROW * self.turn, ROW * self.turn + ROW)))
            return NotYourPitError(pit=letter(pit), own=own)
        if not self.pits[pit]:
            return EmptyPitError(pit=letter(pit), pits=pits)
        if self.must_feed and not reaches(self.pits, pit):
            return MustFeedError(pit=letter(pit), pits=pits)
        return GrandSlamForbiddenError(pit=letter(pit), pits=pits)

    def _settled(self) -> Self:
        """This position, over and its seeds shared out when the rules say so."""
        end = self._end()
        match end:
            case None:
                return self
            case End.MAJORITY:
                return self._with(over=end)
            case End.NO_SEEDS:
                shares = (0, sum(self.pits)) if self.turn == 0 else (sum(self.pits), 0)
            case End.CANNOT_FEED:
                shares = (sum(self.pits), 0) if self.turn == 0 else (0, sum(self.pits))
            case End.REPETITION | End.PLY_LIMIT:
                shares = (sum(row(self.pits, 0)), sum(row(self.pits, 1)))
            case never:
                assert_never(never)
        stores = (self.stores[0] + shares[0], self.stores[1] + shares[1])
        return self._with(over=end, pits=(0,) * 12, stores=stores)

    def _end(self) -> End | None:
        pits, rules = self.pits, self.rules
        if max(self.stores) * 2 > SEEDS and rules.majority is Majority.ENDS:
            return End.MAJORITY
        if not any(row(pits, self.turn)):
            return End.NO_SEEDS
        if rules.cannot_feed is CannotFeed.ENDS and must_feed(pits, self.turn):
            first = ROW * self.turn
            if not any(reaches(pits, pit) for pit in range(first, first + ROW) if pits[pit]):
                return End.CANNOT_FEED
        match rules.repetition:
            case Repetition.SECOND:
                repeated = self.occurred >= 2
            case Repetition.THIRD:
                repeated = self.occurred >= 3
            case Repetition.NEVER:
                repeated = False
            case never:
                assert_never(never)
        if repeated:
            return End.REPETITION
        return End.PLY_LIMIT if self.plies >= rules.ply_limit else None

    def leave(self, seat: Seat, reason: str = "left") -> Self:
        """The other player wins. No seed moves."""
        self._must_be_on()
        if not 0 <= seat < SEATS:
            raise SeatOutError(seat=seat)
        return self._with(gone=seat, gone_reason=reason, last=None, clock_effect=ClockEffect.NONE)

    def rejoin(self, seat: Seat) -> Self:
        """The game goes on where the seat left it."""
        if self.over is not None or self.ended is not None:
            raise MatchOverError()
        if seat != self.gone:
            raise SeatInError(seat=seat)
        return self._with(gone=None, gone_reason="", last=None, clock_effect=ClockEffect.NONE)

    def end(self, reason: str = "ended_by_arbiter") -> Self:
        """Both share first place, with the seeds they have."""
        self._must_be_on()
        return self._with(ended=reason, last=None, clock_effect=ClockEffect.NONE)

    # For pages

    @property
    def did(self) -> dict[str, Any] | None:
        """What the last step did, when it was a move, as JSON."""
        last = self.last_move
        return None if last is None else last.to_json()

    def view(self) -> dict[str, Any]:
        """Pits by letter, seats from 0."""
        return {
            "pits": list(self.pits),
            "stores": list(self.stores),
            "to_move": self.to_move,
            "plies": self.plies,
            "ply_limit": self.rules.ply_limit,
            "must_feed": self.must_feed,
            "legal": self.legal_moves(),
            "last_move": self.did,
            "seats": [
                {
                    "in": seat != self.gone,
                    "reason": self.gone_reason if seat == self.gone else "",
                    "score": self.stores[seat],
                }
                for seat in range(SEATS)
            ],
            "out": [] if self.gone is None else [self.gone],
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }

    def __str__(self) -> str:
        if self.gone is not None:
            word = self.gone_reason
        elif self.ended is not None:
            word = self.ended
        else:
            word = self.over.value if self.over and self.over is not self._told() else ""
        return write(self.pits, self.stores, self.turn, self.gone, word)

    def _told(self) -> End | None:
        """The end that pits and stores tell by themselves."""
        if not any(self.pits):
            return End.NO_SEEDS
        return End.MAJORITY if max(self.stores) * 2 > SEEDS else None

    @classmethod
    def read(cls, text: str, rules: OwareRules | None = None) -> Self:
        """Inverse of ``str``. ``rules`` are the options; else the defaults.

        A position in which the game is over, but whose seeds still lie there, is settled.
        """
        found = parse_fields(text)
        position = cls(
            OwareRules() if rules is None else rules,
            found.pits,
            found.stores,
            found.turn,
            since=(found.pits,),
        )
        if found.gone is not None:
            return position._with(gone=found.gone, gone_reason=found.word)
        if found.word in _ENDS:
            return position._with(over=_ENDS[found.word])
        if found.word:
            return position._with(ended=found.word)
        return position._settled()


_ENDS = {end.value: end for end in End}
_CACHED = [name for name, found in vars(OwarePosition).items() if type(found) is cached_property]
