"""Entering by oneself with the tournament's code."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.cache import cache

from accounts.db import write
from accounts.models import Attempt, Membership, Role, User
from accounts.services import attempts
from tournaments.errors import (
    LateEntryClosedError,
    NameTakenError,
    PlaceTakenError,
    RegistrationClosedError,
    WrongCodeError,
)
from tournaments.live import tell
from tournaments.models import Entry, Registration, Tournament, TournamentState
from tournaments.person_names import one_line, same_name
from tournaments.services.audit import record
from tournaments.services.entries import Details, create_entries, lock
from tournaments.services.field import next_ordinal
from tournaments.services.rating_people import count_anew
from tournaments.services.tournaments import tidy_code
from tournaments.settings import TournamentSettings

ACTION = "join"
AGAIN_SECONDS = 600
"""How long a browser that was not told that it has entered somebody may ask again."""


@dataclass(frozen=True, slots=True)
class Joined:
    entry: Entry
    user: User
    """Who is to be signed in."""


def tournament_of(code: str, *, address: str, at: datetime) -> Tournament:
    """The tournament of a join code. Raise WrongCodeError, TooManyAttemptsError.

    Only wrong codes count as failures, and only against the address they come from.
    """
    tidy = tidy_code(code)
    found = Tournament.objects.filter(join_code=tidy).first() if tidy else None
    if found is None or _too_many(address, at):
        attempts.limit(ACTION, tidy, address, at)
    if found is None:
        raise WrongCodeError(join_code=tidy or code[:12])
    return found


def _too_many(address: str, at: datetime) -> bool:
    """Whether the address has guessed so often that a right guess tells it nothing either."""
    recent = Attempt.objects.filter(action=ACTION, address=address, at__gt=at - attempts.WINDOW)
    return recent.count() >= attempts.PER_ADDRESS


def entry_of(tournament: Tournament, user: User | None) -> Entry | None:
    """The entry somebody has already, on whatever phone."""
    if user is None:
        return None
    return Entry.objects.filter(tournament=tournament, user=user, listed_only=False).first()


def is_open(tournament: Tournament) -> bool:
    over = tournament.state in {TournamentState.FINISHED, TournamentState.ARCHIVED}
    return tournament.registration != Registration.CLOSED and not over


def listed_entries(tournament: Tournament) -> list[Entry]:
    """Whose place is still free, in the order of readings and names."""
    if tournament.registration != Registration.LISTED:
        return []
    found = Entry.objects.filter(tournament=tournament, listed_only=True)
    return sorted(found, key=lambda entry: (entry.kana or entry.name, entry.number))


def join_by_name(
    *, tournament: Tournament, name: str, club: str, user: User | None, at: datetime
) -> Joined:
    """Enter under a name; ``user`` is whoever is signed in on the phone, or None.

    Raise RegistrationClosedError, NameTakenError, LateEntryClosedError.
    """
    details = Details(name=name, club=club).tidy()
    with write():
        locked = lock(tournament)
        if (known := entry_of(locked, user)) is not None and user is not None:
            return Joined(known, user)
        if locked.registration != Registration.OPEN or not is_open(locked):
            raise RegistrationClosedError
        _refuse_like(locked, details)
        first = _first_round(locked)
        entry = create_entries(locked, [details], at=at, users=[user])[0]
        return _entered(locked, entry, first, "entry.joined", at)


def join_by_list(
    *, tournament: Tournament, entry_id: UUID, user: User | None, at: datetime
) -> Joined:
    """Take one's place on the list. Raise RegistrationClosedError, PlaceTakenError."""
    with write():
        locked = lock(tournament)
        if (known := entry_of(locked, user)) is not None and user is not None:
            return Joined(known, user)
        if locked.registration != Registration.LISTED or not is_open(locked):
            raise RegistrationClosedError
        entry = Entry.objects.select_related("user").get(tournament=locked, pk=entry_id)
        if not entry.listed_only:
            raise PlaceTakenError(name=entry.name)
        first = _first_round(locked)
        entry.listed_only = False
        if user is not None and user != entry.user:
            entry.user = user
            count_anew(locked)
        return _entered(locked, entry, first, "entry.taken", at)


def remember(joined: Joined, browser: str) -> None:
    """Whom a browser entered, which may never hear of it. ``browser``: what it alone knows."""
    cache.set(_key(joined.entry.tournament_id, browser), str(joined.entry.pk), AGAIN_SECONDS)


def entered_by(tournament: Tournament, browser: str) -> Joined | None:
    """Whom this browser entered a moment ago."""
    pk: str | None = cache.get(_key(tournament.pk, browser)) if browser else None
    if pk is None:
        return None
    found = Entry.objects.filter(tournament=tournament, pk=pk, listed_only=False).first()
    return Joined(found, found.user) if found is not None and found.user is not None else None


def _key(tournament: UUID, browser: str) -> str:
    return f"joined:{tournament}:{hashlib.sha256(browser.encode()).hexdigest()}"


def _first_round(tournament: Tournament) -> int:
    upcoming = next_ordinal(tournament)
    settings = TournamentSettings.from_json(tournament.settings)
    if upcoming > 1 and upcoming > settings.late_until:
        raise LateEntryClosedError(round=settings.late_until)
    return upcoming


def _entered(tournament: Tournament, entry: Entry, first: int, action: str, at: datetime) -> Joined:
    entry.from_round = first
    entry.save()
    assert entry.user is not None
    Membership.objects.get_or_create(user=entry.user, scope=tournament.pk, role=Role.PLAYER)
    record(
        tournament=tournament,
        by=entry.user,
        at=at,
        action=action,
        subject=str(entry),
        ref=entry.pk,
    )
    tell(tournament, "entry")
    return Joined(entry, entry.user)


def _refuse_like(tournament: Tournament, details: Details) -> None:
    """A second person with a name needs a club that the first does not have."""
    wanted = same_name(details.name)
    alike = [
        entry
        for entry in Entry.objects.filter(tournament=tournament).only("name", "club")
        if same_name(entry.name) == wanted
    ]
    clubs = {same_name(entry.club) for entry in alike}
    if alike and (not details.club or same_name(details.club) in clubs):
        raise NameTakenError(name=one_line(details.name))
