"""Computer players act through the same services as people, when their time has come."""

import logging
from datetime import datetime

from django.http import Http404

from accounts.errors import UserError
from games.computers import plan
from games.models import Match
from games.rules.base import GameError
from games.services.play import make_claim, play_move
from games.services.state import load_state

BATCH = 50

log = logging.getLogger(__name__)


def act_due(at: datetime) -> int:
    """Let computer players do what is due at ``at``; return how many did something.

    Safe in several processes at once: whoever comes second finds that the match has moved on.
    """
    done = 0
    due = Match.objects.filter(computer_due__lte=at).order_by("computer_due")
    for match in due.prefetch_related("seats")[:BATCH]:
        try:
            done += _act(match, at)
        except (GameError, UserError, Http404) as error:
            log.info("a computer player of match %s was refused: %s", match.pk, error)
            Match.objects.filter(pk=match.pk, seq=match.seq).update(computer_due=None)
    return done


def _act(match: Match, at: datetime) -> bool:
    state = load_state(match)
    found = plan(match.pk, list(match.seats.all()), state)
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
