"""Files that become tournaments, and results that come as a table."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.faces.registry import face
from tournaments.forms.plan_base import number_field
from tournaments.presets import TIME_CONTROLS


class OfferForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": ".json,.trf,.trfx,.txt,application/json"}),
        help_text=_("An archive (JSON) or a report file (TRF16), at most 30 MB."),
    )


class ReportForm(forms.Form):
    """What a report file does not tell."""

    name = forms.CharField(label=_("Name"), max_length=200)
    game = forms.ChoiceField(label=_("Game"))
    rounds = number_field(_("Rounds"), 1, 60)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles: list[tuple[str, str | Promise]] = [
            (game, face(game).title) for game in ("oware", "rithmomachia", "kyoen")
        ]
        assert {game for game, _title in titles} == set(TIME_CONTROLS)
        self.fields["game"].choices = titles  # type: ignore[attr-defined]


class ResultsFileForm(forms.Form):
    """A file, or rows pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or paste the rows"),
        required=False,
        max_length=500_000,
        strip=False,
        widget=forms.Textarea({"rows": 4}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and data.get("file") is None and not data.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste the rows."))
        return data

    def content(self) -> bytes:
        """Of a valid form."""
        file = self.cleaned_data["file"]
        found: bytes = file.read() if file is not None else self.cleaned_data["text"].encode()
        return found
