"""A position of Kyōen as JSON, for pages and the API."""

from typing import TYPE_CHECKING, Any

from games.rules.kyoen.curves import curve_json
from games.rules.kyoen.geometry import Board
from games.rules.kyoen.notation import ClaimResult

if TYPE_CHECKING:
    from games.rules.kyoen.position import KyoenPosition


def view(position: "KyoenPosition") -> dict[str, Any]:
    """Points by name, seats from 0. Holds nothing that helps to find a kyōen."""
    board, last, claim = position.board, position.last_stone, position.last_claim
    return {
        "lattice": board.lattice.value,
        "shape": board.shape.value,
        "columns": board.columns,
        "rows": board.rows,
        "stones": [board.name(point) for point in position.stones],
        "last": None if last is None else board.name(last),
        "owner": position.owner,
        "claimable": position.claimable,
        "to_move": position.to_move,
        "seats": _seats(position),
        "out": list(position.out),
        "last_claim": None if claim is None else _claim(board, claim),
        "outcome": None if position.outcome is None else position.outcome.to_json(),
    }


def _seats(position: "KyoenPosition") -> list[dict[str, Any]]:
    going = dict(zip(position.out, position.reasons, strict=False))
    return [
        {
            "in": seat not in position.out,
            "reason": going.get(seat, ""),
            "wrong_claims": position.wrong[seat],
            "may_claim": position.may_claim(seat),
        }
        for seat in range(position.seats)
    ]


def _claim(board: Board, claim: ClaimResult) -> dict[str, Any]:
    curve = claim.curve
    return {
        "claimant": claim.claimant,
        "points": [board.name(point) for point in claim.points],
        "right": claim.right,
        "against": claim.against,
        "stone": board.name(claim.stone),
        "curve": None if curve is None else curve_json(board, curve),
    }
