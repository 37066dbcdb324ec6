"""The first organiser: whoever holds the link that the server printed when it started."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.shortcuts import get_object_or_404

from accounts.db import exclusive, write
from accounts.errors import LinkReplacedError, LinkUsedError
from accounts.links import seal, unseal
from accounts.models import OneTimeLink, User
from accounts.names import tidy_name
from accounts.services.organisers import save_new

KIND = OneTimeLink.Purpose.SETUP


def setup_token(at: datetime) -> str | None:
    """The text of a new link, in place of earlier ones; None once there is an organiser."""
    with write(), exclusive(KIND):
        if User.objects.organisers().exists():
            return None
        OneTimeLink.objects.filter(purpose=KIND, used_at=None, replaced_at=None).update(
            replaced_at=at
        )
        link = OneTimeLink.objects.create(purpose=KIND, created_at=at)
    return seal(KIND, link.pk)


def check_setup_link(token: str) -> UUID:
    """The id of a link that can be used.

    Raises Http404 for a made-up one, LinkUsedError when there is an organiser already, and
    LinkReplacedError when a newer link was printed.
    """
    link = get_object_or_404(OneTimeLink, purpose=KIND, pk=unseal(KIND, token))
    if link.used_at is not None or User.objects.organisers().exists():
        raise LinkUsedError
    if link.replaced_at is not None:
        raise LinkReplacedError
    return link.pk


def make_first_organiser(
    *, token: str, name: str, username: str, password: str, at: datetime
) -> User:
    """Use the link up: make the person who may do everything.

    Of two at once one wins, the other gets LinkUsedError. Raises what ``check_setup_link``
    raises, and UsernameTakenError.
    """
    check_setup_link(token)
    hashed = make_password(password)  # slow, so before anything is locked
    with write(), exclusive(KIND):
        link = check_setup_link(token)
        user = User(name=tidy_name(name), password=hashed)
        user.is_organiser = user.is_staff = user.is_superuser = True
        save_new(user, username)
        OneTimeLink.objects.filter(pk=link).update(used_at=at, user=user)
    return user
