"""People without a password, and the personal links that sign them in."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from accounts.db import exclusive, found_in, write
from accounts.errors import LinkRevokedError
from accounts.links import seal, unseal
from accounts.models import PersonalLink, Role, User
from accounts.names import LONGEST, tidy_name

KIND = "person"
WORKING = (Role.ORGANISER, Role.ARBITER, Role.MARKER)


def make_person(name: str) -> User:
    """Someone who signs in by a personal link. The name is kept as typed, but tidied."""
    return make_people([name])[0]


def make_people(names: Sequence[str]) -> list[User]:
    """As ``make_person``, for a whole list at once."""
    people = [User(name=tidy_name(name)[:LONGEST]) for name in names]
    for person in people:
        person.set_unusable_password()
    with write():
        return User.objects.bulk_create(people)


def rename(*, user: User, name: str) -> User:
    with write():
        user.name = tidy_name(name)[:LONGEST]
        user.save(update_fields=["name"])
    return user


def linkable(users: Iterable[User]) -> set[UUID]:
    """Those of them whose link a desk may show and renew: people who only play or watch.

    The link of somebody with a username or with work at a desk would give away all they may do.
    """
    working = User.objects.filter(memberships__role__in=WORKING).values("pk")
    plain = User.objects.filter(username=None).exclude(pk__in=working).only("pk")
    return {one.pk for one in found_in(plain, "pk", (user.pk for user in users))}


def link_token(user: User) -> str:
    """The text of the person's link; the first time it makes one."""
    return link_tokens([user])[user.pk]


def link_tokens(users: Iterable[User]) -> dict[UUID, str]:
    """The texts of many people's links by their ids, in as many queries as for one."""
    people = {user.pk: user for user in users}
    with write(), exclusive(KIND):
        links = _live_links(people)
        missing = [PersonalLink(user=user) for key, user in people.items() if key not in links]
        PersonalLink.objects.bulk_create(missing)
        links |= {link.user_id: link.pk for link in missing}
    return {user: seal(KIND, link) for user, link in links.items()}


def _live_links(people: Iterable[UUID]) -> dict[UUID, UUID]:
    live = PersonalLink.objects.filter(revoked_at=None).order_by("-created_at")
    return {link.user_id: link.pk for link in found_in(live, "user", people)}


def personal_link(user: User, request_base: str) -> str:
    """The whole address; ``request_base`` as ``http://192.0.2.1:8000``."""
    return link_address(link_token(user), request_base)


def link_address(token: str, request_base: str) -> str:
    return request_base.rstrip("/") + reverse("accounts:personal_link", args=[token])


def revoke_links(user: User, at: datetime | None = None) -> None:
    """End every link of the person, and with them the sessions they have open."""
    with write():
        live = PersonalLink.objects.filter(user=user, revoked_at=None)
        live.update(revoked_at=at or timezone.now())
        end_sessions(user)


def new_link(user: User, at: datetime | None = None) -> str:
    """Revoke the links of the person; return the text of a new one."""
    with write():
        revoke_links(user, at)
        return link_token(user)


def end_sessions(user: User) -> None:
    """Sign the person out on every device."""
    with write():
        User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    user.refresh_from_db(fields=["session_epoch"])


def person_of(token: str) -> User:
    """Whose link it is. Raises Http404 for a made-up one, LinkRevokedError for one that ended.

    Somebody with a username signs in with a password, and by no link.
    """
    link = get_object_or_404(PersonalLink.objects.select_related("user"), pk=unseal(KIND, token))
    if link.revoked_at is not None or not link.user.is_active or link.user.username:
        raise LinkRevokedError
    return link.user


def note_use(*, token: str, at: datetime) -> None:
    """Remember when the link was last used."""
    with write():
        PersonalLink.objects.filter(pk=unseal(KIND, token)).update(last_used_at=at)
