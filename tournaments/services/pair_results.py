"""Results of pairings as a person types and reads them: 1–0, ½–½, 0–1, +–−, −–+, −–−."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal

from tournaments.models import SeatingKind, Table, TableSeat
from tournaments.services.result_rows import SeatEntered

PLAYED, NO_SHOW, REMOVED = SeatingKind.PLAYED, SeatingKind.NO_SHOW, SeatingKind.REMOVED

CODES: Mapping[str, dict[int, SeatEntered]] = {
    "1-0": {0: SeatEntered(1), 1: SeatEntered(2)},
    "1/2": {0: SeatEntered(1), 1: SeatEntered(1)},
    "0-1": {0: SeatEntered(2), 1: SeatEntered(1)},
    "+-": {0: SeatEntered(1), 1: SeatEntered(None, NO_SHOW)},
    "-+": {0: SeatEntered(None, NO_SHOW), 1: SeatEntered(1)},
    "--": {0: SeatEntered(None, NO_SHOW), 1: SeatEntered(None, NO_SHOW)},
    "1-R": {0: SeatEntered(1), 1: SeatEntered(None, REMOVED)},
    "R-1": {0: SeatEntered(None, REMOVED), 1: SeatEntered(1)},
    "R-R": {0: SeatEntered(None, REMOVED), 1: SeatEntered(None, REMOVED)},
}
"""From the side of the first mover."""

TEXTS: Mapping[str, str] = {
    "1-0": "1 – 0",
    "1/2": "½ – ½",
    "0-1": "0 – 1",
    "+-": "+ – −",
    "-+": "− – +",
    "--": "− – −",
    "1-R": "1 – 0",
    "R-1": "0 – 1",
    "R-R": "0 – 0",
}

_TYPED: Mapping[str, str] = {
    "1": "1-0", "1-0": "1-0", "10": "1-0", "w": "1-0",
    "0": "0-1", "0-1": "0-1", "01": "0-1", "l": "0-1",
    "5": "1/2", "1/2": "1/2", "1/2-1/2": "1/2", "0.5": "1/2", ".5": "1/2", "=": "1/2",
    "d": "1/2", "0.5-0.5": "1/2",
    "+": "+-", "+-": "+-", "+--": "+-", "1-0f": "+-",
    "-": "-+", "-+": "-+", "--+": "-+", "0-1f": "-+",
    "--": "--", "---": "--", "0-0f": "--", "0-0": "--",
    "1-r": "1-R", "r-1": "R-1", "r-r": "R-R",
}  # fmt: skip
DASHES = re.compile("[‐-―−ー〜~:]")


def parse(text: str) -> str | None:
    """The code of what was typed, full width and with any dash; None for anything else.

    >>> parse("1"), parse("½–½"), parse("０－１"), parse(" + "), parse("1/2"), parse("2-0")
    ('1-0', '1/2', '0-1', '+-', '1/2', None)
    """
    plain = unicodedata.normalize("NFKC", text).replace("⁄", "/").strip().lower()
    return _TYPED.get(DASHES.sub("-", "".join(plain.split())))


def code_of(seats: Sequence[TableSeat]) -> str:
    """The code of a known result, else empty."""
    if len(seats) != 2:
        return ""
    rows = [(seat.place, seat.kind) for seat in seats]
    for code, entered in CODES.items():
        if rows == [(entered[n].place, entered[n].kind) for n in (0, 1)]:
            return code
    return ""


OWN = (
    {"1-0": "won", "1/2": "drew", "0-1": "lost", "+-": "won", "-+": "lost", "1-R": "won",
     "R-1": "lost", "--": "lost", "R-R": "lost"},
    {"1-0": "lost", "1/2": "drew", "0-1": "won", "+-": "lost", "-+": "won", "1-R": "lost",
     "R-1": "won", "--": "lost", "R-R": "lost"},
)  # fmt: skip
"""What a code means to the first and to the second mover."""


def outcome_of(seat: TableSeat, seats: Sequence[TableSeat]) -> str:
    """Of a pairing with a known result, from one side: won, drew, lost; else empty."""
    code = code_of(seats)
    return OWN[seat.number].get(code, "") if code else ""


def text_of(table: Table, seats: Sequence[TableSeat]) -> str:
    """1 – 0, with the score of a series or the seeds in brackets: 1 – 0 (27 : 21)."""
    code = code_of(seats) if table.result_source else ""
    if not code:
        return ""
    first, second = (plain(seat.score) for seat in seats)
    return f"{TEXTS[code]} ({first} : {second})" if first and second else TEXTS[code]


def plain(score: Decimal | None) -> str:
    """
    >>> plain(Decimal("2.50")), plain(Decimal("20.00")), plain(None)
    ('2.5', '20', '')
    """
    return "" if score is None else f"{score.normalize():f}"


def entered_of(
    code: str, scores: Sequence[Decimal | None] = (None, None)
) -> dict[int, SeatEntered]:
    """What ``enter_result`` takes for a code."""
    return {
        number: SeatEntered(one.place, one.kind, score)
        for (number, one), score in zip(CODES[code].items(), scores, strict=True)
    }
