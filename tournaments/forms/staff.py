"""Giving somebody a role at the desk."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Membership, Role, User
from tournaments.forms.fields import NameField
from tournaments.models import Tournament
from tournaments.services.staff import add_by_name, add_by_username


class StaffForm(forms.Form):
    """A username of somebody with a password, or a name to make a person with a link."""

    role = forms.ChoiceField(
        label=_("Role"),
        choices=((Role.ARBITER, _("arbiter")), (Role.ORGANISER, _("organiser"))),
    )
    username = forms.CharField(
        label=_("Username"),
        required=False,
        max_length=150,
        help_text=_("Of somebody who signs in with a password."),
    )
    name = NameField(
        label=_("Or a name"),
        required=False,
        help_text=_("Makes a person who signs in by a link."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if bool(data.get("username")) == bool(data.get("name")):
            self.add_error("username", _("Write a username or a name."))
        return data

    def save(self, tournament: Tournament, by: User | None, at: datetime) -> Membership:
        """Raise UnknownPersonError."""
        data = self.cleaned_data
        role = Role(data["role"])
        if data["username"]:
            return add_by_username(
                tournament=tournament, username=data["username"], role=role, by=by, at=at
            )
        return add_by_name(tournament=tournament, name=data["name"], role=role, by=by, at=at)
