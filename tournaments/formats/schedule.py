"""When rounds are played: wall-clock times of the venue, stored as instants.

A time typed by an organiser belongs to the tournament's time zone on that date, whatever
the offset is today.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.formats.errors import FormatError, InvalidSettingError


class NoSuchTimeError(FormatError):
    """The clocks are put forward over this time. ``params``: at, zone."""

    code = "no_such_time"


@dataclass(frozen=True, slots=True)
class Slot:
    round: int
    """From 1."""
    start: datetime
    end: datetime
    """Both aware, in the zone of the first start."""


def in_zone(wall: datetime, zone: str) -> datetime:
    """The instant that a wall clock in ``zone`` shows ``wall``; of two, the earlier.

    >>> in_zone(datetime(2027, 7, 30, 13), "Asia/Tokyo").isoformat()
    '2027-07-30T13:00:00+09:00'
    >>> in_zone(datetime(2027, 12, 1, 13), "Europe/Berlin").utcoffset()
    datetime.timedelta(seconds=3600)

    Raise InvalidSettingError for an unknown zone, NoSuchTimeError for a time the clocks
    jump over.
    """
    try:
        found = wall.replace(tzinfo=ZoneInfo(zone), fold=0)
    except (LookupError, ValueError, OSError):
        raise InvalidSettingError(field="time_zone", value=zone, allowed="Asia/Tokyo") from None
    there = found.astimezone(UTC).astimezone(found.tzinfo)
    if there.replace(tzinfo=None) != wall.replace(tzinfo=None):
        raise NoSuchTimeError(at=wall, zone=zone)
    return found


def plan_rounds(
    first: datetime,
    rounds: int,
    *,
    length: timedelta,
    pause: timedelta = timedelta(),
    closed: Iterable[tuple[datetime, datetime]] = (),
) -> tuple[Slot, ...]:
    """Rounds one after the other, none of them touching a time that is closed.

    ``closed`` are lunch, nights and the like as [from, until). Lengths are true ones: a
    change to summer time does not shorten a round. Raise InvalidSettingError.
    """
    if first.tzinfo is None:
        raise InvalidSettingError(field="first", value=first, allowed="a time with its zone")
    if length <= timedelta() or pause < timedelta():
        raise InvalidSettingError(field="length", value=length, allowed="more than 0")
    breaks = sorted((start.astimezone(UTC), end.astimezone(UTC)) for start, end in closed)
    slots = []
    at = first.astimezone(UTC)
    for number in range(1, rounds + 1):
        for start, end in breaks:
            if at < end and start < at + length:
                at = end
        local = at.astimezone(first.tzinfo)
        slots.append(Slot(number, local, (at + length).astimezone(first.tzinfo)))
        at += length + pause
    return tuple(slots)
