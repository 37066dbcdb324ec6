"""Small forms of the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField
from tournaments.interchange.people import HIGHEST_RATING, HIGHEST_SEED
from tournaments.services.announcements import LONGEST
from tournaments.services.entries import Details


class AnnouncementForm(forms.Form):
    text = forms.CharField(
        label=_("Message"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": _("Write the message first.")},
    )


class EntryForm(forms.Form):
    """A person who enters."""

    ask_same_name = False
    """Somebody with this name is on the list: offer the box that says it is another."""

    name = NameField(label=_("Name"), error_messages={"required": _("Write the name first.")})
    kana = NameField(label=_("Reading"), required=False)
    club = NameField(label=_("School or club"), required=False)
    grade = NameField(label=_("Grade"), required=False, max_length=50)
    seed = forms.IntegerField(
        label=_("Seeding number"), required=False, min_value=1, max_value=HIGHEST_SEED
    )
    rating = forms.IntegerField(
        label=_("Rating"), required=False, min_value=0, max_value=HIGHEST_RATING
    )
    note = forms.CharField(label=_("Note for the desk"), required=False, max_length=500)
    from_round = forms.IntegerField(
        label=_("Plays from round"), required=False, min_value=1, max_value=99
    )
    same_name_ok = forms.BooleanField(
        label=_("This is another person with the same name"), required=False
    )

    def clean_rating(self) -> int | None:
        """0 is none, as in lists and report files."""
        return self.cleaned_data["rating"] or None

    def details(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {name: data[name] for name in Details.__slots__}


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), required=False, max_length=500)
