"""Common and proper victories (Rithmomachia 3)."""

from itertools import combinations
from typing import Any

import pytest

from games.rules.rithmomachia.harmonies import level, progressions, relations, triple
from games.rules.rithmomachia.pieces import COMPONENTS, values
from games.rules.rithmomachia.rules import Geometric, Proper, RithmoRules
from games.rules.rithmomachia.victories import common_victory, total, victory_sets
from tests.games.rules.rithmomachia.helpers import at, begin, load, played

HARMONIES = load("harmonies.json")
EVEN, ODD = ({one for some in values(side).values() for one in some} for side in (0, 1))
NUMBERS = {
    "even_only": EVEN,
    "odd_only": ODD,
    "union": EVEN | ODD,
    "union_plus_1": EVEN | ODD | {1},
    "even_plus_components": EVEN | set(COMPONENTS[0]),
    "odd_plus_components": ODD | set(COMPONENTS[1]),
}
EXAMPLE = (5, 25, 30, 36, 64)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_progressions_are_those_known(name: str) -> None:
    found: dict[str, list[list[int]]] = {"A": [], "G": [], "H": []}
    for three in progressions(frozenset(NUMBERS[name])):
        for relation in triple(three):
            found[relation.kind[0].upper()].append(list(relation.numbers))
    assert found == HARMONIES[name]["three"]


@pytest.mark.parametrize("name", NUMBERS)
def test_the_harmonies_of_four_are_those_known(name: str) -> None:
    two, strict, broad = [], [], []
    for four in combinations(sorted(NUMBERS[name]), 4):
        if not (found := relations(four, Geometric.BROAD)):
            continue
        if level(found, 4) is Proper.EXCELLENT:
            broad.append(list(four))
        narrow = level(relations(four, Geometric.STRICT), 4)
        if narrow is Proper.GREATER:
            two.append(list(four))
        if narrow is Proper.EXCELLENT:
            strict.append(list(four))
    known = HARMONIES[name]
    assert two == known["two_kinds"]
    assert strict == known["all_three_strict"]
    assert broad == known["all_three_broad"]


def test_the_seven_of_the_seed_are_excellent_when_a_proportion_counts() -> None:
    assert len(HARMONIES["seed_seven"]) == 7
    for four in HARMONIES["seed_seven"]:
        assert level(relations(four, Geometric.BROAD), 4) is Proper.EXCELLENT
        assert level(relations(four, Geometric.STRICT), 4) is Proper.GREATER


def test_equal_numbers_form_nothing() -> None:
    assert relations((9, 9, 9), Geometric.BROAD) == ()
    assert relations((4, 4, 6, 9), Geometric.BROAD) == ()


def test_a_relation_is_told_in_figures() -> None:
    told = [relation.sum for relation in relations((3, 4, 6, 9), Geometric.STRICT)]
    assert told == ["2 × 6 = 3 + 9", "6 × 6 = 4 × 9", "4 × (3 + 6) = 2 × 3 × 6"]


# Common victories


def agreed(**options: Any) -> RithmoRules:
    return RithmoRules.from_json({"proper_victory": "none", **options})


def test_the_example_of_the_seed_wins() -> None:
    for numbers in (EXAMPLE, (2, 16, 36, 42, 64)):
        assert total(numbers) == (5, 160, 9)
        found = common_victory(agreed(), numbers)
        assert found is not None
        assert found.to_json()["sum"].endswith("= 160")
    assert common_victory(agreed(), EXAMPLE[:4]) is None


def test_taking_more_never_spoils_an_exact_subset() -> None:
    found = common_victory(agreed(), (*EXAMPLE, 9, 100))
    assert found is not None
    assert found.numbers == EXAMPLE


def test_at_least_is_enough_when_agreed() -> None:
    rules = agreed(comparison="at_least")
    assert common_victory(rules, (5, 25, 30, 36, 100)) is not None
    assert common_victory(agreed(), (5, 25, 30, 36, 100)) is None
    assert common_victory(rules, (64, 100)) is None


