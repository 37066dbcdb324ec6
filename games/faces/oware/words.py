"""The words that the scripts of a match of Oware say."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def words() -> dict[str, str]:
    return {**_board_words(), **_turn_words(), **_why_words()}


def _board_words() -> dict[str, str]:
    """What a board says to a screen reader, and writes between its rows."""
    return {
        "board": _("Oware board, stores {first} and {second}"),
        "board_last": _("Oware board, stores {first} and {second}, last sown {pit}"),
        "seeds": ngettext("{n} seed", "{n} seeds", 2),
        "seeds_one": ngettext("{n} seed", "{n} seeds", 1),
        "pit": _("{pit}, {seeds}"),
        "pit_empty": _("{pit}, empty"),
        "pit_reach": _("{pit}, {seeds}: {reach}"),
        "reach": _("to {last}"),
        "reach_takes": _("to {last}, takes {n}"),
        "reach_slam": _("to {last}, a grand slam: takes nothing"),
        "line": "{text} → {last}",
        "line_takes": "{text} → {last} +{n}",
        "line_slam": _("{text} → {last}, a grand slam: nothing"),
    }


def _turn_words() -> dict[str, str]:
    return {
        "your_move": _("Sow one of your pits."),
        "your_move_feed": _("The other side has no seed: give it one."),
        "aim": _("Sow {move}?"),
        "aim_said": _("{move} is chosen. Choose it again to sow it."),
        "play_it": _("Sow {text}"),
        "move": _("{pit}: {seeds} {reach}"),
        "sending_move": _("Sowing {text} …"),
        "console_turn": _("{name} to sow"),
        "console_turn_small": _("Click a pit or type its letter, then Enter."),
        "start": _("Four seeds in every pit"),
    }


def _why_words() -> dict[str, str]:
    return {
        "why_empty": _("Pit {pit} is empty."),
        "why_not_yours": _("Pit {pit} is on the other side."),
        "why_must_feed": _("The other side has no seed: pit {pit} does not reach it."),
        "why_slam": _("Pit {pit} would take every seed, which is forbidden here."),
    }
