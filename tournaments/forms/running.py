"""How matches are run besides rules and clock: being there, staying, illegal moves."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.policy import Abandoned, NoShow, Policy

NO_SHOWS = (
    (NoShow.FORFEIT.value, _("has lost, by itself")),
    (NoShow.ARBITER.value, _("an arbiter rules")),
)

ABANDONED = (
    (Abandoned.ARBITER.value, _("an arbiter rules")),
    (Abandoned.FORFEIT.value, _("has lost, by itself")),
)


class RunningFields(forms.Form):
    """Fields to inherit; ``policy_of`` makes the stored value of them."""

    ready_check = forms.BooleanField(
        label=_("Players say that they are ready"),
        required=False,
        help_text=_("The clock starts when everybody at the table has said so."),
    )
    no_show_minutes = forms.IntegerField(
        label=_("Minutes to come, at most"),
        min_value=0,
        max_value=600,
        initial=0,
        help_text=_(
            "From the call to the table. 0: no limit. With a limit, players say that they are "
            "ready."
        ),
    )
    no_show = forms.ChoiceField(label=_("Who does not come in time"), choices=NO_SHOWS)
    away_minutes = forms.IntegerField(
        label=_("Minutes with the page closed, at most"),
        min_value=0,
        max_value=600,
        initial=0,
        required=False,
        help_text=_("Of the player to move, online. 0: no limit."),
    )
    idle_minutes = forms.IntegerField(
        label=_("Minutes for one move, at most"),
        min_value=0,
        max_value=1440,
        initial=0,
        required=False,
        help_text=_("Online, besides the clock. 0: no limit."),
    )
    abandoned = forms.ChoiceField(
        label=_("Who goes away for longer"), choices=ABANDONED, required=False
    )
    illegal_seconds = forms.IntegerField(
        label=_("Seconds for the others after an illegal move"),
        min_value=0,
        max_value=3600,
        initial=0,
    )
    illegal_limit = forms.IntegerField(
        label=_("Illegal moves that lose the match"),
        min_value=0,
        max_value=99,
        initial=0,
        help_text=_("2: the second loses. 0: none does."),
    )


def policy_of(data: Mapping[str, Any]) -> Policy:
    """Of a valid form."""
    limit = data["no_show_minutes"] * 60_000
    return Policy(
        ready_check=data["ready_check"] or limit > 0,
        no_show_ms=limit,
        no_show=NoShow(data["no_show"]),
        away_ms=(data.get("away_minutes") or 0) * 60_000,
        idle_ms=(data.get("idle_minutes") or 0) * 60_000,
        abandoned=Abandoned(data.get("abandoned") or Abandoned.ARBITER),
        illegal_ms=data["illegal_seconds"] * 1000,
        illegal_limit=data["illegal_limit"],
        draw_offers=data.get("draw_offers", True),
    )


def policy_fields(policy: Policy) -> dict[str, Any]:
    """What the fields show of it."""
    return {
        "ready_check": policy.ready_check,
        "no_show_minutes": policy.no_show_ms // 60_000,
        "no_show": policy.no_show.value,
        "away_minutes": policy.away_ms // 60_000,
        "idle_minutes": policy.idle_ms // 60_000,
        "abandoned": policy.abandoned.value,
        "illegal_seconds": policy.illegal_ms // 1000,
        "illegal_limit": policy.illegal_limit,
        "draw_offers": policy.draw_offers,
    }
