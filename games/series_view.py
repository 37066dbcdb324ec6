"""How a series stands, for pages and programs."""

from games.faces.names import shown_name
from games.models import Match
from games.rules.base import JSON
from games.series_result import seats_of
from games.services.series_following import result_of


def series_summary(match: Match) -> JSON | None:
    """The series that ``match`` is a game of, with the names of its sides; None outside one."""
    series = match.series
    if series is None:
        return None
    matches = list(series.matches.order_by("game_number").prefetch_related("seats"))
    result = result_of(series, matches)
    first = [shown_name(seat.name, seat.computer) for seat in matches[0].seats.all()]
    names = [first[seats_of(series.first_side, 1).index(side)] for side in (0, 1)]
    unfinished = [game for game in matches if game.status != "finished"]
    current = unfinished[0] if unfinished else matches[-1]
    return {**result.to_json(), "names": names, "current": str(current.pk)}
