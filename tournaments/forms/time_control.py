"""The clock of a tournament, as an organiser chooses it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock import TimeControl, Timing

TIMINGS = (
    (Timing.PER_MOVE.value, _("time for each stone")),
    (Timing.SUDDEN_DEATH.value, _("time for the whole match")),
    (Timing.INCREMENT.value, _("time for the match, and seconds added after each stone")),
    (Timing.DELAY.value, _("time for the match, running only after some seconds")),
    (Timing.BYO_YOMI.value, _("time for the match, then periods for each stone")),
    (Timing.NONE.value, _("no clock")),
)

FIELD_OF_PART = {"main_ms": "main_minutes", "step_ms": "step_seconds", "periods": "periods"}

WITH_MAIN = {Timing.SUDDEN_DEATH, Timing.INCREMENT, Timing.DELAY, Timing.BYO_YOMI}
WITH_STEP = {Timing.PER_MOVE, Timing.INCREMENT, Timing.DELAY, Timing.BYO_YOMI}


class TimeControlFields(forms.Form):
    """Fields to inherit; ``time_control`` makes the stored value of them."""

    timing = forms.ChoiceField(label=_("Clock"), choices=TIMINGS)
    step_seconds = forms.IntegerField(
        label=_("Seconds a stone"),
        min_value=1,
        max_value=3600,
        initial=60,
        help_text=_("Or the seconds added, waited, or of a period."),
    )
    main_minutes = forms.IntegerField(
        label=_("Minutes a match"),
        min_value=0,
        max_value=600,
        initial=10,
        help_text=_("For each player; not used with time for each stone."),
    )
    periods = forms.IntegerField(label=_("Periods"), min_value=1, max_value=100, initial=3)


def time_control(data: Mapping[str, Any]) -> dict[str, Any]:
    """The stored form of what was chosen. Raise InvalidRulesError (see FIELD_OF_PART)."""
    timing = Timing(data["timing"])
    parts: dict[str, Any] = {"timing": timing.value}
    if timing in WITH_MAIN:
        parts["main_ms"] = data["main_minutes"] * 60_000
    if timing in WITH_STEP:
        parts["step_ms"] = data["step_seconds"] * 1000
    if timing is Timing.BYO_YOMI:
        parts["periods"] = data["periods"]
    return TimeControl.from_json(parts).to_json()


def time_fields(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields show of a stored time control; parts it lacks keep their defaults."""
    found: dict[str, Any] = {"timing": stored.get("timing", Timing.NONE.value)}
    if "main_ms" in stored:
        found["main_minutes"] = stored["main_ms"] // 60_000
    if "step_ms" in stored:
        found["step_seconds"] = stored["step_ms"] // 1000
    if "periods" in stored:
        found["periods"] = stored["periods"]
    return found
