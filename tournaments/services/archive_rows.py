"""A row as JSON, and a row of an archive as a model, every value checked."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import (
    AutoField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
)
from django.utils.duration import duration_string
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

from tournaments.errors import BrokenArchiveError
from tournaments.services.archive_words import NONSENSE, reason

Row = dict[str, Any]
Ids = Mapping[str, Mapping[Any, Any]]
"""By the model's name: what an id of the archive is here."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def fields_of(model: type[Model], without: Sequence[str]) -> list["Field[Any, Any]"]:
    return [one for one in model._meta.concrete_fields if one.name not in without]


def row_json(row: Model, fields: Sequence["Field[Any, Any]"]) -> Row:
    """Instants in UTC; another row as its id."""
    return {one.name: _plain(getattr(row, one.attname)) for one in fields}


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case UUID() | Decimal():
            return str(value)
        case timedelta():
            return duration_string(value)
        case _:
            return value


def read_value(one: "Field[Any, Any]", raw: Any, where: str) -> Any:
    """A value of a row that is no id of another. Raise BrokenArchiveError."""
    try:
        if isinstance(one, IntegerField) and isinstance(raw, bool | float):
            raise ValidationError(_("a whole number is needed here"))
        value = one.to_python(raw)
        if value is None:
            if not one.null:
                raise BrokenArchiveError(where=where, what=_("this is missing"))
            return None
        if isinstance(value, str):
            _refuse_long(one, value)
        if isinstance(one, DateTimeField) and is_naive(value):
            raise ValidationError(_("an instant needs its time zone"))
        if one.choices:
            one.validate(value, None)
        if not isinstance(one, JSONField):
            one.run_validators(value)
    except NONSENSE as error:
        raise BrokenArchiveError(where=where, what=reason(error)) from None
    return value


def _refuse_long(one: "Field[Any, Any]", value: str) -> None:
    most = getattr(one, "max_length", None)
    if most is not None and len(value) > most:
        raise ValidationError(_("it is longer than %(most)s characters") % {"most": most})


def read_row(
    row: Any, fields: Sequence["Field[Any, Any]"], where: str, since: Sequence[str] = ()
) -> Row:
    """The values by field; other rows still as ids of the archive. ``since``: may be missing."""
    if not isinstance(row, dict):
        raise BrokenArchiveError(where=where, what=_("names with their values are needed here"))
    row = {one.name: one.get_default() for one in fields if one.name in since} | row
    known = {one.name for one in fields}
    if unknown := sorted(row.keys() - known):
        raise BrokenArchiveError(
            where=f"{where}.{unknown[0][:50]}", what=_("this is not known here")
        )
    if absent := sorted(known - row.keys()):
        raise BrokenArchiveError(where=f"{where}.{absent[0]}", what=_("this is missing"))
    found = {}
    for one in fields:
        place = f"{where}.{one.name}"
        if isinstance(one, ForeignKey):
            found[one.name] = _id(row[one.name], one, place)
        elif isinstance(one, AutoField):
            found[one.name] = _id(row[one.name], None, place)
        else:
            found[one.name] = read_value(one, row[one.name], place)
    return found


def _id(raw: Any, one: "ForeignKey[Any, Any] | None", where: str) -> Any:
    if raw is None and one is not None and one.null:
        return None
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        raise BrokenArchiveError(where=where, what=_("this is no id"))
    return raw


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """JSON with every id of the archive, wherever it stands, as it is here."""
    if isinstance(value, str):
        return _ID.sub(lambda found: ids.get(found[0], found[0]), value)
    if isinstance(value, list):
        return [renamed(one, ids) for one in value]
    if isinstance(value, dict):
        return {renamed(key, ids): renamed(one, ids) for key, one in value.items()}
    return value


def refuse_unwritable(value: Any, where: str = "archive") -> None:
    """Text that no database takes: half characters and the character 0."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise BrokenArchiveError(where=where, what=_("it has a character that is none"))
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            refuse_unwritable(one, f"{where}[{number}]")
    elif isinstance(value, dict):
        for key, one in value.items():
            refuse_unwritable(key, where)
            refuse_unwritable(one, f"{where}.{key[:50]}")
