"""What players do: place, claim, resign."""

import re
from datetime import datetime
from uuid import UUID

from accounts.models import User
from games.models import MatchEvent
from games.record_events import Kind, Status
from games.rules.base import InvalidActionError, MatchOverError, SeatOutError
from games.services.errors import AlreadyClaimedError, StaleMatchError, TimeUpError, TooLateError
from games.services.ledger import TURNS_BACK, Ledger, act


def play_move(
    *, match_id: UUID, seat: int, text: str, expected_seq: int, by: User | None, at: datetime
) -> MatchEvent:
    """Record a move and, once committed, show it to everyone watching.

    Sent again, the same move is answered with the same event. A move that arrived after the
    flag fell is not played: the flag fall is recorded instead, and TimeUpError raised, as it is
    when somebody recorded the flag fall a moment earlier. Raises StaleMatchError when the board
    or the turn changed since event ``expected_seq``, or a GameError.
    """

    def do(ledger: Ledger) -> MatchEvent:
        move = _normal(ledger, seat, text)
        if found := ledger.stands(Kind.MOVE, expected_seq, seat=seat, text=move):
            return found
        _not_too_slow(ledger, seat)
        over = ledger.state.status is Status.FINISHED
        if over or not ledger.state.position_seq <= expected_seq <= ledger.state.seq:
            if _flag_fell(ledger, seat, expected_seq):
                raise TimeUpError(ledger.view())
            raise MatchOverError() if over else StaleMatchError(ledger.view())
        return ledger.add(Kind.MOVE, seat=seat, text=move, data={"seen": expected_seq}, by=by)

    return act(match_id, at, do, ends_turn_only=True)


def make_claim(
    *,
    match_id: UUID,
    seat: int | None,
    text: str,
    expected_seq: int,
    by: User | None,
    at: datetime,
) -> MatchEvent:
    """Record a claim, right or wrong. ``text`` names the points, as ``b7 c2 g2`` or ``b7c2g2``.

    ``seat`` None: an arbiter claims. Sent again, the same claim is answered with the same
    event. A claim about a stone that is gone or no longer the last is not a wrong claim:
    AlreadyClaimedError or TooLateError. Raises a GameError for one that the rules refuse.
    """
    points = re.sub(r"[\s,]+", "", text.rpartition("!")[2])

    def do(ledger: Ledger) -> MatchEvent:
        state = ledger.state
        claim = _normal(ledger, seat, f"{'A' if seat is None else seat + 1}!{points}")
        if found := ledger.stands(Kind.CLAIM, expected_seq, seat=seat, text=claim):
            return found
        if not state.board_seq <= expected_seq <= state.seq:
            raise _behind(ledger)
        try:
            return ledger.add(Kind.CLAIM, seat=seat, text=claim, data={"seen": expected_seq}, by=by)
        except SeatOutError:
            _not_too_slow(ledger, seat)
            raise

    return act(match_id, at, do, ends_turn_only=True)


def resign(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """The player of ``seat`` gives up. Raises a GameError when it is out or the match over."""

    def do(ledger: Ledger) -> MatchEvent:
        if found := ledger.stands(Kind.RESIGN, expected_seq, seat=seat):
            return found
        data = {} if expected_seq is None else {"seen": expected_seq}
        return ledger.add(Kind.RESIGN, seat=seat, data=data, by=by, reason=reason)

    return act(match_id, at, do)


def _normal(ledger: Ledger, seat: int | None, text: str) -> str:
    """``text`` as the record writes it. Raise InvalidActionError when it is not an action."""
    if len(text) > 200 or (seat is not None and not 0 <= seat < len(ledger.seats)):
        raise InvalidActionError(text=text[:60])
    position = ledger.state.position
    return position.notate(seat, position.parse(text, seat)[1])


def _not_too_slow(ledger: Ledger, seat: int | None) -> None:
    """Raise TimeUpError when the flag that was just recorded is this seat's."""
    if any(row.kind == Kind.FLAG.value and row.seat == seat for row, _ in ledger.added):
        raise TimeUpError(ledger.view())


def _flag_fell(ledger: Ledger, seat: int, seen: int) -> bool:
    """Whether the seat's flag fell after event ``seen``, and nothing was taken back since."""
    if ledger.state.seq <= seen:
        return False
    kinds = {Kind.FLAG.value, *TURNS_BACK}
    rows = ledger.match.events.filter(seq__gt=seen, kind__in=kinds).order_by("seq")
    fell = False
    for row in rows:
        fell = row.kind == Kind.FLAG.value and (fell or row.seat == seat)
    return fell


def _behind(ledger: Ledger) -> StaleMatchError | AlreadyClaimedError | TooLateError:
    """Why a claim is about a stone that cannot be claimed any more."""
    match ledger.state.board_kind:
        case Kind.CLAIM:
            return AlreadyClaimedError(ledger.view())
        case Kind.MOVE:
            return TooLateError(ledger.view())
        case _:
            return StaleMatchError(ledger.view())
