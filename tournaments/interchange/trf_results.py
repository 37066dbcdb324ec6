"""Between the games of a report file and the results standings and pairings are made from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.formats.lots import Key
from tournaments.formats.points import Points
from tournaments.formats.scoring import (
    Line,
    LineKind,
    Result,
    SeatKind,
    SeatResult,
    TableResult,
    Unplayed,
    lines_by_round,
)
from tournaments.interchange.trf_values import FORFEITS, TrfGame, TrfPlayer, TrfTournament

_KINDS = {
    "U": LineKind.BYE,
    "F": LineKind.FULL_BYE,
    "H": LineKind.HALF_BYE,
    "Z": LineKind.ZERO_BYE,
    "+": LineKind.FULL_BYE,
    "-": LineKind.ZERO_BYE,
}
_LETTERS = {LineKind.BYE: "U", LineKind.FULL_BYE: "F", LineKind.HALF_BYE: "H"}
_WON, _LOST = frozenset("1W"), frozenset("0L")


def read_results(tournament: TrfTournament, rounds: int | None = None) -> list[Result]:
    """The results of the rounds with games (or of the first ``rounds``), by pairing number."""
    by_number = {player.number: player for player in tournament.players}
    results: list[Result] = []
    for number in range(1, (tournament.played if rounds is None else rounds) + 1):
        table = 0
        for player in sorted(tournament.players, key=lambda player: player.number):
            game = game_in(player, number)
            if not game.paired:
                kind = _KINDS[game.result]
                results.append(Unplayed(number, player.number, kind))
                continue
            other = game_in(by_number[game.opponent], number)
            if not _moves_first(player.number, game):
                continue
            table += 1
            first, second = _seats(player.number, game, other)
            results.append(TableResult(number, table, (first, second)))
    return results


def game_in(player: TrfPlayer, number: int) -> TrfGame:
    """The player's round; an absence when nothing is written."""
    if number > len(player.games) or player.games[number - 1].blank:
        return TrfGame()
    return player.games[number - 1]


def write_games(
    players: Sequence[TrfPlayer], results: Iterable[Result], points: Points, rounds: int
) -> tuple[TrfPlayer, ...]:
    """The players with their games of ``rounds`` rounds, and their points."""
    by_round = lines_by_round(results, points=points)
    filled = []
    for player in players:
        lines = [by_round.get(number, {}).get(player.number) for number in range(1, rounds + 1)]
        total = sum((line.points for line in lines if line is not None), Fraction(0))
        games = tuple(_written(line, by_round) for line in lines)
        filled.append(replace(player, games=games, points=total))
    return tuple(filled)


def fits(number: int, game: TrfGame, other: TrfGame) -> bool:
    """Whether what the two players' lines say of a game is the same game."""
    if other.opponent != number:
        return False
    if {game.colour, other.colour} not in ({"w", "b"}, {"-"}):
        return False
    both = {game.result, other.result}
    if both <= FORFEITS:
        return both != {"+"}
    pairs = ({"1", "0"}, {"="}, {"W", "L"}, {"D"}, {" "}, {"0"}, {"L"})
    return both in pairs


def _moves_first(number: int, game: TrfGame) -> bool:
    return game.colour == "w" or (game.colour == "-" and number < game.opponent)


def _seats(number: int, game: TrfGame, other: TrfGame) -> tuple[SeatResult, SeatResult]:
    results = (game.result, other.result)
    if " " in results:
        return SeatResult(number), SeatResult(game.opponent)
    if set(results) <= FORFEITS:
        kinds = [SeatKind.PLAYED if result == "+" else SeatKind.NO_SHOW for result in results]
        places = [1 if result == "+" else None for result in results]
    elif set(results) <= _LOST:
        kinds, places = [SeatKind.REMOVED] * 2, [None, None]
    else:
        kinds = [SeatKind.PLAYED] * 2
        drawn = results[0] == results[1]
        places = [1 if drawn or result in _WON else 2 for result in results]
    return (
        SeatResult(number, places[0], kinds[0]),
        SeatResult(game.opponent, places[1], kinds[1]),
    )


def _written(line: Line | None, rounds: Mapping[int, Mapping[Key, Line]]) -> TrfGame:
    """An absence is ``0000 - Z``; a bye the pairing gave ``U``."""
    if line is None or line.opponent is None:
        return TrfGame(result="Z" if line is None else _LETTERS.get(line.kind, "Z"))
    opponent = int(line.opponent)
    colour = "w" if line.first else "b"
    match line.kind:
        case LineKind.PENDING:
            return TrfGame(opponent, colour, " ")
        case LineKind.WALKOVER:
            return TrfGame(opponent, colour, "+")
        case LineKind.NO_SHOW:
            return TrfGame(opponent, colour, "-")
        case _ if line.place == 1:
            return TrfGame(opponent, colour, "=" if line.shared == 2 else "1")
        case _:
            return TrfGame(opponent, colour, "0")
