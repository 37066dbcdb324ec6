"""What people choose for a match of Oware."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.faces.base import NO_CLOCK, Time
from games.rules.oware.rules import (
    FEWEST_PLIES,
    MOST_PLIES,
    CannotFeed,
    GrandSlam,
    Majority,
    OwareRules,
    Repetition,
    TimeUsedUp,
)

TIMES: list[Time] = [
    NO_CLOCK,
    (
        "5+3",
        _("5 minutes, and 3 seconds more after each move"),
        {"timing": "increment", "main_ms": 300_000, "step_ms": 3_000},
    ),
    (
        "15+5",
        _("15 minutes, and 5 seconds more after each move"),
        {"timing": "increment", "main_ms": 900_000, "step_ms": 5_000},
    ),
]


def fields() -> dict[str, forms.Field]:
    """Each option of the rules, the usual choice first."""
    usual = OwareRules()
    return {
        "grand_slam": forms.ChoiceField(
            label=_("Grand slam"),
            choices=[
                (GrandSlam.VOID.value, pgettext_lazy("grand slam", "allowed, takes nothing")),
                (GrandSlam.FORBIDDEN.value, pgettext_lazy("grand slam", "forbidden")),
            ],
        ),
        "cannot_feed": forms.ChoiceField(
            label=_("When you must feed and cannot"),
            choices=[
                (CannotFeed.ENDS.value, _("the game ends at once")),
                (CannotFeed.ONE_MORE_MOVE.value, _("one more move, then it ends")),
            ],
        ),
        "majority": forms.ChoiceField(
            label=_("At 25 seeds"),
            choices=[
                (Majority.ENDS.value, _("the game ends")),
                (Majority.PLAY_ON.value, _("play on to the end")),
            ],
        ),
        "repetition": forms.ChoiceField(
            label=_("When a position comes again"),
            choices=[
                (Repetition.SECOND.value, _("the game ends")),
                (Repetition.THIRD.value, _("the game ends at the third time")),
                (Repetition.NEVER.value, _("play on")),
            ],
        ),
        "ply_limit": forms.IntegerField(
            label=_("Moves of both at most"),
            min_value=FEWEST_PLIES,
            max_value=MOST_PLIES,
            initial=usual.ply_limit,
        ),
        "time_used_up": forms.ChoiceField(
            label=_("Time used up"),
            choices=[
                (TimeUsedUp.LOSES.value, _("the player loses")),
                (TimeUsedUp.ARBITER.value, _("the arbiter decides")),
            ],
            required=False,
        ),
    }
