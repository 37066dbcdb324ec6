"""The key of a problem on a paper, to be corrected."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.answers.kinds import CHOICES, TYPED_KINDS, Kind
from judging.answers.reading import LETTERS
from judging.forms.bank_problem import lines


class KeyForm(forms.Form):
    """The fields are those of the kind; the reason is kept with the version."""

    right = forms.CharField(
        label=_("Right options"), max_length=60, help_text=_("Their letters: b, or a c.")
    )
    partial = forms.BooleanField(
        label=_("Part of the points for part of the options"), required=False
    )
    accepted = forms.CharField(
        label=_("Right answers"),
        max_length=10_000,
        widget=lines(3, spellcheck="false"),
        help_text=_("One a line; each of them is taken."),
    )
    tolerance = forms.CharField(label=_("Tolerance"), required=False, max_length=40)
    any_set = forms.BooleanField(
        label=_("There are several kyōens on purpose; any of them is right"), required=False
    )
    per_piece = forms.CharField(label=_("Weight of each right one"), max_length=20)
    per_wrong = forms.CharField(label=_("Taken off for each wrong one"), max_length=20)
    everyone = forms.BooleanField(
        label=_("The problem was not fair: everybody who answered has the points"), required=False
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Write why: it is kept in the record.")},
    )

    def __init__(self, *args: Any, kind: Kind, ask: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.ask = kind, ask
        for name in set(self.fields) - {*self._of_kind(), "everyone", "reason"}:
            del self.fields[name]
        if self.data.get("everyone"):
            for name in self._of_kind():
                self.fields[name].required = False

    def _of_kind(self) -> tuple[str, ...]:
        match self.kind:
            case Kind.CHOICE:
                return ("right",)
            case Kind.MULTIPLE_CHOICE:
                return ("right", "partial")
            case Kind.DECIMAL:
                return ("accepted", "tolerance")
            case Kind.HANTEI:
                return ("any_set",)
            case Kind.HANTEI_ALL:
                return ("per_piece", "per_wrong")
            case Kind.SAFE_POINT:
                return ("per_piece", "per_wrong") if self.ask == "all" else ()
        assert self.kind in TYPED_KINDS, self.kind
        return ("accepted",)

    def spec(self) -> dict[str, Any]:
        """The key, as the kind has it."""
        data = self.cleaned_data
        found: dict[str, Any] = {}
        if data["everyone"]:
            found["everyone"] = True
        if self.kind in CHOICES:
            letters = [one for one in data["right"].lower() if one in LETTERS]
            found["options"] = list(dict.fromkeys(letters))
            if self.kind is Kind.MULTIPLE_CHOICE:
                found["partial"] = data["partial"]
        elif self.kind in TYPED_KINDS:
            accepted = [one.strip() for one in data["accepted"].splitlines()]
            found["accepted"] = [one for one in accepted if one]
            if self.kind is Kind.DECIMAL:
                found["tolerance"] = data["tolerance"] or "0"
        elif self.kind is Kind.HANTEI:
            found["any_set"] = data["any_set"]
        elif "per_piece" in data:
            each = "per_set" if self.kind is Kind.HANTEI_ALL else "per_point"
            found |= {each: data["per_piece"], "per_wrong": data["per_wrong"]}
        return found


def key_initial(spec: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "right": " ".join(spec.get("options", [])),
        "partial": spec.get("partial", False),
        "accepted": "\n".join(spec.get("accepted", [])),
        "tolerance": spec.get("tolerance", ""),
        "any_set": spec.get("any_set", False),
        "per_piece": spec.get("per_set", spec.get("per_point", "1")),
        "per_wrong": spec.get("per_wrong", "1"),
        "everyone": spec.get("everyone", False),
    }
