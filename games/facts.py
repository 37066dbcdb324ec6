"""What an event meant, for people: written beside it once, so that nobody has to replay for it.

The fold never reads it (record.py); ``rebuild_matches --check`` compares it.
"""

from games.clock import milliseconds
from games.record import MatchState
from games.record_events import Event, Kind
from games.rules.base import JSON


def facts(before: MatchState, event: Event, after: MatchState) -> JSON:
    """Seats from 0. Holds, where they apply:

    ``used_ms`` a move's time; ``did`` what the game tells of a move; ``points right against
    stone`` of a claim; ``out`` and ``back`` seats that went or came back; ``waits`` whether a
    flag waits for a ruling; ``absent`` when a player never came; ``undone`` seq, kind, seat and
    text of a step taken back; ``places end`` how and why the match ended;
    ``first`` who begins; ``nth`` illegal move of its seat, ``given_ms`` what the others got.
    """
    found: JSON = {}
    match event.kind:
        case Kind.START:
            found["first"] = after.to_move
        case Kind.MOVE:
            found["used_ms"] = milliseconds(before.clock.elapsed(event.at))
            if did := getattr(after.position, "did", None):
                found["did"] = did
        case Kind.CLAIM:
            claim = after.position.view().get("last_claim") or {}
            found |= {key: claim[key] for key in ("points", "right", "against", "stone")}
        case Kind.FLAG:
            found["waits"] = after.position is before.position
        case Kind.ILLEGAL:
            assert event.seat is not None
            found["nth"] = after.illegal[event.seat]
            if after.given != before.given:
                found["given_ms"] = before.policy.illegal_ms
        case Kind.WITHDRAW | Kind.REMOVE if before.started_at is None:
            found["absent"] = True
        case Kind.TAKEBACK:
            step = before.step
            assert step is not None
            found["undone"] = {
                "seq": step.seq, "kind": step.kind.value, "seat": step.seat, "text": step.text
            }  # fmt: skip
        case _:
            pass
    gone = [seat for seat in before.position.alive if seat not in after.position.alive]
    back = [seat for seat in after.position.alive if seat not in before.position.alive]
    if gone:
        found["out"] = gone
    if back:
        found["back"] = back
    if after.outcome is not None and after.outcome != before.outcome:
        found |= {"places": list(after.outcome.places), "end": after.outcome.reason}
    return found
