"""Published games and examples, each under the rules it names."""

from typing import Any

import pytest

from games.rules.rithmomachia.harmonies import level, relations
from games.rules.rithmomachia.rules import Geometric, Proper
from tests.games.rules.rithmomachia.helpers import at, begin, cores, load, played, sums

GAMES = load("published.json")["games"]
STAY = {"meeting_moves_in": False, "assault_moves_in": False}
REACH = {"ambush_place": "reach"}
FULKE = {"preset": "fulke"}
BOISSIERE = {"preset": "boissiere"}


@pytest.mark.parametrize("name", GAMES)
def test_a_published_game_replays(name: str) -> None:
    position = begin(preset="boissiere")
    for text in GAMES[name]:
        assert position.outcome is None
        assert text in position.legal_moves()
        position = played(position, text)
    if name == "g1":
        assert position.outcome is not None
        (won,) = position.view()["last_move"]["victories"]
        assert (won["victory"], won["numbers"]) == ("great", [2, 4, 6])
    else:
        assert position.scores == (0, 72 + 36)


@pytest.mark.parametrize(
    ("placed", "turn", "options", "move", "told"),
    [
        ("Oa1R9 Ea11S81", "O", {}, "a1xa11", {"a11 S81": ["9 × 9 = 81"]}),
        ("Oc5R3 Ed5R8 Oe6R5", "O", {}, "e6-e5", {"d5 R8": ["3 + 5 = 8"]}),
        (
            "Oc5R3 Ed5R8 Of4R5",
            "O",
            {"rounds_move": "diagonal"},
            "f4-e5",
            {"d5 R8": ["3 + 5 = 8"]},
        ),
        ("Od5T36 Ed7R36", "O", {}, "d5xd7", {"d7 R36": ["36 = 36"]}),
        ("Ob4R3 Ec4R8 Oc5R5", "O", BOISSIERE, "b4-b5", {"c4 R8": ["3 + 5 = 8"]}),
        ("Of5R9 Og4R7 Ef4R2", "O", BOISSIERE, "g4-g5", {"f4 R2": ["9 − 7 = 2"]}),
        (
            "Oc3R3 Ec4R8 Eb3T72 Ed3R36 Ec2T49",
            "E",
            BOISSIERE,
            "c4-c5",
            {"c3 R3": ["siege"]},
        ),
        (
            "Od6P190 Ed9P91",
            "O",
            BOISSIERE,
            "+d9/36/25/16:d6-d5",
            {"d9 S36": ["36 = 36"], "d9 S25": ["25 = 25"], "d9 T16": ["16 = 16"]},
        ),
        ("Ea3S25 Od3R25 Eh9R2", "E", FULKE, "h9-g10", {"d3 R25": ["25 = 25"]}),
        ("Ea3S25 Od3R25", "E", {}, "a3xd3", {"d3 R25": ["25 = 25"]}),
        ("Eb2S15 Od4R5 Eh9R2", "E", FULKE, "h9-g10", {"d4 R5": ["15 ÷ 3 = 5"]}),
        ("Eb2S15 Od4R5 Oh16R7", "O", FULKE, "h16-g15", {"b2 S15": ["5 × 3 = 15"]}),
        (
            "Ob2S361 Ea2R4 Eb1R2 Eb5S15 Ed2T72 Eh9R6",
            "E",
            {"siege": "no_move"},
            "h9-h10",
            {"b2 S361": ["siege"]},
        ),
        ("Ea4S15 Od4R5 Ed2T20 Eh9R2", "E", FULKE, "h9-g10", {"d4 R5": ["20 − 15 = 5"]}),
        (
            "Ob1T5 Ed1T15 Oh16R7",
            "O",
            {"assault_counts": "both_ends"},
            "b1xd1",
            {"d1 T15": ["5 × 3 = 15"]},
        ),
    ],
)
def test_an_example_of_a_capture(
    placed: str, turn: str, options: dict[str, Any], move: str, told: dict[str, list[str]]
) -> None:
    assert sums(at(placed, turn, **options), move) == told


def test_a_round_does_not_meet_two_squares_away() -> None:
    assert "d7xd5" not in cores(at("Od5T36 Ed7R36"))


def test_a_great_victory_with_enemy_pieces_on_a_diagonal() -> None:
    placed = "Ea3S15 Oc2T30 Ec1S45 Eh9R2"
    position = at(placed.replace("c2", "b4"), "O", members="own_and_enemy")
    after = played(position, "b4-b2")
    assert after.outcome is not None
    assert (after.outcome.places, after.outcome.reason) == ((2, 1), "great")
    assert after.view()["last_move"]["victories"][0]["numbers"] == [15, 30, 45]


def test_the_greatest_triumph_in_a_square() -> None:
    found = relations((3, 4, 6, 9), Geometric.STRICT)
    assert [relation.numbers for relation in found] == [(3, 6, 9), (4, 6, 9), (3, 4, 6)]
    assert level(found, 4) is Proper.EXCELLENT


def test_4_6_8_12_is_excellent_only_when_a_proportion_counts() -> None:
    assert level(relations((4, 6, 8, 12), Geometric.STRICT), 4) is Proper.GREATER
    assert level(relations((4, 6, 8, 12), Geometric.BROAD), 4) is Proper.EXCELLENT