@pytest.mark.parametrize(
    ("kind", "wins", "fails"),
    [
        ("corpore", (3, 5, 7, 9, 12), (3, 5, 7, 9)),
        ("bonis", (64, 66, 30), (64, 66)),
        ("lite", (7, 16, 16, 121), (16, 16, 128)),
        ("honore", (3, 12, 16, 49, 80), (30, 64, 66)),
        ("honore_liteque", EXAMPLE, (3, 5, 7, 45, 100)),
    ],
)
def test_each_common_victory_looks_at_its_own_numbers(
    kind: str, wins: tuple[int, ...], fails: tuple[int, ...]
) -> None:
    rules = agreed(common_victory=kind, digits=9 if kind == "honore_liteque" else 8)
    assert common_victory(rules, wins) is not None
    assert common_victory(rules, fails) is None


def test_no_common_victory_may_be_agreed_on() -> None:
    assert common_victory(agreed(common_victory="none"), EXAMPLE) is None


def test_the_sets_that_would_win_from_the_start_are_28_and_25() -> None:
    men = begin().men
    found = [
        victory_sets(RithmoRules(), (), [piece.value for piece in side.values()]) for side in men
    ]
    assert [(len(sets.sets), sets.complete) for sets in found] == [(25, True), (28, True)]
    assert (2, 16, 36, 42, 64) in found[0].sets
    assert EXAMPLE in found[1].sets


def test_the_sets_go_on_from_what_was_taken() -> None:
    odd = [piece.value for piece in begin().men[1].values() if piece.value not in (5, 25, 36, 64)]
    sets = victory_sets(RithmoRules(), (5, 25, 36, 64), odd).sets
    assert sets[0] == (30,)
    for one in sets:
        assert any(
            total((*kept, *one)) == (5, 160, 9)
            for size in range(5)
            for kept in combinations((5, 25, 36, 64), size)
        )


def test_no_set_holds_a_smaller_one() -> None:
    odd = [piece.value for piece in begin().men[1].values()]
    rules = agreed(common_victory="bonis", value=60)
    sets = victory_sets(rules, (30,), odd).sets
    assert sets[0] == (30,)
    assert not any(30 in one for one in sets[1:])


def test_many_sets_are_cut_off_and_it_is_said() -> None:
    odd = [piece.value for piece in begin().men[1].values()]
    found = victory_sets(agreed(comparison="at_least"), (), odd, most=50)
    assert (len(found.sets), found.complete) == (50, False)


def test_a_common_victory_ends_the_game_and_is_recorded_with_its_numbers() -> None:
    position = at("Ed5T30 Of5T30 Oh16R7", hands="R5,R25,T36,T64 -")
    after = played(position, "d5xf5")
    assert after.outcome is not None
    assert (after.outcome.places, after.outcome.reason) == ((1, 2), "honore_liteque")
    assert after.outcome.scores == (160, 0)
    (won,) = after.view()["last_move"]["victories"]
    assert won["sum"] == "5 + 25 + 30 + 36 + 64 = 160"
    assert (won["pieces"], won["value"], won["digits"]) == (5, 160, 9)


# Proper victories

GREAT = "Ea10R2 Ec10R4 Ee9R6 Oh16R3 Ea1R8"


def test_three_in_a_line_of_the_enemy_half_are_a_great_victory() -> None:
    after = played(at(GREAT), "e9-e10")
    assert after.outcome is not None
    assert after.outcome.reason == "great"
    (won,) = after.view()["last_move"]["victories"]
    assert (won["figure"], won["squares"]) == ("line", ["a10", "c10", "e10"])
    assert won["relations"][0]["sum"] == "2 × 4 = 2 + 6"


@pytest.mark.parametrize(
    "placed",
    [
        "Ea10R2 Ec10R4 Ef9R6 Oh16R3",
        "Ea10R2 Eb10S15 Ec10R4 Ee9R6 Oh16R3",
        "Ea10R2 Ec10R4 Ee9R10 Oh16R3",
        "Ea8R2 Ec8R4 Ee7R6 Oh16R3",
    ],
    ids=["uneven", "something between", "no progression", "own half"],
)
def test_what_is_no_harmony_does_not_win(placed: str) -> None:
    position = at(placed)
    origin = "f9" if "f9" in placed else "e7" if "e7" in placed else "e9"
    move = f"{origin}-{origin[0]}{int(origin[1:]) + 1}"
    assert played(position, move).outcome is None


def test_the_order_of_the_pieces_does_not_matter() -> None:
    assert played(at("Ea10R4 Ec10R6 Ee9R2 Oh16R3"), "e9-e10").outcome is not None


