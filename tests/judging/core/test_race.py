"""Races: the first right answers score, in order of arrival at the server."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from judging.race import Buzz, RaceTerms, race_round, race_table

NOW = datetime(2026, 8, 1, 9, tzinfo=UTC)


def buzz(sequence: int, who: str, right: bool | None) -> Buzz:
    """All at the same instant: the sequence alone decides."""
    return Buzz(who, sequence, NOW, right)


def seen(*values: Any) -> tuple[Any, ...]:
    return values


def test_the_first_right_answers_score_in_order_of_arrival() -> None:
    given = [buzz(4, "dan", True), buzz(1, "ann", False), buzz(2, "ben", True),
             buzz(3, "cat", True), buzz(5, "eve", True)]  # fmt: skip
    found = race_round(RaceTerms(), given)
    assert [seen(one.contestant, one.place, one.points) for one in found.scored] == [
        ("ben", 1, 3), ("cat", 2, 2), ("dan", 3, 1),
    ]  # fmt: skip
    assert found.over
    assert found.wrong == {"ann": 1}


def test_one_try_each_unless_more_are_allowed() -> None:
    given = [buzz(1, "ann", False), buzz(2, "ann", True), buzz(3, "ben", True)]
    assert [one.contestant for one in race_round(RaceTerms(), given).scored] == ["ben"]
    many = race_round(RaceTerms(one_try=False, penalty=Fraction(1)), given)
    assert [one.contestant for one in many.scored] == ["ann", "ben"]
    assert many.points_of("ann") == 2


def test_nobody_scores_before_the_earlier_answers_are_judged() -> None:
    found = race_round(RaceTerms(), [buzz(1, "ann", None), buzz(2, "ben", True)])
    assert found.scored == ()
    assert found.pending == ("ann",)
    assert not found.settled


def test_a_second_right_answer_of_the_winner_scores_nothing() -> None:
    given = [buzz(1, "ann", True), buzz(2, "ann", True), buzz(3, "ben", True)]
    found = race_round(RaceTerms(one_try=False), given)
    assert [seen(one.contestant, one.points) for one in found.scored] == [("ann", 3), ("ben", 2)]


def test_the_table_adds_up_and_shares_ranks() -> None:
    one = race_round(RaceTerms(), [buzz(1, "ann", True), buzz(2, "ben", True)])
    two = race_round(RaceTerms(), [buzz(1, "ben", True), buzz(2, "ann", True)])
    table = race_table([one, two], ["ann", "ben", "cat", "dan"])
    assert [seen(row.contestant, row.points, row.rank, row.shared) for row in table] == [
        ("ann", 5, 1, True), ("ben", 5, 1, True), ("cat", 0, 3, True), ("dan", 0, 3, True),
    ]  # fmt: skip
