"""What pages with many tables need to keep the clocks of their matches going."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Match
from games.present import match_view
from tournaments.public.tables import TableView
from tournaments.services.table_rows import match_states

KYOEN = "kyoen"
MOST = 40
"""Streams of one page; a page follows a tournament besides."""
SCREEN = 12
"""Boards on one screen."""


def live_matches(tables: Sequence[TableView], at: datetime) -> list[dict[str, Any]]:
    """The views of the matches going on, in two queries."""
    ids = [table.match_id for table in tables if table.match_id is not None][:MOST]
    if not ids:
        return []
    matches = {one.pk: one for one in Match.objects.filter(pk__in=ids).prefetch_related("seats")}
    seats = {pk: list(match.seats.all()) for pk, match in matches.items()}
    states = match_states(matches.values(), {pk: len(found) for pk, found in seats.items()})
    views = (match_view(matches[pk], seats[pk], states[pk], at) for pk in ids)
    return [
        {
            "id": view["id"],
            "seq": view["seq"],
            "status": view["status"],
            "to_move": view["to_move"],
            "clock": view["clock"],
            "seats": [
                {name: seat[name] for name in ("name", "state", "place")} for seat in view["seats"]
            ],
            "position": {"stones": view["position"].get("stones")},
        }
        for view in views
    ]


def boards_url(tables: Sequence[TableView]) -> str:
    """The big screen of the boards of these tables; empty when none is being played."""
    ids = [str(table.match_id) for table in tables if table.match_id is not None][:SCREEN]
    return f"{reverse('games:screen')}?{urlencode([('match', one) for one in ids])}" if ids else ""


def table_words(game: str) -> Mapping[str, str]:
    """What a script says of a table."""
    return {
        "turn": _("{name} to place") if game == KYOEN else _("{name} to move"),
        "paused": _("clock stopped"),
        "ruling": _("needs a ruling"),
        "away": _("{name} is away"),
        "over": _("finished"),
        "waiting": _("waiting"),
        "stones": pgettext("on a board", "{n} stones, {left} still in"),
        "stones_one": pgettext("on a board", "1 stone, {left} still in"),
    }
