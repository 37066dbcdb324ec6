"""What a dry run is told."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.plan_base import number_field
from tournaments.services.rehearsal import MOVES, Wishes


class RehearsalForm(forms.Form):
    moves = number_field(_("Moves of a game, by all its players"), 1, 1000)
    pause = number_field(_("Minutes between rounds"), 0, 600, initial=10)
    boards = number_field(
        _("Boards"), 1, 1000, required=False, help_text=_("Empty: as many as needed.")
    )

    def __init__(self, data: Mapping[str, Any] | None, game: str) -> None:
        usual = {"moves": MOVES.get(game, 60), "pause": 10, "boards": ""}
        super().__init__({name: (data or {}).get(name, value) for name, value in usual.items()})

    def wishes(self) -> Wishes:
        """Of a valid form."""
        return Wishes(**self.cleaned_data)
