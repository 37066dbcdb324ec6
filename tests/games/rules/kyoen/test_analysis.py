import json
from itertools import combinations

from games.rules.kyoen.analysis import kyoens_by_last_stone, reveal
from tests.games.rules.kyoen.helpers import begin, played


def test_everything_is_revealed_of_a_finished_position() -> None:
    found = json.loads(json.dumps(reveal(played(begin(size=3), "a1 c1 a3 c3"))))
    assert found["safe"] == ["b3", "a2", "b2", "c2", "b1"]
    assert found["curves_made"] == found["curves_standing"] == 1
    (made,) = found["made"]
    assert made["stones"] == ["a3", "c3", "a1", "c1"]
    assert made["sets"] == 1
    assert made["curve"]["kind"] == "circle"
    assert made["curve"]["radius"] == "√2"


def test_a_kyoen_that_was_missed_stands_but_was_not_made_by_the_last_stone() -> None:
    found = reveal(played(begin(), "a1 c1 a3 c3 g8"))
    assert found["made"] == []
    assert [curve["stones"] for curve in found["standing"]] == [["a3", "c3", "a1", "c1"]]


def test_five_stones_on_a_circle_are_five_sets_four_of_them_by_the_last_stone() -> None:
    position = played(begin(), "a2 b1 d1 e4 b5")
    found = reveal(position)
    assert [curve["sets"] for curve in found["standing"]] == [5]
    assert [curve["sets"] for curve in found["made"]] == [4]
    assert set(kyoens_by_last_stone(position)) == {
        four for four in combinations(sorted(position.stones), 4) if position.last_stone in four
    }


def test_nothing_is_made_before_the_first_stone_and_after_a_right_claim() -> None:
    assert reveal(begin())["made"] == []
    assert len(reveal(begin())["safe"]) == 81
    assert kyoens_by_last_stone(played(begin(3), "a1 c1 a3 c3 2!a1c1a3")) == []


def test_a_full_board_is_counted_but_not_all_drawn() -> None:
    position = begin(size=9)
    for name in position.board.names:
        position = played(position, name)
    found = reveal(position)
    assert found["curves_standing"] == 6814
    assert len(found["standing"]) == 200
