"""Problem banks and their committees."""

from datetime import datetime

from accounts.db import write
from accounts.models import Membership, Role, User
from accounts.names import tidy_username
from accounts.services.roles import grant
from judging.errors import LastHeadError, UnknownMemberError
from judging.models import COMMITTEE, HEAD, Bank


def create_bank(*, name: str, by: User, at: datetime) -> Bank:
    """A new bank; whoever makes it manages it."""
    with write():
        bank = Bank.objects.create(name=name.strip(), created_by=by, created_at=at)
        grant(user=by, scope=bank.pk, role=HEAD)
    return bank


def rename_bank(*, bank: Bank, name: str) -> Bank:
    with write():
        bank.name = name.strip()
        bank.save(update_fields=["name"])
    return bank


def members(bank: Bank) -> list[Membership]:
    """The committee, those who manage it first, then by name."""
    found = Membership.objects.filter(scope=bank.pk, role__in=COMMITTEE).select_related("user")
    return sorted(found, key=lambda one: (one.role != HEAD, one.user.name))


def add_member(*, bank: Bank, username: str, role: Role) -> Membership:
    """Somebody who signs in with a password. Raise UnknownMemberError."""
    assert role in COMMITTEE
    user = User.objects.filter(username=tidy_username(username), is_active=True).first()
    if user is None:
        raise UnknownMemberError(username=username)
    with write():
        _lock(bank)
        _refuse_headless(bank, user, role)
        Membership.objects.filter(scope=bank.pk, user=user, role__in=COMMITTEE).delete()
        return grant(user=user, scope=bank.pk, role=role)


def remove_member(*, bank: Bank, user: User) -> None:
    """Raise LastHeadError for the only one who manages it."""
    with write():
        _lock(bank)
        _refuse_headless(bank, user, None)
        Membership.objects.filter(scope=bank.pk, user=user, role__in=COMMITTEE).delete()


def _lock(bank: Bank) -> None:
    """One change of the committee after the other: two heads cannot remove each other."""
    Bank.objects.select_for_update().get(pk=bank.pk)


def _refuse_headless(bank: Bank, user: User, role: Role | None) -> None:
    others = Membership.objects.filter(scope=bank.pk, role=HEAD).exclude(user=user)
    if role != HEAD and not others.exists():
        raise LastHeadError
