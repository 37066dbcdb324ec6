"""Where the one whom a reader follows is at this moment."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Bye, Entry, RoundState, Table, Tournament
from tournaments.names import round_name
from tournaments.next_step import TableState
from tournaments.public.tables import WATCHED
from tournaments.services.table_rows import table_state
from tournaments.words import BYES

GOING_ON = {TableState.PLAYING, TableState.BOARD, TableState.PAUSED, TableState.RULING}
OVER = {TableState.DONE, TableState.MISSING, TableState.DISPUTED}


@dataclass(frozen=True, slots=True)
class Following:
    state: str
    """Changes when their table begins and ends."""
    text: str
    url: str
    label: str
    live: bool


def following(tournament: Tournament, key: str) -> Following | None:
    """Of the newest public round; None for nobody. In a few queries."""
    entry = Entry.objects.filter(tournament=tournament, pk=key).first() if key else None
    if entry is None:
        return None
    names = {"name": entry.name}
    home = reverse("tournaments:public", args=[tournament.pk])
    player = f"{home}players/{key}/"
    table = (
        Table.objects.filter(seats__entry=entry, round__stage__tournament=tournament)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("match", "round__stage")
        .prefetch_related("seats", "reports")
        .order_by("-round__ordinal", "-number")
        .first()
    )
    bye = (
        Bye.objects.filter(entry=entry)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("round__stage")
        .order_by("-round__ordinal")
        .first()
    )
    if bye is not None and (table is None or bye.round.ordinal > table.round.ordinal):
        names |= {"round": round_name(bye.round), "what": str(BYES[bye.kind])}
        text = _("%(name)s in %(round)s: %(what)s") % names
        return Following(f"bye-{bye.round.ordinal}", text, player, _("Their page"), live=False)
    if table is None:
        text = _("You follow %(name)s") % names
        return Following("none", text, player, _("Their page"), live=False)
    state, text = _at_table(tournament, table)
    names |= {"round": round_name(table.round), "number": str(table.number)}
    live = state == "playing"
    url = f"{home}rounds/{table.round.ordinal}/?table={table.number}#table-{table.number}"
    label = _("See the table")
    if table.match is not None and table.match.status in WATCHED:
        url, label = reverse("games:match", args=[table.match.pk]), pgettext("match", "Watch")
    return Following(f"{state}-{table.round.ordinal}", text % names, url, label, live)


def _at_table(tournament: Tournament, table: Table) -> tuple[str, str]:
    """What happens there, with places for ``name``, ``round`` and ``number``."""
    state = table_state(tournament, table.round, table)
    if state in OVER:
        return "over", _("%(name)s has finished %(round)s at table %(number)s")
    if state in GOING_ON:
        return "playing", _("%(name)s is playing at table %(number)s")
    return "seated", _("%(name)s sits at table %(number)s in %(round)s")
