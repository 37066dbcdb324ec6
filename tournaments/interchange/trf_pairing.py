"""The next round of a tournament in a report file."""

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from tournaments.formats.lots import Key
from tournaments.formats.pairing_values import RoundPairing
from tournaments.formats.swiss import SwissEntry, pair_swiss
from tournaments.formats.swiss_errors import Relax
from tournaments.formats.swiss_history import Dutch
from tournaments.formats.table_values import Avoid
from tournaments.interchange.trf_results import game_in, read_results, write_games
from tournaments.interchange.trf_values import TrfTournament


def pair_next(
    tournament: TrfTournament,
    edition: Dutch = Dutch.UNTIL_2026,
    allow: Collection[Relax] = (),
) -> RoundPairing:
    """Pair the round after the last one with games.

    Whoever has ``Z``, ``H`` or ``F`` in its column already does not take part; ``U`` there is a
    bye given by hand. Raise what ``pair_swiss`` raises.
    """
    number = tournament.played + 1
    absent: set[Key] = {*tournament.absent}
    byes: list[Key] = []
    for player in tournament.players:
        if len(player.games) >= number:
            given = game_in(player, number)
            byes.append(player.number) if given.result == "U" else absent.add(player.number)
    entries = [
        SwissEntry(
            player.number,
            place if tournament.by_rank else player.number,
            acceleration=tournament.acceleration.get(player.number, ()),
        )
        for place, player in enumerate(tournament.players, 1)
    ]
    forbidden = [pair for group in tournament.forbidden for pair in combinations(group, 2)]
    return pair_swiss(
        entries,
        read_results(tournament),
        number=number,
        rounds=tournament.rounds or 0,
        seed=0,
        points=tournament.points,
        absent=absent,
        byes_by_hand=byes,
        forbidden=forbidden,
        clubs=Avoid.NEVER,
        first_moves=top_moved_first(tournament),
        allow=allow,
        edition=edition,
    )


def top_moved_first(tournament: TrfTournament) -> bool:
    """What was drawn for round 1, by the file or by its games; else that the top player begins."""
    if tournament.first_moves is not None:
        return tournament.first_moves
    for player in sorted(tournament.players, key=lambda player: player.number):
        game = game_in(player, 1)
        if game.paired and game.colour != "-":
            return (game.colour == "w") == (player.number % 2 == 1)
    return True


def before(tournament: TrfTournament, number: int) -> TrfTournament:
    """The file as it was when round ``number`` was to be paired, with its absences."""
    past = read_results(tournament, number - 1)
    scored = write_games(tournament.players, past, tournament.points, number - 1)
    players = []
    for player, counted in zip(tournament.players, scored, strict=True):
        games = tuple(game_in(player, one) for one in range(1, number))
        given = game_in(player, number)
        if not given.paired and given.result != "U":
            games = (*games, given)
        players.append(replace(player, games=games, points=counted.points))
    return replace(tournament, players=tuple(players))
