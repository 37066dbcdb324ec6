"""Who may do what with a match. A match that one may not see does not exist."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import Membership, Role, User
from games.models import Match, Seat, Status
from games.services.errors import MayNotRuleError, NotYourSeatError

Person = User | AnonymousUser | None


def known(user: Person) -> User | None:
    return user if isinstance(user, User) and user.is_authenticated else None


def visible_match(user: Person, match_id: UUID) -> Match:
    """A match that ``user`` may watch. Raise Http404 for any other."""
    match: Match | None = Match.objects.visible_to(known(user)).filter(pk=match_id).first()
    if match is None:
        raise Http404
    return match


def seat_of(match: Match | UUID, user: Person) -> Seat | None:
    """The seat of ``user``, or None."""
    person = known(user)
    if person is None:
        return None
    match_id = match.pk if isinstance(match, Match) else match
    return Seat.objects.filter(match=match_id, user=person).first()


def may_rule(match: Match, user: Person) -> bool:
    """Whether ``user`` is an organiser or arbiter of the match's scope."""
    person = known(user)
    if person is None:
        return False
    return Membership.objects.filter(
        user=person, scope=match.scope, role__in=[Role.ORGANISER, Role.ARBITER]
    ).exists()


def ruled_match(user: Person, match_id: UUID) -> Match:
    """A match that ``user`` may rule on. Raise Http404, or MayNotRuleError if it is visible."""
    match = visible_match(user, match_id)
    if not may_rule(match, user):
        raise MayNotRuleError()
    return match


def acting_seat(match_id: UUID, user: User, asked: int | None) -> int:
    """The seat from 0 that ``user`` acts for; ``asked`` counts from 1, None: their own.

    Whoever may rule acts for any seat. Raise Http404 when the match is not visible, else
    NotYourSeatError.
    """
    own = seat_of(match_id, user)
    if own is not None and asked in (None, own.number + 1):
        return own.number
    match = visible_match(user, match_id)
    if asked is None or not may_rule(match, user):
        raise NotYourSeatError()
    return asked - 1


def claiming_seat(match_id: UUID, user: User, asked: int | None, *, arbiter: bool) -> int | None:
    """As ``acting_seat``; None for an arbiter who claims in nobody's name."""
    if not arbiter:
        return acting_seat(match_id, user, asked)
    ruled_match(user, match_id)
    return None


def startable_match(user: User, match_id: UUID) -> Match:
    """A match that ``user`` may begin: as an arbiter, or as a player of a friendly one."""
    match = visible_match(user, match_id)
    friendly = bool(match.invite) or match.is_practice
    if not (friendly and seat_of(match, user)) and not may_rule(match, user):
        raise MayNotRuleError()
    return match


def analysable_match(user: Person, match_id: UUID) -> Match:
    """A visible match whose analysis exists: it is over, or it is practice. Else Http404."""
    match = visible_match(user, match_id)
    if match.status != Status.FINISHED and not match.is_practice:
        raise Http404
    return match
