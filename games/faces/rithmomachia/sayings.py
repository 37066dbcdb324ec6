"""What happened in a game of Rithmomachia, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.faces.names import called, name_of
from games.faces.rithmomachia import terms
from games.models import MatchEvent


def happened(event: MatchEvent, names: Sequence[str]) -> str:
    did: Mapping[str, Any] | None = event.data.get("did")
    values = {"name": name_of(event.seat, names), "text": event.text}
    if did is None:
        return _("%(name)s played %(text)s.") % values
    return terms.sentences([moved(did, values["name"]), *taken(did)])


def moved(did: Mapping[str, Any], name: str) -> str:
    """Which piece went where."""
    values = {
        "name": name,
        "piece": terms.piece(did["piece"]),
        "from": did["from"],
        "to": did["to"],
    }
    if did["how"] == "drop":
        return _("%(name)s dropped %(piece)s on %(to)s.") % values
    if did["how"] == "move":
        return _("%(name)s moved %(piece)s from %(from)s to %(to)s.") % values
    if did["stays"]:
        return _("%(name)s attacked %(to)s with %(piece)s, which stays on %(from)s.") % values
    return _("%(name)s captured with %(piece)s from %(from)s on %(to)s.") % values


def taken(did: Mapping[str, Any]) -> list[str]:
    """What fell, and the sums."""
    captures = did["captures"]
    if not captures:
        return []
    before = captures[: did["before"]]
    others = captures[did["before"] :]
    found = []
    if before:
        words = terms.listed([terms.capture(one) for one in before])
        found.append(_("Taken before the move: %(captures)s.") % {"captures": words})
    if others:
        words = terms.listed([terms.capture(one) for one in others])
        found.append(_("Taken: %(captures)s.") % {"captures": words})
    return found


def taken_back(undone: Mapping[str, Any], names: Sequence[str]) -> str:
    values = {"name": name_of(undone.get("seat"), names), "text": undone.get("text", "")}
    return _("The arbiter took back the move %(text)s by %(name)s.") % values


def ended(event: MatchEvent, best: Sequence[str]) -> str:
    """Why the rules ended the game, and who won; empty for another end."""
    did = event.data.get("did")
    why = ends().get(event.data.get("end", ""))
    if why is None or did is None:
        return ""
    won = _("%(name)s wins.") % {"name": called(best[0])} if len(best) == 1 else _("A draw.")
    victories = did["victories"]
    if victories:
        words = terms.victory(victories[0])
        why = f"{words}。" if get_language() == "ja" else f"{words[0].upper()}{words[1:]}."
    return terms.sentences([why, won])


def ends() -> dict[str, str]:
    return {
        "corpore": _("De corpore: the agreed number of pieces is taken."),
        "bonis": _("De bonis: the agreed value is taken."),
        "lite": _("De lite: the agreed value and digits are taken."),
        "honore": _("De honore: the agreed value and pieces are taken."),
        "honore_liteque": _("De honore liteque: the agreed pieces, value and digits are taken."),
        "great": _("A great victory: three pieces in progression."),
        "greater": _("A greater victory: four pieces with two kinds of progression."),
        "excellent": _("A most excellent victory: four pieces with all three kinds."),
        "no_move": _("The other side cannot move."),
        "repetition": _("The position came again as often as agreed."),
        "quiet": _("Nothing was taken for long; the larger share of the enemy’s value decides."),
    }
