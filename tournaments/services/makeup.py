"""Games of a first round that late entries of a round robin still have to play."""

from collections.abc import Sequence
from uuid import UUID

from tournaments.models import Bye, RoundState, Stage, Table, TableSeat
from tournaments.names import table_title
from tournaments.services import play
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Pairing


def add_makeup(stage: Stage, owed: Sequence[Pairing]) -> None:
    """Add tables to the stage's first round, which is open again until they are played."""
    if not owed:
        return
    first = stage.rounds.get(number=1)
    first.stage = stage
    number = first.tables.count()
    for one in owed:
        number += 1
        made = Table.objects.create(round=first, number=number, slot=one.slot, group=one.group)
        TableSeat.objects.bulk_create(
            TableSeat(table=made, number=seat, entry_id=UUID(key))
            for seat, key in enumerate(one.seats)
        )
        Bye.objects.filter(round=first, entry__in=[UUID(key) for key in one.seats]).delete()
        table = Table.objects.prefetch_related("seats__entry__user").get(pk=made.pk)
        games = format_of(stage).games(stage, one.slot)
        title = table_title(first, stage, table, number)
        (table.match,) = play.make_matches(stage.tournament, [(table, title, games)])
        table.save(update_fields=["match"])
    if first.state == RoundState.CLOSED:
        first.state, first.closed_at = RoundState.RUNNING, None
        first.save(update_fields=["state", "closed_at"])
