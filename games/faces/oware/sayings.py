"""What happened in a game of Oware, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.faces.names import called, name_of
from games.models import MatchEvent
from games.rules.base import JSON


def happened(event: MatchEvent, names: Sequence[str]) -> str:
    did: JSON | None = event.data.get("did")
    values: dict[str, Any] = {"name": name_of(event.seat, names), "text": event.text}
    if did is None:
        return _("%(name)s sowed %(text)s.") % values
    return moved(did, values)


def moved(did: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """A move, of what the rules tell of it. ``values``: name and text."""
    seeds = ngettext("%(n)s seed", "%(n)s seeds", did["seeds"]) % {"n": did["seeds"]}
    values = {**values, "seeds": seeds, "last": did["last"]}
    if did["taken"]:
        captured = did["captured"]
        values["captured"] = ngettext("%(n)s seed", "%(n)s seeds", captured) % {"n": captured}
        values["pits"] = pgettext("between pits", ", ").join(pit for pit, _seeds in did["taken"])
        return _(
            "%(name)s sowed %(text)s, %(seeds)s to %(last)s, and took %(captured)s: %(pits)s."
        ) % (values)
    if did["nothing"] == "grand_slam":
        return (
            _("%(name)s sowed %(text)s, %(seeds)s to %(last)s: a grand slam, so nothing is taken.")
            % values
        )
    return _("%(name)s sowed %(text)s, %(seeds)s to %(last)s.") % values


def taken_back(undone: Mapping[str, Any], names: Sequence[str]) -> str:
    values = {"name": name_of(undone.get("seat"), names), "text": undone.get("text", "")}
    return _("The arbiter took back the sowing of %(text)s by %(name)s.") % values


def ended(event: MatchEvent, best: Sequence[str]) -> str:
    """Why the rules ended the game, and who won; empty for another end."""
    why = ends().get(event.data.get("end", ""))
    if why is None or "did" not in event.data:
        return ""
    won = _("%(name)s wins.") % {"name": called(best[0])} if len(best) == 1 else _("A draw.")
    return f"{why}{won}" if get_language() == "ja" else f"{why} {won}"


def ends() -> dict[str, str]:
    return {
        "majority": _("More than half of the seeds are taken."),
        "no_seeds": _("A player had no seed to play; the other took all that was left."),
        "cannot_feed": _("The other side could not be given a seed; all that was left is taken."),
        "repetition": _("The position came again; each player took the seeds of their own row."),
        "ply_limit": _(
            "The limit of moves is reached; each player took the seeds of their own row."
        ),
    }
