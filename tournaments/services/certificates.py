"""Who gets a certificate, by final standings that are public."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.errors import NoFinalStandingsError
from tournaments.models import Publication, PublicationState, Tournament
from tournaments.printing.certificates import Certificate
from tournaments.services.publications import latest_public


@dataclass(frozen=True, slots=True)
class Placed:
    rank: int
    name: str
    club: str
    points: str


def final_publication(tournament: Tournament, at: datetime) -> Publication:
    """The version in force, which has to be final. Raise NoFinalStandingsError."""
    found = latest_public(tournament, at)
    if found is None or found.state != PublicationState.FINAL:
        raise NoFinalStandingsError
    return found


def placed(publication: Publication, *, first: int, last: int) -> list[Placed]:
    """Those of the ranks ``first`` to ``last``, the best first; equals share a rank."""
    people = publication.snapshot["entries"]
    found = []
    for row in publication.snapshot["overall"]:
        if row["rank"] is not None and first <= row["rank"] <= last and row["key"] in people:
            one = people[row["key"]]
            found.append(
                Placed(row["rank"], one["name"], one.get("club", ""), _decimal(row["points"]))
            )
    return found


def awarded(people: Sequence[Placed], awards: Sequence[str], others: str) -> list[Certificate]:
    """``awards`` by rank from the first; ``others`` beyond them, {rank} filled in."""
    return [
        Certificate(
            one.name,
            award=(awards[one.rank - 1] if one.rank <= len(awards) else others).replace(
                "{rank}", str(one.rank)
            ),
            club=one.club,
            rank=str(one.rank),
            points=one.points,
        )
        for one in people
    ]


def _decimal(text: str) -> str:
    """
    >>> _decimal("7/2"), _decimal("3")
    ('3.5', '3')
    """
    top, _slash, bottom = text.partition("/")
    return f"{int(top) / int(bottom):g}" if bottom else text
