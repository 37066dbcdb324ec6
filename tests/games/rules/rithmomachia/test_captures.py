"""The four captures, their variants and the sums they tell (Rithmomachia 2, 4)."""

from typing import Any

import pytest

from games.rules.base import GameError
from tests.games.rules.rithmomachia.helpers import at, cores, did, played, sums

REACH: dict[str, Any] = {"ambush_place": "reach"}
STAY: dict[str, Any] = {"meeting_moves_in": False, "assault_moves_in": False}


def test_a_piece_meets_its_equal_and_moves_there() -> None:
    position = at("Od5T36 Ed7R36 Ea1R2", "O")
    assert sums(position, "d5xd7") == {"d7 R36": ["36 = 36"]}
    after = played(position, "d5xd7")
    assert str(after).startswith("Ea1R2,Od7T36 - R36 ")
    assert after.scores == (0, 36)


def test_meeting_needs_the_exact_distance_of_the_capturer() -> None:
    assert "d7xd5" not in cores(at("Od5T36 Ed7R36 Ea1R2"))
    assert "d5xd7" not in cores(at("Od5T36 Ed6R2 Ed7R36", "O"))


def test_the_numbers_of_an_assault_are_multiplied_by_the_empty_squares() -> None:
    position = at("Oa1R9 Ea11S81 Eh1R2", "O")
    assert sums(position, "a1xa11") == {"a11 S81": ["9 × 9 = 81"]}
    assert "a1xa10" not in cores(at("Oa1R9 Ea10S81 Eh1R2", "O"))


def test_six_falls_to_three_and_ninety_one_to_seven() -> None:
    assert sums(at("Oa1R3 Ea4R6 Eh1R2", "O"), "a1xa4") == {"a4 R6": ["3 × 2 = 6"]}
    assert sums(at("Oa1R7 Ea15P91 Eh1R2", "O"), "a1xa15") == {"a15 P91": ["7 × 13 = 91"]}


def test_an_assault_needs_a_free_line() -> None:
    assert "a1xa11" not in cores(at("Oa1R9 Oa5R3 Ea11S81 Eh1R2", "O"))


def test_neighbours_are_no_assault() -> None:
    assert "a1xa2" not in cores(at("Oa1R9 Ea2S81 Eh1R2", "O"))


def test_once_a_number_is_no_assault_but_a_meeting_from_afar() -> None:
    assert "a1xa3" not in cores(at("Oa1R9 Ea3T9 Eh1R2", "O"))


def test_every_reason_is_told() -> None:
    position = at("Ed5P91 Od8T32 Oh16R7")
    assert sums(position, "d5xd8") == {"d8 T32": ["16 × 2 = 32"]}
    ambush = at("Oc5R3 Ed5R8 Oe6R5 Od4R7 Od6R1 Ea1R2", "O")
    assert sums(ambush, "e6-e5") == {"d5 R8": ["3 + 5 = 8", "7 + 1 = 8", "siege"]}


def test_the_count_may_take_in_both_ends() -> None:
    position = at("Ob1T5 Ed1T15 Eh9R2", "O", assault_counts="both_ends")
    assert sums(position, "b1xd1") == {"d1 T15": ["5 × 3 = 15"]}


def test_assault_may_go_diagonally() -> None:
    placed = "Ob2R5 Ed4T15 Eh9R2"
    assert "b2xd4" not in cores(at(placed, "O", assault_counts="both_ends"))
    position = at(placed, "O", assault_counts="both_ends", assault_directions="all")
    assert sums(position, "b2xd4") == {"d4 T15": ["5 × 3 = 15"]}


def test_a_large_number_may_take_by_division() -> None:
    placed = "Ea1S81 Oa11R9 Oh16R3"
    assert "a1xa11" not in cores(at(placed))
    assert sums(at(placed, assault_division=True), "a1xa11") == {"a11 R9": ["81 ÷ 9 = 9"]}


def test_two_pieces_ambush_the_enemy_between_them() -> None:
    position = at("Oc5R3 Ed5R8 Oe6R5 Ea1R2", "O")
    assert sums(position, "e6-e5") == {"d5 R8": ["3 + 5 = 8"]}
    assert "e6-e5+d5" in position.legal_moves()
    after = played(position, "e6-e5")
    assert str(after).startswith("Ea1R2,Oc5R3,Oe5R5 - R8 ")


def test_an_ambush_takes_wherever_the_move_was() -> None:
    position = at("Oc5R3 Ed5R8 Oe5R5 Ea1R2 Oh16R7", "O")
    assert sums(position, "h16-h15") == {"d5 R8": ["3 + 5 = 8"]}


