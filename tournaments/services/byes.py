"""Those without a table, as pages list them."""

from dataclasses import dataclass
from uuid import UUID

from tournaments.models import Entry, Round
from tournaments.words import BYES


@dataclass(frozen=True, slots=True)
class ByeView:
    entry: Entry
    kind: str

    @property
    def entry_id(self) -> UUID:
        return self.entry.pk

    @property
    def words(self) -> str:
        return str(BYES[self.kind])


def byes_of(round_: Round) -> list[ByeView]:
    """The bye of the pairing first."""
    found = round_.byes.select_related("entry").order_by("entry__number")
    views = [ByeView(one.entry, one.kind) for one in found]
    return sorted(views, key=lambda one: one.kind != "pairing")
