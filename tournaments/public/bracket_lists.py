"""The matches of a round as list items: what a phone shows, and a screen reader there.

Written without a template for the same reason as the SVG.
"""

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournaments.public.bracket_parts import DrawnMatch, Row


def items(matches: Iterable[DrawnMatch]) -> SafeString:
    """One ``<li>`` for each match. Everything is escaped here."""
    won, watch = escape(gettext("won")), escape(gettext("Watch"))
    return mark_safe("".join(_item(one, won, watch) for one in matches))


def _item(match: DrawnMatch, won: str, watch: str) -> str:
    rows = "".join(_row(row, won) for row in match.rows)
    return f'<li id="l-{match.id}" data-status="{match.status}">{rows}{_at(match, watch)}</li>'


def _row(row: Row, won: str) -> str:
    result = " data-won" if row.won else " data-lost" if row.lost else ""
    mine = " data-mine" if row.mine else ""
    seed = "" if row.seed is None else row.seed
    name = escape(row.name) if row.name else f"<small>{escape(row.hint) or '–'}</small>"
    said = f'<span class="away"> {won}</span>' if row.won else ""
    return (
        f"<p{result}{mine}><small>{seed}</small><bdi>{name}</bdi>"
        f"<b>{escape(row.score)}{said}</b></p>"
    )


def _at(match: DrawnMatch, watch: str) -> str:
    """Where or when it is played, and the way there."""
    if not (match.label or match.link):
        return ""
    now, mark = (' class="now"', "● ") if match.live else ("", "")
    link = ""
    if match.link:
        what = f'<span class="away"> {escape(match.name)}</span>'
        link = f'<a href="{escape(match.link)}">{watch}{what}</a>'
    return f'<p class="at"><small{now}>{mark}{escape(match.label)}</small>{link}</p>'
