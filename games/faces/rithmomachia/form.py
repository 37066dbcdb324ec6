"""What people choose for a match of Rithmomachia."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.faces.base import NO_CLOCK, Time
from games.rules.base import JSON

TIMES: list[Time] = [
    NO_CLOCK,
    (
        "15+10",
        _("15 minutes, and 10 seconds more after each move"),
        {"timing": "increment", "main_ms": 900_000, "step_ms": 10_000},
    ),
    (
        "30+20",
        _("30 minutes, and 20 seconds more after each move"),
        {"timing": "increment", "main_ms": 1_800_000, "step_ms": 20_000},
    ),
]
AS_BOOK = ("", _("as the rule book has it"))
YES_NO = [("yes", _("yes")), ("no", _("no"))]
WAYS = [
    ("orthogonal", _("straight")),
    ("diagonal", _("diagonally")),
    ("all", _("straight or diagonally")),
]
Row = tuple[str, Any, list[tuple[str, Any]]]
"""An option, its label, and what it may be."""


def fields() -> dict[str, forms.Field]:
    """The rule book and the victory first; every other row overrides the book."""
    return (
        _first()
        | {
            name: forms.ChoiceField(label=label, choices=[AS_BOOK, *choices], required=False)
            for name, label, choices in _choices()
        }
        | {
            "repetition": _never_or(_("Draw when a position comes this often (0: never)"), 2, 9),
            "time_used_up": forms.ChoiceField(
                label=_("Time used up"),
                choices=[
                    ("loses", _("the player loses")),
                    ("arbiter", _("the arbiter decides")),
                ],
                required=False,
            ),
            "quiet_plies": _never_or(
                _("Decided after moves without a capture (0: never)"), 10, 1000
            ),
        }
    )


MAIN = ("preset", "common_victory", "pieces", "value", "digits", "comparison", "proper_victory")
"""What is asked first; the rest may be folded away."""


def _first() -> dict[str, forms.Field]:
    return {
        "preset": forms.ChoiceField(
            label=_("Rule book"),
            choices=[
                ("seed", _("standard")),
                ("boissiere", _("Boissière, 1556")),
                ("fulke", _("Fulke, 1563")),
            ],
        ),
        "common_victory": forms.ChoiceField(
            label=_("Common victory"),
            choices=[
                ("honore_liteque", _("pieces, value and digits (de honore liteque)")),
                ("honore", _("value and pieces (de honore)")),
                ("lite", _("value and digits (de lite)")),
                ("bonis", _("value (de bonis)")),
                ("corpore", _("pieces (de corpore)")),
                ("none", pgettext_lazy("victory", "none")),
            ],
        ),
        "pieces": forms.IntegerField(label=_("Pieces"), min_value=1, max_value=48, initial=5),
        "value": forms.IntegerField(label=_("Value"), min_value=1, max_value=3064, initial=160),
        "digits": forms.IntegerField(label=_("Digits"), min_value=1, max_value=110, initial=9),
        "comparison": forms.ChoiceField(
            label=_("The numbers are met"),
            choices=[
                ("exact_subset", _("exactly, by some of the pieces taken")),
                ("at_least", _("when at least so much is taken")),
            ],
        ),
        "proper_victory": forms.ChoiceField(
            label=_("Proper victory from"),
            choices=[
                ("great", _("great: three in progression")),
                ("greater", _("greater: four, two kinds")),
                ("excellent", _("most excellent: four, three kinds")),
                ("none", pgettext_lazy("victory", "none")),
            ],
        ),
    }


def _never_or(label: Any, low: int, high: int) -> forms.Field:
    """A number from ``low`` to ``high``, or 0."""

    def check(value: int) -> None:
        if value and not low <= value <= high:
            raise forms.ValidationError(
                _("Enter 0, or a number from %(low)s to %(high)s."),
                code="gap",
                params={"low": low, "high": high},
            )

    return forms.IntegerField(
        label=label, min_value=0, max_value=high, required=False, validators=[check]
    )


def _choices() -> list[Row]:
    return [*_moving(), *_capturing(), *_winning()]


def _moving() -> list[Row]:
    return [
        (
            "layout",
            _("Layout"),
            [("boissiere", _("on the first four ranks")), ("fulke", _("two ranks nearer"))],
        ),
        ("rounds_move", _("Rounds move"), [*WAYS]),
        ("triangles_move", _("Triangles move"), [*WAYS]),
        ("squares_move", _("Squares move"), [*WAYS]),
        (
            "pyramids_move",
            _("Pyramids move"),
            [("any", _("as any shape they contain")), ("square", _("as squares"))],
        ),
        ("flights", _("Triangles and squares may leap"), [*YES_NO]),
    ]


def _capturing() -> list[Row]:
    return [
        ("meeting_moves_in", _("A meeting piece moves in"), [*YES_NO]),
        ("assault_moves_in", _("An assaulting piece moves in"), [*YES_NO]),
        (
            "assault_counts",
            _("Assault counts"),
            [("empty", _("the empty squares")), ("both_ends", _("both ends too"))],
        ),
        (
            "assault_directions",
            _("Assault goes"),
            [*WAYS],
        ),
        ("assault_division", _("Assault by division too"), [*YES_NO]),
        (
            "ambush_place",
            _("Ambush"),
            [
                ("between", _("of an enemy between two pieces")),
                ("reach", _("where two pieces could move")),
            ],
        ),
        (
            "ambush_arithmetic",
            _("Ambush by"),
            [("add", "+"), ("add_subtract", "+ −"), ("all", "+ − × ÷")],
        ),
        (
            "siege",
            _("Siege"),
            [
                ("orthogonal", _("on four sides")),
                ("orthogonal_or_diagonal", _("on four sides or diagonals")),
                ("no_move", _("of a piece that cannot move")),
                ("none", pgettext_lazy("siege", "none")),
            ],
        ),
        ("siege_edge", _("The edge besieges too"), [*YES_NO]),
        ("captures_before", _("Pieces fall before the move too"), [*YES_NO]),
        (
            "captured",
            _("Captured pieces"),
            [("removed", _("are taken off")), ("turned", _("change side and may be dropped"))],
        ),
    ]


def _winning() -> list[Row]:
    return [
        ("after_pyramid", _("Only after the enemy pyramid is taken"), [*YES_NO]),
        (
            "members",
            _("A harmony is made of"),
            [
                ("own_and_enemy", _("own and enemy pieces")),
                ("own_and_turned", _("own and turned pieces")),
                ("own", _("own pieces")),
            ],
        ),
        (
            "place",
            _("It stands"),
            [
                ("formation", _("in a line, right angle or square")),
                ("anywhere", _("anywhere in the enemy half")),
            ],
        ),
        (
            "geometric",
            _("Geometric in four"),
            [("broad", _("a proportion counts")), ("strict", _("three in progression only"))],
        ),
        ("loser_immobile", _("Only when the other side cannot move"), [*YES_NO]),
    ]


def rules_of(cleaned: Mapping[str, Any]) -> JSON:
    """What was left to the rule book is left out."""
    found = {name: cleaned.get(name) for name in fields()}
    words = {"yes": True, "no": False}
    return {
        name: words.get(value, value) if isinstance(value, str) else value
        for name, value in found.items()
        if value not in ("", None)
    }
