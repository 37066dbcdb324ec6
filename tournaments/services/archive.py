"""A whole tournament as one JSON file that another server can restore.

``{"archive": "taikai", "version": 1, "made_at", "tournament", "left_out", "people", "rows"}``:
``rows`` by model, each row with all its fields; ``people`` with an id, a name and a language.
"""

import json
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import ForeignKey

from accounts.db import found_in
from accounts.models import User
from tournaments.models import Tournament
from tournaments.services.archive_parts import left_out, parts
from tournaments.services.archive_rows import fields_of, row_json

NAME, VERSION = "taikai", 1


def make_archive(tournament: Tournament, at: datetime) -> dict[str, Any]:
    """Everything as it stands at one moment."""
    rows: dict[str, list[dict[str, Any]]] = {}
    people: set[Any] = set()
    with transaction.atomic():
        for part in parts():
            fields = fields_of(part.model, part.without)
            theirs = [
                one.attname
                for one in fields
                if isinstance(one, ForeignKey) and one.related_model is User
            ]
            found = list(part.rows(tournament))
            rows[part.name] = [row_json(row, fields) for row in found]
            people.update(getattr(row, name) for row in found for name in theirs)
        known = sorted(
            found_in(User.objects.all(), "pk", people - {None}),
            key=lambda one: (one.date_joined, str(one.pk)),
        )
        named = [{"id": str(one.pk), "name": one.name, "language": one.language} for one in known]
    return {
        "archive": NAME,
        "version": VERSION,
        "made_at": at.astimezone(UTC).isoformat(),
        "tournament": str(tournament.pk),
        "left_out": left_out(),
        "people": named,
        "rows": rows,
    }


def write_archive(archive: dict[str, Any]) -> bytes:
    return json.dumps(archive, ensure_ascii=False, indent=1).encode("utf-8", "replace")
