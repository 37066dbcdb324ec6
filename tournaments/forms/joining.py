"""The forms of somebody who enters with the code."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Join code"),
        max_length=40,
        error_messages={"required": _("Write the code first.")},
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class JoinForm(forms.Form):
    name = NameField(
        label=_("Your name"),
        error_messages={"required": _("Write your name first.")},
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    club = NameField(label=_("School or club"), required=False)
