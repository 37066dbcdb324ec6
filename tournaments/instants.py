"""Instants in words, by the zone and in the language that are active."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _


def moment(at: datetime) -> str:
    """Day and time, as August 1, 14:05."""
    local = localtime(at)
    return _("%(day)s, %(time)s") % {
        "day": date_format(local, "MONTH_DAY_FORMAT"),
        "time": date_format(local, "H:i"),
    }


def dated(at: datetime) -> str:
    """Date and time with the year, for what is kept or printed, as Aug. 1, 2027 14:05."""
    local = localtime(at)
    return f"{date_format(local, 'DATE_FORMAT')} {date_format(local, 'H:i')}"
