"""Publishing standings, and deciding who goes on."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import WallTimeField, in_zone
from tournaments.models import PublicationState, Tournament


class PublishForm(forms.Form):
    state = forms.ChoiceField(
        label=_("As"),
        choices=(
            (PublicationState.PROVISIONAL, _("provisional")),
            (PublicationState.FINAL, _("final")),
            (PublicationState.DRAFT, _("draft, for the staff only")),
        ),
    )
    embargo_until = WallTimeField(
        label=_("Not before"), required=False, help_text=_("Empty: at once.")
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        wall = data.get("embargo_until")
        if wall is not None:
            try:
                data["embargo_until"] = in_zone(wall, self.tournament.time_zone)
            except forms.ValidationError as error:
                self.add_error("embargo_until", error)
        return data

    @property
    def zone(self) -> str:
        return ZoneInfo(self.tournament.time_zone).key
