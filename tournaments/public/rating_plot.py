"""A person's rating over time, as SVG."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from tournaments.rating_records import RatingLine

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 560, 180, 44, 12, 12, 20


def rating_plot(lines: Sequence[RatingLine]) -> SafeString:
    """The rating with what it may be off by, and its last value in figures."""
    low = min(line.mean - line.deviation for line in lines)
    high = max(line.mean + line.deviation for line in lines)
    bottom, top = 100 * int(low // 100), 100 * int(-(-high // 100))
    step = (WIDE - LEFT - RIGHT) / max(len(lines) - 1, 1)

    def x(n: int) -> float:
        return LEFT + n * step

    def y(value: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (top - value) / max(top - bottom, 1)

    upper = [(x(n), y(one.mean + one.deviation)) for n, one in enumerate(lines)]
    lower = [(x(n), y(one.mean - one.deviation)) for n, one in enumerate(lines)]
    path = " ".join(f"{x(n):.1f},{y(one.mean):.1f}" for n, one in enumerate(lines))
    band = " ".join(f"{a:.1f},{b:.1f}" for a, b in [*upper, *reversed(lower)])
    marks = format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}" '
        'text-anchor="end" font-size="12">{}</text>',
        (
            (LEFT, WIDE - RIGHT, round(y(v), 1), round(y(v), 1), LEFT - 6, round(y(v) + 4, 1), v)
            for v in range(bottom, top + 1, _apart(bottom, top))
        ),
    )
    last = lines[-1]
    said = ngettext(
        "Rating %(mean)s ± %(deviation)s after %(n)s table",
        "Rating %(mean)s ± %(deviation)s after %(n)s tables",
        len(lines),
    ) % {"mean": round(last.mean), "deviation": round(last.deviation), "n": len(lines)}
    return format_html(
        '<svg class="rating-plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}'
        '<polygon class="band" points="{}"/><polyline class="line" points="{}"/>'
        '<circle class="end" cx="{}" cy="{}" r="4"/></svg>',
        WIDE, HIGH, said, marks, band, path, round(x(len(lines) - 1), 1), round(y(last.mean), 1),
    )  # fmt: skip


def _apart(bottom: int, top: int) -> int:
    return next(step for step in (100, 200, 500, 1000, 10**9) if (top - bottom) / step <= 6)
