"""The rules of Kyōen on small positions."""

from math import comb

from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from games.faces.base import Lesson
from games.rules.base import Seat
from games.rules.kyoen.curves import Curve, root
from games.rules.kyoen.geometry import Board, Point
from games.rules.kyoen.notation import ClaimResult
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.table import curves_through

SMALL = {"size": 7}

LESSONS = (
    Lesson(
        "place",
        gettext_lazy("Placing stones"),
        gettext_lazy(
            "In turn, each player places one stone on an empty point. Stones belong to nobody, "
            "and none is moved. Try not to complete four that lie on one circle."
        ),
        "square:7x7 b2f3 3 3 2 - -",
        ("d6", "c4", "f3"),
        SMALL,
    ),
    Lesson(
        "circle",
        gettext_lazy("Four on a circle"),
        gettext_lazy(
            "Three stones that are not in a row lie on one circle. Whoever places a fourth stone "
            "on that circle makes a kyōen. The centre need not be a point of the board."
        ),
        "square:7x7 b4d6f4 1 3 3 - -",
        ("d2", "e5", "e2"),
        SMALL,
    ),
    Lesson(
        "line",
        gettext_lazy("Four in a straight line"),
        gettext_lazy(
            "Four stones on one straight line are a kyōen too, in any direction and with any "
            "gaps between them."
        ),
        "square:7x7 a1c2e3 1 3 3 - -",
        ("g4", "d2", "f4"),
        SMALL,
    ),
    Lesson(
        "shapes",
        gettext_lazy("What to look for"),
        gettext_lazy(
            "The corners of a rectangle always lie on a circle, also when it stands aslant; so do "
            "those of a trapezoid whose two legs are equal. Here e6 completes a rectangle and e2 a "
            "trapezoid. Many circles look like neither."
        ),
        "square:7x7 b2a4f4 1 3 3 - -",
        ("e6", "e2", "d6"),
        SMALL,
    ),
    Lesson(
        "claim",
        gettext_lazy("The claim"),
        gettext_lazy(
            "Until the next stone is placed, anybody else who is still in may call “Kyōen!” and "
            "name the four stones. If they are a kyōen, the stone placed last is taken off and "
            "its player is out. A wrong claim changes nothing. Here player 3 has just placed f3; "
            "on the board, press three stones to claim them with it."
        ),
        "square:7x7 b5c2e6c5f3 1 3 3 - -",
        ("1!b5c2e6", "1!b5c2c5", "1!b5c2e6c5"),
        SMALL,
    ),
    Lesson(
        "late",
        gettext_lazy("Too late"),
        gettext_lazy(
            "A claim is about the stone placed last. Here c2, c6, e2 and e6 are a kyōen that "
            "nobody claimed. Now that g4 stands on the board it stays, and does not count: only a "
            "claim with g4 in it can be right."
        ),
        "square:7x7 c2c6e2e6g4 3 3 2 - -",
        ("3!c2c6e2e6", "3!c2c6e2"),
        SMALL,
    ),
    Lesson(
        "several",
        gettext_lazy("Several at once"),
        gettext_lazy(
            "One stone can make several kyōens, and five on a circle are more than one. Any of "
            "them may be claimed; one is enough."
        ),
        "square:7x7 c3c5e3b4f4 1 3 3 - -",
        ("e5", "d6", "g4"),
        SMALL,
    ),
    Lesson(
        "end",
        gettext_lazy("The last one in wins"),
        gettext_lazy(
            "Play goes on with those still in, from the player after the one who went out, until "
            "one is left. Here two are in, and player 2 has just placed d4."
        ),
        "square:7x7 a1f6g3b2d4 3 3-1 2 - -",
        ("3!a1b2f6", "e7"),
        SMALL,
    ),
)


def in_words(text: str) -> str:
    """A move to try, as a button says it: ``e5``, or who claims what."""
    if "!" not in text:
        return text
    points = text.split("!")[1]
    names = " ".join(points[at : at + 2] for at in range(0, len(points), 2))
    return _("“Kyōen!” %(points)s") % {"points": names}


def taught(before: KyoenPosition, after: KyoenPosition) -> str:
    """What the rules tell of a stone or a claim, with every circle and line it makes."""
    claim = after.last_claim
    parts = _placed(after) if claim is None else _claimed(claim)
    if after.outcome is not None and after.outcome.reason == "last_player_in":
        winner = after.outcome.places.index(1)
        parts.append(_("%(player)s is the last one in and wins.") % {"player": _player(winner)})
    elif claim is not None and claim.right:
        parts.append(_("%(player)s plays next.") % {"player": _player(after.to_move)})
    return ("" if get_language() == "ja" else " ").join(parts)


def _player(seat: Seat | None) -> str:
    return _("Player %(n)s") % {"n": (seat or 0) + 1}


def _names(board: Board, points: "list[Point] | tuple[Point, ...]") -> str:
    return pgettext("between points", ", ").join(board.name(point) for point in points)


def _placed(after: KyoenPosition) -> list[str]:
    """What the stone just placed makes with those that lie there."""
    board, last = after.board, after.last_stone
    assert last is not None
    point = board.name(last)
    made = list(curves_through(board, after.stones, last))
    if not made:
        return [
            _("%(point)s is safe: no circle and no line through it holds three other stones.")
            % {"point": point}
        ]
    parts = []
    for curve, stones in made:
        others = [stone for stone in after.stones if stone in stones and stone != last]
        values = {"point": point, "others": _names(board, others), "curve": _curve(board, curve)}
        parts.append(_("%(point)s lies with %(others)s on a %(curve)s.") % values)
    count = sum(comb(len(stones) - 1, 3) for _curve_, stones in made)
    if count == 1:
        parts.append(_("That is a kyōen: whoever sees it may claim it."))
    else:
        several = _("Those are %(n)s kyōens: whoever sees one may claim it.")
        parts.append(several % {"n": count})
    return parts


def _claimed(claim: ClaimResult) -> list[str]:
    board, curve = claim.board, claim.curve
    values = {"stone": board.name(claim.stone), "player": _player(claim.against)}
    if curve is None:
        if claim.stone in claim.points:
            return [_("The four lie on no circle and no line. The claim is wrong; play goes on.")]
        return [
            _("%(stone)s, the stone placed last, is not among them. The claim is wrong.") % values
        ]
    return [
        _("Right: the four lie on a %(curve)s.") % {"curve": _curve(board, curve)},
        _("%(stone)s is taken off, and %(player)s is out.") % values,
    ]


def _curve(board: Board, curve: Curve) -> str:
    if curve.is_line:
        return pgettext("four lie on a …", "straight line")
    x, y = curve.centre
    radius = root(curve.radius_squared)
    at = board.at(int(x), int(y)) if x.denominator == y.denominator == 1 else None
    if at is None:
        return _("circle of radius %(radius)s") % {"radius": radius}
    return _("circle of radius %(radius)s around %(centre)s") % {
        "radius": radius,
        "centre": board.name(at),
    }
