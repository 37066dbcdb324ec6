"""The rules of one match in words, for the people who play it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.faces.base import Line
from games.faces.durations import seconds_in_words
from games.faces.registry import face


def rules_in_words(
    game: str, rules: Mapping[str, Any], time_control: Mapping[str, Any]
) -> list[Line]:
    """Every option that a player feels, in the reader's language."""
    kind = face(game)
    time = (_("Time"), time_in_words(time_control, game))
    return [*kind.rules_in_words(rules), time, *kind.rules_of_time(rules)]


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
            return _("%(main)s, then %(n)s periods of %(step)s") % values
    return _("no limit")
