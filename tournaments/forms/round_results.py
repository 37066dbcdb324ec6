"""The results of a round of pairings on one page, as they are typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.services.pair_results import TEXTS, code_of
from tournaments.services.round_results import Typed
from tournaments.services.series_results import read, series_text
from tournaments.services.table_rows import TableRow


@dataclass(slots=True)
class ResultLine:
    """One pairing with what was typed for it."""

    row: TableRow
    text: str
    version: int
    most: int = 1
    """Games are played at most."""
    error: str = ""

    @property
    def name(self) -> str:
        return f"t{self.row.number}"

    @property
    def version_name(self) -> str:
        return f"v{self.row.number}"


class RoundResultsForm:
    """``data``: a QueryDict of t1, v1, t2, v2 …; None: what is known already."""

    def __init__(
        self,
        rows: Sequence[TableRow],
        data: Mapping[str, str] | None,
        most: Mapping[int, int],
        *,
        counted: bool,
    ) -> None:
        """``most``: games a table plays at most; ``counted``: their seeds say who won."""
        self.counted = counted
        self.lines = [
            self._line(row, data, most.get(row.number, 1)) for row in rows if len(row.seats) == 2
        ]

    @staticmethod
    def _line(row: TableRow, data: Mapping[str, str] | None, most: int) -> ResultLine:
        if data is None:
            text = series_text(row.table, row.seats) if most > 1 else ""
            code = code_of(row.seats) if row.table.result_source else ""
            return ResultLine(row, text or TEXTS.get(code, ""), row.table.version, most)
        version = data.get(f"v{row.number}", "")
        seen = int(version) if version.isdecimal() and len(version) < 10 else -1
        return ResultLine(row, data.get(f"t{row.number}", "")[:200], seen, most)

    def typed(self) -> dict[int, Typed]:
        """What can be read, by table number; the rest gets an error."""
        found = {}
        for line in self.lines:
            if not line.text.strip():
                continue
            one = read(line.text, line.most, counted=self.counted)
            if one is None and line.most > 1:
                line.error = _("Type the score, as 2-1, or every game, as 1 0 1; + or −.")
            elif one is None:
                line.error = _("Type 1, ½ (or 5), 0, + or −.")
            else:
                found[line.row.number] = Typed(one.code, line.version, one.score, one.games)
        return found

    def refuse(self, errors: Mapping[int, str]) -> None:
        for line in self.lines:
            line.error = errors.get(line.row.number, line.error)

    @property
    def series(self) -> int:
        """The most games any of them plays, where it is more than one."""
        return max((line.most for line in self.lines if line.most > 1), default=0)

    @property
    def wrong(self) -> int:
        return sum(bool(line.error) for line in self.lines)
