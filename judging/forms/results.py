"""Forms of results: publishing, appeals, certificates."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField, WallTimeField, in_zone
from tournaments.forms.publishing import PublishForm
from tournaments.printing.certificates import MAX_BODY

__all__ = ["AppealAnswerForm", "AppealForm", "AppealsUntilForm", "CertificateForm", "PublishForm"]


class AppealForm(forms.Form):
    text = forms.CharField(
        label=_("What should be looked at again?"),
        max_length=5_000,
        widget=forms.Textarea({"rows": 5}),
        error_messages={"required": _("Write what should be looked at again.")},
        help_text=_("The marks stay until somebody has looked; they may go up or down."),
    )


class AppealAnswerForm(forms.Form):
    answer = forms.CharField(
        label=_("Answer to the contestant"),
        max_length=5_000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )


class AppealsUntilForm(forms.Form):
    appeals_until = WallTimeField(
        label=_("Appeals until"), required=False, help_text=_("Empty: none are taken.")
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone

    def clean_appeals_until(self) -> Any:
        wall = self.cleaned_data["appeals_until"]
        return None if wall is None else in_zone(wall, self.zone)


class CertificateForm(forms.Form):
    """For whom, and with which words."""

    language = forms.ChoiceField(label=_("Language"), choices=(("ja", "日本語"), ("en", "English")))
    best = forms.IntegerField(
        label=_("For ranks 1 to"), min_value=1, max_value=10_000, initial=3,
        error_messages={"required": _("Write up to which rank.")},
    )  # fmt: skip
    heading = NameField(label=_("Heading"), required=False, max_length=100)
    awards = forms.CharField(
        label=_("Awards"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("One a line, for rank 1, 2, 3 …; the last line holds for all after it."),
    )
    body = forms.CharField(
        label=_("Text"),
        required=False,
        max_length=MAX_BODY,
        widget=forms.Textarea({"rows": 5}),
        help_text=_("{name}, {club}, {award}, {contest}, {rank} and {points} are filled in."),
    )
    date = NameField(label=_("Date"), required=False, max_length=60)
    signed = forms.CharField(
        label=_("Signed by"),
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("One line each."),
    )

    def award_of(self, rank: int) -> str:
        lines = [one.strip() for one in self.cleaned_data["awards"].splitlines() if one.strip()]
        return lines[min(rank, len(lines)) - 1] if lines else ""
