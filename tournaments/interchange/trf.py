"""FIDE's report file, TRF16: read, written, and made from a tournament's entries and results.

What is not understood is kept as it is, so that a file comes out as it went in.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from tournaments.formats.points import STANDARD, Points
from tournaments.formats.scoring import Result, lines_by_round
from tournaments.interchange.encodings import NotTextError, WrongEncodingError, decode
from tournaments.interchange.trf_codes import CODES, read_code, write_points
from tournaments.interchange.trf_columns import read_player, write_decimal, write_player
from tournaments.interchange.trf_results import fits, game_in, read_results, write_games
from tournaments.interchange.trf_values import TrfError, TrfPlayer, TrfTournament

MAX_CHARACTERS = 20_000_000
NAME, CITY, FEDERATION, STARTS, ENDS, SYSTEM = "012", "022", "032", "042", "052", "092"
_NEWLINE = re.compile(r"\r\n|\r|\n")


def read_trf(
    data: bytes | str, *, strict_points: bool = True, cut_short: bool = False
) -> TrfTournament:
    """Read a file. Raise TrfError.

    ``strict_points``: the points written must be those of the results, or, in a file that may
    have been ``cut_short``, those of further rounds as well.
    """
    text = data if isinstance(data, str) else _decoded(data)
    if len(text) > MAX_CHARACTERS:
        raise TrfError("too_long")
    newline = _NEWLINE.search(text)
    rows = _NEWLINE.split(text)
    ends = len(rows) > 1 and rows[-1] == ""
    lines: list[str | int] = []
    players: list[TrfPlayer] = []
    places: dict[int, int] = {}
    found: dict[str, Any] = {}
    for row, line in enumerate(rows[:-1] if ends else rows, 1):
        if line[:3] == "001":
            player = read_player(line, row)
            if player.number in places:
                raise TrfError("number_twice", row, player.number)
            places[player.number] = row
            players.append(player)
            lines.append(player.number)
            continue
        if line[:3] in CODES:
            read_code(found, line[:3], line[3:], row)
        lines.append(line)
    tournament = TrfTournament(
        tuple(lines),
        tuple(players),
        newline=newline[0] if newline else "\n",
        ends_with_newline=ends,
        **found,
    )
    _check(tournament, places)
    if strict_points:
        _check_points(tournament, places, cut_short)
    return tournament


def write_trf(tournament: TrfTournament) -> str:
    """The file; equal to what was read, character for character, if that kept to the columns."""
    players = {player.number: player for player in tournament.players}
    lines = [
        line if isinstance(line, str) else write_player(players[line]) for line in tournament.lines
    ]
    text = tournament.newline.join(lines)
    return text + tournament.newline if tournament.ends_with_newline else text


def make_trf(
    players: Sequence[TrfPlayer],
    results: Iterable[Result],
    *,
    headers: Iterable[tuple[str, str]] = (),
    rounds: int,
    played: int | None = None,
    points: Points = STANDARD,
    first_moves: bool | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
) -> TrfTournament:
    """A file from entries and results, both by pairing number.

    ``headers`` are codes such as NAME with their text. ``played`` is the last round written:
    the last with results when None. Absences are ``0000 - Z``, byes from the pairing ``U``.
    Raise TrfError for what does not fit its column.
    """
    rows = list(results)
    last = max((row.round for row in rows), default=0) if played is None else played
    filled = write_games(players, rows, points, last)
    pairs = tuple(forbidden)
    lines: list[str | int] = [
        f"{code} {' '.join(text.split())}" for code, text in headers if text.strip()
    ]
    lines += [player.number for player in filled]
    lines.append(f"XXR {rounds}")
    if scores := write_points(points):
        lines.append(scores)
    if first_moves is not None:
        lines.append("XXC white1" if first_moves else "XXC black1")
    lines += [f"XXP {one} {other}" for one, other in pairs]
    made = TrfTournament(
        tuple(lines),
        filled,
        rounds=rounds,
        first_moves=first_moves,
        points=points,
        forbidden=pairs,
    )
    write_trf(made)
    return made


def _decoded(data: bytes) -> str:
    try:
        return decode(data).text
    except NotTextError:
        raise TrfError("not_text") from None
    except WrongEncodingError as error:
        raise TrfError("not_text", error.line) from None


def _check(tournament: TrfTournament, places: dict[int, int]) -> None:
    if not tournament.players:
        raise TrfError("no_players")
    players = {player.number: player for player in tournament.players}
    for player in tournament.players:
        row = places[player.number]
        if tournament.rounds is not None and len(player.games) > tournament.rounds:
            raise TrfError("too_many_rounds", row, tournament.rounds)
        for number, game in enumerate(player.games, 1):
            if not game.paired:
                continue
            if game.opponent == player.number:
                raise TrfError("plays_itself", row, player.number)
            if game.opponent not in players:
                raise TrfError("unknown_opponent", row, game.opponent)
            if not fits(player.number, game, game_in(players[game.opponent], number)):
                raise TrfError("games_differ", row, number)
    named = {*tournament.absent, *tournament.acceleration}
    named.update(number for group in tournament.forbidden for number in group)
    if unknown := named - players.keys():
        raise TrfError("unknown_opponent", None, min(unknown))


def _check_points(tournament: TrfTournament, places: dict[int, int], cut_short: bool) -> None:
    # Byes of the next round may or may not be in the points already.
    last = max(len(player.games) for player in tournament.players)
    totals: dict[int, set[Fraction]] = {player.number: set() for player in tournament.players}
    running = dict.fromkeys(totals, Fraction(0))
    by_round = lines_by_round(read_results(tournament, last), points=tournament.points)
    for number in range(last + 1):
        for key, line in by_round.get(number, {}).items():
            running[int(key)] += line.points
        if number >= tournament.played:
            for key, amount in running.items():
                totals[key].add(amount)
    for player in tournament.players:
        known = totals[player.number]
        if player.points not in known and not (cut_short and player.points > min(known)):
            counted = write_decimal(min(known))
            value = f"{write_decimal(player.points)} ≠ {counted}"
            raise TrfError("points_differ", places[player.number], value)
