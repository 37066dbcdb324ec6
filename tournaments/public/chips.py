"""One round of one entry in a table: a mark, and the words it stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.formats.crosstable import RoundRow, by_rounds
from tournaments.formats.lots import ByKey
from tournaments.public.crosstable import sign_of
from tournaments.public.shot import StageShot
from tournaments.standings import Line, LineKind, Standing
from tournaments.words import LINES

MARKS = {
    LineKind.WALKOVER: "1",
    LineKind.REMOVED: "×",
    LineKind.NO_SHOW: "×",
    LineKind.PENDING: "…",
    LineKind.BYE: "＋",
    LineKind.ABSENT: "–",
    LineKind.WITHDRAWN: "–",
    LineKind.NOT_ENTERED: "",
}


@dataclass(frozen=True, slots=True)
class Chip:
    mark: str
    """The place, or a sign: ○ won, △ drawn, × lost, and why there is none."""
    small: str
    """/4 of a table of four; the opponent's line in a stage of pairings; or empty."""
    words: str
    won: bool = False
    place: int | None = None

    @property
    def text(self) -> str | int:
        """For a cell of a file."""
        return f"{self.mark}{self.small}" if self.place is None else self.place


EMPTY = Chip("", "", "")


def chips(
    stage: StageShot, rows: Sequence[Standing], number: int, names: ByKey[str]
) -> Mapping[object, Sequence[Chip]]:
    """The rounds up to ``number`` of each row, by key."""
    if not stage.pairs:
        return {row.key: [place_chip(stage, line) for line in row.lines] for row in rows}
    numbers = [one for one in sorted(stage.rounds) if one <= number]
    return {row.key: _results(stage, row, numbers, names) for row in by_rounds(rows)}


def _results(
    stage: StageShot, row: RoundRow, numbers: Sequence[int], names: ByKey[str]
) -> list[Chip]:
    found = []
    for number in numbers:
        one = row.cells[number - 1] if number <= len(row.cells) else None
        if one is None:
            found.append(EMPTY)
            continue
        sign = sign_of(one, names, numbered=True)
        words = gettext("%(round)s: %(what)s") % {
            "round": stage.round_name(number),
            "what": sign.words,
        }
        small = "" if sign.number is None else str(sign.number)
        found.append(Chip(sign.sign, small, words, sign.won))
    return found


def place_chip(stage: StageShot, line: Line) -> Chip:
    """The line as a place of a size, as 2 of 4; shared places carry ``=``."""
    where = stage.round_name(line.round)
    if line.kind is LineKind.PLAYED and line.place is not None:
        shared = line.shared > 1
        words = gettext("%(round)s: place %(place)s of %(size)s, table %(table)s") % {
            "round": where,
            "place": f"={line.place}" if shared else line.place,
            "size": line.size,
            "table": line.table,
        }
        mark = f"={line.place}" if shared else str(line.place)
        won = line.place == 1 and not shared
        return Chip(mark, f"/{line.size}", words, won, line.place)
    words = gettext("%(round)s: %(what)s") % {"round": where, "what": LINES[line.kind.value]}
    return Chip(MARKS.get(line.kind, "?"), "", words)
