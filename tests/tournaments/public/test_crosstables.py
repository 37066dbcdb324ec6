"""Crosstables as pages draw them. No database: results are given."""

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.points import Points
from tournaments.formats.scoring import LineKind, Unplayed
from tournaments.public.crosstable import CrossTable, everybody, rounds
from tournaments.standings import Contender, Result, Standing, standings

NAMES: dict[str | int, str] = {"a": "Ann", "b": "<Bo>", "c": "Cy"}
GAMES: list[Result] = [
    pair_result(1, 1, "a", "b", Outcome.FIRST),
    Unplayed(1, "c", LineKind.BYE),
    pair_result(2, 1, "c", "a", Outcome.SECOND_FORFEITS),
]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def table() -> tuple[Standing, ...]:
    people = [Contender(key, seed) for seed, key in enumerate("abc", 1)]
    return standings(people, GAMES, tie_breaks=("PTS", "WIN"), points=Points())


def signs(found: CrossTable) -> list[list[str]]:
    return [
        ["\\" if cell is None else " ".join(one.sign for one in cell) for cell in line.cells]
        for line in found.lines
    ]


def test_everybody_against_everybody_has_an_empty_diagonal() -> None:
    found = everybody(table(), NAMES)
    assert [(line.name, line.points) for line in found.lines] == [
        ("Cy", "2"), ("Ann", "1"), ("<Bo>", "0"),
    ]  # fmt: skip
    assert signs(found) == [["\\", "○f", ""], ["×f", "\\", "○"], ["", "×", "\\"]]


def test_rounds_name_the_opponent_by_line_and_say_it_in_words() -> None:
    found = rounds(table(), NAMES, mine="a")
    cells = found.lines[1].cells
    assert [(one.sign, one.number) for cell in cells for one in cell or []] == [
        ("○", 3),
        ("×f", 1),
    ]
    assert [one.words for cell in cells for one in cell or []] == [
        "Won against <Bo> (moved first)",
        "Lost by forfeit against Cy (moved second)",
    ]
    assert [line.mine for line in found.lines] == [False, True, False]


def test_the_page_escapes_names_and_says_each_result() -> None:
    page = render_to_string(
        "tournaments/public/crosstable.html", {"table": everybody(table(), NAMES)}
    )
    assert "&lt;Bo&gt;" in page
    assert "<Bo>" not in page
    assert page.count('scope="row"') == 3
    assert "Won by forfeit against Ann (moved first)" in page
