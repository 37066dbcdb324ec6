"""Kyōen as people meet it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.faces.base import Choice, Face, Lesson, Line
from games.faces.durations import seconds_in_words
from games.faces.kyoen import form, lessons, replay, rules_words, sayings, words
from games.faces.kyoen.picture import picture_of
from games.models import MatchEvent
from games.record import MatchState
from games.rules.base import JSON
from games.rules.kyoen.analysis import reveal
from games.rules.kyoen.computer import Level, choose
from games.rules.kyoen.notation import Claim


class Kyoen(Face):
    name = "kyoen"
    title = _("Kyōen")
    in_a_line = _("Whoever completes four stones on one circle, and is called on it, is out.")
    claims = True
    levels = (
        (Level.CARELESS.value, _("Careless, like a person")),
        (Level.CAREFUL.value, _("Careful: overlooks nothing")),
    )
    time_controls = form.TIMES

    def picture(self, view: Mapping[str, Any]) -> Any:
        return picture_of(view)

    def analysis(self, start: MatchState, rows: Sequence[tuple[MatchEvent, MatchState]]) -> JSON:
        states = [start, *(state for _, state in rows)]
        return {"kyoens": replay.kyoens([event for event, _ in rows], states)}

    def revealed(self, position: Any) -> JSON:
        stones = [position.board.name(point) for point in position.stones]
        return {"stones": stones, **reveal(position)}

    def happened(self, event: MatchEvent, names: Sequence[str]) -> str:
        return sayings.happened(event, names)

    def taken_back(self, undone: Mapping[str, Any], names: Sequence[str]) -> str:
        return sayings.taken_back(undone, names)

    def ended(self, event: MatchEvent, best: Sequence[str]) -> str:
        return sayings.ended(event, best)

    def ends(self) -> dict[str, str]:
        return words.ends()

    def rules_in_words(self, rules: Mapping[str, Any]) -> list[Line]:
        return rules_words.play_in_words(rules)

    def rules_of_time(self, rules: Mapping[str, Any]) -> list[Line]:
        return rules_words.time_rules_in_words(rules)

    def time_in_words(self, control: Mapping[str, Any]) -> str:
        if control.get("timing") != "per_move":
            return ""
        return rules_words.step_in_words(seconds_in_words(control.get("step_ms", 0)))

    def brief(self, rules: Mapping[str, Any]) -> str:
        return rules_words.board_in_words(rules)

    def words(self) -> dict[str, str]:
        return words.words()

    def lessons(self) -> Sequence[Lesson]:
        return lessons.LESSONS

    def taught(self, before: Any, after: Any) -> str:
        return lessons.taught(before, after)

    def shown_in_lessons(self, position: Any) -> JSON:
        return {"made": reveal(position)["made"]}

    def try_in_words(self, text: str) -> str:
        return lessons.in_words(text)

    def fields(self) -> dict[str, forms.Field]:
        return form.fields()

    def rules_of(self, cleaned: Mapping[str, Any]) -> JSON:
        return form.rules_of(cleaned)

    def choose(
        self, position: Any, seat: int, level: str, random: Random, budget: timedelta
    ) -> Choice | None:
        found = choose(position, seat, Level(level), random)
        if found is None:
            return None
        text = position.notate(seat, found.action)
        return Choice(text, found.delay, isinstance(found.action, Claim))
