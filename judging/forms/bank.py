"""Forms of a problem bank: its name, its committee, what is looked for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Role
from judging.kind_words import SHORT, STATES
from judging.models import AUTHOR, HEAD
from tournaments.forms.fields import NameField


class BankForm(forms.Form):
    name = NameField(
        label=_("Name of the bank"), error_messages={"required": _("Write the name first.")}
    )


class MemberForm(forms.Form):
    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        error_messages={"required": _("Write the username first.")},
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=((AUTHOR.value, _("writes problems")), (HEAD.value, _("manages the bank"))),
    )

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class FindForm(forms.Form):
    """Which problems; what is nonsense looks for everything."""

    q = forms.CharField(label=_("Words"), required=False, max_length=200)
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=(("", _("every kind")), *SHORT.items())
    )
    state = forms.ChoiceField(
        label=_("State"), required=False, choices=(("", _("every state")), *STATES.items())
    )
    tag = forms.CharField(label=_("Tag"), required=False, max_length=50)
    difficulty = forms.TypedChoiceField(
        label=_("Difficulty"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=(("", _("any")), *((str(n), str(n)) for n in range(1, 6))),
    )

    def __init__(self, *args: Any, tags: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tag"].widget = forms.Select(
            choices=[("", _("every tag")), *((tag, tag) for tag in tags)]
        )

    def wanted(self) -> dict[str, Any]:
        """The arguments of ``find_problems``."""
        self.is_valid()
        data = self.cleaned_data
        return {
            "query": data.get("q", ""),
            "kind": data.get("kind", ""),
            "state": data.get("state", ""),
            "tag": data.get("tag", ""),
            "difficulty": data.get("difficulty"),
        }
