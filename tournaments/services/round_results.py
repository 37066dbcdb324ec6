"""The results of a whole round, saved together or not at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.db import write
from accounts.errors import UserError
from accounts.models import User
from tournaments.errors import (
    DependentsError,
    InvalidPlacesError,
    MatchGoingOnError,
    ReasonNeededError,
    ResultChangedError,
)
from tournaments.models import Table
from tournaments.services.pair_results import code_of, entered_of
from tournaments.services.results import enter_result
from tournaments.services.round_state import locked_round


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed for one table, and the version the page showed."""

    code: str
    version: int


class RoundResultsError(UserError):
    """Some cannot be saved, so none was. ``params``: errors, sentences by table number."""

    code = "round_results"

    def __init__(self, errors: Mapping[int, str]) -> None:
        super().__init__(errors=dict(errors))

    def __str__(self) -> str:
        return "; ".join(self.params["errors"].values())


REFUSED = (
    DependentsError,
    InvalidPlacesError,
    MatchGoingOnError,
    ReasonNeededError,
    ResultChangedError,
)


def enter_round(
    *, round_id: int, typed: Mapping[int, Typed], by: User | None, at: datetime
) -> list[int]:
    """Enter the results typed by table number; the numbers of those that changed.

    A result that is known already and the same is left alone; another one is a correction
    and is made on the table's own page. Raise RoundResultsError.
    """
    changed: list[int] = []
    errors: dict[int, str] = {}
    with write():
        round_ = locked_round(round_id)
        for table in round_.tables.prefetch_related("seats").order_by("number"):
            one = typed.get(table.number)
            if one is None or _known(table) == one.code:
                continue
            try:
                enter_result(
                    table_id=table.pk,
                    entered=entered_of(one.code),
                    expected_version=one.version,
                    by=by,
                    at=at,
                )
            except REFUSED as error:
                errors[table.number] = str(error)
            else:
                changed.append(table.number)
        if errors:
            raise RoundResultsError(errors)
    return changed


def _known(table: Table) -> str:
    return code_of(list(table.seats.all())) if table.result_source else ""
