"""What every tournament is asked about, whatever is played in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Medium
from games.rules.base import InvalidRulesError
from games.words import error_words
from tournaments.forms.fields import (
    LastRoundField,
    LongSelect,
    NameField,
    WallTimeField,
    in_zone,
    zone_choices,
)
from tournaments.forms.running import RunningFields, policy_fields
from tournaments.forms.time_control import (
    FIELD_OF_PART,
    TimeControlFields,
    time_control,
    time_fields,
)
from tournaments.models import Registration, Tournament
from tournaments.services.tournaments import PLAIN_FIELDS
from tournaments.settings import TournamentSettings

TOLD = 5
"""So many choices of a closed group are told."""


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    title: str
    fields: Sequence[forms.BoundField]
    summary: str
    """What is chosen in it, while it is closed."""
    errors: Sequence[str] = ()
    """Of all of it together."""

    @property
    def wrong(self) -> bool:
        return bool(self.errors) or any(field.errors for field in self.fields)


def number_field(label: Any, low: int, high: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, **more)


def summary(fields: Sequence[forms.BoundField]) -> str:
    """What a few fields hold, as one line."""
    told = [words for field in fields if (words := _told(field))]
    more = " …" if len(told) > TOLD else ""
    return " · ".join(told[:TOLD]) + more


def _told(bound: forms.BoundField) -> str:
    field, value = bound.field, bound.value()
    if isinstance(field, forms.BooleanField):
        return str(bound.label) if value else ""
    if isinstance(field, forms.ChoiceField):
        choices = dict(_choices(field))
        # A browser shows the first choice where nothing is chosen.
        value = choices.get(str(value), "") if value is not None else next(iter(choices.values()))
    if value in (None, "", []):
        return ""
    return gettext("%(label)s: %(value)s") % {"label": bound.label, "value": value}


def _choices(field: forms.ChoiceField) -> Iterator[tuple[str, Any]]:
    found: Any = field.choices
    for code, words in found:
        yield str(code), words


class PlanBase(TimeControlFields, RunningFields):
    """Only the name has no default."""

    name = NameField(label=_("Name"))
    name_en = NameField(
        label=_("Name in English"), required=False, help_text=_("Shown to readers of English.")
    )
    starts_at = WallTimeField(label=_("Date and time"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), widget=LongSelect)
    venue = NameField(label=_("Venue"), required=False)
    organiser_name = NameField(label=_("Held by"), required=False)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=5000,
        widget=forms.Textarea({"rows": 3}),
    )
    medium = forms.ChoiceField(
        label=_("How people play"),
        choices=(
            (Medium.ONLINE, _("on their own phones")),
            (Medium.BOARD, _("over the board; results are entered")),
        ),
    )
    registration = forms.ChoiceField(
        label=_("Registration with the join code"),
        choices=(
            (Registration.CLOSED, _("closed: only the desk enters people")),
            (Registration.OPEN, _("open: whoever has the code enters")),
            (Registration.LISTED, _("listed: people choose their name from the list")),
        ),
    )
    is_public = forms.BooleanField(label=_("Public: anyone may look"), required=False, initial=True)
    seat_checked_in = forms.BooleanField(
        label=_("Seat only those who checked in"), required=False, initial=True
    )
    self_check_in = forms.BooleanField(
        label=_("Players may check themselves in"), required=False, initial=True
    )
    late_until = LastRoundField(
        label=_("Late entry until round"), help_text=_("Empty: in any round. 0: no late entry.")
    )

    ABOUT = "name name_en starts_at time_zone venue organiser_name description"
    PEOPLE = "medium registration is_public seat_checked_in self_check_in late_until"
    RUNNING = (
        "ready_check no_show_minutes no_show away_minutes idle_minutes abandoned "
        "illegal_seconds illegal_limit"
    )
    CLOCK = "timing step_seconds main_minutes periods"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)
        zone.choices = zone_choices(self.initial.get("time_zone", ""))

    def group(self, key: str, title: Any, names: str) -> Group:
        fields = [self[name] for name in names.split()]
        return Group(key, str(title), fields, summary(fields))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        wall, zone = data.get("starts_at"), data.get("time_zone")
        if wall is not None and zone:
            try:
                data["starts_at"] = in_zone(wall, zone)
            except forms.ValidationError as error:
                self.add_error("starts_at", error)
        if not self.errors:
            try:
                data["time_control"] = time_control(data)
            except InvalidRulesError as error:
                self.add_error(FIELD_OF_PART[str(error.params["field"])], error_words(error))
        return data

    def plain(self) -> dict[str, Any]:
        """Of a valid form, what a plan takes as it is."""
        data = self.cleaned_data
        return {name: data[name] for name in PLAIN_FIELDS} | {
            "registration": Registration(data["registration"]),
            "medium": Medium(data["medium"]),
            "time_control": data["time_control"],
        }


def plain_initial(tournament: Tournament) -> dict[str, Any]:
    """What these fields show of a tournament that exists."""
    found = {name: getattr(tournament, name) for name in PLAIN_FIELDS if name != "starts_at"}
    if tournament.starts_at is not None:
        local = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone))
        found["starts_at"] = local.replace(tzinfo=None)
    settings = TournamentSettings.from_json(tournament.settings)
    found |= settings.to_json() | policy_fields(settings.policy)
    return found | time_fields(tournament.time_control)
