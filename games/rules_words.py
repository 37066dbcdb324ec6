"""The rules of one match in words, for the people who play it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.faces.base import Line
from games.faces.durations import seconds_in_words
from games.faces.registry import face
from games.policy import Abandoned, NoShow, Policy


def rules_in_words(
    game: str, rules: Mapping[str, Any], time_control: Mapping[str, Any]
) -> list[Line]:
    """Every option that a player feels, in the reader's language."""
    kind = face(game)
    time = (_("Time"), time_in_words(time_control, game))
    return [*kind.rules_in_words(rules), time, *kind.rules_of_time(rules)]


def run_in_words(policy: Mapping[str, Any], game: str) -> list[Line]:
    """How the match is run, where players feel it."""
    run, lines = Policy.from_json(policy), []
    if run.ready_check:
        lines.append((_("Beginning"), _("The clock starts when every player is ready.")))
    if run.no_show_ms:
        time = {"time": seconds_in_words(run.no_show_ms)}
        if run.no_show is NoShow.FORFEIT:
            said = _("Whoever is not ready %(time)s after the call has lost.") % time
        else:
            said = _("Whoever is not ready %(time)s after the call: the arbiter decides.") % time
        lines.append((_("Coming late"), said))
    if run.may_be_abandoned:
        lines.append((_("Going away"), _abandoned(run)))
    if run.illegal_ms or run.illegal_limit:
        lines.append((_("Illegal move"), _illegal(run)))
    if face(game).draws:
        agreed = _("The players may agree on one.") if run.draw_offers else _("Not by agreement.")
        lines.append((_("Draw"), agreed))
    return lines


def _abandoned(run: Policy) -> str:
    forfeit, parts = run.abandoned is Abandoned.FORFEIT, []
    if run.away_ms:
        time = {"time": seconds_in_words(run.away_ms)}
        if forfeit:
            said = _("Whoever is to move and has the page closed for %(time)s has lost.")
        else:
            said = _(
                "Whoever is to move and has the page closed for %(time)s: the arbiter decides."
            )
        parts.append(said % time)
    if run.idle_ms:
        time = {"time": seconds_in_words(run.idle_ms)}
        if forfeit:
            said = _("Whoever does not move for %(time)s has lost.")
        else:
            said = _("Whoever does not move for %(time)s: the arbiter decides.")
        parts.append(said % time)
    return ("" if get_language() == "ja" else " ").join(parts)


def _illegal(run: Policy) -> str:
    parts = []
    if run.illegal_ms:
        time = seconds_in_words(run.illegal_ms)
        parts.append(_("The other player gets %(time)s more.") % {"time": time})
    if run.illegal_limit == 1:
        parts.append(_("It loses the game."))
    elif run.illegal_limit:
        parts.append(_("The game is lost with illegal move no. %(n)s.") % {"n": run.illegal_limit})
    return ("" if get_language() == "ja" else " ").join(parts)


def brief_rules(game: str, rules: Mapping[str, Any]) -> str:
    """The rules in one line."""
    return face(game).brief(rules)


def time_in_words(control: Mapping[str, Any], game: str) -> str:
    if own := face(game).time_in_words(control):
        return own
    values = {
        "main": seconds_in_words(control.get("main_ms", 0)),
        "step": seconds_in_words(control.get("step_ms", 0)),
        "n": control.get("periods", 0),
    }
    match control.get("timing", "none"):
        case "per_move":
            return _("%(step)s for each move") % values
        case "sudden_death":
            return _("%(main)s for the whole match") % values
        case "increment":
            return _("%(main)s, and %(step)s more after each move") % values
        case "delay":
            return _("%(main)s; each turn’s first %(step)s are free") % values
        case "byo_yomi":
            words = ngettext(
                "%(main)s, then %(n)s period of %(step)s",
                "%(main)s, then %(n)s periods of %(step)s",
                values["n"],
            )
            return words % values
    return _("no limit")
