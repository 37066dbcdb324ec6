"""Instants in templates, in the zone that is active."""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def moment(at: datetime) -> str:
    """Day and time of an instant, as 1 August 14:05."""
    local = localtime(at)
    return _("%(day)s, %(time)s") % {
        "day": date_format(local, "MONTH_DAY_FORMAT"),
        "time": date_format(local, "H:i"),
    }
