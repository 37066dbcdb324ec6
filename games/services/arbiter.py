"""What arbiters do. Every correction is an event with its author and reason.

``expected_seq`` is the last event the arbiter had seen: with it, a request that is repeated is
answered with the same event and changes nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.models import User
from games.models import MatchEvent
from games.record_events import Kind
from games.services.errors import StaleMatchError
from games.services.ledger import Ledger, act


def _correct(
    kind: Kind,
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str,
    expected_seq: int | None,
    seat: int | None = None,
    text: str = "",
    data: Mapping[str, Any] | None = None,
    fresh: bool = False,
) -> MatchEvent:
    """``fresh``: refused when there was a step that the arbiter had not seen."""

    def do(ledger: Ledger) -> MatchEvent:
        found: dict[str, Any] = dict(data or {})
        if expected_seq is not None:
            if event := ledger.stands(kind, expected_seq, seat=seat, text=text):
                return event
            found["seen"] = expected_seq
            state = ledger.state
            last = max(state.position_seq, state.step.seq if state.step else 0)
            if fresh and last > expected_seq:
                raise StaleMatchError(ledger.view())
        return ledger.add(kind, seat=seat, text=text, data=found, by=by, reason=reason[:500])

    return act(match_id, at, do)


def withdraw_seat(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """The player of ``seat`` leaves the match, also before it began."""
    return _correct(
        Kind.WITHDRAW,
        match_id=match_id,
        seat=seat,
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )


def remove_seat(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """An arbiter takes ``seat`` out; before the match began: its player did not come."""
    return _correct(
        Kind.REMOVE,
        match_id=match_id,
        seat=seat,
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )


def declare_abandoned(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """The player of ``seat`` went away from a match that had begun, and has lost."""
    return _correct(
        Kind.ABANDON,
        match_id=match_id,
        seat=seat,
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )


def restore_seat(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """``seat`` is in again. A match that was over because it left goes on."""
    return _correct(
        Kind.RESTORE,
        match_id=match_id,
        seat=seat,
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )


def pause_match(
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    return _correct(
        Kind.PAUSE, match_id=match_id, by=by, at=at, reason=reason, expected_seq=expected_seq
    )


def resume_match(
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    return _correct(
        Kind.RESUME, match_id=match_id, by=by, at=at, reason=reason, expected_seq=expected_seq
    )


def take_back(
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """Undo the last step; a match that was over by it goes on.

    With ``expected_seq``, raise StaleMatchError when there was a later step.
    """
    return _correct(
        Kind.TAKEBACK,
        match_id=match_id,
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
        fresh=True,
    )


def end_match(
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """End the match here; those still in share the best place."""
    return _correct(
        Kind.END, match_id=match_id, by=by, at=at, reason=reason, expected_seq=expected_seq
    )


def adjust_clock(
    *,
    match_id: UUID,
    seat: int,
    ms: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """Give ``seat`` ``ms`` more; take them, when negative."""
    return _correct(
        Kind.CLOCK,
        match_id=match_id,
        seat=seat,
        data={"ms": ms},
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )


def rule_on_time(
    *,
    match_id: UUID,
    ruling: str,
    by: User | None,
    at: datetime,
    ms: int = 0,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """On a flag that waits: ``out``, or ``plays_on`` with ``ms`` left."""

    def do(ledger: Ledger) -> MatchEvent:
        if event := ledger.stands(Kind.RULING, expected_seq, text=ruling):
            return event
        data: dict[str, Any] = {"ms": ms} if ruling == "plays_on" else {}
        if expected_seq is not None:
            data["seen"] = expected_seq
        seat = ledger.state.to_move
        return ledger.add(
            Kind.RULING, seat=seat, text=ruling, data=data, by=by, reason=reason[:500]
        )

    return act(match_id, at, do)


def adjudicate(
    *,
    match_id: UUID,
    places: Sequence[int],
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """Say how the match ended: the place of each seat, from 1. Also when it was over.

    ``(1, 2)`` the first seat wins, ``(1, 1)`` a draw, ``(2, 2)`` both have lost.
    """
    return _correct(
        Kind.ADJUDICATE,
        match_id=match_id,
        text=" ".join(map(str, places)),
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )


def record_illegal(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """Record that ``seat`` played against the rules; the match's policy says what follows."""
    return _correct(
        Kind.ILLEGAL,
        match_id=match_id,
        seat=seat,
        by=by,
        at=at,
        reason=reason,
        expected_seq=expected_seq,
    )
