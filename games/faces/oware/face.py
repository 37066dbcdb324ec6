"""Oware as people meet it."""

import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.faces.base import Choice, Face, Lesson, Line
from games.faces.oware import form, lessons, rules_words, sayings, words
from games.faces.oware.picture import picture_of
from games.models import MatchEvent
from games.rules.base import JSON
from games.rules.oware.computer import Level, choose
from games.rules.oware.notation import letter

PAUSE = {Level.BEGINNER: 1.8, Level.STEADY: 1.6, Level.STRONG: 1.2}
"""Seconds: long enough for people to see the move before."""


class Oware(Face):
    name = "oware"
    title = _("Oware")
    in_a_line = _("Sow seeds round the board and capture more than half of them.")
    stylesheet = "css/oware.css"
    draws = True
    levels = (
        (Level.BEGINNER.value, _("beginner, overlooks much")),
        (Level.STEADY.value, _("steady, looks four moves ahead")),
        (Level.STRONG.value, _("strong, looks as far as it can")),
    )
    thinks = True
    time_controls = form.TIMES

    def picture(self, view: Mapping[str, Any]) -> Any:
        return picture_of(view)

    def happened(self, event: MatchEvent, names: Sequence[str]) -> str:
        return sayings.happened(event, names)

    def taken_back(self, undone: Mapping[str, Any], names: Sequence[str]) -> str:
        return sayings.taken_back(undone, names)

    def ended(self, event: MatchEvent, best: Sequence[str]) -> str:
        return sayings.ended(event, best)

    def ends(self) -> dict[str, str]:
        return sayings.ends()

    def rules_in_words(self, rules: Mapping[str, Any]) -> list[Line]:
        return rules_words.play_in_words(rules)

    def rules_of_time(self, rules: Mapping[str, Any]) -> list[Line]:
        return rules_words.time_rules_in_words(rules)

    def brief(self, rules: Mapping[str, Any]) -> str:
        return rules_words.brief(rules)

    def score_in_words(self, score: int) -> str:
        return ngettext("%(n)s seed", "%(n)s seeds", score) % {"n": score}

    def words(self) -> dict[str, str]:
        return words.words()

    def lessons(self) -> Sequence[Lesson]:
        return lessons.LESSONS

    def taught(self, before: Any, after: Any) -> str:
        return lessons.taught(before, after)

    def fields(self) -> dict[str, forms.Field]:
        return form.fields()

    def rules_of(self, cleaned: Mapping[str, Any]) -> JSON:
        return {name: value for name, value in super().rules_of(cleaned).items() if value != ""}

    def pause(self, level: str) -> float:
        return PAUSE[Level(level)]

    def choose(
        self, position: Any, seat: int, level: str, random: Random, budget: timedelta
    ) -> Choice | None:
        if position.to_move != seat:
            return None
        until = time.monotonic() + budget.total_seconds()
        pit = choose(position, Level(level), random, lambda: time.monotonic() >= until)
        return None if pit is None else Choice(letter(pit), self.pause(level))
