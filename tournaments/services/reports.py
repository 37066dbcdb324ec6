"""What the two players of a pairing say the result is; when they agree, it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.db import write
from accounts.models import User
from tournaments.errors import InvalidPlacesError, NotYourTableError, TableStateError
from tournaments.live import tell
from tournaments.models import ResultReport, ResultSource, RoundState, Table
from tournaments.names import table_name
from tournaments.services.audit import record
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import CODES, entered_of
from tournaments.services.result_rows import locked_table
from tournaments.services.results import enter_result


@dataclass(frozen=True, slots=True)
class Reported:
    """What each seat said, as codes; empty: nothing yet."""

    codes: tuple[str, str]

    @property
    def disputed(self) -> bool:
        first, second = self.codes
        return bool(first and second and first != second)


NOTHING_SAID = Reported(("", ""))

REPORTABLE = ("1-0", "1/2", "0-1")
"""Forfeits and rulings are the arbiter's."""


def report_result(*, table_id: UUID, code: str, by: User, at: datetime) -> Table:
    """Take a player's word; the same from both makes it the result.

    Somebody may say it again, and differently, until the table has a result. Raise
    NotYourTableError, TableStateError, InvalidPlacesError.
    """
    with write():
        table, tournament = locked_table(table_id)
        stage = table.round.stage
        seat = table.seats.filter(entry__user=by).first()
        if seat is None or not format_of(stage).pairs:
            raise NotYourTableError
        going_on = table.round.state in {RoundState.PUBLISHED, RoundState.RUNNING}
        if table.result_source or not going_on:
            raise TableStateError(table=table.number)
        if code not in REPORTABLE or (code == "1/2" and not format_of(stage).draws):
            raise InvalidPlacesError(why=code[:20], seat=None)
        ResultReport.objects.update_or_create(
            table=table, seat=seat.number, defaults={"result": {"code": code}, "by": by, "at": at}
        )
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.reported",
            subject=lambda: table_name(table.round, table.number),
            ref=table.pk,
            after={"seat": seat.number + 1, "result": code},
        )
        said = reported(list(table.reports.all()))
        if said.codes == (code, code):
            return enter_result(
                table_id=table.pk,
                entered=entered_of(code),
                expected_version=table.version,
                by=by,
                at=at,
                source=ResultSource.AGREED,
            )
        tell(tournament, "result", ordinal=table.round.ordinal, tables=[table.number])
    return table


def reported(reports: Sequence[ResultReport]) -> Reported:
    said = {one.seat: str(one.result.get("code", "")) for one in reports}
    first, second = (said.get(seat, "") for seat in (0, 1))
    return Reported((first if first in CODES else "", second if second in CODES else ""))