def test_between_is_on_one_file_or_rank() -> None:
    assert sums(at("Oc5R3 Ed5R8 Od6R5 Ea1R2 Oh16R7", "O"), "h16-h15") == {}
    assert sums(at("Od4R3 Ed5R8 Od6R5 Ea1R2 Oh16R7", "O"), "h16-h15") == {"d5 R8": ["3 + 5 = 8"]}


def test_both_may_have_to_reach_the_square_instead() -> None:
    placed = "Ob4R3 Ec4R8 Oc5R5 Eh1R2 Oh16R7"
    assert sums(at(placed, "O"), "h16-h15") == {}
    assert sums(at(placed, "O", **REACH), "h16-h15") == {"c4 R8": ["3 + 5 = 8"]}


@pytest.mark.parametrize(
    ("placed", "arithmetic", "told"),
    [
        ("Of5R9 Og4R7 Ef4R2", "add", []),
        ("Of5R9 Og4R7 Ef4R2", "add_subtract", ["9 − 7 = 2"]),
        ("Of5R5 Og4R3 Ef4R15", "add_subtract", []),
        ("Of5R5 Og4R3 Ef4R15", "all", ["3 × 5 = 15"]),
        ("Of5R3 Og4R12 Ef4R4", "all", ["12 ÷ 3 = 4"]),
    ],
)
def test_the_sums_of_an_ambush_are_those_agreed(
    placed: str, arithmetic: str, told: list[str]
) -> None:
    position = at(f"{placed} Ea1R2 Oh16R7", "O", **REACH, ambush_arithmetic=arithmetic)
    assert [way for ways in sums(position, "h16-h15").values() for way in ways] == told


def test_flights_do_not_ambush() -> None:
    position = at("Od1T3 Ee3R8 Oe4R5 Ea1R2 Oh16R7", "O", **REACH, flights=True)
    assert sums(position, "h16-h15") == {}


def test_a_piece_shut_in_on_four_sides_falls() -> None:
    position = at("Od5R3 Ed6R2 Ed4R4 Ec5R6 Ee6R8 Oh16R7")
    assert sums(position, "e6-e5") == {"d5 R3": ["siege"]}


def test_the_edge_besieges_too() -> None:
    position = at("Oa1S361 Ea2R2 Ec1R4 Oh16R7")
    assert sums(position, "c1-b1") == {"a1 S361": ["siege"]}
    free = at("Oa1S361 Ea2R2 Ec1R4 Oh16R7", siege_edge=False)
    assert sums(free, "c1-b1") == {}


def test_a_friend_beside_lifts_the_siege() -> None:
    position = at("Od5R3 Od6R5 Ed4R4 Ec5R6 Ee6R8 Oh16R7")
    assert sums(position, "e6-e5") == {}


def test_four_on_the_diagonals_may_besiege() -> None:
    placed = "Od5R3 Ec6R2 Ee6R4 Ec4R6 Ee3R8 Oh16R7"
    assert sums(at(placed), "e3-e4") == {}
    both = at(placed, siege="orthogonal_or_diagonal", siege_edge=False)
    assert sums(both, "e3-e4") == {"d5 R3": ["siege"]}


def test_a_siege_may_mean_that_every_march_is_blocked() -> None:
    placed = "Ob2S361 Ea2R4 Eb1R2 Eb5S15 Ee2T72 Oh16R7"
    position = at(placed, siege="no_move")
    assert sums(position, "e2-c2") == {"b2 S361": ["siege"]}
    assert sums(at(placed + " Oc2R3", siege="no_move"), "e2-e4") == {}


def test_there_may_be_no_siege() -> None:
    position = at("Od5R3 Ed6R2 Ed4R4 Ec5R6 Ee6R8 Oh16R7", siege="none")
    assert sums(position, "e6-e5") == {}


def test_all_that_stands_to_be_taken_falls_at_once_without_a_chain() -> None:
    placed = "Oc5R3 Ed5R8 Oe6R5 Of5R12 Eg5R9 Oh5R7 Ea1R2"
    position = at(placed, "O")
    assert list(sums(position, "e6-e5")) == ["d5 R8"]
    two = at("Oc5R3 Ed5R8 Oe6R5 Oc9R4 Ed9R9 Oe9R5 Ea1R2", "O")
    assert list(sums(two, "e6-e5")) == ["d5 R8", "d9 R9"]


def test_the_capturers_may_stay_where_they_are() -> None:
    position = at("Oa1R9 Ea11S81 Eh1R2 Oh16R7", "O", **STAY)
    assert "a1xa11" not in cores(position)
    assert sums(position, "h16-h15") == {"a11 S81": ["9 × 9 = 81"]}
    assert "Oa1R9" in str(played(position, "h16-h15"))
    meeting = at("Od5T36 Ed7R36 Ea1R2 Oh16R7", "O", **STAY)
    assert sums(meeting, "h16-h15") == {"d7 R36": ["36 = 36"]}


