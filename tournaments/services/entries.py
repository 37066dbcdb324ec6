"""Who is entered: adding, changing, checking in, leaving and coming back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from accounts.db import write
from accounts.models import Membership, Role, User
from accounts.services.people import linkable, make_people, revoke_links
from games.models import Seat, Status
from tournaments.errors import (
    LateEntryClosedError,
    NameTakenError,
    SeatedEntryError,
)
from tournaments.live import tell
from tournaments.models import (
    Entry,
    TableSeat,
    Tournament,
)
from tournaments.person_names import one_line, same_name
from tournaments.services.audit import record
from tournaments.services.field import next_ordinal
from tournaments.settings import TournamentSettings


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of a person who enters."""

    name: str
    kana: str = ""
    club: str = ""
    grade: str = ""
    note: str = ""
    seed: int | None = None
    rating: int | None = None

    def tidy(self) -> "Details":
        return Details(
            one_line(self.name),
            one_line(self.kana),
            one_line(self.club),
            one_line(self.grade),
            self.note.strip(),
            self.seed,
            self.rating,
        )


def lock(tournament: Tournament) -> Tournament:
    """The tournament's row: what numbers entries and draws rounds queues on it."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def add_entry(
    *,
    tournament: Tournament,
    details: Details,
    by: User | None,
    at: datetime,
    user: User | None = None,
    from_round: int | None = None,
    same_name_ok: bool = False,
) -> Entry:
    """Enter one person, from the next round that can be drawn unless told otherwise.

    Once a round is out, whoever is entered stands at the desk and counts as checked in.
    Raise NameTakenError for a name that cannot be told from one entered already, unless
    ``same_name_ok``, and LateEntryClosedError.
    """
    details = details.tidy()
    with write():
        locked = lock(tournament)
        upcoming = next_ordinal(locked)
        first = max(from_round or upcoming, 1)
        settings = TournamentSettings.from_json(locked.settings)
        if upcoming > 1 and first > settings.late_until:
            raise LateEntryClosedError(round=settings.late_until)
        if not same_name_ok:
            _refuse_same_name(locked, details)
        entry = create_entries(locked, [details], at=at, users=[user])[0]
        entry.from_round = first if upcoming > 1 else 1
        if upcoming > 1:
            entry.checked_in_at = at
        entry.save()
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.added",
            subject=str(entry),
            ref=entry.pk,
            after=entry_json(entry),
        )
        tell(locked, "entry")
    return entry


def create_entries(
    tournament: Tournament,
    people: Sequence[Details],
    *,
    at: datetime,
    users: Sequence[User | None] | None = None,
    listed_only: bool = False,
) -> list[Entry]:
    """Insert entries with a person and a player's role each; the tournament is locked.

    A constant number of queries for any number of people.
    """
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    given = list(users or [None] * len(people))
    nameless = [details for details, user in zip(people, given, strict=True) if user is None]
    made = iter(make_people([details.name for details in nameless]))
    entries = [
        Entry(
            tournament=tournament,
            number=last + offset,
            name=details.name,
            kana=details.kana,
            club=details.club,
            grade=details.grade,
            note=details.note,
            seed=details.seed,
            rating=details.rating,
            user=user or next(made),
            listed_only=listed_only,
            created_at=at,
        )
        for offset, (details, user) in enumerate(zip(people, given, strict=True), 1)
    ]
    Entry.objects.bulk_create(entries)
    Membership.objects.bulk_create(
        [Membership(user=entry.user, scope=tournament.pk, role=Role.PLAYER) for entry in entries],
        ignore_conflicts=True,
    )
    return entries


def change_entry(
    *,
    entry: Entry,
    details: Details,
    by: User | None,
    at: datetime,
    from_round: int | None = None,
    same_name_ok: bool = False,
) -> Entry:
    """Correct a person's details. Matches that wait show the new name at once."""
    details = details.tidy()
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        before = entry_json(found)
        if not same_name_ok:
            _refuse_same_name(locked, details, but=found)
        for name in Details.__slots__:
            setattr(found, name, getattr(details, name))
        if from_round is not None:
            found.from_round = max(1, from_round)
        found.save()
        after = entry_json(found)
        if after == before:
            return found
        if found.user is not None and not found.user.username:
            User.objects.filter(pk=found.user.pk).update(name=found.name)
        for seat in TableSeat.objects.filter(
            entry=found, table__match__status=Status.WAITING
        ).select_related("table__match"):
            Seat.objects.filter(match=seat.table.match, number=seat.number).update(name=found.name)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.changed",
            subject=str(found),
            ref=found.pk,
            before={key: before[key] for key in before if before[key] != after[key]},
            after={key: after[key] for key in after if before[key] != after[key]},
        )
        tell(locked, "entry")
    return found


def remove_entry(*, entry: Entry, by: User | None, at: datetime, reason: str = "") -> None:
    """Take somebody off the list who was never seated, with their role, whole or not at all.

    Raise SeatedEntryError for anybody who was.
    """
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        if found.seatings.exists():
            raise SeatedEntryError(name=found.name)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.removed",
            subject=str(found),
            ref=found.pk,
            before=entry_json(found),
            reason=reason,
        )
        user = found.user
        found.delete()
        if user is not None:
            Membership.objects.filter(user=user, scope=locked.pk, role=Role.PLAYER).delete()
            nothing_else = not (user.username or user.memberships.exists() or user.entries.exists())
            if nothing_else:
                user.delete()
        tell(locked, "entry")


def put_back(*, entry: Entry, by: User | None, at: datetime) -> Entry:
    """Somebody else took this place on the list: it is free again, and that phone signed out.

    Raise SeatedEntryError once seated.
    """
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        if found.seatings.exists():
            raise SeatedEntryError(name=found.name)
        if found.user is not None and linkable([found.user]):
            revoke_links(found.user, at)
        found.listed_only, found.checked_in_at = True, None
        found.save(update_fields=["listed_only", "checked_in_at"])
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.put_back",
            subject=str(found),
            ref=found.pk,
        )
        tell(locked, "entry")
    return found


def _refuse_same_name(tournament: Tournament, details: Details, but: Entry | None = None) -> None:
    wanted = same_name(details.name), same_name(details.club)
    for found in Entry.objects.filter(tournament=tournament).only("name", "club"):
        if found == but:
            continue
        if (same_name(found.name), same_name(found.club)) == wanted:
            raise NameTakenError(name=details.name)


def entry_json(entry: Entry) -> dict[str, object]:
    """An entry as the audit log keeps it."""
    return {
        "name": entry.name,
        "kana": entry.kana,
        "club": entry.club,
        "grade": entry.grade,
        "note": entry.note,
        "seed": entry.seed,
        "rating": entry.rating,
        "from_round": entry.from_round,
        "withdrawn_from": entry.withdrawn_from,
        "disqualified": entry.disqualified_at is not None,
    }


def get_entry(tournament: Tournament, entry_id: UUID) -> Entry:
    """Raise Entry.DoesNotExist."""
    return Entry.objects.select_related("tournament", "user").get(
        tournament=tournament, pk=entry_id
    )
