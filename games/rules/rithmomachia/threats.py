"""What one turn would win: victories threatened, and how far a side is from each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.rules.base import Seat
from games.rules.rithmomachia.harmonies import Harmony, harmonies
from games.rules.rithmomachia.moves import Played, turns
from games.rules.rithmomachia.pieces import Shape
from games.rules.rithmomachia.rules import Captured, Proper
from games.rules.rithmomachia.victories import CommonVictory, Sets, common_victory, victory_sets

if TYPE_CHECKING:
    from games.rules.rithmomachia.position import RithmoPosition


@dataclass(frozen=True, slots=True)
class Threat:
    """A turn that would win at once, and the best victory it makes."""

    text: str
    victory: Harmony | CommonVictory

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text} | self.victory.to_json()


def threats(position: "RithmoPosition", seat: Seat) -> tuple[Threat, ...]:
    """The turns that would win for ``seat`` if it were its turn now.

    Whether the other side could still move is not looked at: where that is asked for
    (``loser_immobile``), no harmony is threatened. One turn for each set of pieces.
    """
    found: dict[object, Threat] = {}
    if position.over is not None:
        return ()
    for played in turns(position.scene_of(seat)):
        victory = winning(position, seat, played)
        if victory is None:
            continue
        key = victory.squares if isinstance(victory, Harmony) else (played.turn.core, "common")
        found.setdefault(key, Threat(played.text, victory))
    return tuple(found.values())


def winning(
    position: "RithmoPosition", seat: Seat, played: Played
) -> Harmony | CommonVictory | None:
    """The victory that a turn makes; a harmony before a common victory."""
    rules = position.rules
    if rules.proper_victory is not Proper.NONE and not rules.loser_immobile:
        best = max(
            harmonies(rules, seat, played.men, played.foes),
            key=lambda one: one.level.rank,
            default=None,
        )
        if best is not None:
            return best
    if not played.captures:
        return None
    gained = [one.piece for one in played.captures if one.piece.born != seat]
    return common_victory(rules, (piece.value for piece in (*position.taken(seat), *gained)))


def sets_from_here(position: "RithmoPosition", seat: Seat, most: int = 200) -> Sets:
    """The enemy values still to be taken that would meet the thresholds for ``seat``."""
    held = [piece.value for piece in position.men[1 - seat].values() if piece.born != seat]
    if position.rules.captured is Captured.TURNED:
        held += [piece.value for piece in position.hands[1 - seat] if piece.born != seat]
    taken = (piece.value for piece in position.taken(seat))
    return victory_sets(position.rules, taken, held, most)


def pyramid_stands(position: "RithmoPosition", seat: Seat) -> bool:
    """Whether the other side's pyramid still keeps ``seat`` from a proper victory."""
    return position.rules.after_pyramid and any(
        piece.shape is Shape.PYRAMID and piece.born != seat
        for piece in position.men[1 - seat].values()
    )
