"""Matches before they begin: made, filled, begun."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from accounts.db import write
from accounts.models import User
from games.clock import TimeControl
from games.computers import levels
from games.models import Match, MatchEvent, Medium, Seat, Series
from games.policy import NoShow, Policy
from games.record_errors import AlreadyStartedError
from games.record_events import Kind
from games.record_events import Status as RecordStatus
from games.rules.base import InvalidActionError
from games.rules.registry import game as game_named
from games.services.errors import (
    NoFreeSeatError,
    SameUserTwiceError,
    SeatsFreeError,
    SeatsInvalidError,
    UnknownComputerError,
)
from games.services.ledger import Ledger, act, lock, show_change


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat of a match to be made. ``computer`` is a level of the game's face."""

    name: str
    user: User | None = None
    computer: str = ""


def create_match(
    *,
    game: str,
    rules: Mapping[str, Any],
    time_control: Mapping[str, Any],
    seats: Sequence[NewSeat],
    medium: str = Medium.ONLINE,
    title_ja: str = "",
    title_en: str = "",
    home: str = "",
    scope: UUID | None = None,
    is_public: bool = False,
    is_practice: bool = False,
    invite: str = "",
    match_id: UUID | None = None,
    policy: Mapping[str, Any] | None = None,
    series: Series | None = None,
    game_number: int = 0,
) -> Match:
    """Make a match that waits to be begun.

    ``rules`` and ``time_control`` are checked and stored in full. Without ``scope`` nobody
    rules on it but whom a Membership in its own, new scope allows. A match with ``invite`` may
    have seats that wait for somebody who opens the link. Raises InvalidRulesError,
    UnknownGameError or a UserError.
    """
    match, rows = _unsaved(
        game=game,
        rules=rules,
        time_control=time_control,
        seats=seats,
        medium=medium,
        title_ja=title_ja,
        title_en=title_en,
        home=home,
        scope=scope,
        is_public=is_public,
        is_practice=is_practice,
        invite=invite,
        match_id=match_id,
        policy=policy,
        series=series,
        game_number=game_number,
    )
    with write():
        match.save(force_insert=True)
        Seat.objects.bulk_create(rows)
    return match


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What distinguishes one of many."""

    seats: Sequence[NewSeat]
    title_ja: str = ""
    title_en: str = ""


def create_matches(wanted: Sequence[NewMatch], **common: Any) -> list[Match]:
    """Many at once, in as many queries as one. ``common``: the rest, as of ``create_match``.

    Raises what it raises, before any is made.
    """
    made = [
        _unsaved(seats=one.seats, title_ja=one.title_ja, title_en=one.title_en, **common)
        for one in wanted
    ]
    with write():
        Match.objects.bulk_create(match for match, _rows in made)
        Seat.objects.bulk_create(row for _match, rows in made for row in rows)
    return [match for match, _rows in made]


def _unsaved(
    *,
    game: str,
    rules: Mapping[str, Any],
    time_control: Mapping[str, Any],
    seats: Sequence[NewSeat],
    medium: str = Medium.ONLINE,
    title_ja: str = "",
    title_en: str = "",
    home: str = "",
    scope: UUID | None = None,
    is_public: bool = False,
    is_practice: bool = False,
    invite: str = "",
    match_id: UUID | None = None,
    policy: Mapping[str, Any] | None = None,
    series: Series | None = None,
    game_number: int = 0,
) -> tuple[Match, list[Seat]]:
    kind = game_named(game)
    checked = kind.rules.from_json(rules)
    control = TimeControl.from_json(time_control)
    run = Policy.from_json(policy or {})
    _check_seats(seats, game, kind.min_seats, kind.max_seats, may_wait=bool(invite))
    kind.start(checked, len(seats))
    match = Match(
        pk=match_id or uuid4(),
        game=game,
        rules=checked.to_json(),
        time_control=control.to_json(),
        medium=medium,
        title_ja=title_ja,
        title_en=title_en,
        home=home,
        scope=scope or uuid4(),
        is_public=is_public,
        is_practice=is_practice,
        invite=invite,
        policy=run.to_json(),
        series=series,
        game_number=game_number,
        to_move=0,
    )
    return match, [
        Seat(match=match, number=number, name=seat.name, user=seat.user, computer=seat.computer)
        for number, seat in enumerate(seats)
    ]


def _check_seats(
    seats: Sequence[NewSeat], game: str, low: int, high: int, *, may_wait: bool
) -> None:
    named = all((seat.name or may_wait) and len(seat.name) <= 200 for seat in seats)
    if not low <= len(seats) <= high or not named:
        raise SeatsInvalidError(low=low, high=high)
    users = [seat.user.pk for seat in seats if seat.user is not None]
    if len(users) != len(set(users)):
        raise SameUserTwiceError()
    for seat in seats:
        if seat.computer and seat.computer not in levels(game):
            raise UnknownComputerError(level=seat.computer[:40])


def take_seat(*, match_id: UUID, user: User, name: str, at: datetime) -> Seat:
    """Give ``user`` the first seat of the match that waits for somebody.

    Somebody who sits there already keeps that seat. Raises NoFreeSeatError, also when the
    match has begun or has no link to take seats by.
    """
    with write():
        ledger = lock(match_id, at)
        for seat in ledger.seats:
            if seat.user_id == user.pk:
                return seat
        free = [seat for seat in ledger.seats if is_free(seat)]
        waiting = ledger.state.status is RecordStatus.WAITING
        if not free or not waiting or not ledger.match.invite:
            raise NoFreeSeatError()
        seat = free[0]
        seat.user, seat.name = user, name[:200]
        seat.save(update_fields=["user", "name"])
        show_change(ledger)
        return seat


def is_free(seat: Seat) -> bool:
    return seat.user_id is None and not seat.computer


def set_ready(*, match_id: UUID, seat: int, by: User | None, at: datetime) -> MatchEvent | Match:
    """The player of ``seat`` is ready; may be said again.

    A match with a ready check that was called, and a friendly one (with a link, or for
    practice), begins when everybody is: the answer then is the event of its beginning, else
    the match. Others are begun by an arbiter.
    """
    with write():
        ledger = lock(match_id, at)
        if ledger.state.status is not RecordStatus.WAITING:
            raise AlreadyStartedError()
        if not 0 <= seat < len(ledger.seats):
            raise InvalidActionError(text=str(seat + 1))
        chair = ledger.seats[seat]
        if chair.ready_at is None:
            chair.ready_at = ledger.at
            chair.save(update_fields=["ready_at"])
            show_change(ledger)
        if _may_begin(ledger):
            return start_match(match_id=match_id, by=by, at=at)
    return ledger.match


def _may_begin(ledger: Ledger) -> bool:
    """Whether the match begins by itself now."""
    match = ledger.match
    friendly = bool(match.invite) or match.is_practice
    called = Policy.from_json(match.policy).ready_check and match.called_at is not None
    ready = all(
        seat.computer or seat.ready_at for seat in ledger.seats if seat.number in ledger.alive
    )
    return (friendly or called) and ready


def call_match(*, match_id: UUID, by: User | None, at: datetime) -> MatchEvent | Match:
    """Call the players to the table: they say that they are ready, and the limit runs.

    May be said again. The answer is the event of its beginning when everybody is ready
    already, else the match.
    """
    with write():
        ledger = lock(match_id, at)
        match = ledger.match
        if ledger.state.status is not RecordStatus.WAITING:
            raise AlreadyStartedError()
        if match.called_at is None:
            policy = Policy.from_json(match.policy)
            match.called_at = ledger.at
            if policy.no_show_after and policy.no_show is NoShow.FORFEIT:
                match.no_show_at = ledger.at + policy.no_show_after
            match.save(update_fields=["called_at", "no_show_at"])
            show_change(ledger)
        if _may_begin(ledger):
            return start_match(match_id=match_id, by=by, at=at)
    return match


def start_match(
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """Begin the match: the first player's time starts.

    Raises SeatsFreeError while a seat of a match with a link waits for somebody, or
    AlreadyStartedError.
    """

    def do(ledger: Ledger) -> MatchEvent:
        data = {}
        if expected_seq is not None:
            if event := ledger.stands(Kind.START, expected_seq):
                return event
            data["seen"] = expected_seq
        if ledger.match.invite and any(is_free(seat) for seat in ledger.seats):
            raise SeatsFreeError()
        return ledger.add(Kind.START, data=data, by=by, reason=reason[:500])

    return act(match_id, at, do)
