"""The way back from a match to the desk that runs it."""

from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from games.models import Match
from tournaments.models import Table, Tournament


def match_desk(match: Match, user: User) -> str | None:
    """The round of the match at the desk, at its table; None for who does not work there."""
    if not Tournament.objects.staffed_by(user).filter(pk=match.scope).exists():
        return None
    where = Q(match=match)
    if match.series_id is not None:
        where |= Q(match__series=match.series_id)
    table = Table.objects.filter(where).select_related("round").first()
    desk = reverse("tournaments:desk", args=[match.scope])
    return f"{desk}?round={table.round.ordinal}#table-{table.number}" if table else desk
