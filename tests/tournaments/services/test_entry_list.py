"""Lists of entries at the desk."""

from collections.abc import Callable

import pytest

from tests.tournaments.conftest import NOON
from tournaments.models import Entry, Tournament
from tournaments.services.entry_list import entry_list
from tournaments.services.presence import check_in, disqualify

Enter = Callable[..., list[Entry]]


@pytest.fixture
def entries(enter: Enter) -> list[Entry]:
    """Four people: the first is here, the last was disqualified."""
    found = enter(4, here=False)
    check_in(entry=found[0], by=None, at=NOON)
    disqualify(entry=found[3], by=None, at=NOON, reason="—")
    return found


@pytest.mark.parametrize(
    ("show", "numbers"), [("", [1, 2, 3, 4]), ("missing", [2, 3]), ("here", [1]), ("left", [4])]
)
def test_each_state_has_its_list(
    jko: Tournament, entries: list[Entry], show: str, numbers: list[int]
) -> None:
    found = entry_list(jko, show)
    assert [entry.number for entry in found.rows] == numbers
    assert (found.total, found.here, found.missing, found.left) == (4, 1, 2, 1)


def test_a_name_is_found_in_part(jko: Tournament, entries: list[Entry]) -> None:
    assert [entry.number for entry in entry_list(jko, query="手2").rows] == [2]


def test_whoever_has_just_come_stays_among_the_missing(
    jko: Tournament, entries: list[Entry]
) -> None:
    assert [entry.number for entry in entry_list(jko, "missing", keep="1").rows] == [1, 2, 3]


@pytest.mark.parametrize("keep", ["", "x", "-1", "99", "9" * 30])
def test_a_number_that_is_none_keeps_nobody(
    jko: Tournament, entries: list[Entry], keep: str
) -> None:
    assert [entry.number for entry in entry_list(jko, "missing", keep=keep).rows] == [2, 3]
