"""What people choose for a practice match, and which tables a screen shows."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from games.rules.kyoen.geometry import MAX_SIZE
from games.rules.kyoen.rules import MAX_SEATS, MIN_PLAY_SIZE

SCREEN_TABLES = 12
BOARDS = [
    ("square", _("Square lattice")),
    ("triangular", _("Equilateral lattice, rhombus")),
    ("triangle", _("Equilateral lattice, triangle")),
    ("rectangular", _("Sides 1 : √2")),
]
LEVELS = [
    ("careless", _("Careless, like a person")),
    ("careful", _("Careful: overlooks nothing")),
]
TIMES = [
    ("none", _("No clock")),
    ("30", _("30 seconds for each stone")),
    ("60", _("1 minute for each stone")),
    ("180", _("3 minutes for each stone")),
]
ORDERS = [
    ("lot", _("By lot")),
    ("me", _("I begin")),
    ("others", _("The others begin")),
]
MOST_OTHERS = MAX_SEATS - 1


class PracticeForm(forms.Form):
    """A friendly match. ``rules()`` and ``time_control()`` are what the services take."""

    name = NameField(label=_("Your name"), required=False)
    computers = forms.TypedChoiceField(
        label=_("Computer players"),
        coerce=int,
        choices=[(number, str(number)) for number in range(MOST_OTHERS + 1)],
        initial=1,
    )
    level = forms.ChoiceField(label=_("How they play"), choices=LEVELS, initial="careless")
    friends = forms.TypedChoiceField(
        label=_("Friends, by a link"),
        coerce=int,
        choices=[(number, str(number)) for number in range(MOST_OTHERS + 1)],
        initial=0,
    )
    board = forms.ChoiceField(label=_("Board"), choices=BOARDS, initial="square")
    size = forms.TypedChoiceField(
        label=_("Points on a side"),
        coerce=int,
        choices=[(number, str(number)) for number in range(MIN_PLAY_SIZE, MAX_SIZE + 1)],
        initial=9,
    )
    time = forms.ChoiceField(label=_("Clock"), choices=TIMES, initial="none")
    order = forms.ChoiceField(label=_("Order of play"), choices=ORDERS, initial="lot")

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        others = found.get("computers", 0) + found.get("friends", 0)
        if others == 0 and not self.errors:
            self.add_error("computers", _("A match needs at least two players. Choose one more."))
        if others > MOST_OTHERS:
            self.add_error(
                "friends",
                _("A match has at most %(most)s players. Choose fewer.") % {"most": MAX_SEATS},
            )
        return found

    def rules(self) -> dict[str, Any]:
        board, size = self.cleaned_data["board"], self.cleaned_data["size"]
        lattice = "triangular" if board == "triangle" else board
        shape = "triangle" if board == "triangle" else "grid"
        return {"lattice": lattice, "shape": shape, "columns": size, "rows": size}

    def time_control(self) -> dict[str, Any]:
        time = self.cleaned_data["time"]
        if time == "none":
            return {"timing": "none"}
        return {"timing": "per_move", "step_ms": int(time) * 1000}


class JoinForm(forms.Form):
    """Who takes a free seat."""

    name = NameField(label=_("Your name"))


def screen_matches(query: QueryDict) -> list[UUID]:
    """The ids of ``?match=…``, in order; what is no id is left out."""
    found: list[UUID] = []
    for text in query.getlist("match"):
        try:
            match_id = UUID(text)
        except ValueError:
            continue
        if match_id not in found:
            found.append(match_id)
    return found[:SCREEN_TABLES]
