"""Small plots as SVG: how two agree, how totals are spread, how hard a problem was."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from judging.numbers import shown
from judging.services.marking_pages import Pairs
from judging.statistics import Bin

SIDE = 260
LEFT, BOTTOM, TOP = 34, 30, 8


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(width: int, height: int, parts: Sequence[str]) -> SafeString:
    body = "".join(parts)
    return mark_safe(
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'aria-hidden="true" focusable="false" font-size="12">{body}</svg>'
    )


def _ticks(most: Fraction) -> list[Fraction]:
    """0, the most, and two or three in between on whole numbers where they fit."""
    step = max(Fraction(1), Fraction(round(most / 4))) if most >= 4 else most / 2 or Fraction(1)
    found = [step * n for n in range(int(most / step) + 1)]
    if most - found[-1] < step / 2:
        found[-1] = most
    else:
        found.append(most)
    return found


def scatter(pairs: Pairs, across: str, up: str) -> SafeString:
    """Each pair of totals a dot, larger where several are; on the line both gave the same."""
    most = pairs.most or Fraction(1)
    side = SIDE - LEFT - TOP

    def at(value: Fraction) -> float:
        return round(float(min(value, most) / most) * side, 1)

    floor = TOP + side
    parts = [
        f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{floor}H{LEFT + side}"/>',
        f'<path class="axis" stroke-dasharray="4 3" d="M{LEFT} {floor}L{LEFT + side} {TOP}"/>',
    ]
    for tick in _ticks(most):
        parts.append(_text(LEFT + at(tick), floor + 15, shown(tick)))
        parts.append(_text(LEFT - 6, floor - at(tick) + 4, shown(tick), "end"))
    for (first, second), count in sorted(pairs.counts.items()):
        radius = min(12, 3 + 1.6 * (count - 1) ** 0.5)
        parts.append(
            f'<circle class="{"same" if first == second else "apart"}" '
            f'cx="{LEFT + at(first):g}" cy="{floor - at(second):g}" r="{radius:g}">'
            f"<title>{shown(first)} / {shown(second)}: {count}</title></circle>"
        )
    parts.append(_text(LEFT + side / 2, floor + 29, across))
    parts.append(
        f'<text transform="rotate(-90 9 {TOP + side / 2:g})" x="9" y="{TOP + side / 2:g}" '
        f'text-anchor="middle">{escape(up)}</text>'
    )
    return _svg(SIDE, SIDE, parts)


def histogram(bins: Sequence[Bin]) -> SafeString:
    """How many totals lie where; a number on each bar."""
    width, height = 520, 180
    highest = max((one.count for one in bins), default=0) or 1
    wide = (width - 2 * TOP) / max(1, len(bins))
    tall = height - BOTTOM - 16
    floor = height - BOTTOM
    parts = [f'<path class="axis" d="M{TOP} {floor}H{width - TOP}"/>']
    for n, one in enumerate(bins):
        x, size = TOP + n * wide, tall * one.count / highest
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{floor - size:.1f}" '
            f'width="{wide - 2:.1f}" height="{size:.1f}"/>'
        )
        if one.count:
            parts.append(_text(x + wide / 2, round(floor - size - 4, 1), str(one.count)))
        parts.append(_text(x, floor + 15, shown(one.low), "start" if n == 0 else "middle"))
    if bins:
        parts.append(_text(width - TOP, floor + 15, shown(bins[-1].high), "end"))
    return _svg(width, height, parts)


def share_bar(share: float, label: str = "") -> SafeString:
    """A thin rule as long as the share of 1."""
    size = round(max(0.0, min(1.0, share)) * 120, 1)
    title = f"<title>{escape(label)}</title>" if label else ""
    return mark_safe(
        f'<svg class="share" viewBox="0 0 120 8" width="120" height="8" aria-hidden="true">{title}'
        f'<path class="axis" d="M0 4H120"/><rect class="bar" width="{size:g}" height="8"/></svg>'
    )
