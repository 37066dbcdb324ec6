"""``{% rating_history entry_id %}``: a person's rating over the tournaments of a pool."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django import template

from tournaments.public.rating_plot import rating_plot
from tournaments.services.ratings import history

register = template.Library()


@register.inclusion_tag("tournaments/public/rating_history.html")
def rating_history(entry_id: UUID | str, at: datetime) -> dict[str, Any]:
    """Nothing where the tournament is rated in no pool."""
    lines = history(UUID(str(entry_id)), at)
    if not lines:
        return {}
    last = lines[-1]
    return {
        "plot": rating_plot(lines),
        "mean": round(last.mean),
        "deviation": round(last.deviation),
        "pool": last.pool_id,
    }
