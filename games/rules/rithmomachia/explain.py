"""What a turn did and why, as data from which the words of both languages are made."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.rules.base import Seat
from games.rules.rithmomachia.geometry import FILES, RANKS, name
from games.rules.rithmomachia.harmonies import Harmony
from games.rules.rithmomachia.moves import Capture, Played
from games.rules.rithmomachia.notation import Drop, Take
from games.rules.rithmomachia.pieces import SIDES, Piece, in_hand
from games.rules.rithmomachia.victories import CommonVictory, thresholds, total

if TYPE_CHECKING:
    from games.rules.rithmomachia.position import RithmoPosition


@dataclass(frozen=True, slots=True)
class Told:
    """The last turn, who played it and the victories it made."""

    seat: Seat
    played: Played
    victories: tuple[Harmony | CommonVictory, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """``seat`` counts from 1, ``how`` is move, take or drop."""
        core = self.played.turn.core
        stays = isinstance(core, Take) and core.to not in self.played.men
        return {
            "seat": self.seat + 1,
            "text": self.played.text,
            "how": type(core).__name__.lower(),
            "piece": self.played.piece.kind,
            "from": None if isinstance(core, Drop) else name(core.origin),
            "to": name(core.to),
            "stays": stays,
            "captures": [capture_json(one) for one in self.played.captures],
            "before": len(self.played.before),
            "victories": [victory.to_json() for victory in self.victories],
        }


def capture_json(capture: Capture) -> dict[str, Any]:
    """``part`` tells a component; ``ways`` are the sums that make it fall."""
    return {
        "square": name(capture.target.square),
        "piece": capture.piece.kind,
        "value": capture.piece.value,
        "part": capture.is_part,
        "ways": [way.to_json() for way in capture.ways],
    }


def piece_json(piece: Piece) -> dict[str, Any]:
    """``side`` E or O plays it; ``turned`` tells one that was the other's; parts of a pyramid."""
    found: dict[str, Any] = {
        "side": SIDES[piece.side],
        "shape": piece.shape.value,
        "value": piece.value,
    }
    if piece.parts:
        found["parts"] = list(piece.parts)
    if piece.side != piece.born:
        found["turned"] = True
    return found


def position_json(position: "RithmoPosition") -> dict[str, Any]:
    """Squares by name; seats by number from 0 where the page counts them on, else E and O."""
    rules, over = position.rules, position.over
    taken = [position.taken(seat) for seat in (0, 1)]
    sums = [total(piece.value for piece in pieces) for pieces in taken]
    reason = over.reason if over is not None and over.left else ""
    alive = position.alive
    pieces, value, digits = thresholds(rules)
    return {
        "files": FILES,
        "ranks": RANKS,
        "pieces": {
            name(square): piece_json(piece)
            for men in position.men
            for square, piece in sorted(men.items())
        },
        "taken": [[piece_json(piece.turned(piece.born)) for piece in some] for some in taken],
        "hands": [
            [piece_json(piece) | {"text": in_hand(piece)} for piece in scene.droppable]
            for scene in map(position.scene_of, (0, 1))
        ],
        "sums": [{"pieces": n, "value": v, "digits": d} for n, v, d in sums],
        "thresholds": {
            "victory": rules.common_victory.value,
            "comparison": rules.comparison.value,
            "pieces": pieces,
            "value": value,
            "digits": digits,
        },
        "to_move": position.to_move,
        "quiet": position.quiet,
        "times": position.times,
        "seats": [
            {"in": seat in alive, "reason": "" if seat in alive else reason} for seat in (0, 1)
        ],
        "last_move": position.did,
        "outcome": None if position.outcome is None else position.outcome.to_json(),
    }
