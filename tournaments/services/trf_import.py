"""A report file (TRF16) as a tournament that goes on from where the file ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any
from uuid import uuid4

from accounts.db import write
from accounts.models import Membership, Role, User
from accounts.services.people import make_people
from games.models import Medium
from games.rules.registry import game as game_of
from tournaments.formats.lots import lot
from tournaments.formats.scoring import LineKind, SeatKind, TableResult, Unplayed
from tournaments.interchange.trf import CITY, NAME, read_trf
from tournaments.interchange.trf_pairing import top_moved_first
from tournaments.interchange.trf_results import game_in, read_results
from tournaments.interchange.trf_values import TrfError, TrfPlayer, TrfTournament
from tournaments.models import (
    Absence,
    Bye,
    ByeKind,
    Entry,
    ForbiddenPair,
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Stage,
    Table,
    TableSeat,
    Tournament,
    TournamentState,
)
from tournaments.presets import PAIRS, TIME_CONTROLS, Plan, StagePlan, swiss
from tournaments.services.audit import record
from tournaments.services.tournaments import create_tournament
from tournaments.settings import StageConfig

BYES: Mapping[LineKind, ByeKind] = {
    LineKind.BYE: ByeKind.PAIRING,
    LineKind.FULL_BYE: ByeKind.FULL,
    LineKind.HALF_BYE: ByeKind.HALF,
    LineKind.ZERO_BYE: ByeKind.ZERO,
}
_ASKED = {"U": ByeKind.PAIRING, "F": ByeKind.FULL, "+": ByeKind.FULL, "H": ByeKind.HALF}
MOST_PLAYERS, MOST_ROUNDS = 5_000, 60


@dataclass(frozen=True, slots=True)
class Seen:
    """What a file says, as a preview tells it."""

    file: TrfTournament
    name: str
    rounds: int
    """Planned."""
    played: int
    open_games: int
    byes: int
    sat_out: tuple[str, ...]
    """Those without a game in the last two rounds, who would be paired again."""
    accelerated: bool

    @property
    def players(self) -> int:
        return len(self.file.players)


def look(data: bytes) -> Seen:
    """Raise TrfError."""
    file = read_trf(data)
    if len(file.players) > MOST_PLAYERS or file.played > MOST_ROUNDS:
        raise TrfError("too_long")
    played = file.played
    results = read_results(file)
    open_games = sum(
        one.seats[0].place is None and one.seats[0].kind is SeatKind.PLAYED
        and one.seats[1].kind is SeatKind.PLAYED
        for one in results
        if isinstance(one, TableResult)
    )  # fmt: skip
    byes = sum(isinstance(one, Unplayed) and one.kind is not LineKind.ZERO_BYE for one in results)
    away = [
        player.name
        for player in file.players
        if played > 1
        and not any(game_in(player, number).paired for number in (played - 1, played))
        and not _asked(file, player)
    ]
    return Seen(
        file,
        file.header(NAME),
        max(file.rounds or 0, played, 1),
        played,
        open_games,
        byes,
        tuple(away),
        any(any(extra) for extra in file.acceleration.values()),
    )


def planned(seen: Seen, rounds: int | None) -> Seen:
    """With so many rounds, though not fewer than were played."""
    return replace(seen, rounds=min(max(rounds or seen.rounds, seen.played, 1), MOST_ROUNDS))


def import_trf(
    *, seen: Seen, game: str, name: str, by: User, at: datetime, file_name: str = ""
) -> Tournament:
    """Make the tournament of the file, over the board; ``by`` organises it. All or nothing."""
    file = seen.file
    usual = swiss(seen.rounds)
    config = StageConfig.from_json(
        usual.config.to_json() | {"points": file.points.to_json(), "edition": "2026"}
    )
    plan = Plan(
        name=name,
        preset="oware_swiss" if game == "oware" else "empty",
        game=game,
        venue=file.header(CITY)[:200],
        medium=Medium.BOARD,
        rules=_rules(game),
        time_control=dict(TIME_CONTROLS[game]),
        settings=PAIRS,
        stages=(StagePlan(usual.part, usual.name, usual.name_en, seen.rounds, config, usual.kind),),
    )
    with write():
        made = create_tournament(plan=plan, by=by, at=at)
        stage = made.stages.get()
        entries = _entries(made, file.players, at)
        _number(stage, file, entries)
        _rounds(stage, file, entries, at)
        Absence.objects.bulk_create(
            Absence(entry=entries[player.number], ordinal=seen.played + 1, kind=kind)
            for player in file.players
            if (kind := _asked(file, player)) is not None
        )
        ForbiddenPair.objects.bulk_create(
            ForbiddenPair(tournament=made, first=entries[one], second=entries[other])
            for one, other in sorted(_forbidden(file))
        )
        if seen.played:
            made.state = TournamentState.RUNNING
            made.save(update_fields=["state"])
        record(
            tournament=made,
            by=by,
            at=at,
            action="tournament.read",
            subject=file_name[:200],
            after={"players": len(entries), "rounds": seen.played, "games_open": seen.open_games},
        )
    return made


def _rules(game: str) -> dict[str, Any]:
    return dict(game_of(game).rules.from_json({}).to_json())


def _entries(made: Tournament, players: Sequence[TrfPlayer], at: datetime) -> dict[int, Entry]:
    """By pairing number, which becomes the number and the seeding number."""
    ordered = sorted(players, key=lambda player: player.number)
    people = make_people([player.name or str(player.number) for player in ordered])
    found = [
        Entry(
            tournament=made,
            number=player.number,
            name=(player.name or str(player.number))[:200],
            seed=player.number,
            rating=player.rating,
            extra=_extra(player),
            user=person,
            checked_in_at=at,
            created_at=at,
        )
        for player, person in zip(ordered, people, strict=True)
    ]
    Entry.objects.bulk_create(found, batch_size=500)
    Membership.objects.bulk_create(
        [Membership(user=person, scope=made.pk, role=Role.PLAYER) for person in people],
        batch_size=500,
    )
    return {entry.number: entry for entry in found}


def _extra(player: TrfPlayer) -> dict[str, str]:
    names = ("title", "sex", "federation", "fide_id", "birth")
    return {name: getattr(player, name) for name in names if getattr(player, name)}


def _number(stage: Stage, file: TrfTournament, entries: Mapping[int, Entry]) -> None:
    """The draw of the stage, as if it had been made here: who moved first was a lot too."""
    ordered = file.players if file.by_rank else sorted(file.players, key=lambda one: one.number)
    first = top_moved_first(file)
    seed = next(seed for seed in count() if (lot(seed, "first")[0] < 128) == first)
    numbers = {
        str(entries[player.number].pk): place if file.by_rank else player.number
        for place, player in enumerate(ordered, 1)
    }
    stage.draw = {"seed": seed, "numbers": numbers}
    stage.save(update_fields=["draw"])


def _rounds(stage: Stage, file: TrfTournament, entries: Mapping[int, Entry], at: datetime) -> None:
    results = read_results(file)
    by_number: dict[int, list[TableResult | Unplayed]] = {}
    for one in results:
        by_number.setdefault(one.round, []).append(one)
    tables: list[Table] = []
    seats: list[TableSeat] = []
    byes: list[Bye] = []
    for number in range(1, file.played + 1):
        rows = by_number.get(number, [])
        games = [one for one in rows if isinstance(one, TableResult)]
        complete = all(_known(one) for one in games)
        round_ = Round.objects.create(
            stage=stage,
            number=number,
            ordinal=number,
            state=RoundState.CLOSED if complete else RoundState.RUNNING,
            draw={"system": "imported", "by_hand": False},
            created_at=at,
            published_at=at,
            started_at=at,
            closed_at=at if complete else None,
        )
        for place, one in enumerate(games, 1):
            table = _table(round_, place, one, at)
            tables.append(table)
            seats += _seats(table, one, entries)
        byes += [
            Bye(round=round_, entry=entries[int(one.key)], kind=BYES[one.kind])
            for one in rows
            if isinstance(one, Unplayed)
        ]
    Table.objects.bulk_create(tables, batch_size=500)
    TableSeat.objects.bulk_create(seats, batch_size=500)
    Bye.objects.bulk_create(byes, batch_size=500)


def _known(one: TableResult) -> bool:
    return any(seat.place is not None or seat.kind is not SeatKind.PLAYED for seat in one.seats)


def _table(round_: Round, number: int, one: TableResult, at: datetime) -> Table:
    if not _known(one):
        return Table(id=uuid4(), round=round_, number=number)
    forfeit = any(seat.kind is SeatKind.NO_SHOW for seat in one.seats)
    source = ResultSource.FORFEIT if forfeit else ResultSource.ENTERED
    return Table(
        id=uuid4(), round=round_, number=number, result_source=source, result_at=at, version=1
    )


def _seats(table: Table, one: TableResult, entries: Mapping[int, Entry]) -> list[TableSeat]:
    return [
        TableSeat(
            table=table,
            number=number,
            entry=entries[int(seat.key)],
            place=seat.place,
            kind=SeatingKind(seat.kind.value),
        )
        for number, seat in enumerate(one.seats)
    ]


def _asked(file: TrfTournament, player: TrfPlayer) -> ByeKind | None:
    """What the file says of the next round already."""
    number = file.played + 1
    if len(player.games) >= number and not player.games[number - 1].blank:
        return _ASKED.get(player.games[number - 1].result, ByeKind.ZERO)
    return ByeKind.ZERO if player.number in file.absent else None


def _forbidden(file: TrfTournament) -> set[tuple[int, int]]:
    return {
        (min(one, other), max(one, other))
        for group in file.forbidden
        for one in group
        for other in group
        if one != other
    }
