"""A stage of pairings as a report file (TRF16) that other programs, and this one, go on from."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from accounts.db import found_in
from tournaments.errors import NotInReportError
from tournaments.formats.lots import lot
from tournaments.formats.scoring import Result, TableResult
from tournaments.interchange.trf import CITY, ENDS, NAME, STARTS, SYSTEM, make_trf, write_trf
from tournaments.interchange.trf_values import TrfError, TrfGame, TrfPlayer, TrfTournament
from tournaments.models import Absence, ByeKind, Entry, ForbiddenPair, RoundState, Stage, Tournament
from tournaments.services.formats.pairs import Pairs
from tournaments.services.formats.registry import format_of
from tournaments.standings import Standing

_LETTERS = {ByeKind.PAIRING: "U", ByeKind.FULL: "F", ByeKind.HALF: "H", ByeKind.ZERO: "Z"}
SYSTEMS = {"swiss": "Swiss-System (Dutch)", "round_robin": "Round-Robin (Berger)"}
MOST_NUMBER = 9999


def reportable(tournament: Tournament) -> list[Stage]:
    """The stages a report file can tell: those of pairings."""
    stages = list(Stage.objects.filter(tournament=tournament).order_by("order"))
    for stage in stages:
        stage.tournament = tournament
    return [stage for stage in stages if isinstance(format_of(stage), Pairs)]


def write_report(stage: Stage) -> bytes:
    """The public rounds of a stage. Raise NotInReportError."""
    form = format_of(stage)
    if not isinstance(form, Pairs):
        raise NotInReportError(why=str(stage.kind))
    rows = form.standings(stage)
    numbers = _numbers(stage, rows)
    last = _last(stage)
    entries = found_in(Entry.objects.filter(tournament=stage.tournament_id), "pk", numbers)
    ranks = {row.key: row.rank for row in rows}
    players = sorted(
        (_player(entry, numbers[str(entry.pk)], ranks.get(str(entry.pk))) for entry in entries),
        key=lambda player: player.number,
    )
    results = [_numbered(one, numbers) for one in form.results(stage)]
    try:
        made = make_trf(
            players,
            results,
            headers=_headers(stage),
            rounds=max(stage.planned_rounds, last),
            played=last,
            points=form.points(stage),
            first_moves=lot(stage.draw["seed"], "first")[0] < 128 if _drawn(stage) else None,
            forbidden=_apart(stage, numbers),
        )
        return write_trf(_with_wishes(made, stage, numbers)).encode()
    except TrfError as error:
        raise NotInReportError(why=str(error.words % error.params)) from None


def _drawn(stage: Stage) -> bool:
    return stage.kind == "swiss" and "seed" in stage.draw


def _last(stage: Stage) -> int:
    public = stage.rounds.exclude(state=RoundState.DRAFT).order_by("-number")
    return public.values_list("number", flat=True).first() or 0


def _numbers(stage: Stage, rows: Iterable[Standing]) -> dict[str, int]:
    """Pairing numbers by entry: those drawn, then the others of the stage in order of entering."""
    known: dict[str, int] = dict(stage.draw.get("numbers", {})) if stage.kind == "swiss" else {}
    entries = found_in(Entry.objects.all(), "pk", (row.key for row in rows))
    order = sorted(
        (entry.seed is None, entry.seed or 0, entry.number, str(entry.pk)) for entry in entries
    )
    free = max(known.values(), default=0)
    for _none, _seed, _number, key in order:
        if key not in known:
            free += 1
            known[key] = free
    if free > MOST_NUMBER:
        raise NotInReportError(why=str(free))
    return known


def _player(entry: Entry, number: int, rank: int | None) -> TrfPlayer:
    more: dict[str, str] = entry.extra
    return TrfPlayer(
        number,
        entry.name,
        rating=entry.rating,
        rank=rank,
        title=more.get("title", ""),
        sex=more.get("sex", ""),
        federation=more.get("federation", ""),
        fide_id=more.get("fide_id", ""),
        birth=more.get("birth", ""),
    )


def _numbered(one: Result, numbers: Mapping[str, int]) -> Result:
    if isinstance(one, TableResult):
        return replace(
            one, seats=tuple(replace(seat, key=numbers[str(seat.key)]) for seat in one.seats)
        )
    return replace(one, key=numbers[str(one.key)])


def _headers(stage: Stage) -> Iterable[tuple[str, str]]:
    tournament = stage.tournament
    yield NAME, tournament.name
    yield CITY, tournament.venue
    if tournament.starts_at is not None:
        day = f"{tournament.starts_at:%Y/%m/%d}"
        yield from ((STARTS, day), (ENDS, day))
    yield SYSTEM, SYSTEMS.get(str(stage.kind), str(stage.kind))


def _apart(stage: Stage, numbers: Mapping[str, int]) -> list[tuple[int, int]]:
    rows = ForbiddenPair.objects.filter(tournament=stage.tournament_id)
    pairs = [(str(one.first_id), str(one.second_id)) for one in rows]
    found = [
        (numbers[first], numbers[second])
        for first, second in pairs
        if first in numbers and second in numbers
    ]
    return sorted((min(pair), max(pair)) for pair in found)


def _with_wishes(made: TrfTournament, stage: Stage, numbers: Mapping[str, int]) -> TrfTournament:
    """With what is known of the next round: who asked to sit it out, who has left."""
    if _last(stage) >= stage.planned_rounds:
        return made
    first = stage.rounds.order_by("number").values_list("ordinal", "number").first() or (1, 1)
    ordinal = first[0] - first[1] + _last(stage) + 1
    wishes = {
        numbers[str(one.entry_id)]: _LETTERS[ByeKind(one.kind)]
        for one in Absence.objects.filter(entry__tournament=stage.tournament_id, ordinal=ordinal)
        if str(one.entry_id) in numbers
    }
    for entry in Entry.objects.filter(tournament=stage.tournament_id):
        left = entry.withdrawn_from is not None and entry.withdrawn_from <= ordinal
        away = left or entry.disqualified_at is not None or entry.from_round > ordinal
        if away and str(entry.pk) in numbers:
            wishes[numbers[str(entry.pk)]] = "Z"
    players = tuple(
        replace(one, games=(*one.games, TrfGame(result=wishes[one.number])))
        if one.number in wishes
        else one
        for one in made.players
    )
    return replace(made, players=players)
