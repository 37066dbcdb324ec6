"""Speed of the Oware rules, beside open-spiel's oware in the same run: ``python -m bench.oware``.

A position is what one random move of a random game costs: find the legal moves, choose one,
play it, see whether the game is over. Each figure is the best of several runs.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import numpy as np

from games.management.commands.perft import nodes
from games.rules.oware.batch import apply, choose, legal
from games.rules.oware.notation import Sow
from games.rules.oware.position import OwarePosition
from games.rules.oware.rules import OwareRules
from games.rules.oware.sowing import SEEDS, START, move, options

GAMES = 300
BATCH = 50_000
TARGET = 0.5
"""Of open-spiel's positions per second."""
NODES = {7: 139_157, 8: 711_414}
"""How many ways there are to play so many moves from the start."""


def fastest(play: Callable[[], int], runs: int = 5) -> float:
    """Positions per second of the best run; ``play`` returns how many it played."""
    found = []
    for run in range(runs):
        random.seed(run)
        start = time.perf_counter()
        found.append(play() / (time.perf_counter() - start))
    return max(found)


def plain() -> int:
    """Tuples and functions, one game after another."""
    played = 0
    for _ in range(GAMES):
        pits, stores, seat = START, [0, 0], 0
        while (found := options(pits, seat)) and played < GAMES * 200:
            pits, captured = move(pits, random.choice(found))
            stores[seat] += captured
            played += 1
            if stores[seat] * 2 > SEEDS:
                break
            seat = 1 - seat
    return played


def positions() -> int:
    """What a match plays: checked, with its history and every ending."""
    rules, played = OwareRules(), 0
    for _ in range(GAMES // 3):
        position = OwarePosition.start(rules)
        while position.to_move is not None:
            position = position.play(position.turn, Sow(random.choice(position.pits_to_sow)))
            played += 1
    return played


def batch() -> int:
    """Many games abreast; one that is over begins anew."""
    draw = np.random.default_rng(1)
    boards = np.full((BATCH, 12), 4, dtype=np.uint8)
    stores = np.zeros((2, BATCH), dtype=np.uint8)
    allowed = legal(boards)
    for ply in range(60):
        boards, captured = apply(boards, choose(allowed, draw))
        stores[ply % 2] += captured
        allowed = legal(boards)
        over = (stores[ply % 2] * 2 > SEEDS) | ~allowed.any(axis=1)
        boards[over], allowed[over], stores[:, over] = 4, True, 0
    return 60 * BATCH


def theirs(pyspiel: ModuleType) -> Callable[[], int]:
    game = pyspiel.load_game("oware")

    def play() -> int:
        played = 0
        for _ in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                played += 1
        return played

    return play


def counting() -> None:
    for depth, known in NODES.items():
        start = time.perf_counter()
        found = nodes(OwarePosition.start(OwareRules()), depth)
        taken = time.perf_counter() - start
        print(f"{f'perft to depth {depth}: {found:,} lines':<46}{taken:>10.3g} s")
        if found != known:
            raise RuntimeError(f"there are {known:,} lines, not {found:,}")


def main() -> None:
    """Raise RuntimeError when the target is missed."""
    counting()
    measured = {"batches of numpy": batch, "plain Python": plain, "positions of a match": positions}
    speed = {what: fastest(play) for what, play in measured.items()}
    try:
        other = fastest(theirs(import_module("pyspiel")))
    except ModuleNotFoundError:
        other = None
        print("open-spiel is not installed: no ratio")
    for what, own in speed.items():
        ratio = "" if other is None else f"{own / other:>10.2f} × open-spiel"
        print(f"{what:<46}{own:>10,.0f} positions/s{ratio}")
    if other is None:
        return
    print(f"{'open-spiel':<46}{other:>10,.0f} positions/s")
    best = max(speed.values()) / other
    print(f"target ≥ {TARGET} × open-spiel: {'met' if best >= TARGET else 'MISSED'}, {best:.2f} ×")
    if best < TARGET:
        raise RuntimeError("missed")


if __name__ == "__main__":
    main()
