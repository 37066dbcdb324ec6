"""A tournament out of an archive: all of it or nothing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import DataError, IntegrityError
from django.db.models import AutoField, ForeignKey, Model, UUIDField
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import Membership, Role, User
from accounts.services.people import make_people
from games.models import Match
from tournaments.errors import ArchiveHereError, BrokenArchiveError
from tournaments.models import AuditEntry, Tournament
from tournaments.services.archive import NAME, VERSION
from tournaments.services.archive_parts import Part, parts
from tournaments.services.archive_rows import (
    Row,
    fields_of,
    read_row,
    refuse_unwritable,
    renamed,
)
from tournaments.services.audit import record
from tournaments.services.restored import check_restored, settle_restored
from tournaments.services.tournaments import new_join_code

MOST_PEOPLE = 50_000


@dataclass(frozen=True, slots=True)
class Archive:
    """A file that is an archive of a version known here; its rows are not looked at yet."""

    tournament: str
    name: str
    made_at: datetime
    people: list[Mapping[str, Any]]
    rows: Mapping[str, list[Any]]
    left_out: tuple[str, ...] = ()

    def count(self, name: str) -> int:
        return len(self.rows.get(name, ()))


def read_archive(data: bytes) -> Archive:
    """Raise BrokenArchiveError."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BrokenArchiveError(where="archive", what=_("this is no JSON")) from None
    if not isinstance(found, dict) or found.get("archive") != NAME:
        raise BrokenArchiveError(where="archive", what=_("this is no archive of a tournament"))
    if found.get("version") != VERSION:
        what = _("it is “%(version)s”; this server reads %(known)s") % {
            "version": str(found.get("version"))[:20],
            "known": VERSION,
        }
        raise BrokenArchiveError(where="version", what=what)
    rows = found.get("rows")
    people, told = _list(found, "people"), _list({"left_out": []} | found, "left_out")
    if not isinstance(rows, dict):
        raise BrokenArchiveError(where="rows", what=_("names with their values are needed here"))
    if len(people) > MOST_PEOPLE:
        what = _("there are more than %(most)s") % {"most": MOST_PEOPLE}
        raise BrokenArchiveError(where="people", what=what)
    known = {part.name for part in parts()}
    if unknown := sorted(rows.keys() - known):
        raise BrokenArchiveError(where=f"rows.{unknown[0][:50]}", what=_("this is not known here"))
    for name in rows:
        _list(rows, name, "rows.")
    try:
        refuse_unwritable(found)
    except RecursionError:
        raise BrokenArchiveError(
            where="archive", what=_("things stand too deep in one another")
        ) from None
    made_at = parse_datetime(str(found.get("made_at")))
    if made_at is None or is_naive(made_at):
        raise BrokenArchiveError(where="made_at", what=_("this is no instant with its time zone"))
    own = rows.get("tournaments.tournament", [])
    if len(own) != 1 or not isinstance(own[0], dict) or own[0].get("id") != found.get("tournament"):
        what = _("it has to be one row, that of the tournament")
        raise BrokenArchiveError(where="rows.tournaments.tournament", what=what)
    return Archive(
        str(found["tournament"]),
        str(own[0].get("name", "")),
        made_at,
        people,
        rows,
        tuple(map(str, told)),
    )


def _list(found: Mapping[str, Any], name: str, within: str = "") -> list[Any]:
    given = found.get(name)
    if not isinstance(given, list):
        raise BrokenArchiveError(where=within + name, what=_("a list is needed here"))
    return given


def here(archive: Archive) -> Tournament | None:
    """The tournament of the archive, if this server has it."""
    return next(iter(Tournament.objects.filter(pk=_uuid(archive.tournament, "tournament"))), None)


def restore(*, archive: Archive, copy: bool, by: User, at: datetime) -> Tournament:
    """Make the tournament again; ``by`` organises it.

    Addresses stay as they were. Where the tournament is here already a ``copy`` is made, with
    addresses of its own. People come as new ones, except ``by``. Raise BrokenArchiveError,
    ArchiveHereError.
    """
    try:
        with write():
            found = here(archive)
            if found is not None and not copy:
                raise ArchiveHereError(name=found.name)
            making = _Making(archive, fresh=found is not None, by=by)
            made = making.make()
            Membership.objects.get_or_create(user=by, scope=made.pk, role=Role.ORGANISER)
            check_restored(made)
            settle_restored(made, by=by, made_at=archive.made_at)
            record(
                tournament=made,
                by=by,
                at=at,
                action="tournament.restored",
                subject=made.name,
                after={"made_at": archive.made_at.isoformat(), "from": archive.tournament},
            )
    except (IntegrityError, DataError):
        raise BrokenArchiveError(where="rows", what=_not_together()) from None
    return made


def _not_together() -> str:
    return _("the rows do not fit together: something is there twice, or is too large")


