"""Fields that forms of tournaments share."""

from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import LONGEST
from tournaments.person_names import one_line
from tournaments.settings import MOST_ROUNDS

COMMON_ZONES = (
    "Asia/Tokyo",
    "UTC",
    "Europe/London",
    "Europe/Paris",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Seoul",
    "Asia/Taipei",
    "Australia/Sydney",
)


known_zones = cache(available_timezones)
"""Looked for once: each is a file that is opened."""


@cache
def current_zones() -> tuple[str, ...]:
    """Every zone by the name it has now: Asia/Kolkata, and neither Asia/Calcutta nor US/Pacific."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return tuple(sorted({row[2] for row in rows} & known_zones()))


def zone_choices(stored: str = "") -> list[tuple[str, str]]:
    """Common zones first, then every other by name; ``stored`` too, whatever it is called."""
    names = dict.fromkeys((*COMMON_ZONES, *current_zones()))
    if stored in known_zones():
        names[stored] = None
    return [(name, name.replace("_", " ")) for name in names]


class LongSelect(forms.Select):
    """Of hundreds of options: each is written without a template of its own."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((one, _SELECTED if one in chosen else "", words) for one, words in self.choices),
        )
        own = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, own, options)


_SELECTED = mark_safe(" selected")


class LastRoundField(forms.IntegerField):
    """Until which round; empty where any will do, which is stored as MOST_ROUNDS."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("initial", MOST_ROUNDS)
        super().__init__(min_value=0, max_value=MOST_ROUNDS, required=False, **kwargs)
        self.widget.attrs["placeholder"] = pgettext_lazy("until which round", "any")

    def prepare_value(self, value: Any) -> Any:
        return "" if value == MOST_ROUNDS else value

    def clean(self, value: Any) -> int:
        found = super().clean(value)
        return MOST_ROUNDS if found is None else found


class NameField(forms.CharField):
    """A name of a person or a thing: tidied, at most 200 characters."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", LONGEST)
        super().__init__(strip=True, **kwargs)

    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")


class WallTimeField(forms.CharField):
    """Date and time as a clock on the wall shows them: a naive datetime, or None."""

    default_error_messages = {
        "invalid": _("This is not a date and a time. Write it as 2027-08-01 13:00.")
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.DateTimeInput({"type": "datetime-local"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").strip()
        if not text:
            return None
        try:
            found = datetime.fromisoformat(text.replace("/", "-").replace(" ", "T"))
        except ValueError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None
        if found.tzinfo is not None or not 1970 <= found.year <= 2200:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found.replace(second=0, microsecond=0)

    def prepare_value(self, value: Any) -> Any:
        return value.strftime("%Y-%m-%dT%H:%M") if isinstance(value, datetime) else value


def in_zone(wall: datetime, zone: str) -> datetime:
    """The instant a wall clock in ``zone`` shows ``wall``; the first of two, in autumn.

    Raise ValidationError for a time that clocks leave out in spring.

    >>> in_zone(datetime(2027, 3, 1, 10), "Europe/Berlin").isoformat()
    '2027-03-01T10:00:00+01:00'
    >>> in_zone(datetime(2027, 7, 1, 10), "Europe/Berlin").isoformat()
    '2027-07-01T10:00:00+02:00'
    """
    aware = wall.replace(tzinfo=ZoneInfo(zone))
    if aware.astimezone(ZoneInfo("UTC")).astimezone(ZoneInfo(zone)).replace(tzinfo=None) != wall:
        after = wall + timedelta(hours=1)
        raise forms.ValidationError(
            _("Clocks there skip %(wall)s on that day. Choose a time before or after."),
            params={"wall": f"{wall:%H:%M}–{after:%H:%M}"},
        )
    return aware
