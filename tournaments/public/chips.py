"""One round of one entry in a table: a mark, and the words it stands for."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.public.shot import StageShot
from tournaments.standings import Line, LineKind
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
    """The place, or a sign for why there is none."""
    size: int | None
    """How many sat at the table; None where it says nothing."""
    words: str
    won: bool = False
    place: int | None = None


def chip(stage: StageShot, line: Line) -> Chip:
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
        return Chip(mark, line.size, words, line.place == 1 and not shared, line.place)
    words = gettext("%(round)s: %(what)s") % {"round": where, "what": LINES[line.kind.value]}
    return Chip(MARKS.get(line.kind, "?"), None, words)
