"""Instants and the names of rounds in templates."""

from datetime import datetime, timedelta

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.instants import dated, moment
from tournaments.models import Round, Tournament
from tournaments.names import part_name, round_name, tournament_name

register = template.Library()
register.filter(moment)
register.filter(dated)


@register.filter
def ends(start: datetime, end: datetime) -> str:
    """The end of what begins at ``start``, as 14:05; with its day when that is another."""
    first, last = localtime(start), localtime(end)
    return moment(end) if first.date() != last.date() else date_format(last, "H:i")


@register.filter
def named(tournament: Tournament) -> str:
    """The name of a tournament in the reader's language."""
    return tournament_name(tournament)


@register.filter
def called(round_: Round) -> str:
    """The name of a round, as Round 2."""
    return round_name(round_)


@register.filter
def part(slot: str) -> str:
    """What a table is beside the others of its round, as Third place; often nothing."""
    return part_name(slot)


@register.filter
def span(length: timedelta) -> str:
    """A duration to the next five minutes, as 3 h 20 min.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     span(timedelta(minutes=197)), span(timedelta(minutes=40))
    ('3 h 20 min', '40 min')
    >>> with override("en"):
    ...     span(timedelta(hours=2))
    '2 h'
    """
    minutes = -(-int(length.total_seconds()) // 300) * 5
    hours, rest = divmod(minutes, 60)
    if hours and not rest:
        return _("%(hours)s h") % {"hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{rest:02d}"}
    return _("%(minutes)s min") % {"minutes": rest}
