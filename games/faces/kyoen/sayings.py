"""What happened in a match of Kyōen, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.faces.names import listed, name_of
from games.models import MatchEvent
from games.record_events import Kind


def happened(event: MatchEvent, names: Sequence[str]) -> str:
    values = {"name": name_of(event.seat, names), "text": event.text}
    if event.kind == Kind.MOVE.value:
        return _("%(name)s placed a stone on %(text)s.") % values
    values["points"] = " ".join(event.data.get("points", ()))
    if event.data.get("right"):
        return _("Kyōen! %(name)s claimed %(points)s.") % values
    return _("%(name)s claimed %(points)s: not a kyōen with the last stone.") % values


def taken_back(undone: Mapping[str, Any], names: Sequence[str]) -> str:
    values = {"name": name_of(undone.get("seat"), names), "text": undone.get("text", "")}
    if undone.get("kind") == Kind.MOVE.value:
        return _("The arbiter took back the stone of %(name)s on %(text)s.") % values
    return _("The arbiter took back the claim of %(name)s.") % values


def ended(event: MatchEvent, best: Sequence[str]) -> str:
    if event.data.get("end") != "board_full" or len(best) < 2:
        return ""
    values = {"names": listed(best)}
    return _("The board is full: %(names)s share first place.") % values
