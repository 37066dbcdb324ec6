"""Rithmomachia as people meet it."""

import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.faces.base import Choice, Face, Lesson, Line
from games.faces.rithmomachia import form, lessons, rules_words, sayings, study, words
from games.faces.rithmomachia.picture import picture_of
from games.models import MatchEvent
from games.rules.base import JSON
from games.rules.rithmomachia.computer import Level, choose

PAUSE = {Level.BEGINNER: 1.8, Level.STEADY: 1.5, Level.STRONG: 1.2}
"""Seconds: long enough for people to see the move before."""


class Rithmomachia(Face):
    name = "rithmomachia"
    title = _("Rithmomachia")
    in_a_line = _("Capture numbers by arithmetic, and win by setting up a harmony.")
    stylesheet = "css/rithmomachia.css"
    draws = True
    levels = (
        (Level.BEGINNER.value, _("beginner, overlooks much")),
        (Level.STEADY.value, _("steady, sees what the answer takes")),
        (Level.STRONG.value, _("strong, looks three moves ahead")),
    )
    thinks = True
    time_controls = form.TIMES
    main_fields = form.MAIN

    def view(self, position: Any) -> JSON:
        """The position, the legal moves, and what falls by those that take something."""
        found: JSON = position.view()
        return found | study.moves_of(position.turns())

    def study(self, position: Any) -> JSON | None:
        return study.study(position)

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
        return rules_words.rules_in_words(rules)

    def rules_of_time(self, rules: Mapping[str, Any]) -> list[Line]:
        return rules_words.rules_of_time(rules)

    def brief(self, rules: Mapping[str, Any]) -> str:
        return rules_words.brief(rules)

    def score_in_words(self, score: int) -> str:
        return ngettext("value %(n)s taken", "value %(n)s taken", score) % {"n": score}

    def words(self) -> dict[str, str]:
        return words.words()

    def lessons(self) -> Sequence[Lesson]:
        return lessons.LESSONS

    def taught(self, before: Any, after: Any) -> str:
        return lessons.taught(before, after)

    def fields(self) -> dict[str, forms.Field]:
        return form.fields()

    def rules_of(self, cleaned: Mapping[str, Any]) -> JSON:
        return form.rules_of(cleaned)

    def pause(self, level: str) -> float:
        return PAUSE[Level(level)]

    def choose(
        self, position: Any, seat: int, level: str, random: Random, budget: timedelta
    ) -> Choice | None:
        if position.to_move != seat:
            return None
        until = time.monotonic() + budget.total_seconds()
        text = choose(position, Level(level), random, lambda: time.monotonic() >= until)
        return None if text is None else Choice(text, self.pause(level))
