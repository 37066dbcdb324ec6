"""The state of a stored match: replayed once, then carried along.

What was replayed is kept in this process by match and seq. Events are only added, so a state
is right for its seq for ever, whichever process added to it since.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from games.clock import TimeControl
from games.models import Match, MatchEvent
from games.policy import Policy
from games.record import MatchState, begin, replay, steps
from games.record_events import Event, Kind
from games.rules.registry import game

KEPT = 2000
"""Matches whose last state this process keeps."""


class _Kept(NamedTuple):
    rules: Any
    time_control: Any
    state: MatchState


_kept: OrderedDict[UUID, _Kept] = OrderedDict()
_lock = threading.Lock()


def first_state(match: Match, seats: int) -> MatchState:
    """The match before its first event."""
    kind = game(match.game)
    position = kind.start(kind.rules.from_json(match.rules), seats)
    return begin(
        position,
        TimeControl.from_json(match.time_control),
        arbiter_rules_on_time=match.rules.get("time_used_up") == "arbiter",
        policy=Policy.from_json(match.policy),
    )


def event_of(row: MatchEvent) -> Event:
    return Event(row.seq, row.at, Kind(row.kind), row.seat, row.text, row.data)


def load_state(match: Match, seats: int | None = None) -> MatchState:
    """The state after event ``match.seq``. ``seats``: how many, when the caller knows."""
    kept = _find(match)
    if kept is not None and kept.seq == match.seq:
        return kept
    rows = MatchEvent.objects.filter(
        match=match, seq__gt=0 if kept is None else kept.seq, seq__lte=match.seq
    )
    return _follow(match, kept, rows.order_by("seq") if match.seq else (), seats)


def load_states(matches: Sequence[Match]) -> Iterator[MatchState | Exception]:
    """The states of many matches, whose ``seats`` are prefetched, by one query.

    An exception stands for a record that cannot be followed.
    """
    kept = [_find(match) for match in matches]
    behind = [
        match.pk
        for match, state in zip(matches, kept, strict=True)
        if state is None or state.seq < match.seq
    ]
    rows: dict[UUID, list[MatchEvent]] = {pk: [] for pk in behind}
    if behind:
        for row in MatchEvent.objects.filter(match__in=behind).order_by("match", "seq"):
            rows[row.match_id].append(row)
    for match, state in zip(matches, kept, strict=True):
        seen = 0 if state is None else state.seq
        news = [row for row in rows.get(match.pk, ()) if seen < row.seq <= match.seq]
        try:
            yield _follow(match, state, news, len(match.seats.all()))
        except Exception as error:  # noqa: BLE001 - one of many; the caller tells of it
            yield error


def _follow(
    match: Match, state: MatchState | None, rows: Iterable[MatchEvent], seats: int | None
) -> MatchState:
    """``state``, or the first one, after ``rows``."""
    if state is None:
        state = first_state(match, match.seats.count() if seats is None else seats)
    if state.seq < match.seq:
        state = replay(state, map(event_of, rows))
        keep(match, state)
    return state


def load_steps(
    match: Match, seats: int | None = None, rows: Iterable[MatchEvent] | None = None
) -> list[tuple[MatchEvent, MatchState]]:
    """Every event with the state after it. ``rows``: all of them, when the caller has them."""
    if rows is None:
        rows = MatchEvent.objects.filter(match=match).order_by("seq")
    found = list(rows)
    start = first_state(match, match.seats.count() if seats is None else seats)
    states = [state for _, state in steps(start, map(event_of, found))]
    return list(zip(found, states, strict=True))


def keep(match: Match, state: MatchState) -> None:
    """Keep ``state`` for the next time, once what led to it is committed."""
    kept = _Kept(match.rules, match.time_control, state)
    transaction.on_commit(partial(_store, match.pk, kept), robust=True)


def _find(match: Match) -> MatchState | None:
    with _lock:
        kept = _kept.get(match.pk)
        if kept is None or kept.state.seq > match.seq:
            return None
        if kept.rules != match.rules or kept.time_control != match.time_control:
            return None
        _kept.move_to_end(match.pk)
        return kept.state


def _store(pk: UUID, kept: _Kept) -> None:
    with _lock:
        old = _kept.get(pk)
        if old is None or old.state.seq < kept.state.seq:
            _kept[pk] = kept
            _kept.move_to_end(pk)
            while len(_kept) > KEPT:
                _kept.popitem(last=False)


def forget() -> None:
    """Keep nothing. For measuring and for tests that fake a past."""
    with _lock:
        _kept.clear()
