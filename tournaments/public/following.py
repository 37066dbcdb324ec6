"""Where the one whom a reader follows is at this moment."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Status
from tournaments.models import Bye, Entry, RoundState, Table, Tournament
from tournaments.names import round_name
from tournaments.public.tables import WATCHED
from tournaments.words import BYES


@dataclass(frozen=True, slots=True)
class Following:
    state: str
    """Changes when their table begins and ends."""
    text: str
    url: str
    label: str
    live: bool


def following(tournament: Tournament, key: str) -> Following | None:
    """Of the newest public round; None for nobody. In at most three queries."""
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
    state, text = _at_table(table)
    names |= {"round": round_name(table.round), "number": str(table.number)}
    live = state == "playing"
    url = f"{home}rounds/{table.round.ordinal}/?table={table.number}#table-{table.number}"
    label = _("See the table")
    if live and table.match is not None:
        url, label = reverse("games:match", args=[table.match.pk]), pgettext("match", "Watch")
    return Following(f"{state}-{table.round.ordinal}", text % names, url, label, live)


def _at_table(table: Table) -> tuple[str, str]:
    """What happens there, with places for ``name``, ``round`` and ``number``."""
    match, running = table.match, table.round.state == RoundState.RUNNING
    if table.result_source or (match is not None and match.status == Status.FINISHED):
        return "over", _("%(name)s has finished %(round)s at table %(number)s")
    if (match is not None and match.status in WATCHED) or (match is None and running):
        return "playing", _("%(name)s is playing at table %(number)s")
    return "seated", _("%(name)s sits at table %(number)s in %(round)s")
