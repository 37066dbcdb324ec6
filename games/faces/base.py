"""What pages, records and computer players need to know of a game besides its rules.

A game gives one ``Face``. Views are JSON with seats from 1, as games/present.py makes them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import MatchEvent
from games.record import MatchState
from games.rules.base import JSON

Words = str | Promise
Line = tuple[str, str]
"""A term and its sentence."""
Time = tuple[str, Words, JSON]
"""A time control that a form offers: its code, its words, and what the services take."""

NO_CLOCK: Time = ("none", _("No clock"), {"timing": "none"})


@dataclass(frozen=True, slots=True)
class Choice:
    """What a computer player does: ``text`` is notation, ``delay`` seconds after the position."""

    text: str
    delay: float
    is_claim: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """One rule on a small position, for the page that teaches a game."""

    code: str
    title: Words
    text: Words
    position: str
    """In the game's text form."""
    tries: Sequence[str]
    """Moves to try there, in notation; the first is told on the page. One may be refused."""
    rules: Mapping[str, Any] = field(default_factory=dict)


class Face:
    """A game as people meet it. Subclasses name the game and say what is their own."""

    name: ClassVar[str]
    title: ClassVar[Words]
    in_a_line: ClassVar[Words] = ""
    """What the game is, for who never heard of it."""
    stylesheet: ClassVar[str] = ""
    draws: ClassVar[bool] = False
    """Whether players may agree on a draw."""
    claims: ClassVar[bool] = False
    """Whether seats that are not on turn may act."""
    levels: ClassVar[Sequence[tuple[str, Words]]] = ()
    """The computer players, the weakest first."""
    thinks: ClassVar[bool] = False
    """``choose`` takes long: it is called by the computer players' worker only."""
    time_controls: ClassVar[Sequence[Time]] = (NO_CLOCK,)
    """What a practice match offers, the usual one first."""

    main_fields: ClassVar[Sequence[str]] = ()
    """The options that a form asks first; the others are folded away. Empty: all are asked."""

    # What is seen

    def view(self, position: Any) -> JSON:
        """A position for everybody who watches; seats from 0 under owner, to_move and out."""
        found: JSON = position.view()
        return found

    def study(self, position: Any) -> JSON | None:
        """What is asked for besides, one position at a time; None: nothing."""
        return None

    def picture(self, view: Mapping[str, Any]) -> Any:
        """What the game's board templates draw, of a view as ``match_view`` holds it."""
        return view

    def analysis(self, start: MatchState, rows: Sequence[tuple[MatchEvent, MatchState]]) -> JSON:
        """What the replay tells besides the steps. ``rows``: events with the states after them."""
        return {}

    def revealed(self, position: Any) -> JSON:
        """What nobody could see while it was played, of one position, for programs."""
        return {}

    # What is said

    def happened(self, event: MatchEvent, names: Sequence[str]) -> str:
        """A move or claim in one sentence; empty: the general one."""
        return ""

    def taken_back(self, undone: Mapping[str, Any], names: Sequence[str]) -> str:
        """A move or claim that is undone (kind, seat, text); empty: the general sentence."""
        return ""

    def ended(self, event: MatchEvent, best: Sequence[str]) -> str:
        """The end by ``event.data["end"]``, won by ``best``; empty: the general sentence."""
        return ""

    def ends(self) -> dict[str, str]:
        """One sentence for each reason of an outcome that only this game has."""
        return {}

    def rules_in_words(self, rules: Mapping[str, Any]) -> list[Line]:
        return []

    def rules_of_time(self, rules: Mapping[str, Any]) -> list[Line]:
        """What follows the line on time."""
        return []

    def time_in_words(self, control: Mapping[str, Any]) -> str:
        """A time control in this game's own words; empty: the general ones."""
        return ""

    def brief(self, rules: Mapping[str, Any]) -> str:
        """The rules in one line."""
        return ""

    def score_in_words(self, score: int) -> str:
        """``25 seeds``; empty: the number alone."""
        return ""

    def words(self) -> dict[str, str]:
        """What the game's script says, and its own words for what every match says."""
        return {}

    # What is taught

    def lessons(self) -> Sequence[Lesson]:
        return ()

    def try_in_words(self, text: str) -> str:
        """A move of a lesson as its button says it."""
        return text

    def shown_in_lessons(self, position: Any) -> JSON:
        """What a board that teaches is given besides the view."""
        return {}

    def taught(self, before: Any, after: Any) -> str:
        """What the move between two positions did and why, for who learns the game."""
        return ""

    # What is chosen

    def fields(self) -> dict[str, forms.Field]:
        """The options of a match as fields of a form."""
        return {}

    def rules_of(self, cleaned: Mapping[str, Any]) -> JSON:
        """The rules that values of these fields mean."""
        return {name: cleaned[name] for name in self.fields() if name in cleaned}

    # Computer players

    def pause(self, level: str) -> float:
        """Seconds after a position before a player that ``thinks`` looks at it."""
        return 1.0

    def choose(
        self, position: Any, seat: int, level: str, random: Random, budget: timedelta
    ) -> Choice | None:
        """What the computer player of ``seat`` does, found within ``budget``; None: nothing."""
        return None

    # Templates

    def template(self, part: str) -> list[str]:
        """The names to look for; a part that a game lacks is empty."""
        return [f"games/{self.name}/{part}.html", "games/nothing.html"]
