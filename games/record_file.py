"""The record of a match as a file: text to read and to keep, JSON for programs."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.models import Match, MatchEvent, Seat
from games.present import instant, series_view


def record_json(
    match: Match, seats: Sequence[Seat], events: Iterable[MatchEvent]
) -> dict[str, Any]:
    """Seats from 1. What was asked of a match, who played it and what happened."""
    return {
        "id": str(match.pk),
        "game": match.game,
        "title": {"ja": match.title_ja, "en": match.title_en},
        "rules": match.rules,
        "time_control": match.time_control,
        "policy": match.policy,
        "series": series_view(match),
        "seats": [
            {"seat": seat.number + 1, "name": seat.name, "computer": seat.computer}
            for seat in seats
        ],
        "started_at": instant(match.started_at),
        "finished_at": instant(match.finished_at),
        "outcome": match.outcome,
        "events": [_event_json(event) for event in events],
    }


def _event_json(event: MatchEvent) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seq": event.seq,
        "at": instant(event.at),
        "kind": event.kind,
        "seat": None if event.seat is None else event.seat + 1,
        "text": event.text,
        "data": event.data,
    }
    if event.reason:
        found |= {"reason": event.reason, "by": event.by.name if event.by else None}
    return found


def record_text(match: Match, seats: Sequence[Seat], events: Iterable[MatchEvent]) -> str:
    """Header lines ``Name: value``, an empty line, then one line an event.

    A line holds, with tabs between: seq, instant in UTC, kind, seat, notation, and what an
    arbiter gave as the reason.
    """
    options = ", ".join(f"{key}={_plain(value)}" for key, value in sorted(match.rules.items()))
    times = ", ".join(f"{key}={_plain(value)}" for key, value in match.time_control.items())
    head = [
        ("Game", match.game),
        ("Title", match.title_en or match.title_ja),
        ("Match", str(match.pk)),
        ("Rules", options or "default"),
        ("Time", times or "timing=none"),
        *_beside(match),
        ("Started", instant(match.started_at) or "-"),
        ("Finished", instant(match.finished_at) or "-"),
    ]
    head += [(f"Seat {seat.number + 1}", _line(seat.name)) for seat in seats]
    if match.outcome:
        places = " ".join(str(place) for place in match.outcome["places"])
        head.append(("Places", places))
        if scores := match.outcome.get("scores"):
            head.append(("Scores", " ".join(map(str, scores))))
        head.append(("Ended", match.outcome["reason"]))
    lines = [f"{name}: {value}" for name, value in head]
    return "\n".join([*lines, "", *(_event_line(event) for event in events)]) + "\n"


def _beside(match: Match) -> list[tuple[str, str]]:
    """How the match was run, where that is not the usual way, and which game it was."""
    found = []
    if match.policy:
        run = sorted(match.policy.items())
        found.append(("Policy", ", ".join(f"{key}={_plain(value)}" for key, value in run)))
    if match.series_id is not None:
        found.append(("Series", f"{match.series_id}, game {match.game_number}"))
    return found


def _event_line(event: MatchEvent) -> str:
    seat = "-" if event.seat is None else str(event.seat + 1)
    text = event.text or (f"{event.data['ms']}ms" if "ms" in event.data else "-")
    parts = [str(event.seq), instant(event.at) or "-", event.kind, seat, text]
    if event.reason:
        parts.append(_line(event.reason))
    return "\t".join(parts)


def _plain(value: object) -> str:
    if value is None:
        return "-"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _line(text: str) -> str:
    """On one line, whatever was typed."""
    return " ".join(text.split())
