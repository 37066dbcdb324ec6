"""A tournament whose first paper is being sat, or whose first race is on, is running."""

from datetime import datetime

from accounts.db import write
from judging.models import Mode, Paper, PaperState
from tournaments.live import tell
from tournaments.models import Tournament, TournamentState


def begin(tournament: Tournament) -> None:
    """Inside a transaction. Nothing happens to one that runs or is over."""
    preparing = Tournament.objects.filter(pk=tournament.pk, state=TournamentState.PREPARING)
    if tournament.state == TournamentState.PREPARING:
        tournament.state = TournamentState.RUNNING
        if preparing.update(state=TournamentState.RUNNING):
            tell(tournament, "settings")


def begin_opened(at: datetime) -> int:
    """Tournaments with a paper that opened by ``at``, started or not; how many began."""
    due = Tournament.objects.filter(
        state=TournamentState.PREPARING,
        pk__in=Paper.objects.filter(mode=Mode.TIMED, state=PaperState.SET, opens_at__lte=at)
        .exclude(closes_at__lte=at)
        .values("stage__tournament"),
    )
    found = list(due)
    for tournament in found:
        with write():
            begin(tournament)
    return len(found)
