"""The versions of the published standings that a reader may look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Publication, Tournament
from tournaments.names import planned_round_name
from tournaments.services.publications import public_versions

SHOWN = 20


@dataclass(frozen=True, slots=True)
class VersionLine:
    version: int
    state: str
    out_at: datetime
    """When the public could see it first."""
    round: str


def out_at(publication: Publication) -> datetime:
    """When the public could see it first."""
    if publication.embargo_until is None:
        return publication.created_at
    return max(publication.created_at, publication.embargo_until)


def version_lines(tournament: Tournament, at: datetime) -> Sequence[VersionLine]:
    """The newest first."""
    return [
        VersionLine(
            one.version,
            str(one.state),
            out_at(one),
            planned_round_name(one.stage, max(one.after_round, 1)),
        )
        for one in public_versions(tournament, at)[:SHOWN]
    ]


def find_version(
    tournament: Tournament, newest: Publication | None, asked: int | None, at: datetime
) -> Publication | None:
    """The version asked for, by default the newest; None for one that is not public."""
    if asked is None:
        return newest
    if newest is not None and newest.version == asked:
        return newest
    found = public_versions(tournament, at)
    return next((one for one in found if one.version == asked), None)
