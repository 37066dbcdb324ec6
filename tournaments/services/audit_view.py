"""Lines of the record as a person reads them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.timezone import localtime
from django.utils.translation import get_language

from tournaments.models import AuditEntry
from tournaments.words import action_words


@dataclass(frozen=True, slots=True)
class LineView:
    line: AuditEntry
    words: str
    subject: str
    before: str
    after: str
    time: str
    """Hours and minutes in the active time zone."""
    whom: str
    """Who did not come, or came after all."""


def line_views(lines: Iterable[AuditEntry]) -> list[LineView]:
    ours = get_language() == "ja"
    return [
        LineView(
            line,
            action_words(line.action),
            line.subject if ours or not line.subject_en else line.subject_en,
            _text(line.before),
            _text(line.after),
            f"{localtime(line.at):%H:%M}",
            _text(line.after) if line.action.startswith("seat.") else "",
        )
        for line in lines
    ]


def _text(value: object) -> str:
    """JSON that a person can follow; a plain value as it is."""
    if value is None or isinstance(value, str | int):
        return "" if value is None else str(value)
    return json.dumps(value, ensure_ascii=False, indent=1)