class _Making:
    """Rows made in order; ids of the archive become those of this server."""

    def __init__(self, archive: Archive, *, fresh: bool, by: User) -> None:
        self.archive = archive
        self.fresh = fresh
        self.ids: dict[str, dict[Any, Any]] = {User._meta.label_lower: self._people(by)}
        self.texts = {old: str(new) for old, new in self.ids[User._meta.label_lower].items()}
        self.later: list[tuple[Model, ForeignKey[Any, Any], Any, str]] = []
        self.stored = {User._meta.label_lower}

    def _people(self, by: User) -> dict[Any, Any]:
        names: dict[str, tuple[str, str]] = {}
        for number, one in enumerate(self.archive.people, 1):
            where = f"people[{number}]"
            if not isinstance(one, dict) or not isinstance(one.get("name"), str):
                raise BrokenArchiveError(where=where, what=_("there is no name"))
            key, language = str(_uuid(one.get("id"), where)), one.get("language", "")
            if key in names:
                raise BrokenArchiveError(where=where, what=_("this id is there twice"))
            names[key] = (one["name"], language if language in ("ja", "en") else "")
        made = make_people([name for name, _language in names.values()])
        for person, (_name, language) in zip(made, names.values(), strict=True):
            person.language = language
        User.objects.bulk_update(made, ["language"], batch_size=500)
        found = {key: person.pk for key, person in zip(names, made, strict=True)}
        if str(by.pk) in found:
            User.objects.filter(pk=found[str(by.pk)]).delete()
            found[str(by.pk)] = by.pk
        return found

    def make(self) -> Tournament:
        read = [(part, self._read(part)) for part in parts()]
        own = self.ids["tournaments.tournament"][self.archive.tournament]
        # Roles of a tournament that was taken off this server.
        Membership.objects.filter(scope=own).delete()
        for part, rows in read:
            self._insert(part, rows)
        changed: dict[tuple[type[Model], str], list[Model]] = {}
        for row, one, raw, where in self.later:
            setattr(row, one.attname, self._known(one, raw, where))
            changed.setdefault((type(row), one.name), []).append(row)
        for (model, name), changed_rows in changed.items():
            model._default_manager.bulk_update(changed_rows, [name], batch_size=500)
        return Tournament.objects.get(
            pk=self.ids["tournaments.tournament"][self.archive.tournament]
        )

    def _read(self, part: Part) -> list[Row]:
        """Check every value, and find the id each row will have."""
        fields = fields_of(part.model, part.without)
        found = []
        ids = self.ids.setdefault(part.name, {})
        for number, raw in enumerate(self.archive.rows.get(part.name, []), 1):
            where = f"{part.name}[{number}]"
            row = read_row(raw, fields, where, part.since)
            pk = part.model._meta.pk
            old = row[pk.name]
            key = str(old) if isinstance(pk, UUIDField) else old
            if key in ids:
                raise BrokenArchiveError(where=where, what=_("this id is there twice"))
            ids[key] = old
            if isinstance(pk, UUIDField):
                ids[key] = row[pk.name] = uuid4() if self.fresh or part.fresh else old
                self.texts[key] = str(ids[key])
            found.append(row)
        return found

    def _insert(self, part: Part, rows: list[Row]) -> None:
        model, fields = part.model, fields_of(part.model, part.without)
        made: list[Model] = []
        for number, row in enumerate(rows, 1):
            one = model()
            for field in fields:
                where, value = f"{part.name}[{number}].{field.name}", row[field.name]
                if isinstance(field, AutoField):
                    continue
                if isinstance(field, ForeignKey):
                    remote = field.related_model._meta.label_lower
                    if value is not None and remote not in self.stored and field.null:
                        self.later.append((one, field, value, where))
                        value = None
                    value = None if value is None else self._known(field, value, where)
                elif field is not model._meta.pk:
                    value = renamed(value, self.texts)
                setattr(one, field.attname, value)
            self._fit(one)
            made.append(one)
        try:
            stored = model._default_manager.bulk_create(made, batch_size=500)
        except (IntegrityError, DataError):
            raise BrokenArchiveError(where=f"rows.{part.name}", what=_not_together()) from None
        if isinstance(model._meta.pk, AutoField):
            old = [row[model._meta.pk.name] for row in rows]
            self.ids[part.name] = {key: one.pk for key, one in zip(old, stored, strict=True)}
        self.stored.add(part.name)

    def _known(self, field: "ForeignKey[Any, Any]", raw: Any, where: str) -> Any:
        known = self.ids.get(field.related_model._meta.label_lower, {})
        if raw not in known:
            what = _("the archive has no “%(id)s”") % {"id": str(raw)[:50]}
            raise BrokenArchiveError(where=where, what=what)
        return known[raw]

    def _fit(self, row: Model) -> None:
        """What the database does not check, and what must be unique on this server."""
        own = self.ids["tournaments.tournament"][self.archive.tournament]
        match row:
            case Tournament():
                taken = Tournament.objects.filter(join_code=row.join_code).exists()
                if taken or not row.join_code:
                    row.join_code = new_join_code()
            case Membership():
                row.scope = own
            case Match():
                row.scope, row.home = own, f"/t/{own}/"
            case AuditEntry() if row.ref.isdecimal():
                of_stage = row.action.startswith(("advancement.", "contest."))
                known = self.ids["tournaments.stage" if of_stage else "tournaments.round"]
                row.ref = str(known.get(int(row.ref[:18]), ""))
            case _:
                pass


def _uuid(raw: Any, where: str) -> UUID:
    try:
        return UUID(str(raw))
    except ValueError:
        raise BrokenArchiveError(where=where, what=_("this is no id")) from None
