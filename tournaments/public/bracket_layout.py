"""Where the lines and names of a bracket stand, in pixels of an SVG.

Names stand on lines, as in a hand-drawn bracket. An entrant with a bye has a longer line. A
match joins the two lines of its players, and the line of its winner begins there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.bracket_values import Bracket, BracketMatch, Kind, Origin, Side, Source

JOINT = 8
"""From the end of a player's line to the line of the winner."""
HEAD = 30
"""Above the first name, for the names of the rounds."""
SMALL_FIELD = 8
SMALL_EDGES = {
    1: (0.0, 176.0, 352.0),
    2: (0.0, 132.0, 252.0, 352.0),
    3: (0.0, 110.0, 200.0, 288.0, 352.0),
}
"""The columns of a bracket that fits a phone whole, by its rounds."""
NARROWEST, WIDEST, PAGE = 132, 168, 1200
"""Of a column, and of all as long as that is possible."""
SHEET = 2400
"""The highest that can still be read on a sheet of paper."""
GAP = 64
"""Between the winners' and the losers' side."""


@dataclass(frozen=True, slots=True)
class SlotLine:
    """A player's line, from ``x`` to ``end`` at ``y``; the name stands at ``name_x``."""

    x: float
    end: float
    y: float
    name_x: float


@dataclass(frozen=True, slots=True)
class MatchLines:
    match: BracketMatch
    slots: tuple[SlotLine, SlotLine]
    y: float
    """Where the winner goes on."""
    out: float
    """Where the winner's line begins."""
    out_end: float
    """Where the winner's line ends, if there is no match to draw it."""


@dataclass(frozen=True, slots=True)
class Heading:
    x: float
    y: float
    match: BracketMatch
    """One of the column."""


@dataclass(frozen=True, slots=True)
class Layout:
    width: float
    height: float
    small: bool
    double: bool
    matches: Mapping[str, MatchLines]
    headings: Sequence[Heading]


def layout(bracket: Bracket, *, second_final: bool = True) -> Layout:
    """Lay out every match; ``second_final`` keeps room for one that may be needed."""
    return _Board(bracket, second_final=second_final).layout()


class _Board:
    def __init__(self, bracket: Bracket, *, second_final: bool) -> None:
        self.bracket = bracket
        self.double = bracket.kind is Kind.DOUBLE
        self.second_final = second_final and bracket.reset
        self.small = not self.double and bracket.size <= SMALL_FIELD
        self.pitch = 44.0 if self.small else 29.0
        self.edges = self._edges()
        self.rows = 0.0
        self.lines: dict[str, MatchLines] = {}

    def layout(self) -> Layout:
        bracket = self.bracket
        self.rows = HEAD + 20.0
        headings: list[Heading] = []
        self._place(bracket.match(f"W{bracket.depth}-1"))
        headings += self._headings(Side.WINNERS, 16.0)
        bottom = self.rows
        if self.double:
            last = f"L{2 * (bracket.depth - 1)}-1"
            if bracket.has(last):
                self.rows = bottom + GAP - self.pitch + 20
                top = bottom + GAP - self.pitch - 14
                self._place(bracket.match(last))
                headings += self._headings(Side.LOSERS, top)
            headings += self._finals()
            bottom = self.rows
        elif bracket.has("3P"):
            self.rows = bottom + 20
            heading_y = bottom - 14
            self._third(bracket.match("3P"))
            headings.append(Heading(self._x(bracket.depth - 1), heading_y, bracket.match("3P")))
            bottom = self.rows
        return Layout(
            self.edges[-1], bottom - self.pitch + 20, self.small, self.double, self.lines, headings
        )

    def _edges(self) -> list[float]:
        """The left edges of the columns and the right one of the last."""
        depth = self.bracket.depth
        if self.small:
            return list(SMALL_EDGES[depth])
        columns = depth + 1
        if self.double:
            columns = max(depth, 2 * (depth - 1)) + 2 + self.second_final
        width = min(WIDEST, max(NARROWEST, PAGE // columns))
        return [float(width * number) for number in range(columns + 1)]

    def _x(self, column: int) -> float:
        return self.edges[column]

    def _row(self) -> float:
        here = self.rows
        self.rows += self.pitch
        return here

    def _place(self, match: BracketMatch) -> float:
        """Lay out a match and all before it on its side; return where its winner goes on."""
        column = match.round - 1
        slots = [self._slot(source, match.side, column) for source in match.sources]
        return self._join(match, column, slots[0], slots[1])

    def _slot(self, source: Source, side: Side, column: int) -> SlotLine:
        x, end = self._x(column), self._x(column + 1) - JOINT
        before = self.bracket.by_id.get(source.match)
        if source.origin is Origin.WINNER and before is not None and before.side is side:
            # The winner's line may have to pass columns in which its place had no match.
            start = self._x(before.round)
            y = self._place(before)
            return SlotLine(start, end, y, start)
        if source.origin is Origin.SEED:
            return SlotLine(0, end, self._row(), 0)
        return SlotLine(x, end, self._row(), x)

    def _join(self, match: BracketMatch, column: int, first: SlotLine, second: SlotLine) -> float:
        y = (first.y + second.y) / 2
        out = self._x(column + 1)
        beyond = self.edges[min(column + 2, len(self.edges) - 1)]
        self.lines[match.id] = MatchLines(match, (first, second), y, out, beyond - JOINT)
        return y

    def _third(self, match: BracketMatch) -> None:
        column = self.bracket.depth - 1
        x, end = self._x(column), self._x(column + 1) - JOINT
        first, second = (SlotLine(x, end, self._row(), x) for _ in range(2))
        self._join(match, column, first, second)

    def _finals(self) -> list[Heading]:
        """The grand final joins both sides; a second one stands to its right."""
        bracket = self.bracket
        column = max(bracket.depth, 2 * (bracket.depth - 1))
        match = bracket.match("GF")
        x, end = self._x(column), self._x(column + 1) - JOINT
        slots = []
        for source in match.sources:
            before = self.lines[source.match]
            if source.origin is Origin.WINNER:
                slots.append(SlotLine(before.out, end, before.y, x))
            else:
                slots.append(SlotLine(x, end, self._row(), x))
        y = self._join(match, column, slots[0], slots[1])
        headings = [Heading(x, min(slots[0].y, y) - 26, match)]
        if self.second_final:
            again = bracket.match("GF2")
            x, end = self._x(column + 1), self._x(column + 2) - JOINT
            first = SlotLine(x, end, y, x)
            second = SlotLine(x, end, y + 2 * self.pitch, x)
            self._join(again, column + 1, first, second)
            headings.append(Heading(x, y - 26, again))
            self.rows = max(self.rows, second.y + self.pitch)
        return headings

    def _headings(self, side: Side, y: float) -> list[Heading]:
        columns = {match.round: match for match in self.bracket.matches if match.side is side}
        return [Heading(self._x(number - 1), y, one) for number, one in columns.items()]
