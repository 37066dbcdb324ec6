"""A table for tests: a match of Kyōen and short words for what is done to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.models import Membership, Role, User
from games.models import Match, MatchEvent, Seat
from games.record import MatchState
from games.services import arbiter, draws, flags, matches, play
from games.services.matches import NewSeat
from games.services.state import load_state

NOW = datetime(2026, 8, 1, 3, 0, tzinfo=UTC)
MINUTE = {"timing": "per_move", "step_ms": 60_000}
NAMES = ("Aoi", "Ben", "Chika", "Dai", "Emi", "Fu", "Go", "Hana")

KYOEN = ("b7", "c2", "g2", "g8")
"""Four points on one circle."""


def after(seconds: float) -> datetime:
    """An instant so long after the match began."""
    return NOW + timedelta(seconds=seconds)


def person(name: str = "Aoi", **fields: Any) -> User:
    return User.objects.create_user(name=name, **fields)


def arbiter_of(match: Match, name: str = "Rei") -> User:
    user = person(name)
    Membership.objects.create(user=user, scope=match.scope, role=Role.ARBITER)
    return user


@dataclass
class Table:
    """``seconds`` count from the start of the match; seats from 0."""

    players: int = 3
    rules: dict[str, Any] = field(default_factory=dict)
    time: dict[str, Any] = field(default_factory=lambda: dict(MINUTE))
    users: Sequence[User | None] = ()
    computers: Sequence[str] = ()
    started: bool = True
    more: dict[str, Any] = field(default_factory=dict)
    game: str = "kyoen"

    def __post_init__(self) -> None:
        users = [*self.users, *[None] * self.players]
        computers = [*self.computers, *[""] * self.players]
        seats = [
            NewSeat(NAMES[number], users[number], computers[number])
            for number in range(self.players)
        ]
        self.match = matches.create_match(
            game=self.game, rules=self.rules, time_control=self.time, seats=seats, **self.more
        )
        if self.started:
            matches.start_match(match_id=self.id, by=None, at=NOW)

    @property
    def id(self) -> UUID:
        return self.match.pk

    @property
    def row(self) -> Match:
        found: Match = Match.objects.get(pk=self.id)
        return found

    @property
    def state(self) -> MatchState:
        return load_state(self.row)

    @property
    def seq(self) -> int:
        return self.row.seq

    @property
    def kinds(self) -> list[str]:
        return list(MatchEvent.objects.filter(match=self.id).values_list("kind", flat=True))

    @property
    def places(self) -> list[int] | None:
        outcome = self.row.outcome
        return None if outcome is None else list(outcome["places"])

    @property
    def wrong_claims(self) -> list[int]:
        return [seat["wrong_claims"] for seat in self.state.position.view()["seats"]]

    @property
    def seats(self) -> list[Seat]:
        return list(self.row.seats.all())

    def move(
        self, text: str, seconds: float = 1, *, seat: int | None = None, seen: int | None = None
    ) -> MatchEvent:
        """By the seat on turn, having seen everything, unless told otherwise."""
        state = self.state
        by = state.to_move if seat is None else seat
        assert by is not None
        return play.play_move(
            match_id=self.id,
            seat=by,
            text=text,
            expected_seq=state.seq if seen is None else seen,
            by=None,
            at=after(seconds),
        )

    def moves(self, text: str, seconds: float = 1) -> None:
        for point in text.split():
            self.move(point, seconds)

    def claim(
        self, seat: int | None, text: str, seconds: float = 1, *, seen: int | None = None
    ) -> MatchEvent:
        return play.make_claim(
            match_id=self.id,
            seat=seat,
            text=text,
            expected_seq=self.seq if seen is None else seen,
            by=None,
            at=after(seconds),
        )

    def resign(self, seat: int, seconds: float = 1) -> MatchEvent:
        return play.resign(match_id=self.id, seat=seat, by=None, at=after(seconds))

    def flag(self, seconds: float) -> MatchEvent | None:
        return flags.flag_if_overdue(match_id=self.id, at=after(seconds))

    def say(self, name: str, seat: int, seconds: float = 1, **values: Any) -> MatchEvent:
        """What a player says about a draw: ``table.say("offer_draw", 0)``."""
        service = getattr(draws, name)
        found: MatchEvent = service(
            match_id=self.id, seat=seat, by=None, at=after(seconds), **values
        )
        return found

    def ready(self, seat: int, seconds: float = 0) -> MatchEvent | Match:
        return matches.set_ready(match_id=self.id, seat=seat, by=None, at=after(seconds))

    def do(self, name: str, seconds: float = 1, **values: Any) -> MatchEvent:
        """One of the services of arbiters: ``table.do("pause_match", 10)``."""
        service = getattr(arbiter, name)
        found: MatchEvent = service(match_id=self.id, by=None, at=after(seconds), **values)
        return found

    def left(self, seat: int, seconds: float) -> float | None:
        """Seconds on the clock of ``seat``."""
        time = self.state.clock.remaining(seat, after(seconds))
        return None if time is None else time.total_seconds()
