"""Forms of markers and of whoever leads them: a sheet of marks, a scheme, who marks."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.words import error_words
from judging.marking.marks import MarkError, read_points
from judging.marking.scheme import Scheme
from judging.services.schemes import PartDraft

PARTS = 12
"""Rows of an empty scheme form, and the most that are read."""


class MarksForm(forms.Form):
    """What a marker typed. ``marks``: text by letter; ``faults``: by letter, in words."""

    version = forms.IntegerField(min_value=0)
    comment = forms.CharField(required=False, max_length=10_000)
    note = forms.CharField(required=False, max_length=10_000)
    annotations = forms.JSONField(required=False)

    def __init__(self, *args: Any, scheme: Scheme, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scheme = scheme
        self.faults: dict[str, str] = {}

    @property
    def marks(self) -> dict[str, str]:
        return {
            one.letter: self.data.get(f"mark-{one.letter}", "")[:20] for one in self.scheme.parts
        }

    def clean_annotations(self) -> list[Mapping[str, Any]]:
        found = self.cleaned_data["annotations"]
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for letter, text in self.marks.items():
            if not text.strip():
                continue
            try:
                read_points(self.scheme, letter, text)
            except MarkError as error:
                self.faults[letter] = error_words(error)
        if self.faults:
            raise forms.ValidationError(_("A mark cannot be taken; nothing was saved yet."))
        return data


def points_field(label: Any, **more: Any) -> forms.DecimalField:
    return forms.DecimalField(label=label, max_digits=7, decimal_places=2, min_value=0, **more)


class SchemeForm(forms.Form):
    """How markers agree; the parts are read beside it."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    markers = forms.TypedChoiceField(
        label=_("Markers of each script"), coerce=int, choices=((2, _("two")), (1, _("one")))
    )
    tolerance = points_field(
        _("Totals agree up to a difference of"),
        help_text=_("0: only equal totals agree. Agreed totals that differ are averaged."),
    )
    part_tolerance = points_field(
        _("Each part agrees up to"), required=False, help_text=_("Empty: only the totals matter.")
    )
    notes = forms.CharField(
        label=_("Notes for markers"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Markdown with formulas."),
    )


class PartForm(forms.Form):
    letter = forms.RegexField(
        r"^[A-Za-z]{1,3}$",
        label=_("Letter"),
        error_messages={"invalid": _("One to three letters a–z.")},
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off"}),
    )
    title = forms.CharField(label=_("For what"), max_length=500)
    points = points_field(_("Points"))
    step = points_field(pgettext_lazy("of marks", "Step"), initial=1)

    def clean_letter(self) -> str:
        return str(self.cleaned_data["letter"]).lower()

    def clean_step(self) -> Decimal:
        step = self.cleaned_data["step"]
        if not step:
            raise forms.ValidationError(_("The step is above 0."))
        return Decimal(step)

    def draft(self) -> PartDraft:
        data = self.cleaned_data
        return PartDraft(data["letter"], data["title"], data["points"], data["step"])


def part_forms(
    data: Any = None, initial: Sequence[Mapping[str, Any]] = (), *, spare: int = 2
) -> list[PartForm]:
    """A form for each part; with ``data`` those of the rows that were filled in."""
    if data is None:
        rows = [*initial, *({"step": "1"} for _n in range(spare if initial else 3))]
        return [
            PartForm(initial=dict(one), prefix=f"p{n}", use_required_attribute=False)
            for n, one in enumerate(rows[:PARTS])
        ]
    found = []
    for n in range(PARTS):
        filled = [data.get(f"p{n}-{name}", "").strip() for name in ("letter", "title", "points")]
        if any(filled):
            found.append(PartForm(data, prefix=f"p{n}", use_required_attribute=False))
    return found


class AddPartForm(PartForm):
    """A part for a new kind of solution."""


class ReassignForm(forms.Form):
    to_user = forms.ChoiceField(label=_("To whom"))

    def __init__(self, *args: Any, people: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["to_user"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = people


def scheme_words(faults: Sequence[str]) -> str:
    return " ".join(faults) or _t("Look at what is marked below. Nothing was saved.")