def test_pieces_may_fall_before_the_move_too() -> None:
    position = at("Oa1R9 Ea11S81 Eh1R2 Oh16R7", "O", **STAY, captures_before=True)
    assert "+a11:a1-b1" in position.legal_moves()
    told = did(position, "a1-b1")
    assert (told["text"], told["before"]) == ("+a11:a1-b1", 1)


def test_a_pyramid_attacks_with_its_total_and_its_components() -> None:
    whole = at("Ed5P91 Od6S91 Oh16R7")
    assert sums(whole, "d5xd6") == {"d6 S91": ["91 = 91"]}
    part = at("Ed5P91 Od8T36 Oh16R7")
    assert sums(part, "d5xd8")["d8 T36"][0] == "36 = 36"
    gone = at("Ed5P55/25/16/9/4/1 Od8T36 Oh16R7")
    assert "d5xd8" not in cores(gone)


def test_a_pyramid_falls_whole_to_its_total() -> None:
    position = at("Ed5P91 Od7T91 Ea1R2", "O")
    after = played(position, "d7xd5")
    assert str(after).startswith("Ea1R2,Od5T91 - P91 ")


def test_a_component_falls_alone_and_the_capturer_stays() -> None:
    position = at("Ed5P91 Od7T16 Ea1R2", "O")
    assert did(position, "d7xd5/16")["stays"]
    after = played(position, "d7xd5")
    assert str(after).startswith("Ea1R2,Ed5P75/36/25/9/4/1,Od7T16 - T16 ")
    assert after.scores == (0, 16)


def test_a_pyramid_is_gone_with_its_last_component() -> None:
    position = at("Ed5P16/16 Od7T16 Ea1R2", "O")
    assert [text for text in cores(position) if "x" in text] == ["d7xd5"]
    assert str(played(position, "d7xd5")).startswith("Ea1R2,Od5T16 - P16/16 ")


def test_which_components_fall_is_the_movers_choice() -> None:
    position = at("Od6P190 Ed9P91 Ea1R2 Oh16R7", "O", **STAY)
    texts = {text for text in position.legal_moves() if text.startswith("h16-h15")}
    assert "h16-h15+d9/36/25/16" in texts
    assert "h16-h15+d9/25" in texts
    assert len(texts) == 7
    with pytest.raises(GameError) as caught:
        played(position, "h16-h15")
    assert caught.value.code == "which_capture"
    assert "h16-h15+d9/36/25/16" in caught.value.message


def test_whole_or_in_parts_is_the_movers_choice() -> None:
    position = at("Ed5P91 Oc5R66 Oe6R25 Od7T36 Oh16R7 Ea1R2", "O", meeting_moves_in=False)
    texts = {text for text in position.legal_moves() if text.startswith("e6-e5")}
    assert texts == {"e6-e5+d5", "e6-e5+d5/36", "e6-e5+d5/25", "e6-e5+d5/36/25"}


@pytest.mark.parametrize(
    ("placed", "move", "code", "words"),
    [
        (
            "Ea1R9 Oa10S81 Oh16R7",
            "a1xa10",
            "sum_does_not_fit",
            "a10 has the value 81; the arithmetic gives 9 × 8 = 72.",
        ),
        (
            "Ed5T36 Od7R35 Oh16R7",
            "d5-d7",
            "sum_does_not_fit",
            "d7 has the value 35; the arithmetic gives 36 ≠ 35.",
        ),
        (
            "Ec5R2 Od5R9 Ee6R8 Oh16R7",
            "e6-e5+d5",
            "sum_does_not_fit",
            "d5 has the value 9; the arithmetic gives 2 + 8 = 10.",
        ),
        ("Ec5R2 Oh9R9 Oh16R7", "c5xh9", "no_capture", "Nothing takes h9."),
        ("Ec5R2 Oh9R9 Oh16R7", "c5-c6+h9", "no_capture", "Nothing takes h9."),
        ("Ec5R2 Oh16R7", "c5-c6+h9", "nothing_to_take", "There is no enemy piece on h9."),
        (
            "Ec5R36 Oc6P190 Oh16R7",
            "c5xc6/81",
            "component_not_held",
            "The piece on c6 does not contain 81. It contains: 64, 49, 36, 25, 16.",
        ),
    ],
)
def test_a_capture_that_is_not_there_says_what_the_arithmetic_gives(
    placed: str, move: str, code: str, words: str
) -> None:
    position = at(placed)
    before = str(position)
    with pytest.raises(GameError) as caught:
        played(position, move)
    assert (caught.value.code, caught.value.message) == (code, words)
    assert str(position) == before
