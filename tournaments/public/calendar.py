"""The rounds of a tournament as an iCalendar (RFC 5545)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from django.urls import reverse

from tournaments.models import Tournament
from tournaments.public.front import RoundLine

MOST = 75
"""Octets in a line, without its end."""
USUAL = timedelta(hours=1)
"""Of a round whose end nobody has said."""


def calendar(
    tournament: Tournament, name: str, rounds: Sequence[RoundLine], base: str, at: datetime
) -> str:
    """The beginning, then every public round; ``base``: the site's address, without a slash."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Taikai//Rounds//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(name)}",
        *_events(tournament, name, rounds, base, at),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _events(
    tournament: Tournament, name: str, rounds: Sequence[RoundLine], base: str, at: datetime
) -> Iterator[str]:
    home = base + reverse("tournaments:public", args=[tournament.pk])
    if tournament.starts_at is not None and not rounds:
        yield from _event(
            f"{tournament.pk}", name, tournament.starts_at, None, home, tournament, at
        )
    for line in rounds:
        round_ = line.round
        start = round_.started_at or round_.published_at
        if start is None:
            continue
        url = base + reverse("tournaments:public_round", args=[tournament.pk, line.ordinal])
        yield from _event(
            f"{tournament.pk}-{line.ordinal}",
            f"{name}: {line.name}",
            start,
            round_.closed_at or round_.ends_at,
            url,
            tournament,
            at,
        )


def _event(
    uid: str,
    summary: str,
    start: datetime,
    end: datetime | None,
    url: str,
    tournament: Tournament,
    at: datetime,
) -> Iterator[str]:
    ends = end if end is not None and end > start else start + USUAL
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}@taikai"
    yield f"DTSTAMP:{_utc(at)}"
    yield f"DTSTART:{_utc(start)}"
    yield f"DTEND:{_utc(ends)}"
    yield f"SUMMARY:{escaped(summary)}"
    if tournament.venue:
        yield f"LOCATION:{escaped(tournament.venue)}"
    yield f"URL:{url}"
    yield "END:VEVENT"


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    r"""Text as a value.

    >>> print(escaped("a,b;c\\d\ne"))
    a\,b\;c\\d\ne
    """
    plain = text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
    return plain.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> str:
    """In lines of at most 75 octets, no letter cut in two; the later ones begin with a space.

    >>> folded("会" * 26).split("\\r\\n ") == ["会" * 25, "会"]
    True
    """
    parts, size = [""], 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > MOST:
            parts.append("")
            size = 1
        parts[-1] += letter
        size += octets
    return "\r\n ".join(parts)
