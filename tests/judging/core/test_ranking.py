"""Ranks of a judging stage."""

import random
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from judging.ranking import (
    Contestant,
    CriteriaError,
    Criterion,
    Excluded,
    as_standings,
    rank,
    read_criteria,
)
from tournaments.formats.advancement import Rule, Ties, advance
from tournaments.standings import Standing, Status, criterion

NINE = datetime(2026, 8, 1, 9, tzinfo=UTC)


def person(key: str, total: int, hantei: int = 0, wrong: int = 0, minute: int | None = None,
           **more: Any) -> Contestant:  # fmt: skip
    last = None if minute is None else NINE + timedelta(minutes=minute)
    return Contestant(key, Fraction(total), hantei, wrong, last, **more)


FIELD = [
    person("a", 10, 3, 1, 40),
    person("b", 12, 2, 5, 50),
    person("c", 10, 4, 9, 80),
    person("d", 10, 3, 0, 70),
    person("e", 10, 3, 1, 30),
    person("f", 10, 3, 1, 40),
    person("g", 0),
]


def ranks(field: list[Contestant], *criteria: Criterion) -> list[tuple[str, int | None]]:
    found = rank(field, criteria) if criteria else rank(field)
    return [(str(one.contestant.key), one.rank) for one in found]


def test_total_then_hantei_then_wrong_then_time() -> None:
    assert ranks(FIELD) == [
        ("b", 1), ("c", 2), ("d", 3), ("e", 4), ("a", 5), ("f", 5), ("g", 7),
    ]  # fmt: skip


def test_each_criterion_is_optional_and_the_order_is_the_organisers() -> None:
    assert ranks(FIELD, Criterion.TOTAL) == [
        ("b", 1), ("a", 2), ("c", 2), ("d", 2), ("e", 2), ("f", 2), ("g", 7),
    ]  # fmt: skip
    assert ranks(FIELD, Criterion.HANTEI, Criterion.WRONG)[:2] == [("c", 1), ("d", 2)]


def test_j50_equal_points_share_a_rank_and_the_next_is_left_out() -> None:
    four = [person("w", 3), person("x", 2), person("y", 2), person("z", 1)]
    assert [place for _, place in ranks(four)] == [1, 2, 2, 4]
    assert [one.shared for one in rank(four)] == [False, True, True, False]


def test_the_order_of_the_rows_given_decides_nothing() -> None:
    for seed in range(5):
        assert ranks(random.Random(seed).sample(FIELD, len(FIELD))) == ranks(FIELD)


def test_what_decided_is_told() -> None:
    assert [one.decided_by for one in rank(FIELD)] == [
        None, Criterion.TOTAL, Criterion.HANTEI, Criterion.WRONG, Criterion.LAST_RIGHT,
        Criterion.LAST_RIGHT, Criterion.TOTAL,
    ]  # fmt: skip


def test_somebody_without_a_right_answer_is_behind_whoever_has_one() -> None:
    assert ranks([person("x", 1), person("y", 1, minute=99)]) == [("y", 1), ("x", 2)]


def test_j47_the_excluded_have_no_rank_and_no_tie_break() -> None:
    field = [*FIELD, person("q", 99, 9, 0, 1, excluded=Excluded.DISQUALIFIED),
             person("r", 98, excluded=Excluded.STAFF), person("s", 1, excluded=Excluded.WITHDRAWN),
             person("t", 1, excluded=Excluded.PRACTICE)]  # fmt: skip
    assert ranks(field)[:7] == ranks(FIELD)
    assert [place for _, place in ranks(field)[7:]] == [None] * 4
    rows = {str(row.key): row for row in as_standings(rank(field))}
    assert "r" not in rows
    assert "t" not in rows
    assert rows["q"].status is Status.DISQUALIFIED
    assert {value.amount for value in rows["q"].values} == {None}
    assert rows["s"].status is Status.WITHDRAWN


@pytest.mark.parametrize("names", [[], ["total", "total"], ["speed"], [None]])
def test_criteria_that_cannot_be_are_refused(names: list[Any]) -> None:
    with pytest.raises(CriteriaError):
        read_criteria(names)


def test_the_qualifier_leads_to_the_final_by_the_rules_of_tournaments() -> None:
    rows = as_standings(rank(FIELD), since=NINE)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 5, 7]
    assert rows[0].value("LASTRIGHT").amount == 50
    assert Standing.from_json(rows[4].to_json()) == rows[4]
    asked = advance(rows, Rule(count=5, ties=Ties.ASK))
    assert {key for question in asked.questions for key in question.keys} == {"a", "f"}
    assert len(advance(rows, Rule(count=5, ties=Ties.INCLUDE)).qualifiers) == 6
    assert len(advance(rows, Rule(count=5, ties=Ties.EXCLUDE)).qualifiers) == 4


def test_every_value_has_its_words() -> None:
    for value in as_standings(rank(FIELD))[0].values:
        assert criterion(value.code).title
