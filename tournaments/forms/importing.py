"""Choosing a list of people, and saying how it is to be read."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.interchange.columns import Field
from tournaments.interchange.people import ENCODINGS, People
from tournaments.list_words import ENCODINGS as ENCODING_WORDS
from tournaments.list_words import FIELDS, column_words
from tournaments.services.importing import Reading


class ListForm(forms.Form):
    """A file, or the list pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or paste the list"),
        required=False,
        max_length=500_000,
        strip=False,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("One line for each person; the first line may name the columns."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and data.get("file") is None and not data.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste the list."))
        return data


HEADERS = (("", _("found out")), ("yes", _("yes")), ("no", _("no")))


class ReadingForm(forms.Form):
    """``c0``, ``c1``, … say what each column holds; ``-`` leaves it out."""

    encoding = forms.ChoiceField(
        label=_("Encoding"),
        required=False,
        choices=[("", _("found out")), *((code, ENCODING_WORDS[code]) for code in ENCODINGS)],
    )
    has_header = forms.ChoiceField(
        label=_("First line names the columns"), required=False, choices=HEADERS
    )
    sheet = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)
    listed_only = forms.BooleanField(
        label=_("Only a list of those eligible: they enter with the join code"), required=False
    )

    same_names = forms.BooleanField(required=False)

    def reading(self) -> Reading:
        """How to read the list; nonsense counts as not said."""
        data = self.cleaned_data if self.is_valid() else {}
        header = data.get("has_header", "")
        return Reading(
            encoding=data.get("encoding") or None,
            sheet=data.get("sheet") or None,
            has_header=None if not header else header == "yes",
            mapping=self._mapping(),
        )

    def _mapping(self) -> dict[int, Field | None] | None:
        found: dict[int, Field | None] = {}
        known = {field.value: field for field in Field}
        for key, value in self.data.items():
            index = key.removeprefix("c")
            if key.startswith("c") and index.isdecimal() and len(index) < 4:
                if value in known:
                    found[int(index)] = known[value]
                elif value == "-":
                    found[int(index)] = None
        return found or None


def column_choices(people: People) -> list[dict[str, Any]]:
    """Each column with its samples and what it may hold: what it does, or what is proposed."""
    fields = people.proposal or [column.field for column in people.columns]
    return [
        {
            "name": f"c{column.index}",
            "header": column_words(column.header),
            "samples": column.samples[:3],
            "choices": [
                ("-", _("leave out"), chosen is None),
                *((field.value, words, field is chosen) for field, words in FIELDS.items()),
            ],
        }
        for column, chosen in zip(people.columns, fields, strict=True)
    ]
