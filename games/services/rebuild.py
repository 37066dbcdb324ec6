"""The columns of a match, and what is told about its events, made again from its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.db import found_in, parts_of, write
from games.facts import facts
from games.models import Match, MatchEvent, Series, Status
from games.record import MatchState
from games.rules.base import GameError
from games.services.ledger import DERIVED, derive
from games.services.series_following import follow, result_of
from games.services.state import event_of, first_state

FACTS = frozenset(
    {
        "first", "used_ms", "did", "points", "right", "against", "stone", "waits", "absent",
        "undone", "out", "back", "places", "end", "nth", "given_ms",
    }
)  # fmt: skip
"""The keys of an event's ``data`` that games/facts.py writes; the others are the request's."""

CHUNK = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """``column`` is a column of Match, ``event 7``, or ``record`` when it cannot be followed."""

    match: UUID
    column: str
    stored: Any
    right: Any

    def __str__(self) -> str:
        return f"{self.match} {self.column}: {_text(self.stored)}, not {_text(self.right)}"


def _text(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)


def compare(*, only: Sequence[UUID] = ()) -> Iterator[Difference]:
    """What is stored and is not what the records say."""
    for part in parts_of(only) if only else [()]:
        for match in _matches(part).iterator(chunk_size=CHUNK):
            yield from _follow(match)[0]
    yield from (Difference(last.pk, "next game", None, "made") for last in _left_behind(only))


def rebuild(*, only: Sequence[UUID] = ()) -> Iterator[Difference]:
    """The same, put right. A match whose record cannot be followed is left as it is."""
    parts = parts_of(only) if only else [()]
    ids = [pk for part in parts for pk in _matches(part).values_list("pk", flat=True)]
    for pk in ids:
        with write():
            match = Match.objects.select_for_update().prefetch_related("seats", "events").get(pk=pk)
            differences, events = _follow(match)
            if differences and not any(found.column == "record" for found in differences):
                match.save(update_fields=DERIVED)
                MatchEvent.objects.bulk_update(events, ["data"])
        yield from differences
    for last in _left_behind(only):
        assert last.series_id is not None
        assert last.finished_at is not None
        with write():
            made = follow(last.series_id, last.finished_at)
        yield Difference(last.pk, "next game", None, None if made is None else str(made.pk))


def _left_behind(only: Sequence[UUID]) -> list[Match]:
    """The last games of series whose next game was not made."""
    found = Series.objects.distinct().prefetch_related("matches")
    every = {one.pk: one for one in found_in(found, "matches", only)}.values() if only else found
    last = []
    for series in every:
        matches = sorted(series.matches.all(), key=lambda match: match.game_number)
        finished = matches and matches[-1].status == Status.FINISHED
        if finished and not result_of(series, matches).over:
            last.append(matches[-1])
    return last


def _matches(only: Sequence[UUID]) -> Any:
    found = Match.objects.order_by("created_at", "pk").prefetch_related("seats", "events")
    return found.filter(pk__in=only) if only else found


def _follow(match: Match) -> tuple[list[Difference], list[MatchEvent]]:
    """What differs, and the events to be put right; ``match`` has the right columns then."""
    found: list[Difference] = []
    changed: list[MatchEvent] = []
    stored = {column: getattr(match, column) for column in DERIVED}
    try:
        state = first_state(match, len(match.seats.all()))
        for row in match.events.all():
            before, state = state, state.apply(event_of(row))
            if wrong := _event_difference(match.pk, row, before, state):
                found.append(wrong)
                changed.append(row)
    except GameError as error:
        return [Difference(match.pk, "record", str(error), "a record of the game")], []
    derive(match, state)
    for column, old in stored.items():
        new = getattr(match, column)
        if old != new:
            found.append(Difference(match.pk, column, old, new))
    return found, changed


def _event_difference(
    pk: UUID, row: MatchEvent, before: MatchState, state: MatchState
) -> Difference | None:
    event = event_of(row)
    asked = {key: value for key, value in row.data.items() if key not in FACTS}
    old = {key: value for key, value in row.data.items() if key in FACTS}
    right = facts(before, event, state)
    row.data = asked | right
    return None if old == right else Difference(pk, f"event {row.seq}", old, right)
