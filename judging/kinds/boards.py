"""Grading answers on a board: the determinant decides, never a stored answer."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from games.rules.base import JSON
from games.rules.kyoen.curves import Curve, curve_json, curve_through, is_kyoen
from games.rules.kyoen.geometry import Board, Point
from games.rules.kyoen.table import curves_through
from judging.answers.errors import NotAStoneError
from judging.answers.kinds import Kind
from judging.answers.points import in_order
from judging.answers.reading import EMPTY_SET, Answer
from judging.kinds.content import MAX_SETS, Ground, fraction, read_ground, same_ground, same_stones
from judging.kinds.faults import broken, fault
from judging.kinds.graded import Checked, Fault, Graded, Reason, Solution, counted, right, wrong

ASKS = ("one", "all", "count")
MOST_CURVES = 60
"""More than this are counted in the facts of a board, but not drawn."""


def ask_of(content: Mapping[str, Any]) -> str:
    """What a problem of safe points asks for. Raise ProblemError."""
    ask = content.get("ask", "one")
    if ask not in ASKS:
        raise broken("bad_ask")
    return str(ask)


def grade_hantei(ground: Ground, answer: Answer) -> Graded:
    """Four distinct points of the board: stones, and a kyōen? ``answer`` was read."""
    reason, params = four(ground, _points(ground, answer.value))
    details = {"points": list(answer.value)}
    if reason is Reason.RIGHT:
        return right(answer.canonical, details)
    return wrong(answer.canonical, reason, params, details)


def check_stones(ground: Ground, names: Iterable[str], understood: str) -> None:
    """Raise NotAStoneError for the first of ``names``, points of the board, that is empty."""
    for name in names:
        if ground.board.point(name) not in ground.stones:
            raise NotAStoneError(understood, point=name)


def four(ground: Ground, points: list[Point]) -> tuple[Reason, JSON]:
    """Why four distinct points are a kyōen of the stones or not, with what fills the words."""
    board = ground.board
    for point in points:
        if point not in ground.stones:
            return Reason.NOT_A_STONE, {"point": board.name(point)}
    if is_kyoen(board, *points):
        return Reason.RIGHT, {}
    off, in_line = odd_one(board, points)
    a, b, c = (board.name(point) for point in points if point != off)
    reason = Reason.NOT_ON_LINE if in_line else Reason.NOT_ON_CIRCLE
    return reason, {"a": a, "b": b, "c": c, "d": board.name(off)}


def odd_one(board: Board, points: list[Point]) -> tuple[Point, bool]:
    """The one of four points beside the curve that is seen best through the other three.

    A line (then True), else the smallest circle. Of lines and circles alike the last point.
    """
    found = []
    for off in points:
        (x1, y1), (x2, y2), (x3, y3) = (board.coordinates[each] for each in points if each != off)
        across = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
        if not across:
            return off, True
        q = board.lattice.q
        sides = q(x2 - x1, y2 - y1) * q(x3 - x2, y3 - y2) * q(x1 - x3, y1 - y3)
        found.append((sides / across**2, -off))  # as the square of the radius
    return -min(found)[1], False


def shown_curve(ground: Ground, points: list[Point]) -> Curve:
    """The curve of four points that are a kyōen, or of the three that ``odd_one`` leaves."""
    if is_kyoen(ground.board, *points):
        return curve_through(ground.board, *points[:3])
    off, _ = odd_one(ground.board, points)
    first, second, third = (point for point in points if point != off)
    return curve_through(ground.board, first, second, third)


def _points(ground: Ground, names: tuple[str, ...]) -> list[Point]:
    found = [ground.board.point(name) for name in names]
    return [point for point in found if point is not None]


def grade_all(ground: Ground, key: Mapping[str, Any], answer: Answer) -> Graded:
    """Every kyōen of the board: points for each, less for each wrong one."""
    each, penalty = fraction(key, "per_set", "1"), fraction(key, "per_wrong", "1")
    sets, hits = [], 0
    for names in answer.value:
        reason, params = four(ground, _points(ground, names))
        hits += reason is Reason.RIGHT
        sets.append(
            {
                "points": list(names),
                "right": reason is Reason.RIGHT,
                "reason": reason.value,
                "params": params,
            }
        )
    misses = len(sets) - hits
    return counted(
        answer.canonical, hits, misses, ground.set_count,
        each=each, penalty=penalty, details={"sets": sets},
    )  # fmt: skip


def grade_safe(ground: Ground, content: Mapping[str, Any], key: Mapping[str, Any],
               answer: Answer) -> Graded:  # fmt: skip
    match ask_of(content):
        case "count":
            matches = answer.value == len(ground.safe)
            return right(answer.canonical) if matches else wrong(answer.canonical)
        case "one":
            return _one_safe(ground, answer)
    named = _points(ground, answer.value)
    safe = [point for point in named if point in ground.safe]
    return counted(
        answer.canonical, len(safe), len(named) - len(safe), len(ground.safe),
        each=fraction(key, "per_point", "1"), penalty=fraction(key, "per_wrong", "1"),
        details={"points": list(answer.value), "safe": ground.names(safe)},
    )  # fmt: skip


def _one_safe(ground: Ground, answer: Answer) -> Graded:
    board, (point,) = ground.board, _points(ground, answer.value)
    details: JSON = {"points": list(answer.value)}
    if point in ground.stones:
        params = {"point": board.name(point)}
        return wrong(answer.canonical, Reason.NOT_EMPTY, params, details)
    made = next(curves_through(board, ground.stones, point), None)
    if made is None:
        return right(answer.canonical, details)
    a, b, c = [board.name(stone) for stone in made[1] if stone != point][:3]
    details["with"] = [a, b, c]
    params = {"point": board.name(point), "a": a, "b": b, "c": c}
    return wrong(answer.canonical, Reason.NOT_SAFE, params, details)


def facts(ground: Ground) -> JSON:
    """What the author of a board sees of it."""
    return {
        "stones": len(ground.stones),
        "sets": ground.set_count,
        "curves": [
            {
                "stones": ground.names(stones),
                "sets": comb(len(stones), 4),
                "curve": curve_json(ground.board, curve),
            }
            for curve, stones in ground.curves[:MOST_CURVES]
        ],
        "safe": ground.names(ground.safe),
    }


def check_board(kind: Kind, content: Any, key: Mapping[str, Any]) -> Checked:
    """Raise ProblemError when the board itself cannot be."""
    ground = read_ground(content)
    found, faults, warnings = ground.set_count, list[Fault](), list[Fault]()
    match kind:
        case Kind.HANTEI:
            if not found:
                faults.append(fault("no_kyoen"))
            elif found > 1 and key.get("any_set") is not True:
                faults.append(fault("several_kyoens", n=found))
        case Kind.HANTEI_ALL:
            fraction(key, "per_wrong", "1")
            if not fraction(key, "per_set", "1"):
                faults.append(fault("bad_points", value="0"))
            if not found:
                faults.append(fault("no_kyoen"))
            elif found > MAX_SETS:
                faults.append(fault("too_many_kyoens", n=found, most=MAX_SETS))
        case _:
            ask = ask_of(content)
            if ask == "all":
                fraction(key, "per_wrong", "1")
                if not fraction(key, "per_point", "1"):
                    faults.append(fault("bad_points", value="0"))
            if not ground.safe and ask != "count":
                faults.append(fault("no_safe_point"))
            if found:
                warnings.append(fault("kyoen_there"))
            if len(ground.safe) == len(ground.board) - len(ground.stones):
                warnings.append(fault("every_point_safe"))
    text = "" if faults else solve_board(kind, content, key).text
    return Checked(tuple(faults), tuple(warnings), facts(ground), text)


def solve_board(kind: Kind, content: Mapping[str, Any], key: Mapping[str, Any]) -> Solution:
    """The canonical answer, the first where several are right; ``details`` tell them all.

    Raise ProblemError.
    """
    ground = read_ground(content)
    if kind is Kind.SAFE_POINT:
        safe = in_order(ground.names(ground.safe))
        match ask_of(content):
            case "count":
                text = str(len(safe))
            case "one":
                text = next(iter(safe), "")
            case _:
                text = " ".join(safe) or EMPTY_SET
        return Solution(text, {"safe": list(safe)})
    sets = sorted(in_order(ground.names(each)) for each in ground.sets[:MAX_SETS])
    written = [" ".join(names) for names in sets]
    text = next(iter(written), "") if kind is Kind.HANTEI else "; ".join(written) or EMPTY_SET
    return Solution(text, {"sets": [{"points": list(names), "right": True} for names in sets]})


def suggested_points(kind: Kind, content: Any, key: Mapping[str, Any]) -> Fraction | None:
    """What a problem that is counted by pieces is worth when each piece has its points."""
    if kind is Kind.HANTEI_ALL:
        return read_ground(content).set_count * fraction(key, "per_set", "1")
    if kind is Kind.SAFE_POINT and ask_of(content) == "all":
        return len(read_ground(content).safe) * fraction(key, "per_point", "1")
    return None


def signature(kind: Kind, content: Any) -> str:
    """Equal for two board problems that are the same up to symmetry. Raise ProblemError."""
    ground = read_ground(content)
    return same_ground(ground) if kind is Kind.SAFE_POINT else same_stones(ground)


def drawn(ground: Ground, details: Mapping[str, Any]) -> JSON:
    """The details of a verdict or a solution with their curves, for drawing.

    ``sets``: each with ``points``, ``right`` and ``curve`` (curve_json, or None where a point
    is no stone).
    """
    given = details.get("sets")
    if given is None and len(details.get("points", ())) == 4:
        given = [{"points": details["points"]}]
    if given is None and "with" in details:
        given = [{"points": [*details["points"], *details["with"]], "right": False}]
    sets = []
    for each in given or ():
        points = _points(ground, each["points"])
        placed = details.get("points", ()) if "with" in details else ()
        whole = len(points) == 4 and all(
            point in ground.stones or ground.board.name(point) in placed for point in points
        )
        curve = curve_json(ground.board, shown_curve(ground, points)) if whole else None
        is_right = each.get("right", whole and is_kyoen(ground.board, *points))
        sets.append({"points": list(each["points"]), "right": is_right, "curve": curve})
    return {
        "points": list(details.get("points", ())),
        "sets": sets,
        "safe": list(details.get("safe", ())),
    }
