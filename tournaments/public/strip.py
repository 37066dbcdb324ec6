"""The strip on top of public pages: what happens now, in a sentence, and where to look."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Medium
from tournaments.models import Tournament
from tournaments.names import listed
from tournaments.public.front import Happening, Now
from tournaments.public.kept import piece
from tournaments.public.shot import Shot

MOST_WINNERS = 4


@dataclass(frozen=True, slots=True)
class Strip:
    text: str
    why: str = ""
    url: str = ""
    label: str = ""


def strip(tournament: Tournament, seen: Happening) -> Strip:
    """Times are written in the zone that is active."""
    match seen.now:
        case Now.FINAL:
            url = reverse("tournaments:public_standings", args=[tournament.pk])
            text = _("The final standings are out")
            return Strip(text, _winners(seen), url, _("See the standings"))
        case Now.OVER:
            return Strip(_("The tournament is over"), "")
        case Now.PLAYING:
            return _playing(tournament, seen)
        case Now.SEATED:
            return _seated(tournament, seen)
        case Now.BETWEEN:
            return _between(tournament, seen)
        case Now.GOING_ON:
            return _going_on(tournament, seen)
        case Now.OPEN:
            text = _("You can enter now")
            why = _("You need the code that the organisers give out.")
            return Strip(text, why, reverse("tournaments:join"), _("Enter"))
        case Now.BEFORE:
            return Strip(_before(tournament), _("Rounds and standings will be here."))


def _winners(seen: Happening) -> str:
    publication = seen.publication
    assert publication is not None
    first = piece(publication, "winners", lambda: {"winners": _first(Shot(publication))})
    assert isinstance(first, list)
    if not first or len(first) > MOST_WINNERS:
        return ""
    return ngettext("Winner: %(names)s", "Winners: %(names)s", len(first)) % {
        "names": listed(first)
    }


def _first(shot: Shot) -> list[str]:
    return [shot.person(one["key"]).name for one in shot.overall if one["rank"] == 1]


def _playing(tournament: Tournament, seen: Happening) -> Strip:
    current = seen.current
    assert current is not None
    if current.over:
        text = _("%(round)s: all tables have finished")
        why = _("The results are being checked.")
    else:
        text = _("%(round)s is being played")
        if _several(current.name):
            text = _("%(round)s are being played")
        why = ngettext(
            "%(undone)s of %(tables)s tables is still playing.",
            "%(undone)s of %(tables)s tables are still playing.",
            current.undone,
        ) % {"undone": current.undone, "tables": current.tables}
    text %= {"round": current.name}
    watched = tournament.medium == Medium.ONLINE and not current.over
    label = pgettext("match", "Watch") if watched else _("See the tables")
    return Strip(text, why, _round_url(tournament, current.ordinal), label)


def _several(name: str) -> bool:
    """Whether a round is called in the plural, as quarter-finals are."""
    return name in {_("Semi-finals"), _("Quarter-finals")}


def _seated(tournament: Tournament, seen: Happening) -> Strip:
    current = seen.current
    assert current is not None
    text = _("The seating of %(round)s is out") % {"round": current.name}
    why = ngettext("%(tables)s table.", "%(tables)s tables.", current.tables) % {
        "tables": current.tables
    }
    return Strip(text, why, _round_url(tournament, current.ordinal), _("Find your table"))


def _between(tournament: Tournament, seen: Happening) -> Strip:
    current = seen.current
    assert current is not None
    text = _("%(round)s are over") if _several(current.name) else _("%(round)s is over")
    text %= {"round": current.name}
    why = _("What comes next will be shown here.")
    if seen.publication is None:
        return Strip(text, why, _round_url(tournament, current.ordinal), _("See the tables"))
    url = reverse("tournaments:public_standings", args=[tournament.pk])
    return Strip(text, why, url, _("See the standings"))


def _going_on(tournament: Tournament, seen: Happening) -> Strip:
    text = _("The tournament is going on")
    if seen.publication is None:
        return Strip(text, _("Results will be here when they are published."))
    url = reverse("tournaments:public_standings", args=[tournament.pk])
    return Strip(text, _("What comes next will be shown here."), url, _("See the standings"))


def _round_url(tournament: Tournament, ordinal: int) -> str:
    return reverse("tournaments:public_round", args=[tournament.pk, ordinal])


def _before(tournament: Tournament) -> str:
    if tournament.starts_at is None:
        return _("The tournament has not begun")
    return _("Begins %(when)s") % {"when": when(tournament)}


def when(tournament: Tournament) -> str:
    """The beginning with its zone, as 1 August 2027, 10:00 (JST, UTC+09:00)."""
    if tournament.starts_at is None:
        return ""
    local = localtime(tournament.starts_at)
    offset = local.strftime("%z")
    utc = f"UTC{offset[:3]}:{offset[3:5]}"
    name = local.strftime("%Z")
    zone = utc if name[:1] in "+-" else f"{name}, {utc}"
    return _("%(date)s, %(time)s (%(zone)s)") % {
        "date": date_format(local, "DATE_FORMAT"),
        "time": date_format(local, "H:i"),
        "zone": zone,
    }
