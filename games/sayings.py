"""One sentence or two for every event, in both languages at once."""

from collections.abc import Sequence
from typing import Any, assert_never

from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _

from games.models import MatchEvent
from games.record import Kind

LANGUAGES = ("ja", "en")


def say(event: MatchEvent, names: Sequence[str]) -> dict[str, str]:
    """``{"ja": …, "en": …}``. ``names`` by seat."""
    found = {}
    for language in LANGUAGES:
        with override(language):
            found[language] = sentence(event, names)
    return found


def sentence(event: MatchEvent, names: Sequence[str]) -> str:
    """What happened and what came of it, in the language that is active."""
    parts = [_happened(event, names), _went(event, names), _ended(event, names)]
    between = "" if get_language() == "ja" else " "
    return between.join(filter(None, parts))


def _name(seat: int | None, names: Sequence[str]) -> str:
    return _("The arbiter") if seat is None else _called(names[seat])


def _called(name: str) -> str:
    """A name as it stands in a sentence."""
    return pgettext("in a sentence", "%(name)s") % {"name": name}


def _happened(event: MatchEvent, names: Sequence[str]) -> str:
    kind, data = Kind(event.kind), event.data
    values = {"name": _name(event.seat, names), "text": event.text}
    match kind:
        case Kind.START:
            values["name"] = _name(data.get("first"), names)
            return _("The match has begun. %(name)s plays first.") % values
        case Kind.MOVE:
            return _("%(name)s placed a stone on %(text)s.") % values
        case Kind.CLAIM:
            return _claimed(event, names)
        case Kind.FLAG:
            if data.get("waits"):
                return _("%(name)s has used up the time; the arbiter rules.") % values
            return _("%(name)s has used up the time.") % values
        case Kind.RESIGN:
            return _("%(name)s resigned.") % values
        case Kind.WITHDRAW | Kind.REMOVE if data.get("absent"):
            return _("%(name)s did not come.") % values
        case Kind.WITHDRAW:
            return _("%(name)s withdrew.") % values
        case Kind.REMOVE:
            return _("The arbiter took %(name)s out of the match.") % values
        case Kind.RESTORE:
            return _("The arbiter put %(name)s back into the match.") % values
        case Kind.PAUSE:
            return _("The match is paused; the clock stands still.")
        case Kind.RESUME:
            return _("The match goes on.")
        case Kind.CLOCK:
            values["seconds"] = seconds(abs(data["ms"]))
            if data["ms"] < 0:
                return _("The arbiter took %(seconds)s s from %(name)s.") % values
            return _("The arbiter gave %(name)s %(seconds)s s more.") % values
        case Kind.RULING:
            values["seconds"] = seconds(data.get("ms", 0))
            if event.text == "out":
                return _("The arbiter ruled that the time was used up.")
            return _("The arbiter ruled that %(name)s plays on, with %(seconds)s s.") % values
        case Kind.TAKEBACK:
            return _taken_back(data.get("undone", {}), names)
        case Kind.OUTAGE:
            values["seconds"] = seconds(data["ms"])
            return _("The server was away; %(name)s has %(seconds)s s back.") % values
        case Kind.END:
            return _("The arbiter ended the match.")
        case never:
            assert_never(never)


def _claimed(event: MatchEvent, names: Sequence[str]) -> str:
    data = event.data
    values = {"name": _name(event.seat, names), "points": " ".join(data.get("points", ()))}
    if data.get("right"):
        return _("Kyōen! %(name)s claimed %(points)s.") % values
    return _("%(name)s claimed %(points)s: not a kyōen with the last stone.") % values


def _taken_back(undone: dict[str, Any], names: Sequence[str]) -> str:
    values = {"name": _name(undone.get("seat"), names), "text": undone.get("text", "")}
    match undone.get("kind"):
        case Kind.MOVE.value:
            return _("The arbiter took back the stone of %(name)s on %(text)s.") % values
        case Kind.CLAIM.value:
            return _("The arbiter took back the claim of %(name)s.") % values
        case _:
            return _("The arbiter took back the last step.")


def _went(event: MatchEvent, names: Sequence[str]) -> str:
    """Who is out by it, where the event itself does not say so."""
    told = {Kind.RESIGN.value, Kind.WITHDRAW.value, Kind.REMOVE.value, Kind.TAKEBACK.value}
    if event.kind in told:
        return ""
    out = [_called(names[seat]) for seat in event.data.get("out", ())]
    return " ".join(_("%(name)s is out.") % {"name": name} for name in out)


def _ended(event: MatchEvent, names: Sequence[str]) -> str:
    places: list[int] = event.data.get("places", [])
    best = [_called(name) for name, place in zip(names, places, strict=False) if place == 1]
    match best:
        case []:
            return ""
        case [name]:
            return _("%(name)s wins.") % {"name": name}
        case _:
            between = "、" if get_language() == "ja" else ", "
            values = {"names": between.join(best)}
            if event.data.get("end") == "board_full":
                return _("The board is full: %(names)s share first place.") % values
            return _("%(names)s share first place.") % values


def seconds(ms: int) -> str:
    """
    >>> seconds(30000), seconds(1500), seconds(1234)
    ('30', '1.5', '1.2')
    """
    return f"{round(ms / 1000, 1):g}" if ms < 1_000_000 else str(ms // 1000)
