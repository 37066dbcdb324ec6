"""Draws that two players agree on."""

from datetime import datetime
from uuid import UUID

from accounts.models import User
from games.faces.registry import face
from games.models import MatchEvent
from games.record_errors import NoDrawsError
from games.record_events import Kind
from games.services.ledger import Ledger, act


def offer_draw(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """Offer a draw; it stands until the other player moves or answers.

    Raises NoDrawsError, AlreadyOfferedError or OfferStandsError.
    """
    return _say(Kind.OFFER, match_id, seat, by, at, reason, expected_seq)


def accept_draw(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """The match is drawn. Raises NoOfferError when none stands any more."""
    return _say(Kind.ACCEPT, match_id, seat, by, at, reason, expected_seq)


def decline_draw(
    *,
    match_id: UUID,
    seat: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    return _say(Kind.DECLINE, match_id, seat, by, at, reason, expected_seq)


def agree_draw(
    *,
    match_id: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
    expected_seq: int | None = None,
) -> MatchEvent:
    """An arbiter records that both players agreed, over the board. Raises NoDrawsError."""
    return _say(Kind.ACCEPT, match_id, None, by, at, reason, expected_seq)


def _say(
    kind: Kind,
    match_id: UUID,
    seat: int | None,
    by: User | None,
    at: datetime,
    reason: str,
    expected_seq: int | None,
) -> MatchEvent:
    def do(ledger: Ledger) -> MatchEvent:
        if not face(ledger.match.game).draws:
            raise NoDrawsError()
        if found := ledger.stands(kind, expected_seq, seat=seat):
            return found
        data = {} if expected_seq is None else {"seen": expected_seq}
        return ledger.add(kind, seat=seat, data=data, by=by, reason=reason[:500])

    return act(match_id, at, do)
