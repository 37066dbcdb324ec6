"""Who may do what with a match. A match that one may not see does not exist."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import Membership, Role, User
from games.models import Match, Seat

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
