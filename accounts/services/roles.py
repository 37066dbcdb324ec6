"""Who is what in a tournament (or a friendly match): the scope is its id."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from accounts.db import write
from accounts.models import Membership, Role, User


def grant(*, user: User, scope: UUID, role: Role) -> Membership:
    """Give the person a role; they may have had it already."""
    with write():
        membership, _ = Membership.objects.get_or_create(user=user, scope=scope, role=role)
    return membership


def revoke(*, user: User, scope: UUID, role: Role) -> bool:
    """Take a role away. Return whether they had it."""
    with write():
        deleted, _ = Membership.objects.filter(user=user, scope=scope, role=role).delete()
    return deleted > 0


def has_role(user: object, scope: UUID, roles: Iterable[Role]) -> bool:
    """Whether the person, who may be nobody in particular, has one of the roles there."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return Membership.objects.filter(user=user, scope=scope, role__in=list(roles)).exists()


def members(scope: UUID, role: Role) -> "QuerySet[User]":
    """Everybody with the role there, by name."""
    return User.objects.filter(memberships__scope=scope, memberships__role=role).order_by(
        "name", "id"
    )
