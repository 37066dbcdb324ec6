"""Lists of people: kept between preview and import, then imported whole or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from accounts.db import parts_of, write
from accounts.models import User
from tournaments.errors import FileTooLargeError, ListFaultyError, ListGoneError
from tournaments.interchange.columns import Field
from tournaments.interchange.people import People, read_people
from tournaments.live import tell
from tournaments.models import Entry, ListFile, Tournament
from tournaments.services.audit import record
from tournaments.services.entries import Details, create_entries, lock
from tournaments.services.field import next_ordinal

MOST_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class Reading:
    """How a person says the list is to be read; what is left out is found out."""

    encoding: str | None = None
    sheet: str | None = None
    has_header: bool | None = None
    mapping: Mapping[int, Field | None] | None = None


def keep_list(
    *, tournament: Tournament, name: str, content: bytes, by: User, at: datetime
) -> ListFile:
    """Keep a list for its preview; each organiser has one. Raise FileTooLargeError.

    ``name``: of its file; a pasted list has none.
    """
    refuse_large(name, len(content))
    with write():
        found, _ = ListFile.objects.update_or_create(
            tournament=tournament,
            by=by,
            defaults={"name": name[:200], "content": content, "created_at": at},
        )
    return found


def refuse_large(name: str, size: int) -> None:
    """To be asked before a file is read at all."""
    if size > MOST_BYTES:
        raise FileTooLargeError(
            name=name[:100], size=f"{size / 1e6:.1f} MB", limit=f"{MOST_BYTES / 1e6:.0f} MB"
        )


def kept_list(tournament: Tournament, by: User) -> ListFile:
    """Raise ListGoneError when there is none."""
    found = ListFile.objects.filter(tournament=tournament, by=by).first()
    if found is None:
        raise ListGoneError
    return found


def read_list(kept: ListFile, reading: Reading) -> People:
    """What the list says, with faults and warnings; never raises."""
    existing = list(
        Entry.objects.filter(tournament=kept.tournament_id).values_list("name", flat=True)
    )
    return read_people(
        bytes(kept.content),
        encoding=reading.encoding,
        sheet=reading.sheet,
        mapping=reading.mapping,
        has_header=reading.has_header,
        existing=existing,
    )


def import_list(
    *,
    tournament: Tournament,
    reading: Reading,
    listed_only: bool,
    by: User,
    at: datetime,
    same_names: bool = False,
) -> list[Entry]:
    """Enter everybody on the kept list (or put them on the list of those eligible).

    Those marked as not eligible are left out, and those whose name is entered already, unless
    ``same_names`` says that they are others. Raise ListGoneError, ListFaultyError.
    """
    with write():
        locked = lock(tournament)
        kept = kept_list(locked, by)
        people = read_list(kept, reading)
        if not people.ok:
            raise ListFaultyError(faults=len(people.faults))
        details = [
            Details(one.name, one.kana, one.club, one.grade, one.note, one.seed, one.rating)
            for one in people.entering(same_names=same_names)
        ]
        made = create_entries(locked, details, at=at, listed_only=listed_only)
        upcoming = next_ordinal(locked)
        if upcoming > 1 and not listed_only:
            _begin_late(made, upcoming)
        kept.delete()
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.imported",
            subject=lambda: kept.name or gettext("pasted list"),
            after={"entered": len(made), "listed_only": listed_only},
        )
        tell(locked, "entry")
    return made


def _begin_late(entries: Sequence[Entry], ordinal: int) -> None:
    for part in parts_of(entry.pk for entry in entries):
        Entry.objects.filter(pk__in=part).update(from_round=ordinal)


def drop_list(*, tournament: Tournament, by: User) -> None:
    with write():
        ListFile.objects.filter(tournament=tournament, by=by).delete()
