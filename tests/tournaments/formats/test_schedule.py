from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tournaments.formats.errors import InvalidSettingError
from tournaments.formats.schedule import NoSuchTimeError, in_zone, plan_rounds

MINUTES = timedelta(minutes=1)


def wall(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_start_typed_in_the_events_zone_does_not_shift_when_saved_again() -> None:
    at = in_zone(wall("2027-08-01T09:30"), "Asia/Tokyo")
    assert at.astimezone(UTC) == datetime(2027, 8, 1, 0, 30, tzinfo=UTC)
    shown = at.astimezone(UTC).astimezone(ZoneInfo("Asia/Tokyo")).replace(tzinfo=None)
    assert in_zone(shown, "Asia/Tokyo") == at


def test_a_start_after_the_change_of_the_clocks_has_the_offset_of_its_date() -> None:
    assert in_zone(wall("2027-10-30T10:00"), "Europe/Berlin").utcoffset() == timedelta(hours=2)
    assert in_zone(wall("2027-10-31T10:00"), "Europe/Berlin").utcoffset() == timedelta(hours=1)


def test_a_time_the_clocks_jump_over_is_refused() -> None:
    with pytest.raises(NoSuchTimeError):
        in_zone(wall("2027-03-28T02:30"), "Europe/Berlin")


def test_of_two_equal_wall_times_the_earlier_is_meant() -> None:
    at = in_zone(wall("2027-10-31T02:30"), "Europe/Berlin")
    assert at.astimezone(UTC) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "Asia/Tokyo\0"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(InvalidSettingError):
        in_zone(wall("2027-08-01T09:30"), zone)


def test_rounds_follow_each_other_with_pauses_and_step_over_lunch() -> None:
    first = in_zone(wall("2027-08-01T10:00"), "Asia/Tokyo")
    lunch = (
        in_zone(wall("2027-08-01T12:00"), "Asia/Tokyo"),
        in_zone(wall("2027-08-01T13:00"), "Asia/Tokyo"),
    )
    slots = plan_rounds(first, 4, length=40 * MINUTES, pause=10 * MINUTES, closed=[lunch])
    assert [f"{slot.start:%H:%M}-{slot.end:%H:%M}" for slot in slots] == [
        "10:00-10:40",
        "10:50-11:30",
        "13:00-13:40",
        "13:50-14:30",
    ]


def test_a_round_is_as_long_when_the_clocks_change() -> None:
    first = in_zone(wall("2027-10-31T02:30"), "Europe/Berlin")
    (slot,) = plan_rounds(first, 1, length=60 * MINUTES)
    assert f"{slot.end:%H:%M}" == "02:30"
    assert slot.end.astimezone(UTC) - slot.start.astimezone(UTC) == timedelta(hours=1)


def test_a_start_without_a_zone_or_a_round_without_length_is_refused() -> None:
    with pytest.raises(InvalidSettingError):
        plan_rounds(wall("2027-08-01T10:00"), 1, length=MINUTES)
    with pytest.raises(InvalidSettingError):
        plan_rounds(in_zone(wall("2027-08-01T10:00"), "Asia/Tokyo"), 1, length=timedelta())
