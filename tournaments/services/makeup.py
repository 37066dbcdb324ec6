"""Tables that come to a round after it was made public."""

from collections.abc import Callable, Sequence
from itertools import count
from uuid import UUID

from tournaments.models import Bye, Round, RoundState, Stage, Table, TableSeat
from tournaments.names import table_title
from tournaments.services import play
from tournaments.services.formats.values import Pairing


def add_tables(
    round_: Round, pairings: Sequence[Pairing], games: Callable[[Stage, str], int]
) -> None:
    """Add tables to a public round, which is open again until they are played.

    The round comes with its stage and tournament; ``games``: how many a table plays at most.
    """
    if not pairings:
        return
    stage = round_.stage
    taken = set(round_.tables.values_list("number", flat=True))
    for one in pairings:
        number = next(free for free in count(1) if free not in taken)
        taken.add(number)
        made = Table.objects.create(round=round_, number=number, slot=one.slot, group=one.group)
        TableSeat.objects.bulk_create(
            TableSeat(table=made, number=seat, entry_id=UUID(key))
            for seat, key in enumerate(one.seats)
        )
        Bye.objects.filter(round=round_, entry__in=[UUID(key) for key in one.seats]).delete()
        table = Table.objects.prefetch_related("seats__entry__user").get(pk=made.pk)
        title = table_title(round_, stage, table, len(taken))
        found = play.make_matches(stage.tournament, [(table, title, games(stage, one.slot))])
        (table.match,) = found
        table.save(update_fields=["match"])
    if round_.state == RoundState.CLOSED:
        round_.state, round_.closed_at = RoundState.RUNNING, None
        round_.save(update_fields=["state", "closed_at"])
