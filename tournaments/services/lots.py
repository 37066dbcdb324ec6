"""Drawing lots among those whom no tie-break tells apart."""

from datetime import datetime
from random import Random

from accounts.db import write
from accounts.models import User
from tournaments.errors import NothingToDrawError
from tournaments.formats.lots import Drawn, shuffled
from tournaments.live import tell
from tournaments.models import Stage
from tournaments.names import stage_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.formats.registry import format_of
from tournaments.services.stage_results import drawn_lots
from tournaments.services.standings import stage_standings


def draw_lots(
    *, stage: Stage, rank: int, seed: int, by: User | None, at: datetime, reason: str = ""
) -> list[str]:
    """Order those who share ``rank`` by lot; the seed is kept in the record.

    Raise NothingToDrawError when nobody shares it.
    """
    with write():
        tournament = lock(stage.tournament)
        found = Stage.objects.select_for_update().get(pk=stage.pk)
        table = stage_standings(found) if format_of(found).lots else ()
        tied = sorted(str(row.key) for row in table if row.rank == rank and row.shared)
        if not tied:
            raise NothingToDrawError(rank=rank)
        order = shuffled(tied, Random(seed))
        draw = 1 + max((one.draw for one in drawn_lots(found).values()), default=0)
        found.lots |= {key: Drawn(draw, place) for place, key in enumerate(order, 1)}
        found.save(update_fields=["lots"])
        names = {str(pk): name for pk, name in tournament.entries.values_list("pk", "name")}
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="lots.drawn",
            subject=lambda: stage_name(found),
            after={"seed": seed, "rank": rank, "order": [names[key] for key in order]},
            reason=reason,
        )
        tell(tournament, "result", stage=found.order)
    return order
