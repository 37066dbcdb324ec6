"""One sentence or two for every event, in both languages at once."""

from collections.abc import Sequence
from typing import Any, assert_never

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.faces.base import Face
from games.faces.durations import seconds
from games.faces.names import called, listed, name_of
from games.faces.registry import face
from games.models import MatchEvent
from games.presence import Why
from games.record_events import ABSENT, LEAVES, Kind

LANGUAGES = ("ja", "en")


def say(event: MatchEvent, names: Sequence[str], game: str) -> dict[str, str]:
    """``{"ja": …, "en": …}``. ``names`` by seat."""
    found = {}
    for language in LANGUAGES:
        with override(language):
            found[language] = sentence(event, names, game)
    return found


def sentence(event: MatchEvent, names: Sequence[str], game: str) -> str:
    """What happened and what came of it, in the language that is active."""
    kind = face(game)
    parts = [_happened(event, names, kind), _went(event, names, kind), _ended(event, names, kind)]
    between = "" if get_language() == "ja" else " "
    return between.join(filter(None, parts))


def _happened(event: MatchEvent, names: Sequence[str], game: Face) -> str:
    kind, data = Kind(event.kind), event.data
    values = {"name": name_of(event.seat, names), "text": event.text}
    match kind:
        case Kind.START:
            values["name"] = name_of(data.get("first"), names)
            return _("The match has begun. %(name)s plays first.") % values
        case Kind.MOVE | Kind.CLAIM:
            return game.happened(event, names) or _("%(name)s played %(text)s.") % values
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
        case Kind.AWAY:
            return _away(data) % values
        case Kind.ABANDON if data.get("why"):
            return _abandoned(data) % values
        case Kind.ABANDON:
            return _("The arbiter declared that %(name)s abandoned the match.") % values
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
            return _taken_back(data.get("undone", {}), names, game)
        case Kind.OUTAGE:
            values["seconds"] = seconds(data["ms"])
            return _("The server was away; %(name)s has %(seconds)s s back.") % values
        case Kind.END:
            return _("The arbiter ended the match.")
        case Kind.OFFER:
            return _("%(name)s offers a draw.") % values
        case Kind.ACCEPT if event.seat is None:
            return _("The players agreed on a draw.")
        case Kind.ACCEPT:
            return _("%(name)s accepts the draw.") % values
        case Kind.DECLINE:
            return _("%(name)s declines the draw.") % values
        case Kind.ILLEGAL:
            return _illegal(data, values)
        case Kind.ADJUDICATE if data.get("end") == ABSENT:
            return _("Nobody came.")
        case Kind.ADJUDICATE:
            return _("The arbiter decided how the match ends.")
        case never:
            assert_never(never)


def _away(data: dict[str, Any]) -> str:
    if data["why"] == Why.IDLE.value:
        return _("%(name)s has not moved for too long. The arbiter decides.")
    return _("%(name)s has been away for too long. The arbiter decides.")


def _abandoned(data: dict[str, Any]) -> str:
    if data["why"] == Why.IDLE.value:
        return _("%(name)s did not move for too long and has abandoned the match.")
    return _("%(name)s was away for too long and has abandoned the match.")


def _illegal(data: dict[str, Any], values: dict[str, Any]) -> str:
    values |= {"n": data.get("nth", 1), "seconds": seconds(data.get("given_ms", 0))}
    said = _("Illegal move no. %(n)s of %(name)s.") % values
    if not data.get("given_ms"):
        return said
    more = _("The other player has %(seconds)s s more.") % values
    return said + more if get_language() == "ja" else f"{said} {more}"


def _taken_back(undone: dict[str, Any], names: Sequence[str], game: Face) -> str:
    values = {"name": name_of(undone.get("seat"), names), "text": undone.get("text", "")}
    match undone.get("kind"):
        case Kind.MOVE.value | Kind.CLAIM.value:
            general = _("The arbiter took back %(text)s, played by %(name)s.") % values
            return game.taken_back(undone, names) or general
        case _:
            return _("The arbiter took back the last step.")


def _went(event: MatchEvent, names: Sequence[str], game: Face) -> str:
    """Who is out by it, where neither the event nor the end of the match says so."""
    told = {kind.value for kind in (*LEAVES, Kind.TAKEBACK)}
    by_the_way = len(names) == 2 and not game.claims and event.data.get("places")
    if event.kind in told or by_the_way:
        return ""
    out = [called(names[seat]) for seat in event.data.get("out", ())]
    return " ".join(_("%(name)s is out.") % {"name": name} for name in out)


def _ended(event: MatchEvent, names: Sequence[str], game: Face) -> str:
    places: list[int] = event.data.get("places", [])
    best = [name for name, place in zip(names, places, strict=False) if place == 1]
    if not places:
        return ""
    if own := game.ended(event, best):
        return own
    match best:
        case []:
            return _("Nobody wins.")
        case [name]:
            return _("%(name)s wins.") % {"name": called(name)}
        case _ if game.draws:
            return _("The match is drawn.")
        case _:
            return _("%(names)s share first place.") % {"names": listed(best)}
