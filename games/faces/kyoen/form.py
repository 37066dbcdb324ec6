"""What people choose for a match of Kyōen."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.faces.base import NO_CLOCK, Time
from games.rules.base import JSON
from games.rules.kyoen.geometry import MAX_SIZE
from games.rules.kyoen.rules import MIN_PLAY_SIZE

BOARDS = [
    ("square", _("Square lattice")),
    ("triangular", _("Equilateral lattice, rhombus")),
    ("triangle", _("Equilateral lattice, triangle")),
    ("rectangular", _("Sides 1 : √2")),
]
TIMES: list[Time] = [
    NO_CLOCK,
    ("30", _("30 seconds for each stone"), {"timing": "per_move", "step_ms": 30_000}),
    ("60", _("1 minute for each stone"), {"timing": "per_move", "step_ms": 60_000}),
    ("180", _("3 minutes for each stone"), {"timing": "per_move", "step_ms": 180_000}),
]


def fields() -> dict[str, forms.Field]:
    return {
        "board": forms.ChoiceField(label=_("Board"), choices=BOARDS, initial="square"),
        "size": forms.TypedChoiceField(
            label=_("Points on a side"),
            coerce=int,
            choices=[(number, str(number)) for number in range(MIN_PLAY_SIZE, MAX_SIZE + 1)],
            initial=9,
        ),
    }


def rules_of(cleaned: Mapping[str, Any]) -> JSON:
    board, size = cleaned["board"], cleaned["size"]
    lattice = "triangular" if board == "triangle" else board
    shape = "triangle" if board == "triangle" else "grid"
    return {"lattice": lattice, "shape": shape, "columns": size, "rows": size}