@pytest.mark.parametrize(
    ("placed", "move", "figure"),
    [
        ("Ea10R2 Ea12R4 Ec9R6 Oh16R3", "c9-c10", "right_angle"),
        ("Ea9R2 Ec11R4 Ee12R6 Oh16R3", "e12-e13", "line"),
        ("Ec9R2 Ee11R4 Eg8R6 Oh16R3", "g8-g9", "right_angle"),
    ],
)
def test_right_angles_and_diagonals_count(placed: str, move: str, figure: str) -> None:
    after = played(at(placed), move)
    assert after.outcome is not None
    assert after.view()["last_move"]["victories"][0]["figure"] == figure


def test_four_in_a_square_may_be_excellent() -> None:
    position = at("Ea11R4 Oc11R3 Ea9R6 Ec8T9 Oh16R5", geometric="strict")
    after = played(position, "c8-c10") if "c8-c9" not in position.legal_moves() else None
    assert after is not None
    position = at("Ea11T9 Oc11R3 Ea9R6 Ed9R4 Oh16R5", geometric="strict")
    after = played(position, "d9-c9")
    won = after.view()["last_move"]["victories"]
    assert (won[0]["victory"], won[0]["figure"]) == ("excellent", "square")
    assert after.outcome is not None
    assert after.outcome.reason == "excellent"


def test_four_with_two_kinds_are_greater() -> None:
    position = at("Ea10R2 Ec10R4 Ee10R6 Eg9R8 Oh16R3", proper_victory="greater")
    after = played(position, "g9-g10")
    assert after.outcome is not None
    assert after.outcome.reason == "greater"


def test_a_lower_victory_does_not_end_the_game_when_a_higher_is_agreed() -> None:
    assert played(at(GREAT, proper_victory="greater"), "e9-e10").outcome is None
    assert played(at(GREAT, proper_victory="none"), "e9-e10").outcome is None


def test_enemy_pieces_count_when_one_is_the_players_own() -> None:
    placed = "Oa10R3 Oc10R5 Ee9S7 Oh16R9"
    assert played(at(placed), "e9-e12").outcome is None
    mixed = "Oa10R3 Oc10R5 Ee13S7 Oh16R9"
    after = played(at(mixed), "e13-e10")
    assert after.outcome is not None
    assert played(at(mixed, members="own"), "e13-e10").outcome is None
    only_enemy = "Oa10R3 Oc10R5 Oe10R7 Ea1R2 Oh16R9"
    assert played(at(only_enemy), "a1-a2").outcome is None


def test_pieces_that_were_taken_and_turned_may_count() -> None:
    placed = "Ea10R3' Ec10R5' Ee13S7 Oh16R9"
    options = {"captured": "turned"}
    turned = at(placed, members="own_and_turned", **options)
    assert played(turned, "e13-e10").outcome is not None
    assert played(at(placed, members="own", **options), "e13-e10").outcome is None


def test_anywhere_in_the_enemy_half_may_be_enough() -> None:
    placed = "Ea10R2 Ec13R4 Eg8R6 Oh16R3"
    assert played(at(placed), "g8-g9").outcome is None
    after = played(at(placed, place="anywhere"), "g8-g9")
    assert after.outcome is not None
    assert after.view()["last_move"]["victories"][0]["figure"] == "anywhere"


def test_four_anywhere_may_be_agreed() -> None:
    placed = "Ea10R2 Ec13R4 Oa16R3 Eg8R6 Oh16R25"
    position = at(placed, place="anywhere", proper_victory="excellent")
    after = played(position, "g8-g9")
    assert after.outcome is not None
    assert after.view()["last_move"]["victories"][0]["numbers"] == [2, 3, 4, 6]


def test_the_enemy_pyramid_may_have_to_be_taken_first() -> None:
    with_it = at(GREAT + " Og16P190", after_pyramid=True)
    assert played(with_it, "e9-e10").outcome is None
    assert played(at(GREAT, after_pyramid=True), "e9-e10").outcome is not None


def test_the_loser_may_have_to_be_immobile() -> None:
    assert played(at(GREAT, loser_immobile=True), "e9-e10").outcome is None
    shut_in = "Ea10R2 Ec10R4 Ee9R6 Oh16R3 Eg16S25 Eh15S81 Ea1R8"
    position = at(shut_in, loser_immobile=True, siege="none")
    after = played(position, "e9-e10")
    assert after.outcome is not None
    assert after.outcome.reason == "great"
