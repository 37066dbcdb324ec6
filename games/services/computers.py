"""Computer players act through the same services as people, when their time has come."""

import logging
import time
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.http import Http404

from accounts.errors import UserError
from games.computers import LONGEST, plan
from games.faces.registry import face
from games.models import Match
from games.rules.base import GameError
from games.services.play import make_claim, play_move
from games.services.state import load_state

BATCH = 50
LEASE = LONGEST + timedelta(seconds=3)
"""For how long a match whose player thinks is left to whoever thinks about it."""
LATER = timedelta(hours=1)
"""When a match is tried again whose computer player failed."""

log = logging.getLogger(__name__)


def act_due(at: datetime) -> int:
    """Let computer players do what is due at ``at``; return how many did something.

    Safe in several processes at once: whoever comes second finds that the match has moved on.
    """
    done = 0
    began = time.monotonic()
    due = Match.objects.filter(computer_due__lte=at).order_by("computer_due")
    for match in due.prefetch_related("seats")[:BATCH]:
        try:
            now = at + timedelta(seconds=time.monotonic() - began)
            done += _think(match, now) if face(match.game).thinks else _act(match, at)
        except (GameError, UserError, Http404) as error:
            log.info("a computer player of match %s was refused: %s", match.pk, error)
            Match.objects.filter(pk=match.pk, seq=match.seq).update(computer_due=None)
        except DatabaseError:
            raise
        except Exception:
            log.exception("the computer player of match %s cannot go on", match.pk)
            Match.objects.filter(pk=match.pk, seq=match.seq).update(computer_due=at + LATER)
    return done


def _act(match: Match, at: datetime) -> bool:
    state = load_state(match)
    found = plan(match, list(match.seats.all()), state)
    if found is None or found.due > at:
        due = None if found is None else found.due
        Match.objects.filter(pk=match.pk, seq=match.seq).update(computer_due=due)
        return False
    action = make_claim if found.is_claim else play_move
    event = action(
        match_id=match.pk,
        seat=found.seat,
        text=found.text,
        expected_seq=state.seq,
        by=None,
        at=at,
    )
    return not event.is_repeated


def _think(match: Match, at: datetime) -> bool:
    """One process thinks about a position; its player's clock runs meanwhile."""
    mine = Match.objects.filter(pk=match.pk, seq=match.seq, computer_due=match.computer_due)
    if not mine.update(computer_due=at + LEASE):
        return False
    began = time.monotonic()
    state = load_state(match)
    found = plan(match, list(match.seats.all()), state)
    if found is None:
        Match.objects.filter(pk=match.pk, seq=match.seq).update(computer_due=None)
        return False
    thought = timedelta(seconds=time.monotonic() - began)
    event = play_move(
        match_id=match.pk,
        seat=found.seat,
        text=found.text,
        expected_seq=state.seq,
        by=None,
        at=at + thought,
    )
    return not event.is_repeated
