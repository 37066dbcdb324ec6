"""Ratings over several tournaments, replayed from their final standings whenever those change."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.db import write
from accounts.models import User
from tournaments.errors import OtherGameError
from tournaments.formats.rating import Game, Rating, replay
from tournaments.models import Entry, Publication, PublicationState, Tournament
from tournaments.person_names import one_line
from tournaments.rating_records import RatedTournament, RatingLine, RatingPool
from tournaments.services.publications import latest_public
from tournaments.services.rating_people import persons


@dataclass(frozen=True, slots=True)
class Rated:
    """A person on the list of a pool."""

    rank: int
    name: str
    club: str
    mean: int
    deviation: int
    tables: int


def choose_pool(
    *, tournament: Tournament, pool: RatingPool | None, new: str, by: User, at: datetime
) -> RatingPool | None:
    """Count a tournament in a pool, in a ``new`` one by its name, or in none.

    Raise OtherGameError.
    """
    with write():
        RatedTournament.objects.filter(tournament=tournament).delete()
        name = one_line(new)[:200]
        if name:
            pool = RatingPool.objects.create(
                name=name, game=tournament.game, owner=by, created_at=at
            )
        if pool is None:
            return None
        if pool.game != tournament.game:
            raise OtherGameError(name=pool.name)
        RatedTournament.objects.create(pool=pool, tournament=tournament)
    return pool


def pools_of(user: User, game: str) -> list[RatingPool]:
    return list(RatingPool.objects.filter(owner=user, game=game).order_by("created_at"))


def fresh(pool: RatingPool, at: datetime) -> RatingPool:
    """The pool with its lines made anew, if what is final and public is not what they hold."""
    found = _finals(pool, at)
    if pool.counted == [one.pk for one in found]:
        return pool
    with write():
        locked = RatingPool.objects.select_for_update().get(pk=pool.pk)
        locked.lines.all().delete()
        RatingLine.objects.bulk_create(_lines(locked, found), batch_size=500)
        locked.counted = [one.pk for one in found]
        locked.save(update_fields=["counted"])
    return locked


def rated(pool: RatingPool) -> list[Rated]:
    """Everybody by what they are at least, the best first."""
    last: dict[str, RatingLine] = {}
    played: dict[str, int] = {}
    for line in pool.lines.select_related("entry").order_by("number"):
        last[line.person] = line
        played[line.person] = played.get(line.person, 0) + 1
    ordered = sorted(last.values(), key=lambda line: -Rating(line.mean, line.deviation).sure)
    return [
        Rated(
            rank,
            line.entry.name,
            line.entry.club,
            round(line.mean),
            round(line.deviation),
            played[line.person],
        )
        for rank, line in enumerate(ordered, 1)
    ]


def history(entry_id: UUID, at: datetime) -> Sequence[RatingLine]:
    """Everything a person's rating went through up to now; empty where nothing is rated."""
    entry = Entry.objects.filter(pk=entry_id).select_related("tournament").first()
    link = (
        None
        if entry is None
        else RatedTournament.objects.filter(tournament=entry.tournament)
        .select_related("pool")
        .first()
    )
    if entry is None or link is None:
        return ()
    pool = fresh(link.pool, at)
    own = pool.lines.filter(entry=entry).first()
    person = own.person if own else persons(pool).get(str(entry.pk), "")
    return list(pool.lines.filter(person=person).order_by("number"))


def _finals(pool: RatingPool, at: datetime) -> list[Publication]:
    """In order of play; what is under embargo or not final does not count yet."""
    links = pool.tournaments.select_related("tournament")
    tournaments = sorted(
        (one.tournament for one in links),
        key=lambda one: (one.starts_at or one.created_at, one.created_at),
    )
    found = [latest_public(one, at) for one in tournaments]
    return [one for one in found if one is not None and one.state == PublicationState.FINAL]


def _lines(pool: RatingPool, found: Sequence[Publication]) -> Iterator[RatingLine]:
    games: list[Game] = []
    where: list[tuple[Mapping[str, str], int]] = []
    people = persons(pool)
    for publication in found:
        for ordinal, table in _tables(publication.snapshot):
            game, keys = _game(table, people)
            games.append(game)
            where.append((keys, ordinal))
    number = 0
    for after, (keys, ordinal) in zip(replay(games), where, strict=True):
        for person, rating in after.items():
            number += 1
            yield RatingLine(
                pool=pool,
                number=number,
                person=person,
                entry_id=UUID(keys[person]),
                ordinal=ordinal,
                mean=rating.mean,
                deviation=rating.deviation,
            )


def _tables(snapshot: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rounds = [one for stage in snapshot["stages"] for one in stage["rounds"]]
    for round_ in sorted(rounds, key=lambda one: one["ordinal"]):
        for table in round_["tables"]:
            if table["source"]:
                yield round_["ordinal"], table


def _game(table: Mapping[str, Any], people: Mapping[str, str]) -> tuple[Game, Mapping[str, str]]:
    """Those who came and are still entered; who lost by ruling is last."""
    seats = [one for one in table["seats"] if one["kind"] != "no_show" and one["entry"] in people]
    played = [one["place"] for one in seats if one["place"] is not None]
    last = max(played, default=0) + 1
    game = Game(
        tuple(people[one["entry"]] for one in seats),
        tuple(last if one["place"] is None else one["place"] for one in seats),
    )
    return game, {people[one["entry"]]: one["entry"] for one in seats}
