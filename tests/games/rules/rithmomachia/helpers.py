"""Short ways to say a position, and games of random moves."""

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.rules.rithmomachia.captures import Board
from games.rules.rithmomachia.moves import cores as cores_of
from games.rules.rithmomachia.moves import turns
from games.rules.rithmomachia.notation import Take, Turn
from games.rules.rithmomachia.position import RithmoPosition
from games.rules.rithmomachia.rules import RithmoRules

DATA = Path(__file__).resolve().parents[3] / "data" / "rithmomachia"
PRESETS = ("seed", "boissiere", "fulke")
OPTION_SETS: list[dict[str, Any]] = [
    *({"preset": preset} for preset in PRESETS),
    *(
        {
            "preset": preset,
            "proper_victory": "none",
            "common_victory": "none",
            "quiet_plies": 25,
        }
        for preset in PRESETS
    ),
    {"preset": "boissiere", "comparison": "at_least"},
    {"preset": "fulke", "layout": "boissiere", "captures_before": True, "siege": "no_move"},
    {"captured": "turned", "ambush_place": "reach", "ambush_arithmetic": "all"},
    {"rounds_move": "all", "triangles_move": "all", "squares_move": "all", "flights": True},
]


def begin(**options: Any) -> RithmoPosition:
    return RithmoPosition.start(RithmoRules.from_json(options))


def at(placed: str, turn: str = "E", hands: str = "- -", **options: Any) -> RithmoPosition:
    """A position from placements with spaces between: ``at("Oa1R9 Ea11S81", "O")``."""
    order = sorted(placed.split(), key=_where)
    text = f"{','.join(order) or '-'} {hands} {turn} 0 1 -"
    return RithmoPosition.read(text, RithmoRules.from_json(options))


def _where(text: str) -> tuple[int, str]:
    digits = text[2:4] if text[3].isdigit() else text[2]
    return int(digits), text[1]


def played(position: RithmoPosition, moves: str) -> RithmoPosition:
    for text in moves.split():
        position = position.play(*position.parse(text))
    return position


def did(position: RithmoPosition, move: str) -> dict[str, Any]:
    """What a move does, as the record keeps it."""
    told = played(position, move).view()["last_move"]
    assert isinstance(told, dict)
    return told


def sums(position: RithmoPosition, move: str) -> dict[str, list[str]]:
    """What falls by a move, and the sums: ``{"d5 R8": ["3 + 5 = 8"]}``."""
    return {
        f"{one['square']} {one['piece']}": [way["sum"] or way["kind"] for way in one["ways"]]
        for one in did(position, move)["captures"]
    }


def cores(position: RithmoPosition) -> set[str]:
    """The legal moves without what falls besides."""
    return {text.split(":")[-1].split("+")[0] for text in position.legal_moves()}


def load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def random_game(
    random: Random, options: dict[str, Any], most: int = 10_000
) -> list[RithmoPosition]:
    """Every position of a game of random legal moves."""
    found = [begin(**options)]
    while found[-1].outcome is None and len(found) <= most:
        position = found[-1]
        turns = position.turns()
        taking = [turn for turn in turns if turn.captures]
        chosen = random.choice(taking if taking and random.random() < 0.7 else turns)
        found.append(position.after(chosen))
    return found


def quick_game(random: Random, options: dict[str, Any]) -> RithmoPosition:
    """The end of a game of random moves, each found without looking at all the others."""
    position = begin(**options)
    while position.outcome is None:
        scene = position.scene
        board = Board.of(scene.rules, scene.men, scene.foes)
        found = [core for core, _ in cores_of(board, scene)]
        taking = [core for core in found if isinstance(core, Take)]
        core = random.choice(taking if taking and random.random() < 0.7 else found)
        fitting = list(turns(scene, Turn(core)))
        position = position.after(random.choice(fitting))
    return position


@st.composite
def games(draw: st.DrawFn, most: int = 60) -> list[RithmoPosition]:
    """Every position of the beginning of a game."""
    random = Random(draw(st.integers(0, 2**32)))
    return random_game(random, draw(st.sampled_from(OPTION_SETS)), draw(st.integers(1, most)))
