"""Standings of a stage, from the results as they stand in the database."""

from collections.abc import Iterable
from fractions import Fraction

from tournaments.models import Stage
from tournaments.services.formats.registry import format_of
from tournaments.standings import Standing


def stage_standings(stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
    """Ranks after a round of the stage (its number), by default the last one."""
    return format_of(stage).standings(stage, after)


def points_of(table: Iterable[Standing]) -> dict[str, Fraction]:
    return {str(standing.key): standing.points for standing in table}
