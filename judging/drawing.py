"""Boards of problems as SVG, for the page (classes of the site) and for print (own colours).

The answer is drawn only when it is handed in: nothing here looks it up by itself, except
``solution_svg``.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from games.faces.kyoen.picture import Frame, Spot, frame, number
from judging.answers.kinds import Kind
from judging.kinds.content import Ground, read_ground
from judging.kinds.registry import drawn, solution

RING = 0.46
_PAINT = {
    "ground": 'fill="#ffffff"',
    "lines": 'fill="none" stroke="#8a8a8a"',
    "dots": 'fill="none" stroke="#5a5a5a" stroke-linecap="round"',
    "coordinates": 'fill="#4a4a4a" text-anchor="middle" font-family="IPAexGothic"',
    "stone": 'fill="#111111"',
    "pick": 'fill="none" stroke="#c1272d" stroke-width="0.1"',
    "safe": 'fill="none" stroke="#1f5fa8" stroke-width="0.07"',
    "curve": 'fill="none" stroke="#c1272d" stroke-width="0.07"',
}
"""For print, where no stylesheet is."""


def board_svg(
    content: Mapping[str, Any],
    *,
    picked: Iterable[str] = (),
    safe: Iterable[str] = (),
    sets: Iterable[Mapping[str, Any]] = (),
    label: str = "",
    printing: bool = False,
) -> str:
    """An ``<svg>`` element. Raise ProblemError for a broken board.

    ``picked`` and ``safe``: points to mark. ``sets``: as ``registry.drawn`` tells them, each
    with its ``curve`` and whether it is ``right``. ``label`` is the board in words; without
    one the picture is left out of what is read aloud.
    """
    ground = read_ground(content)
    still = frame(ground.board)
    pen = _Pen(printing, still)
    parts = [pen.open(label), pen.ground(), pen.curves(sets), pen.stones(ground)]
    rings = dict.fromkeys([*picked, *(name for one in sets for name in one["points"])])
    parts += [pen.ring("safe", still.spot(name), 0.3) for name in safe]
    parts += [pen.ring("pick", still.spot(name), RING) for name in rings if _is_on(ground, name)]
    return "".join([*parts, "</svg>"])


def answer_svg(
    content: Mapping[str, Any],
    details: Mapping[str, Any],
    *,
    label: str = "",
    printing: bool = False,
) -> str:
    """What was answered, as the ``details`` of a verdict tell it: the points, and the curve."""
    shown = drawn(content, details)
    return board_svg(
        content, picked=shown["points"], safe=shown["safe"], sets=shown["sets"], label=label,
        printing=printing,
    )  # fmt: skip


def solution_svg(
    kind: Kind,
    content: Mapping[str, Any],
    key: Mapping[str, Any],
    *,
    label: str = "",
    printing: bool = False,
) -> str:
    """With what is right. For the author, and when it is released."""
    return answer_svg(content, solution(kind, content, key).details, label=label, printing=printing)


def _is_on(ground: Ground, name: str) -> bool:
    return ground.board.point(name) is not None


class _Pen:
    """Writes the elements, with classes for the page or paint for print."""

    def __init__(self, printing: bool, still: Frame) -> None:
        self.printing = printing
        self.still = still

    def style(self, name: str) -> str:
        return _PAINT[name] if self.printing else f'class="{name}"'

    def open(self, label: str) -> str:
        still = self.still
        said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
        if not self.printing:
            sizes = (
                f"--label: {number(still.label_size)}px; "
                f"--line-width: {number(still.line_width)}; --ratio: {number(still.ratio)}"
            )
            return f'<svg viewBox="{still.view_box}" {said} style="{sizes}">'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{still.view_box}">'

    def ground(self) -> str:
        still = self.still
        width = f' stroke-width="{number(still.line_width)}"' if self.printing else ""
        dots = ' stroke-width="0.09"' if self.printing else ""
        size = f' font-size="{number(still.label_size)}"' if self.printing else ""
        # The middle of the letters on the middle of the row; not every reader knows baselines.
        down = 0.35 * still.label_size if self.printing else 0.0
        labels = "".join(
            f'<text x="{number(one.x)}" y="{number(one.y + down)}">{one.text}</text>'
            for one in still.labels
        )
        return (
            f'<path {self.style("lines")}{width} d="{still.lines}"/>'
            f'<path {self.style("dots")}{dots} d="{still.dots}"/>'
            f"<g {self.style('coordinates')}{size}>{labels}</g>"
        )

    def stones(self, ground: Ground) -> str:
        found = []
        for stone in ground.stones:
            spot = self.still.spot(ground.board.name(stone))
            found.append(
                f'<circle {self.style("stone")} cx="{number(spot.x)}" cy="{number(spot.y)}"'
                ' r="0.4"/>'
            )
        return "".join(found)

    def ring(self, name: str, spot: Spot, radius: float) -> str:
        return (
            f'<circle {self.style(name)} cx="{number(spot.x)}" cy="{number(spot.y)}"'
            f' r="{number(radius)}"/>'
        )

    def curves(self, sets: Iterable[Mapping[str, Any]]) -> str:
        """Each curve once; that of a wrong answer is broken."""
        found: dict[str, str] = {}
        for one in sets:
            if one["curve"] is None:
                continue
            broken = "" if one["right"] else ' stroke-dasharray="0.28 0.2"'
            shape = _curve(one["curve"]["drawing"])
            found.setdefault(shape, f"<{shape} {self.style('curve')}{broken}/>")
        return "".join(found.values())


def _curve(drawing: Mapping[str, float]) -> str:
    """The element's name and where it lies; a line goes a little beyond its points."""
    if "r" in drawing:
        cx, cy, r = drawing["cx"], -drawing["cy"], drawing["r"]
        return f'circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}"'
    x1, y1, x2, y2 = drawing["x1"], 0 - drawing["y1"], drawing["x2"], 0 - drawing["y2"]
    long = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
    dx, dy = 0.5 * (x2 - x1) / long, 0.5 * (y2 - y1) / long
    return (
        f'line x1="{number(x1 - dx)}" y1="{number(y1 - dy)}"'
        f' x2="{number(x2 + dx)}" y2="{number(y2 + dy)}"'
    )
