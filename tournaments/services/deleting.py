"""Deleting a tournament for good, with the people and files that were only there for it."""

import logging
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError

from accounts.db import found_in, write
from accounts.models import Membership, User
from games.models import Match
from tournaments.errors import NotPutAwayError, OtherNameError
from tournaments.models import Entry, Round, Tournament, TournamentState
from tournaments.person_names import same_name
from tournaments.services.entries import lock

log = logging.getLogger(__name__)

Files = Callable[[Tournament], Collection[str]]
_keepers: list[Files] = []


def register_files(files: Files) -> None:
    """``files`` tells which of an app's files, under MEDIA_ROOT, go with a tournament."""
    if files not in _keepers:
        _keepers.append(files)


def delete_tournament(*, tournament: Tournament, name: str, by: User | None, at: datetime) -> None:
    """Delete a tournament that was put away: entries, matches, papers, files, and people who
    have no password and take part in nothing else.

    ``name``: its name, typed again. What it counted for in ratings goes when they are made anew.
    Raise NotPutAwayError, OtherNameError.
    """
    with write():
        locked = lock(tournament)
        if locked.state != TournamentState.ARCHIVED:
            raise NotPutAwayError
        if not any(_same(name, own) for own in (locked.name, locked.name_en)):
            raise OtherNameError(name=locked.name)
        people = _only_by_link(locked)
        files = [path for found in _keepers for path in found(locked)]
        Match.objects.filter(scope=locked.pk).delete()
        Membership.objects.filter(scope=locked.pk).delete()
        Round.objects.filter(stage__tournament=locked).delete()
        Tournament.objects.filter(pk=locked.pk).delete()
        _delete_people(people)
        transaction.on_commit(lambda: _remove(files), robust=True)
    log.warning("tournament %s deleted by %s at %s", tournament.pk, by and by.pk, at)


def _same(typed: str, own: str) -> bool:
    return bool(own) and (typed.strip() == own or same_name(typed) == same_name(own) != "")


def _only_by_link(tournament: Tournament) -> set[UUID]:
    """People without a password in the tournament."""
    entered = Entry.objects.filter(tournament=tournament, user__username=None).exclude(user=None)
    staff = Membership.objects.filter(scope=tournament.pk, user__username=None)
    return {*entered.values_list("user", flat=True), *staff.values_list("user", flat=True)}


def _delete_people(people: Iterable[UUID]) -> None:
    unused = list(found_in(User.objects.all(), "pk", people))
    busy = set(Entry.objects.filter(user__in=unused).values_list("user", flat=True))
    busy |= set(Membership.objects.filter(user__in=unused).values_list("user", flat=True))
    for user in unused:
        if user.pk not in busy:
            with suppress(ProtectedError):  # marks given elsewhere are theirs
                user.delete()


def _remove(files: Iterable[str]) -> None:
    for path in files:
        (Path(settings.MEDIA_ROOT) / path).unlink(missing_ok=True)
