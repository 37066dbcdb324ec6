"""People with a password: organisers, and the administrators among them."""

from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.shortcuts import get_object_or_404

from accounts.db import exclusive, write
from accounts.errors import (
    LinkExpiredError,
    LinkReplacedError,
    LinkRevokedError,
    LinkUsedError,
    NotYourselfError,
    UsernameTakenError,
)
from accounts.links import seal, unseal
from accounts.models import OneTimeLink, User
from accounts.names import tidy_name, tidy_username
from accounts.services.people import end_sessions

KIND = OneTimeLink.Purpose.PASSWORD
LASTS = timedelta(days=7)


def save_new(user: User, username: str) -> None:
    """Insert the person under the username. Raises UsernameTakenError."""
    user.username = tidy_username(username)
    if User.objects.filter(username=user.username).exists():
        raise UsernameTakenError
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        raise UsernameTakenError from None


def invite(*, name: str, username: str, administrator: bool, at: datetime) -> tuple[User, str]:
    """Make an organiser who has yet to choose a password; return them and their link's text.

    Raises UsernameTakenError.
    """
    with write():
        user = User(name=tidy_name(name), is_organiser=True)
        user.is_staff = user.is_superuser = administrator
        user.set_unusable_password()
        save_new(user, username)
        return user, password_token(user=user, at=at)


def password_token(*, user: User, at: datetime) -> str:
    """The text of a link to choose a password, in place of earlier links.

    The old password works until a new one is chosen.
    """
    with write():
        unused = OneTimeLink.objects.filter(purpose=KIND, user=user, used_at=None)
        unused.filter(replaced_at=None).update(replaced_at=at)
        link = OneTimeLink.objects.create(
            purpose=KIND, user=user, created_at=at, expires_at=at + LASTS
        )
    return seal(KIND, link.pk)


def check_password_link(token: str, at: datetime) -> OneTimeLink:
    """The link, if it can be used. Raises Http404 or an error that says why it cannot."""
    links = OneTimeLink.objects.select_related("user").filter(purpose=KIND)
    link = get_object_or_404(links, pk=unseal(KIND, token))
    if link.used_at is not None:
        raise LinkUsedError
    if link.replaced_at is not None:
        raise LinkReplacedError
    if link.expires_at is not None and link.expires_at <= at:
        raise LinkExpiredError
    if link.user is None or not link.user.is_active:
        raise LinkRevokedError
    return link


def choose_password(*, token: str, password: str, at: datetime) -> User:
    """Use the link up: set the password and end the person's sessions."""
    check_password_link(token, at)
    hashed = make_password(password)
    with write(), exclusive(f"{KIND}:{token}"):
        link = check_password_link(token, at)
        assert link.user is not None
        link.used_at = at
        link.save(update_fields=["used_at"])
        set_hashed_password(link.user, hashed)
    return link.user


def change_password(*, user: User, password: str) -> User:
    """Set another password and end the person's sessions."""
    set_hashed_password(user, make_password(password))
    return user


def set_hashed_password(user: User, hashed: str) -> None:
    with write():
        user.password = hashed
        user.save(update_fields=["password"])
        end_sessions(user)


def deactivate(*, user: User, by: User) -> None:
    """Let the person sign in no more. Raises NotYourselfError."""
    if user == by:
        raise NotYourselfError
    _set_active(user, active=False)


def reactivate(*, user: User) -> None:
    _set_active(user, active=True)


def _set_active(user: User, *, active: bool) -> None:
    with write():
        user.is_active = active
        user.save(update_fields=["is_active"])
        end_sessions(user)
