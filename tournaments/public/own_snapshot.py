"""Of a large snapshot only what the page of one player shows, in the same form."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tournaments.models import Publication
from tournaments.public.kept import piece
from tournaments.public.shot import Shot

JSON = dict[str, Any]
LETTERS = 2
"""Of an id, that name its shelf: a page reads a shelf as a whole, one in 256."""
SHELVES = ["".join(one) for one in product("0123456789abcdef", repeat=LETTERS)]


def own_shot(publication: Publication, key: str) -> Shot:
    """With one row in its standings, and ``ranked`` and ``placed`` for what that leaves out."""
    shelf = key[:LETTERS]

    def make() -> Mapping[str, object]:
        return {f"own:{name}": found for name, found in _shelves(publication.snapshot).items()}

    kept = piece(publication, f"own:{shelf}", make)
    own = kept.get(key) if isinstance(kept, dict) else None
    snapshot = own or {"entries": {}, "stages": [], "overall": []}
    return Shot(Publication(tournament_id=publication.tournament_id, version=0, snapshot=snapshot))


def _shelves(snapshot: Mapping[str, Any]) -> Mapping[str, dict[str, JSON]]:
    found: dict[str, dict[str, JSON]] = {name: {} for name in SHELVES}
    for key, own in own_snapshots(snapshot).items():
        found[key[:LETTERS]][key] = own
    return found


def own_snapshots(snapshot: Mapping[str, Any]) -> dict[str, JSON]:
    """By entry id."""
    ranks = [one["rank"] for one in snapshot["overall"] if one["rank"] is not None]
    placed = {
        str(one["key"]): {
            "rank": one["rank"],
            "shared": False,
            "of": len(ranks),
        }
        for one in snapshot["overall"]
    }
    count: dict[object, int] = defaultdict(int)
    for rank in ranks:
        count[rank] += 1
    for one in placed.values():
        one["shared"] = count[one["rank"]] > 1
    people = snapshot["entries"]
    made: dict[str, JSON] = {
        key: {
            "entries": {key: person},
            "stages": [],
            "overall": [],
            "placed": placed.get(key),
            "parts": len(snapshot["stages"]),
        }
        for key, person in people.items()
    }
    for stage in snapshot["stages"]:
        tables = _tables(stage)
        ranked = sum(row["rank"] is not None for row in stage["standings"])
        for row in stage["standings"]:
            own = made.get(str(row["key"]))
            if own is None:
                continue
            own["stages"].append(
                {
                    **stage,
                    "standings": [row],
                    "progress": {},
                    "admitted": [],
                    "ranked": ranked,
                    "rounds": [
                        {
                            "number": one["number"],
                            "ordinal": one["ordinal"],
                            "byes": [],
                            "tables": tables[row["key"], one["number"]],
                        }
                        for one in stage["rounds"]
                    ],
                }
            )
            own["entries"] |= {key: people[key] for key in _met(row) if key in people}
    return made


def _tables(stage: Mapping[str, Any]) -> dict[tuple[str, int], list[JSON]]:
    found: dict[tuple[str, int], list[JSON]] = defaultdict(list)
    for one in stage["rounds"]:
        for table in one["tables"]:
            for seat in table["seats"]:
                found[seat["entry"], one["number"]].append(table)
    return found


def _met(row: Mapping[str, Any]) -> Iterator[str]:
    """Everybody whom the row names."""
    for line in row["lines"]:
        yield from map(str, line["met"])
        if line.get("opponent") is not None:
            yield str(line["opponent"])
    for value in row["values"]:
        yield from (str(part[1]) for part in value["parts"] if part[1] is not None)
