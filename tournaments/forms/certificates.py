"""What stands on a certificate, and who gets one."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import formats, translation
from django.utils.translation import gettext_lazy as _

from tournaments.forms.plan_base import number_field
from tournaments.models import Tournament
from tournaments.printing.certificates import (
    MAX_BODY,
    CertificateText,
    default_body,
    default_heading,
)

AWARDS = {
    "ja": ("優勝\n準優勝\n第三位", "第{rank}位"),
    "en": ("First place\nSecond place\nThird place", "Place {rank}"),
}


class CertificatesForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=(("ja", "日本語"), ("en", "English")))
    first = number_field(_("From rank"), 1, 9999)
    last = number_field(_("To rank"), 1, 9999)
    contest = forms.CharField(label=_("Name of the tournament"), max_length=200)
    heading = forms.CharField(label=_("Heading"), max_length=60)
    awards = forms.CharField(
        label=_("Awards"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("A line for each rank, from the first."),
    )
    others = forms.CharField(
        label=_("Award of the ranks after them"), required=False, max_length=60
    )
    body = forms.CharField(
        label=_("Wording"),
        max_length=MAX_BODY,
        widget=forms.Textarea({"rows": 5}),
        help_text=_("{name} {club} {award} {contest} {rank} {points} are filled in."),
    )
    date = forms.CharField(label=_("Date"), required=False, max_length=60)
    signed = forms.CharField(
        label=_("Signed"),
        required=False,
        max_length=300,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("Who awards it; a line for each."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            self.add_error("last", _("Not before the first rank."))
        return data

    def text(self) -> CertificateText:
        """Of a valid form."""
        data = self.cleaned_data
        return CertificateText(
            contest=data["contest"],
            heading=data["heading"],
            body=data["body"],
            date=data["date"],
            signed=[line for line in data["signed"].splitlines() if line.strip()],
        )

    def award_lines(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["awards"].splitlines() if line.strip()]


def usual_words(tournament: Tournament, language: str, at: datetime) -> dict[str, Any]:
    """To begin with; ``at`` in the tournament's zone."""
    awards, others = AWARDS[language]
    with translation.override(language):
        day = formats.date_format(at, "DATE_FORMAT")
    return {
        "language": language,
        "first": 1,
        "last": 3,
        "contest": (tournament.name_en if language == "en" else "") or tournament.name,
        "heading": default_heading(language),
        "awards": awards,
        "others": others,
        "body": default_body(language),
        "date": day,
        "signed": tournament.organiser_name,
    }
