"""The results of a round of pairings on one page, as they are typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.services.pair_results import TEXTS, code_of, parse
from tournaments.services.round_results import Typed
from tournaments.services.table_rows import TableRow


@dataclass(slots=True)
class ResultLine:
    """One pairing with what was typed for it."""

    row: TableRow
    text: str
    version: int
    error: str = ""

    @property
    def name(self) -> str:
        return f"t{self.row.number}"

    @property
    def version_name(self) -> str:
        return f"v{self.row.number}"


class RoundResultsForm:
    """``data``: a QueryDict of t1, v1, t2, v2 …; None: what is known already."""

    def __init__(self, rows: Sequence[TableRow], data: Mapping[str, str] | None) -> None:
        self.lines = [self._line(row, data) for row in rows if len(row.seats) == 2]

    @staticmethod
    def _line(row: TableRow, data: Mapping[str, str] | None) -> ResultLine:
        if data is None:
            code = code_of(row.seats) if row.table.result_source else ""
            return ResultLine(row, TEXTS.get(code, ""), row.table.version)
        version = data.get(f"v{row.number}", "")
        seen = int(version) if version.isdecimal() and len(version) < 10 else -1
        return ResultLine(row, data.get(f"t{row.number}", "")[:20], seen)

    def typed(self) -> dict[int, Typed]:
        """What can be read, by table number; the rest gets an error."""
        found = {}
        for line in self.lines:
            if not line.text.strip():
                continue
            code = parse(line.text)
            if code is None:
                line.error = _("Type 1, ½ (or 5), 0, + or −.")
            else:
                found[line.row.number] = Typed(code, line.version)
        return found

    def refuse(self, errors: Mapping[int, str]) -> None:
        for line in self.lines:
            line.error = errors.get(line.row.number, line.error)

    @property
    def wrong(self) -> int:
        return sum(bool(line.error) for line in self.lines)
