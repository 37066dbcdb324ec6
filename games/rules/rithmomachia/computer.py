"""Computer players. Pure: chance and the call to stop come in, a turn comes out.

Greedy with a short look ahead: each turn is worth what it takes and how far it brings the side
towards the agreed numbers and the enemy half, less the best that the answer does. A turn that
wins is played, one that lets the other side win is not.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TypeAlias

from games.rules.base import Seat
from games.rules.rithmomachia.moves import Played, turns
from games.rules.rithmomachia.notation import Drop
from games.rules.rithmomachia.position import RithmoPosition
from games.rules.rithmomachia.threats import winning
from games.rules.rithmomachia.victories import thresholds, total

Stop: TypeAlias = Callable[[], bool]
"""Whether the time to think is over. Asked before each turn that is looked at."""


class Level(Enum):
    BEGINNER = "beginner"
    """Takes what it sees, often overlooks, never looks at the answer."""
    STEADY = "steady"
    """Sees every capture and victory, and what the answer takes."""
    STRONG = "strong"
    """Looks at the answer to the answer too, as far as the time allows."""


OVERLOOKS = 0.35
"""How often a beginner plays any turn."""
WON = 1e6
WIDE = 12
"""How many turns are looked at deeper."""


@dataclass(frozen=True, slots=True)
class Judged:
    played: Played
    worth: float


def choose(position: RithmoPosition, level: Level, random: Random, stop: Stop) -> str | None:
    """The turn that the side to move plays, in notation; None when the game is over."""
    found = list(position.turns())
    if not found:
        return None
    random.shuffle(found)
    if level is Level.BEGINNER and random.random() < OVERLOOKS:
        return found[0].text
    judged = [Judged(one, _worth(position, one)) for one in _in_time(found, stop)]
    judged.sort(key=lambda one: -one.worth)
    if level is Level.BEGINNER or judged[0].worth >= WON:
        return judged[0].played.text
    best, worth = judged[0], -2 * WON
    for one in judged[: WIDE if level is Level.STEADY else 2 * WIDE]:
        if stop():
            break
        deeper = one.worth - _answer(position.after(one.played), level, stop)
        if deeper > worth:
            best, worth = one, deeper
    return best.played.text


def _in_time(found: list[Played], stop: Stop) -> list[Played]:
    """As many as there is time for, one at least; captures first."""
    found.sort(key=lambda one: -len(one.captures))
    looked: list[Played] = []
    for one in found:
        if looked and stop():
            break
        looked.append(one)
    return looked


def _answer(position: RithmoPosition, level: Level, stop: Stop) -> float:
    """What the best answer is worth; a game that is over counts for who won."""
    over = position.over
    if over is not None:
        return 0.0 if over.winner is None else -WON
    answers: list[tuple[float, Played]] = []
    for one in turns(position.scene):
        if answers and stop():
            break
        answers.append((_worth(position, one), one))
    if not answers:
        return -WON
    answers.sort(key=lambda found: -found[0])
    if level is not Level.STRONG or answers[0][0] >= WON:
        return answers[0][0]
    best = -2 * WON
    for worth, one in answers[:3]:
        if best > -2 * WON and stop():
            break
        after = position.after(one)
        again = max((_worth(after, reply) for reply in after.turns()), default=-WON)
        best = max(best, worth - again / 2)
    return best


def _worth(position: RithmoPosition, played: Played) -> float:
    """What a turn is worth to the side that plays it."""
    seat = position.turn
    if winning(position, seat, played) is not None:
        return WON
    taken = [one.piece for one in played.captures]
    worth = sum(20 + piece.value / 8 for piece in taken)
    if taken:
        worth += 40 * (_progress(position, seat, played) - _progress(position, seat, None))
    core = played.turn.core
    if not isinstance(core, Drop):
        ahead = core.to // 8 - core.origin // 8
        worth += (ahead if seat == 0 else -ahead) * (3 if played.piece.value < 100 else 1)
    return worth


def _progress(position: RithmoPosition, seat: Seat, played: Played | None) -> float:
    """How much of the agreed numbers a side has, from 0 to 1 on average."""
    values = [piece.value for piece in position.taken(seat)]
    if played is not None:
        values += [one.piece.value for one in played.captures if one.piece.born != seat]
    agreed = thresholds(position.rules)
    parts = [
        min(1.0, has / needs) for has, needs in zip(total(values), agreed, strict=True) if needs
    ]
    return sum(parts) / len(parts) if parts else 0.0
