"""What people choose for a practice match, and which tables a screen shows."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.forms import NameField
from games.faces.base import Face, Time
from games.faces.registry import face
from games.rules.base import JSON, GameError
from games.rules.registry import game as game_named
from games.words import error_words

SCREEN_TABLES = 12
ORDERS = [
    ("lot", _("By lot")),
    ("me", _("I begin")),
    ("others", _("The others begin")),
]
TIMES: list[Time] = [
    (
        "sudden",
        _("10 minutes for the whole match"),
        {"timing": "sudden_death", "main_ms": 600_000},
    ),
    (
        "delay",
        _("10 minutes; each turn’s first 5 seconds are free"),
        {"timing": "delay", "main_ms": 600_000, "step_ms": 5_000},
    ),
    (
        "byo_yomi",
        _("10 minutes, then 3 periods of 30 seconds"),
        {"timing": "byo_yomi", "main_ms": 600_000, "step_ms": 30_000, "periods": 3},
    ),
]
FRIEND = "friend"
ARBITERS = ("time_used_up",)
"""Options that need an arbiter, whom a friendly match does not have."""
GAMES = (1, 3, 5, 7)
"""How many games a friendly series of two has at most."""


class PracticeForm(forms.Form):
    """A friendly match of one game. ``rules()`` and ``time_control()`` are for the services."""

    name = NameField(label=_("Your name"), required=False)

    def __init__(self, game: str, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.game = game
        self.kind = game_named(game)
        self.face: Face = face(game)
        self.most = self.kind.max_seats - 1
        options = {name: one for name, one in self.face.fields().items() if name not in ARBITERS}
        self.fields |= self._others() | options | self._last()
        names, first = list(options), self.face.main_fields
        self.options = [self[name] for name in names if not first or name in first]
        self.more = [self[name] for name in names if first and name not in first]

    @property
    def more_open(self) -> bool:
        """Whether something is typed, or wrong, among the options that are folded away."""
        return any(field.errors or field.value() for field in self.more)

    @property
    def pair(self) -> bool:
        """Whether the game is for two and no more."""
        return self.most == 1

    def _others(self) -> dict[str, forms.Field]:
        levels = list(self.face.levels)
        if self.pair:
            computers = [
                (code, format_lazy("{}: {}", _("Computer"), words)) for code, words in levels
            ]
            return {
                "opponent": forms.ChoiceField(
                    label=_("Against"),
                    choices=[*computers, (FRIEND, _("A friend, by a link"))],
                )
            }
        numbers = [(number, str(number)) for number in range(self.most + 1)]
        return {
            "computers": forms.TypedChoiceField(
                label=_("Computer players"), coerce=int, choices=numbers, initial=1
            ),
            "level": forms.ChoiceField(label=_("How they play"), choices=levels),
            "friends": forms.TypedChoiceField(
                label=_("Friends, by a link"), coerce=int, choices=numbers, initial=0
            ),
        }

    @property
    def times(self) -> list[Time]:
        """The game's own, and for two players one of each other kind."""
        own = list(self.face.time_controls)
        timings = {control["timing"] for _code, _words, control in own}
        return own + [one for one in TIMES if self.pair and one[2]["timing"] not in timings]

    def _last(self) -> dict[str, forms.Field]:
        times = [(code, words) for code, words, _control in self.times]
        orders = ORDERS if not self.pair else [*ORDERS[:2], ("others", _("The other begins"))]
        found: dict[str, forms.Field] = {
            "time": forms.ChoiceField(label=_("Clock"), choices=times),
            "order": forms.ChoiceField(label=_("Order of play"), choices=orders, initial="lot"),
        }
        if self.pair:
            found["games"] = forms.TypedChoiceField(
                label=_("Games"),
                coerce=int,
                initial=1,
                choices=[(1, _("One game")), *[(n, best_of(n)) for n in GAMES[1:]]],
            )
        return found

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.pair:
            self._check_number(found)
        if not self.errors:
            self._check_rules()
        return found

    def _check_number(self, found: dict[str, Any]) -> None:
        others = found.get("computers", 0) + found.get("friends", 0)
        if others == 0 and not self.errors:
            self.add_error("computers", _("A match needs at least two players. Choose one more."))
        if others > self.most:
            self.add_error(
                "friends",
                _("A match has at most %(most)s players. Choose fewer.") % {"most": self.most + 1},
            )

    def _check_rules(self) -> None:
        """Options that do not go together are told at the field that the rules name."""
        try:
            self.kind.rules.from_json(self.rules())
        except GameError as error:
            field = error.params.get("field")
            self.add_error(field if field in self.fields else None, error_words(error))

    @property
    def computers(self) -> list[str]:
        """The level of each computer player wanted."""
        typed = self.cleaned_data
        if self.pair:
            return [] if typed["opponent"] == FRIEND else [typed["opponent"]]
        return [typed["level"]] * typed["computers"]

    @property
    def friends(self) -> int:
        if self.pair:
            return int(self.cleaned_data["opponent"] == FRIEND)
        friends: int = self.cleaned_data["friends"]
        return friends

    @property
    def games(self) -> int:
        games: int = self.cleaned_data.get("games", 1)
        return games

    def rules(self) -> JSON:
        return self.face.rules_of(self.cleaned_data)

    def time_control(self) -> JSON:
        controls = {code: control for code, _words, control in self.times}
        return dict(controls[self.cleaned_data["time"]])


def best_of(games: int) -> Any:
    return ngettext_lazy("Best of %(n)s game", "Best of %(n)s games", games) % {"n": games}


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
