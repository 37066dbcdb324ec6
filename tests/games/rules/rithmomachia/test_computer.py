"""Threats and computer players."""

from random import Random
from time import thread_time

import pytest

from games.rules.rithmomachia.computer import Level, choose
from games.rules.rithmomachia.threats import pyramid_stands, sets_from_here, threats
from tests.games.rules.rithmomachia.helpers import PRESETS, at, begin, played


def never() -> bool:
    return False


def test_a_harmony_that_one_move_makes_is_threatened() -> None:
    position = at("Ea10R2 Ec10R4 Ee9R6 Oh16R3 Ea1R8")
    (found,) = threats(position, 0)
    assert found.text == "e9-e10"
    assert found.to_json()["numbers"] == [2, 4, 6]
    assert threats(position, 1) == ()


def test_a_capture_that_meets_the_numbers_is_threatened_out_of_turn_too() -> None:
    position = at("Ed5T30 Of5T30 Oh16R7", "O", hands="R5,R25,T36,T64 -")
    (found,) = threats(position, 0)
    assert (found.text, found.to_json()["victory"]) == ("d5xf5", "honore_liteque")


def test_the_sets_from_here_leave_out_what_is_gone() -> None:
    position = at("Ed5T30 Of5T30 Og5R7 Oh16R7", hands="R5,R25,T36,T64 -")
    assert sets_from_here(position, 0).sets == ((30,),)
    assert len(sets_from_here(begin(), 0).sets) == 28


def test_a_pyramid_that_stands_keeps_from_a_proper_victory() -> None:
    assert pyramid_stands(begin(preset="fulke"), 0)
    assert not pyramid_stands(begin(), 0)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_computer_plays_legal_turns(preset: str, level: Level) -> None:
    random = Random(1)
    position = begin(preset=preset)
    for _ in range(3):
        text = choose(position, level, random, never)
        assert text is not None
        assert text in position.legal_moves()
        position = played(position, text)


def test_a_computer_wins_when_it_can() -> None:
    position = at("Ea10R2 Ec10R4 Ee9R6 Oh16R3 Ea1R8")
    assert choose(position, Level.STEADY, Random(1), never) == "e9-e10"


def test_a_computer_does_not_let_the_other_win() -> None:
    position = at("Oa1R3 Oc1R5 Oe2R7 Eg1T6 Eh9R4 Oh16R9", members="own")
    assert [one.text for one in threats(position, 1)] == ["e2-e1"]
    text = choose(position, Level.STEADY, Random(1), never)
    assert text is not None
    assert threats(played(position, text), 1) == ()


def test_the_same_chance_plays_the_same() -> None:
    position = begin()
    texts = {choose(position, Level.STEADY, Random(5), never) for _ in range(2)}
    assert len(texts) == 1


def test_a_computer_stops_when_it_is_told_to() -> None:
    began = thread_time()
    assert choose(begin(preset="fulke"), Level.STRONG, Random(1), lambda: True)
    assert thread_time() - began < 1


def test_a_game_that_is_over_has_no_turn() -> None:
    assert choose(begin().end(), Level.STEADY, Random(1), never) is None
