"""The rules of a match of Oware in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.faces.base import Line


def play_in_words(rules: Mapping[str, Any]) -> list[Line]:
    return [
        (_("Board"), _("Twelve pits in a ring, six to each side, four seeds in each: 48 seeds.")),
        (
            _("How to play"),
            _(
                "Take all the seeds of one of your pits and sow them one by one into the pits "
                "that follow, counter-clockwise. The pit they came from is passed over."
            ),
        ),
        (
            _("Capture"),
            _(
                "If the last seed falls on the other side and makes 2 or 3 there, you take them; "
                "then, going back, every pit of that side that holds 2 or 3, until one does not."
            ),
        ),
        (_("Grand slam"), _grand_slam(rules)),
        (
            _("Feeding"),
            _("If the other side has no seed, you must play a move that gives it one."),
        ),
        (_("Cannot feed"), _cannot_feed(rules)),
        (
            _("No seed to play"),
            _("If it is your turn and you have no seed, the other player takes all that is left."),
        ),
        (_("25 seeds"), _majority(rules)),
        (_("Repetition"), _repetition(rules)),
        (
            _("Long games"),
            _("After %(n)s moves the game ends; each player takes the seeds of their own row.")
            % {"n": rules.get("ply_limit", 1000)},
        ),
        (_("Result"), _("Whoever has more seeds wins; 24 to 24 is a draw.")),
    ]


def time_rules_in_words(rules: Mapping[str, Any]) -> list[Line]:
    arbiter = rules.get("time_used_up", "loses") == "arbiter"
    words = (
        _("The clock stops and the arbiter decides.")
        if arbiter
        else _("The player loses the game.")
    )
    return [(_("Time used up"), words)]


def brief(rules: Mapping[str, Any]) -> str:
    """What differs from the usual, in one line."""
    found = [_("48 seeds")]
    if rules.get("grand_slam", "void") == "forbidden":
        found.append(_("grand slam forbidden"))
    if rules.get("majority", "ends") == "play_on":
        found.append(_("played on after 25"))
    return " · ".join(found)


def _grand_slam(rules: Mapping[str, Any]) -> str:
    if rules.get("grand_slam", "void") == "forbidden":
        return _(
            "A move that would take every seed of the other side is forbidden. When there is no "
            "other move, it is played and takes nothing."
        )
    return _(
        "A capture that would take every seed of the other side takes nothing; the move stands."
    )


def _cannot_feed(rules: Mapping[str, Any]) -> str:
    if rules.get("cannot_feed", "ends") == "one_more_move":
        return _("If no move gives one, you play one more move; then you take all that is left.")
    return _("If no move gives one, the game ends at once and you take all that is left.")


def _majority(rules: Mapping[str, Any]) -> str:
    if rules.get("majority", "ends") == "play_on":
        return _("Play goes on after a player has 25 seeds.")
    return _("The game ends as soon as a player has 25; what is on the board is not shared out.")


def _repetition(rules: Mapping[str, Any]) -> str:
    match rules.get("repetition", "second"):
        case "never":
            return _("A position may come again any number of times.")
        case "third":
            return _(
                "When a position comes for the third time with no capture between, the game "
                "ends; each player takes the seeds of their own row."
            )
    return _(
        "When a position comes again with no capture between, the game ends; each player takes "
        "the seeds of their own row."
    )
