"""The aims kept from move to move find what looking at the whole board anew finds."""

from itertools import combinations
from random import Random

import pytest

from games.rules.rithmomachia.aims import Aims
from games.rules.rithmomachia.captures import (
    Board,
    Found,
    Kind,
    Way,
    add_ambush,
    add_assault,
    add_meeting,
    assaults,
    between,
    marches_to_foes,
    sieges,
)
from games.rules.rithmomachia.geometry import Square
from games.rules.rithmomachia.moves import cores
from games.rules.rithmomachia.notation import Drop
from games.rules.rithmomachia.pieces import in_hand
from games.rules.rithmomachia.rules import AmbushPlace
from tests.games.rules.rithmomachia.helpers import OPTION_SETS, begin


def anew(board: Board) -> Found:
    """All captures of standing pieces, from masks of the whole board."""
    rules = board.rules
    found: Found = {}
    reached: dict[Square, list[Square]] = {}
    for square, target in marches_to_foes(board):
        reached.setdefault(target, []).append(square)
    if not rules.meeting_moves_in:
        for target, squares in reached.items():
            for square in squares:
                add_meeting(found, board, square, target)
    if not rules.assault_moves_in:
        for square, target, count in assaults(board):
            add_assault(found, board, square, target, count)
    if rules.ambush_place is AmbushPlace.REACH:
        for target, squares in reached.items():
            for one, other in combinations(sorted(squares), 2):
                add_ambush(found, board, target, one, other)
    else:
        for target, one, other in between(board):
            add_ambush(found, board, target, one, other)
    for target, besiegers in sieges(board):
        way = Way(Kind.SIEGE, tuple((square, 0) for square in besiegers))
        found.setdefault(target, {}).setdefault(0, []).append(way)
    return found


def in_order(found: Found) -> list[object]:
    return [(square, list(found[square].items())) for square in sorted(found)]


@pytest.mark.parametrize("options", OPTION_SETS, ids=map(str, OPTION_SETS))
def test_a_move_changes_what_is_aimed_at_as_the_board_does(options: dict[str, object]) -> None:
    random = Random(str(options))
    position, compared, falls = begin(**options), 0, 0
    while compared < 600:
        scene = position.scene
        board = Board.of(position.rules, scene.men, scene.foes)
        aims = Aims.of(board)
        assert in_order(aims.standing()) == in_order(anew(board))
        moves = [core for core, taken in cores(board, scene) if taken is None]
        for core in random.sample(moves, min(len(moves), 8)):
            men = dict(scene.men)
            if isinstance(core, Drop):
                origin = None
                men[core.to] = next(one for one in scene.hand if in_hand(one) == core.piece)
            else:
                origin = core.origin
                men[core.to] = men.pop(origin)
            then = Board.of(position.rules, men, scene.foes)
            found = anew(then)
            assert in_order(aims.after(then, origin, core.to)) == in_order(found)
            compared, falls = compared + 1, falls + bool(found)
        turns = position.turns()
        taking = [turn for turn in turns if turn.captures]
        position = position.after(random.choice(taking or turns)) if turns else begin(**options)
    assert falls or options.get("preset", "seed") == "seed"  # hardly anything meets at random
