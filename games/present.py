"""What pages, programs and live viewers are told about a match, as JSON values.

Seats count from 1, instants are ISO 8601 in UTC, durations are whole milliseconds. Nothing
here helps to find a kyōen.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.clock import Clock, Timing, milliseconds
from games.faces.names import names_of
from games.faces.registry import face
from games.models import Match, MatchEvent, Seat
from games.policy import Policy
from games.record import MatchState
from games.record_events import Status
from games.rules.base import JSON
from games.sayings import say
from games.waiting import waiting


def instant(at: datetime | None) -> str | None:
    """
    >>> instant(datetime(2026, 8, 1, 3, 4, 5, 678999, tzinfo=UTC))
    '2026-08-01T03:04:05.678Z'
    """
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def duration(time: timedelta | None) -> int | None:
    return None if time is None else milliseconds(time)


def match_view(
    match: Match,
    seats: Sequence[Seat],
    state: MatchState,
    at: datetime,
    events: Iterable[MatchEvent] | None = None,
) -> JSON:
    """A match after ``state.seq`` events, its clock as at the instant ``at``.

    With ``events`` there is a ``log`` of them. The columns of ``match`` are not read for what
    ``state`` knows.
    """
    position = position_view(state, match.game)
    found: JSON = {
        "id": str(match.pk),
        "game": match.game,
        "title": {"ja": match.title_ja or match.title_en, "en": match.title_en or match.title_ja},
        "home": match.home,
        "medium": match.medium,
        "is_practice": match.is_practice,
        "rules": match.rules,
        "time_control": match.time_control,
        "policy": match.policy,
        "series": series_view(match),
        "seq": state.seq,
        "position_seq": state.position_seq,
        "status": state.status.value,
        "to_move": from_one(state.to_move),
        "called_at": instant(match.called_at),
        "no_show_at": instant(no_show_at(match)) if state.started_at is None else None,
        "started_at": instant(state.started_at),
        "finished_at": instant(state.finished_at),
        "position": position,
        "clock": clock_view(state, at),
        "seats": seat_views(seats, state, position),
        "offer": from_one(state.offer),
        "away": away_view(match, seats, state, at),
        "outcome": None if state.outcome is None else state.outcome.to_json(),
    }
    if events is not None:
        names = names_of(seats)
        found["log"] = [event_view(event, names, match.game) for event in events]
    return found


def away_view(match: Match, seats: Sequence[Seat], state: MatchState, at: datetime) -> JSON | None:
    """Whom the match waits for in vain, since when, and until when it does.

    ``until`` may have passed: then arbiters decide.
    """
    found = waiting(match, seats, state)
    missed = found and found.absence(at)
    if not missed:
        return None
    return {
        "seat": missed.seat + 1,
        "why": missed.why.value,
        "since": instant(missed.since),
        "until": instant(missed.until),
    }


def series_view(match: Match) -> JSON | None:
    """Which game of which series a match is."""
    if match.series_id is None:
        return None
    return {"id": str(match.series_id), "game": match.game_number}


def no_show_at(match: Match) -> datetime | None:
    """Until when the players who were called may come."""
    limit = Policy.from_json(match.policy).no_show_after
    if match.no_show_at is not None or limit is None or match.called_at is None:
        return match.no_show_at
    return match.called_at + limit


def position_view(state: MatchState, game: str) -> JSON:
    """What everybody sees of the position, with seats from 1."""
    view = face(game).view(state.position)
    for name in ("owner", "to_move"):
        if name in view:
            view[name] = from_one(view[name])
    if state.verdict is not None:
        view |= {"to_move": None, "outcome": state.verdict.to_json()}
    view["out"] = [seat + 1 for seat in view.get("out", ())]
    view["seats"] = [
        {"seat": number, **seat} for number, seat in enumerate(view.get("seats", ()), start=1)
    ]
    if claim := view.get("last_claim"):
        view["last_claim"] = claim | {
            "claimant": from_one(claim["claimant"]),
            "against": from_one(claim["against"]),
        }
    return view


def clock_view(state: MatchState, at: datetime) -> JSON:
    clock = state.clock
    running = state.status is Status.RUNNING and clock.control.timing is not Timing.NONE
    seats = range(state.position.seats)
    return {
        **clock.control.to_json(),
        "running": running,
        "turn": from_one(clock.turn),
        "deadline": instant(state.deadline),
        "left_ms": [duration(clock.remaining(seat, at)) for seat in seats],
        "main_left_ms": [duration(clock.main[seat]) for seat in seats],
        "periods": [_periods(clock, seat, at) for seat in seats],
        "server_time": instant(at),
    }


def _periods(clock: Clock, seat: int, at: datetime) -> int:
    """How many periods of byo-yomi the seat has left at ``at``."""
    if seat == clock.turn:
        clock = clock.charged(at, moved=False)
    return clock.periods[seat]


def seat_views(seats: Sequence[Seat], state: MatchState, position: JSON) -> list[JSON]:
    states = seat_states(state, position)
    outcome = state.outcome
    scores = outcome.scores if outcome else getattr(state.position, "scores", ())
    return [
        {
            "seat": seat.number + 1,
            "name": seat.name,
            "computer": seat.computer,
            "taken": bool(seat.user_id or seat.computer),
            "state": states[seat.number],
            "place": _place(state, position, seat.number),
            "ready": seat.ready_at is not None,
            "score": scores[seat.number] if scores else None,
            "illegal": state.illegal[seat.number],
            "wrong_claims": position["seats"][seat.number].get("wrong_claims", 0)
            if position["seats"]
            else 0,
        }
        for seat in seats
    ]


def seat_states(state: MatchState, position: JSON) -> list[str]:
    """One word for each seat: placed, thinking, next, in, out or absent."""
    alive, count = set(state.position.alive), state.position.seats
    reasons = [seat.get("reason", "") for seat in position["seats"]] or [""] * count
    found = [
        "in" if seat in alive else "absent" if reasons[seat] == "absent" else "out"
        for seat in range(count)
    ]
    if state.to_move is None or state.started_at is None:
        return found
    following = ((state.to_move + step) % count for step in range(1, count))
    after = next((seat for seat in following if seat in alive), None)
    if after is not None:
        found[after] = "next"
    owner = position.get("owner")
    if owner is not None and owner - 1 in alive:
        found[owner - 1] = "placed"
    found[state.to_move] = "thinking"
    return found


def _place(state: MatchState, position: JSON, seat: int) -> int | None:
    """The place of a seat, which one that is out has before the match is over."""
    if state.outcome is not None:
        return state.outcome.places[seat]
    out: list[int] = position["out"]
    return state.position.seats - out.index(seat + 1) if seat + 1 in out else None


def event_view(event: MatchEvent, names: Sequence[str], game: str) -> JSON:
    """One line of the record, with a sentence for people. ``names`` by seat."""
    data: dict[str, Any] = event.data
    return {
        "seq": event.seq,
        "at": instant(event.at),
        "kind": event.kind,
        "seat": from_one(event.seat),
        "text": event.text,
        "points": data.get("points", []),
        "right": data.get("right"),
        "against": from_one(data.get("against")),
        "used_ms": data.get("used_ms"),
        "ms": data.get("ms"),
        "out": [seat + 1 for seat in data.get("out", ())],
        "undone": data["undone"]["seq"] if "undone" in data else None,
        "did": data.get("did"),
        "reason": event.reason,
        "say": say(event, names, game),
    }


def message(
    match: Match, seats: Sequence[Seat], event: MatchEvent | None, state: MatchState, at: datetime
) -> JSON:
    """What live viewers get after ``event``, or after a change that is no event (None)."""
    names = names_of(seats)
    return {
        "event": None if event is None else event_view(event, names, match.game),
        "match": match_view(match, seats, state, at),
    }
