"""The SVG of a bracket as text: lines, names, scores.

Written without a template: a bracket of 256 has four thousand elements.
"""

import unicodedata
from collections.abc import Mapping, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.public.bracket_layout import Heading, Layout, MatchLines, SlotLine
from tournaments.public.bracket_parts import DrawnMatch, Row

SIZE = 14
"""Of a name, in pixels."""
SEED = 16
"""Room for a seed before a name."""
WIDE = 168
"""No name is given more room."""


def svg(
    plan: Layout,
    matches: Mapping[str, DrawnMatch],
    headings: Sequence[tuple[Heading, str]],
    name: str,
) -> SafeString:
    """Everything is escaped here."""
    width, height = _n(plan.width), _n(plan.height)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [f'<svg {size} role="group" aria-label="{escape(name)}">']
    for heading, words in headings:
        room = plan.width - heading.x
        parts.append(
            f'<text class="head" x="{_n(heading.x)}" y="{_n(heading.y)}">'
            f"{escape(fit(words, room, 12))}</text>"
        )
    parts += [_match(plan, plan.matches[name], drawn) for name, drawn in matches.items()]
    parts.append("</svg>")
    return mark_safe("".join(parts))


def fit(name: str, room: float, size: float = SIZE) -> str:
    """Cut a name to the room there is, in pixels, with an ellipsis.

    >>> fit("三上 岳", 60), fit("五十嵐 直之介", 60), fit("Mira Koval", 60)
    ('三上 岳', '五十嵐…', 'Mira…')
    """
    if width(name, size) <= room:
        return name
    left, end = room - size, 0
    while end < len(name) and left >= size * _em(name[end]):
        left -= size * _em(name[end])
        end += 1
    return f"{name[:end].rstrip()}…"


def width(text: str, size: float = SIZE) -> float:
    """About how many pixels a text takes."""
    return size * sum(map(_em, text))


def _em(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "iljtf' .,’-I":
        return 0.32
    return 0.88 if letter in "mwMW" else 0.68 if letter.isupper() else 0.58


def _match(plan: Layout, lines: MatchLines, drawn: DrawnMatch) -> str:
    first, second = drawn.rows
    joint = f"V{_n(lines.y)}H{_n(lines.out)}"
    thin: list[str] = []
    thick: list[str] = []
    for slot, row in zip(lines.slots, (first, second), strict=True):
        path = f"M{_n(slot.x)} {_n(slot.y)}H{_n(slot.end)}{joint}"
        (thick if row.won else thin).append(path)
    last = lines.match.winner_to is None or lines.match.winner_to not in plan.matches
    if last:
        thin.append(f"M{_n(lines.out)} {_n(lines.y)}H{_n(lines.out_end)}")
    texts = [_player(slot, row) for slot, row in zip(lines.slots, (first, second), strict=True)]
    winner = next((row for row in drawn.rows if row.won), None)
    room = lines.out_end - lines.out
    if last and winner is not None:
        texts.append(
            _text(lines.out + 4, lines.y - 7, fit(winner.name, room, 16), "first", winner.name)
        )
    elif drawn.label and winner is None:
        mark = "● " if drawn.live else ""
        kind = "now" if drawn.live else "when"
        texts.append(_text(lines.out + 4, lines.y - 6, fit(mark + drawn.label, room, 12), kind))
    if plan.double:
        texts.append(_text(lines.out + 4, lines.y + 12, drawn.id, "id"))
    body = "".join(
        (
            f'<path class="thin" d="{"".join(thin)}"/>' if thin else "",
            f'<path class="won" d="{"".join(thick)}"/>' if thick else "",
            *texts,
        )
    )
    label = escape(drawn.words)
    group = f'<g id="m-{drawn.id}" data-status="{drawn.status}"'
    if drawn.link:
        return f'{group}><a href="{escape(drawn.link)}" aria-label="{label}">{body}</a></g>'
    return f'{group} role="img" aria-label="{label}">{body}</g>'


def _player(slot: SlotLine, row: Row) -> str:
    if not row.name:
        return _text(slot.name_x + 4, slot.y - 6, row.hint, "hint") if row.hint else ""
    kind = " ".join(
        word for word, given in (("won", row.won), ("lost", row.lost), ("mine", row.mine)) if given
    )
    free = min(slot.end - slot.name_x, WIDE) - SEED - 5
    score = row.score if width(row.score, 13) + width(row.short) <= free else row.sign
    room = free - width(score, 13)
    at = f' class="{kind}"' if kind else ""
    shown = row.name if width(row.name) <= room else fit(row.short, room)
    full = f"<title>{escape(row.name)}</title>" if shown != row.name else ""
    y = _n(slot.y - 6)
    texts = [
        f'<text x="{_n(slot.name_x)}" y="{y}" class="seed">{row.seed}</text>',
        f'<text x="{_n(slot.name_x + SEED)}" y="{y}"{at}>{escape(shown)}{full}</text>',
    ]
    if score:
        classes = f"score {kind}".strip()
        x = _n(slot.end - 3)
        texts.append(f'<text x="{x}" y="{y}" class="{classes}">{escape(score)}</text>')
    return "".join(texts)


def _text(x: float, y: float, words: str, kind: str, full: str = "") -> str:
    named = f"<title>{escape(full)}</title>" if full and full != words else ""
    return f'<text x="{_n(x)}" y="{_n(y)}" class="{kind}">{escape(words)}{named}</text>'


def _n(value: float) -> str:
    """
    >>> _n(12.0), _n(3.25)
    ('12', '3.2')
    """
    return f"{value:.1f}".removesuffix(".0")
