"""Results of series over the board as a person types them: the score, or game by game."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tournaments.formats.played_series import (
    RESULTS,
    PlayedGame,
    Score,
    SeriesContradictedError,
    check_games,
    check_score,
    score_of,
    shown,
)
from tournaments.models import Round, SeatingKind, Table, TableSeat
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import DASHES, code_of, parse, plain
from tournaments.services.result_rows import SeatEntered

MOST_WRITTEN = 99
COUNTED = "oware"
"""The game whose seeds say who has won."""

_CODES = {winner: code for code, winner in RESULTS.items()}
_NUMBER = r"(\d{1,5}(?:\.\d{1,2})?|\.5)"
_PAIR = re.compile(f"{_NUMBER}-{_NUMBER}")
_GAME = re.compile(r"([^()]+)(?:\(([^()]+)\))?")


@dataclass(frozen=True, slots=True)
class Written:
    """``code``: one of ``pair_results.CODES``, empty where score or games say it."""

    code: str = ""
    score: Score | None = None
    games: tuple[PlayedGame, ...] = ()


def read(text: str, most: int, *, counted: bool) -> Written | None:
    """What was typed for a pairing of at most so many games; None for anything else.

    A series: ``2-1``, or its games as ``1 0 1``, each with its count in brackets if wanted,
    ``1(27-21)``. Where the game is ``counted``, the count alone will do: ``27-21 20-28 26-22``.

    >>> read("2½ – 1½", 4, counted=False).score
    (Fraction(5, 2), Fraction(3, 2))
    >>> [game.winner for game in read("1、½、0-1", 3, counted=False).games]
    [0, None, 1]
    """
    tidy = _tidy(text)
    parts = tidy.split()
    if most == 1:
        pair = _PAIR.fullmatch(tidy)
        if parse(text) is None and pair and counted:
            return Written(games=(_counted(_score(pair)),))
        code = parse(text)
        return None if code is None else Written(code)
    if len(parts) == 1 and "(" not in tidy:
        pair = _PAIR.fullmatch(tidy)
        if pair:
            return Written(score=_score(pair))
        code = parse(tidy)
        return None if code is None else Written(code)
    games = read_games(text, counted=counted)
    return Written(games=games) if games else None


def read_games(text: str, *, counted: bool) -> tuple[PlayedGame, ...]:
    """The games of a series, in order; none where one cannot be read."""
    parts = _tidy(text).split()
    games = [_game(part, counted=counted) for part in parts[: MOST_WRITTEN + 1]]
    known = tuple(game for game in games if game is not None)
    return known if len(known) == len(parts) else ()


def _tidy(text: str) -> str:
    """Plain signs, a half as .5, and spaces between games only."""
    plain_text = unicodedata.normalize("NFKC", text.replace("½", ".5")).lower()
    dashed = re.sub(r"\s*-\s*", "-", DASHES.sub("-", plain_text.strip()))
    spaced = re.sub(r"[,;、・]", " ", dashed)
    return re.sub(r"\s*([()])\s*", r"\1", spaced).replace(")", ") ").strip()


def _score(pair: "re.Match[str]") -> Score:
    return Fraction(Decimal(pair[1])), Fraction(Decimal(pair[2]))


def _game(part: str, *, counted: bool) -> PlayedGame | None:
    found = _GAME.fullmatch(part)
    if found is None:
        return None
    count = _PAIR.fullmatch(found[2]) if found[2] else None
    if found[2] and count is None:
        return None
    code = parse(found[1])
    if code is not None and code in RESULTS:
        return PlayedGame(RESULTS[code], _score(count) if count else None)
    alone = _PAIR.fullmatch(found[1])
    return _counted(_score(alone)) if counted and alone and count is None else None


def _counted(count: Score) -> PlayedGame:
    first, second = count
    return PlayedGame(None if first == second else 0 if first > second else 1, count)


def completed(written: Written, most: int, *, draws: bool) -> Written:
    """With its code and, of a series, its score, however it was written.

    Rulings and absences keep the games that were played. Raise SeriesFaultError.
    """
    if written.code and written.code not in RESULTS:
        return written
    score = score_of(written.games) if written.games else written.score
    if score is None or (most == 1 and written.code and not written.games):
        return written
    if written.score not in {None, score}:
        raise SeriesContradictedError(score=shown(score))
    if written.games:
        check_games(written.games, most, level_ends=draws)
    elif most > 1:
        check_score(score, most, level_ends=draws)
    first, second = score
    code = "1/2" if first == second else "1-0" if first > second else "0-1"
    if written.code not in {"", code}:
        raise SeriesContradictedError(score=shown(score))
    if most == 1 and written.games:
        score = written.games[0].counts
    return replace(written, code=code, score=score)


def check_entered(
    table: Table, entered: Mapping[int, SeatEntered], games: Sequence[PlayedGame]
) -> None:
    """Refuse what no series of the table ends with. Raise SeriesFaultError."""
    stage = table.round.stage
    form = format_of(stage)
    scores = [entered[seat].score for seat in sorted(entered)]
    one, other = scores if len(scores) == 2 else (None, None)
    if any(given.kind != SeatingKind.PLAYED for given in entered.values()):
        return
    most = form.games(stage, table.slot) if form.pairs else 1
    if most > 1 and one is not None and other is not None:
        places = tuple(entered[seat].place for seat in sorted(entered))
        code = "1/2" if places[0] == places[1] else "1-0" if places[0] == 1 else "0-1"
        score = (Fraction(one), Fraction(other))
        completed(Written(code, score, tuple(games)), most, draws=form.draws)


def most_games(round_: Round, tables: Sequence[Table]) -> dict[int, int]:
    """How many games each table plays at most, by its number."""
    form = format_of(round_.stage)
    slots = {one.slot: 0 for one in tables}
    for slot in slots:
        slots[slot] = form.games(round_.stage, slot) if form.pairs else 1
    return {one.number: slots[one.slot] for one in tables}


def decimals(score: Score | None) -> tuple[Decimal | None, Decimal | None]:
    """As seats keep it."""
    if score is None:
        return None, None
    one, other = (Decimal(part.numerator) / part.denominator for part in score)
    return one, other


def games_json(games: Sequence[PlayedGame]) -> list[dict[str, Any]]:
    """As a table keeps them."""
    return [
        {
            "result": _CODES[game.winner],
            "scores": [plain(one) for one in decimals(game.counts) if one is not None],
        }
        for game in games
    ]


def typed_games(rows: Sequence[Mapping[str, Any]]) -> str:
    """As they can be typed again: 1(27-21) 0 ½."""
    signs = {"1-0": "1", "1/2": "½", "0-1": "0"}
    return " ".join(
        signs[row["result"]] + ("({}-{})".format(*row["scores"]) if row["scores"] else "")
        for row in rows
    )


def series_text(table: Table, seats: Sequence[TableSeat]) -> str:
    """The score as it can be typed again; a winner without one is 1, ½ or 0."""
    code = code_of(seats) if table.result_source else ""
    if code not in RESULTS:
        return ""
    one, other = (plain(seat.score) for seat in seats)
    return f"{one} – {other}" if one and other else {"1-0": "1", "1/2": "½", "0-1": "0"}[code]
