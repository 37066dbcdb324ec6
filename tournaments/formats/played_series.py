"""A series as it was played over the board: its games in order, or its score alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.formats.errors import FormatError

HALF = Fraction(1, 2)
Score = tuple[Fraction, Fraction]
RESULTS: Mapping[str, int | None] = {"1-0": 0, "0-1": 1, "1/2": None}
"""Who won, as ``PlayedGame.winner``."""


class SeriesFaultError(FormatError):
    """Games or a score that no such series ends with. ``params``: score, as 2–1."""

    code = "series_fault"


class SeriesSumError(SeriesFaultError):
    """No games add up to it."""

    code = "series_sum"


class SeriesOpenError(SeriesFaultError):
    """It goes on. ``params`` also: most."""

    code = "series_open"


class SeriesDecidedError(SeriesFaultError):
    """More was played than decides it. ``params`` also: most."""

    code = "series_decided"


class SeriesContradictedError(SeriesFaultError):
    """The games say something else."""

    code = "series_contradicted"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """``winner``: 0 for who is named first at the table, 1 for the other, None for a draw."""

    winner: int | None
    counts: Score | None = None
    """Seeds or pieces of each, beside the result."""

    @property
    def points(self) -> Score:
        if self.winner is None:
            return HALF, HALF
        return Fraction(self.winner == 0), Fraction(self.winner == 1)


def score_of(games: Sequence[PlayedGame]) -> Score:
    """
    >>> [str(one) for one in score_of([PlayedGame(0), PlayedGame(None)])]
    ['3/2', '1/2']
    """
    points = [game.points for game in games]
    return sum((one for one, _ in points), Fraction()), sum((one for _, one in points), Fraction())


def count_of(games: Sequence[PlayedGame]) -> Score | None:
    """Seeds or pieces of all games; None where one has none."""
    counts = [game.counts for game in games if game.counts is not None]
    if not counts or len(counts) < len(games):
        return None
    return sum((one for one, _ in counts), Fraction()), sum((one for _, one in counts), Fraction())


def games_of(rows: Sequence[Mapping[str, Any]]) -> tuple[PlayedGame, ...]:
    """Games as stored: ``result`` as 1-0 and ``scores``, none or two."""
    found = []
    for row in rows:
        counts = [Fraction(str(one)) for one in row.get("scores") or ()]
        pair = (counts[0], counts[1]) if len(counts) == 2 else None
        found.append(PlayedGame(RESULTS[row["result"]], pair))
    return tuple(found)


def check_games(games: Sequence[PlayedGame], most: int, *, level_ends: bool) -> None:
    """Refuse games after the end of the series, and a series that goes on.

    An even number of games is played whole; of an odd number, best of so many, no more than
    decide it. Without ``level_ends`` single games follow while both are level. Raise
    SeriesFaultError.
    """
    for number in range(1, len(games)):
        score = score_of(games[:number])
        if _over(score, most, level_ends=level_ends):
            raise SeriesDecidedError(score=shown(score_of(games)), most=most)
    check_score(score_of(games), most, level_ends=level_ends)


def check_score(score: Score, most: int, *, level_ends: bool) -> None:
    """Refuse what no such series can end with. Raise SeriesFaultError.

    >>> check_score((Fraction(2), Fraction(1)), 3, level_ends=True)
    >>> check_score((Fraction(3), Fraction(0)), 3, level_ends=True)
    Traceback (most recent call last):
        ...
    tournaments.formats.played_series.SeriesDecidedError: series_decided (...)
    """
    played = sum(score)
    if min(score) < 0 or any((one * 2).denominator != 1 for one in score) or played % 1:
        raise SeriesSumError(score=shown(score))
    if not _over(score, most, level_ends=level_ends):
        raise SeriesOpenError(score=shown(score), most=most)
    if not _reached(score, most, level_ends=level_ends):
        raise SeriesDecidedError(score=shown(score), most=most)


def shown(score: Score) -> str:
    """
    >>> shown((Fraction(3, 2), Fraction(1, 2)))
    '1.5–0.5'
    """
    return "–".join(f"{float(one):g}" for one in score)


def _over(score: Score, most: int, *, level_ends: bool) -> bool:
    lead, left = abs(score[0] - score[1]), most - sum(score)
    if most % 2 == 0 and left > 0:
        return False
    if lead == 0:
        return left <= 0 and level_ends
    return lead > max(left, 0)


def _reached(score: Score, most: int, *, level_ends: bool) -> bool:
    """Whether the last game ended it: before it, it was open."""
    first, second = score
    before = [(first - one, second - other) for one, other in ((1, 0), (0, 1), (HALF, HALF))]
    return any(
        min(one) >= 0
        and not _over(one, most, level_ends=level_ends)
        and _in_reach(one, most, level_ends=level_ends)
        for one in before
    )


def _in_reach(score: Score, most: int, *, level_ends: bool) -> bool:
    """An open score comes about by open ones: beyond the last game both are level."""
    beyond = sum(score) >= most
    return not beyond or (score[0] == score[1] and not level_ends)
