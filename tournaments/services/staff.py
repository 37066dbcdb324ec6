"""Organisers and arbiters of a tournament."""

from datetime import datetime

from accounts.db import write
from accounts.models import Membership, Role, User
from accounts.names import tidy_username
from accounts.services.people import make_person
from accounts.services.roles import grant, revoke
from tournaments.errors import LastOrganiserError, UnknownPersonError
from tournaments.models import Table, Tournament
from tournaments.services.audit import record
from tournaments.services.entries import lock

STAFF = (Role.ORGANISER, Role.ARBITER)


def staff(tournament: Tournament) -> list[Membership]:
    """Everybody with a role at the desk, organisers first, then by name."""
    found = Membership.objects.filter(scope=tournament.pk, role__in=STAFF).select_related("user")
    return sorted(found, key=lambda one: (one.role != Role.ORGANISER, one.user.name))


def arbiters(tournament: Tournament) -> list[User]:
    """Whoever can look after a table, by name, each once."""
    return list(dict.fromkeys(one.user for one in staff(tournament)))


def add_by_username(
    *, tournament: Tournament, username: str, role: Role, by: User | None, at: datetime
) -> Membership:
    """Give a role to somebody who signs in with a password. Raise UnknownPersonError."""
    user = User.objects.filter(username=tidy_username(username), is_active=True).first()
    if user is None:
        raise UnknownPersonError(username=username)
    return _add(tournament, user, role, by, at)


def add_by_name(
    *, tournament: Tournament, name: str, role: Role, by: User | None, at: datetime
) -> Membership:
    """Make a person who signs in by a personal link, and give them a role."""
    with write():
        return _add(tournament, make_person(name), role, by, at)


def remove(
    *, tournament: Tournament, membership: Membership, by: User | None, at: datetime
) -> None:
    """Take a role away. Raise LastOrganiserError."""
    with write():
        locked = lock(tournament)
        organisers = Membership.objects.filter(scope=locked.pk, role=Role.ORGANISER)
        if membership.role == Role.ORGANISER and organisers.count() == 1:
            raise LastOrganiserError
        role = Role(membership.role)
        revoke(user=membership.user, scope=locked.pk, role=role)
        Table.objects.filter(round__stage__tournament=locked, arbiter=membership.user).update(
            arbiter=None
        )
        record(
            tournament=locked,
            by=by,
            at=at,
            action="role.taken",
            subject=membership.user.name,
            before=str(role.value),
        )


def _add(
    tournament: Tournament, user: User, role: Role, by: User | None, at: datetime
) -> Membership:
    with write():
        locked = lock(tournament)
        made = grant(user=user, scope=locked.pk, role=role)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="role.given",
            subject=user.name,
            after=str(role.value),
        )
    return made
