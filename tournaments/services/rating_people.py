"""Who is who in ratings that run over several tournaments.

Entries of one account, or with one number of FIDE, are one person. The same name and club only
suggest it: the owner of the ratings says so, or that they are two.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from uuid import UUID

from accounts.db import write
from accounts.models import User
from tournaments.errors import SamePersonError
from tournaments.models import Entry, Tournament
from tournaments.person_names import same_name
from tournaments.rating_records import ANEW, RatingPool, SamePerson


@dataclass(frozen=True, slots=True)
class Known:
    """A person with the entries that are theirs, in order of play."""

    entries: Sequence[Entry]

    @property
    def entry(self) -> Entry:
        return self.entries[0]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two of the same name and club, in no tournament both."""

    first: Known
    second: Known


class _Groups:
    """What belongs together."""

    def __init__(self) -> None:
        self.up: dict[str, str] = {}

    def root(self, one: str) -> str:
        while (above := self.up.get(one, one)) != one:
            one = above
        return one

    def join(self, one: str, other: str) -> None:
        low, high = sorted((self.root(one), self.root(other)))
        if low != high:
            self.up[high] = low


def persons(pool: RatingPool) -> dict[str, str]:
    """A key of the person by entry, of every tournament in the pool.

    Two entries of one tournament are never one person, whatever accounts and numbers say.
    """
    groups = _Groups()
    found = (
        Entry.objects.filter(tournament__rated__pool=pool)
        .order_by("tournament", "number")
        .values_list("pk", "tournament_id", "user_id", "extra__fide_id")
    )
    rows = list(found)
    for pk, _tournament, user, number in rows:
        if user is not None:
            groups.join(f"entry:{pk}", f"user:{user}")
        if str(number or "").strip("0 ").isdecimal():
            groups.join(f"entry:{pk}", f"fide:{str(number).strip()}")
    for first, second in pool.decisions.filter(same=True).values_list("first_id", "second_id"):
        groups.join(f"entry:{first}", f"entry:{second}")
    taken: set[tuple[UUID, str]] = set()
    people: dict[str, str] = {}
    for pk, tournament, _user, _number in rows:
        person = groups.root(f"entry:{pk}")
        people[str(pk)] = person if (tournament, person) not in taken else f"{person} {pk}"
        taken.add((tournament, person))
    return people


def known(pool: RatingPool) -> list[Known]:
    """Everybody rated in the pool."""
    entries = (
        Entry.objects.filter(rating_lines__pool=pool)
        .select_related("tournament")
        .order_by("tournament__starts_at", "tournament__created_at", "number")
        .distinct()
    )
    people = persons(pool)
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[people[str(entry.pk)]].append(entry)
    return [Known(own) for own in found.values()]


def suggestions(pool: RatingPool) -> list[Suggestion]:
    """Who may be one person; nothing is counted by it before the owner has said so."""
    namesakes: dict[tuple[str, str], list[Known]] = defaultdict(list)
    for one in known(pool):
        for name in {(same_name(own.name), same_name(own.club)) for own in one.entries}:
            namesakes[name].append(one)
    decided = {
        frozenset(pair)
        for pair in pool.decisions.filter(same=False).values_list("first_id", "second_id")
    }
    found = {}
    for people in namesakes.values():
        for one, other in combinations(people, 2):
            apart = any(
                frozenset((a.pk, b.pk)) in decided for a in one.entries for b in other.entries
            )
            if not apart and not _meet(one.entries, other.entries):
                found[(one.entry.pk, other.entry.pk)] = Suggestion(one, other)
    return list(found.values())


def _meet(one: Iterable[Entry], other: Iterable[Entry]) -> bool:
    return bool({own.tournament_id for own in one} & {own.tournament_id for own in other})


def decisions(pool: RatingPool) -> list[SamePerson]:
    """The newest first."""
    return list(pool.decisions.select_related("first__tournament", "second__tournament", "by"))


def decide_person(
    *,
    pool: RatingPool,
    first: UUID,
    second: UUID,
    same: bool | None,
    by: User,
    at: datetime,
) -> None:
    """Say whether two entries are one person, or (None) take back what was said.

    The ratings are counted anew. Raise Entry.DoesNotExist, and SamePersonError where one person
    would be in a tournament twice.
    """
    with write():
        locked = RatingPool.objects.select_for_update().get(pk=pool.pk)
        entries = Entry.objects.filter(tournament__rated__pool=locked)
        one, other = sorted((entries.get(pk=first), entries.get(pk=second)), key=_id)
        if one == other:
            raise SamePersonError(name=one.name)
        pair = locked.decisions.filter(first=one, second=other)
        if same is None:
            pair.delete()
        else:
            if same:
                _refuse_twice(locked, one, other)
            SamePerson.objects.update_or_create(
                pool=locked, first=one, second=other, defaults={"same": same, "by": by, "at": at}
            )
        locked.counted = ANEW
        locked.save(update_fields=["counted"])


def _id(entry: Entry) -> str:
    return str(entry.pk)


def _refuse_twice(pool: RatingPool, one: Entry, other: Entry) -> None:
    people = persons(pool)
    if people[str(one.pk)] == people[str(other.pk)]:
        return
    own = _tournaments(people, people[str(one.pk)])
    if own & _tournaments(people, people[str(other.pk)]):
        raise SamePersonError(name=one.name)


def _tournaments(people: Mapping[str, str], person: str) -> set[UUID]:
    mine = [pk for pk, whose in people.items() if whose == person]
    return set(Entry.objects.filter(pk__in=mine).values_list("tournament_id", flat=True))


def count_anew(tournament: Tournament) -> None:
    """An entry has another account now."""
    RatingPool.objects.filter(tournaments__tournament=tournament).update(counted=ANEW)
