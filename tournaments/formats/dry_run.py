"""Playing the rest of a tournament at random, to see rounds, matches and hours beforehand."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from random import Random

from tournaments.formats.bracket_state import state
from tournaments.formats.bracket_values import BracketResult, Results
from tournaments.formats.errors import FormatError
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.lots import Key, shuffled
from tournaments.formats.pace import Pace, random_length, span
from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.points import STANDARD, Points
from tournaments.formats.round_robin import KeyRound
from tournaments.formats.scoring import LineKind, Result, SeatResult, TableResult, Unplayed
from tournaments.formats.swiss import SwissEntry, pair_swiss
from tournaments.formats.swiss_history import Dutch
from tournaments.formats.tables import Entrant, Method, draw_tables

MANY = 60
"""Entries of a Swiss; more take seconds to pair, and in few rounds a pairing is always left."""


@dataclass(frozen=True, slots=True)
class RoundEstimate:
    number: int
    """Of the stage, the rounds already played counted."""
    matches: int
    games: int
    """More than matches where they are a best of several."""
    sitting_out: int
    duration: timedelta
    longest: timedelta | None
    """If everything is played to the last second; None without a clock."""


@dataclass(frozen=True, slots=True)
class DryRun:
    rounds: tuple[RoundEstimate, ...]
    pause: timedelta
    problem: FormatError | None = None
    """Why it could not be played to its end: no legal pairing left, for example."""

    @property
    def matches(self) -> int:
        return sum(one.matches for one in self.rounds)

    @property
    def games(self) -> int:
        return sum(one.games for one in self.rounds)

    @property
    def duration(self) -> timedelta:
        return sum((one.duration for one in self.rounds), self._pauses)

    @property
    def longest(self) -> timedelta | None:
        found = [one.longest for one in self.rounds]
        known = [one for one in found if one is not None]
        return sum(known, self._pauses) if len(known) == len(found) else None

    @property
    def _pauses(self) -> timedelta:
        return self.pause * max(0, len(self.rounds) - 1)


def repeat(run: Callable[[int], DryRun], times: int = 20) -> tuple[DryRun, ...]:
    """Runs with the seeds 1, 2, … from the shortest to the longest: the middle one is a fair
    guess, the last a careful one."""
    return tuple(sorted((run(seed) for seed in range(1, times + 1)), key=lambda one: one.duration))


def knockout(
    entrants: Sequence[Key],
    results: Results,
    pace: Pace,
    *,
    rules: KnockoutRules,
    seed: int,
    out: Sequence[Key] = (),
    disqualified: Collection[Key] = (),
) -> DryRun:
    """What is left of a knockout, all that can be played at the same time in one round."""
    rng = Random(seed)
    bracket = rules.bracket(len(entrants))
    known = dict(results)
    rounds: list[RoundEstimate] = []
    while True:
        now = state(bracket, entrants, known, out=out, disqualified=disqualified)
        ready = now.ready
        if not ready:
            return DryRun(tuple(rounds), pace.pause)
        number = min(bracket.match(name).step for name in ready)
        ready = tuple(name for name in ready if bracket.match(name).step == number)
        games = []
        for name in ready:
            first, second = now.matches[name].keys
            winner, played = _series(first, second, rules.games(bracket.match(name)), rng)
            known[name] = BracketResult((first, second), winner)
            games.append(played)
        limit = max(rules.games(bracket.match(name)) for name in ready)
        rounds.append(_round(number, games, 0, pace, rng, limit))


def round_robin(
    rounds: Iterable[KeyRound], pace: Pace, *, seed: int, played: int = 0, games: int = 1
) -> DryRun:
    """The rounds after the first ``played``; each match is of ``games`` games."""
    rng = Random(seed)
    return DryRun(
        tuple(
            _round(
                one.number,
                [games] * len(one.games),
                int(one.bye is not None),
                pace,
                rng,
                games,
            )
            for one in rounds
            if one.number > played
        ),
        pace.pause,
    )


def swiss(
    entries: Sequence[SwissEntry],
    results: Iterable[Result],
    pace: Pace,
    *,
    rounds: int,
    seed: int,
    points: Points = STANDARD,
    forbidden: Iterable[Collection[Key]] = (),
    games: int = 1,
    edition: Dutch = Dutch.UNTIL_2026,
) -> DryRun:
    """The rounds that have no result yet, really paired, with random results.

    Of more than MANY only the matches are counted: who meets whom changes nothing then. Games
    without a result in rounds that are paired already end at random too. If no legal pairing is
    left, the run stops there and says so.
    """
    rng = Random(seed)
    known = [_decided(result, rng) for result in results]
    pairs = [tuple(group) for group in forbidden]
    found: list[RoundEstimate] = []
    for number in range(max((one.round for one in known), default=0) + 1, rounds + 1):
        if len(entries) > max(MANY, 2 * rounds):
            matches, left = divmod(len(entries), 2)
            found.append(_round(number, [games] * matches, left, pace, rng, games))
            continue
        try:
            pairing = pair_swiss(
                entries,
                known,
                number=number,
                rounds=rounds,
                seed=seed,
                points=points,
                forbidden=pairs,
                edition=edition,
            )
        except FormatError as problem:
            return DryRun(tuple(found), pace.pause, problem)
        for table, pair in enumerate(pairing.pairs, 1):
            outcome = (Outcome.FIRST, Outcome.SECOND)[rng.random() < 0.5]
            known.append(pair_result(number, table, pair.first, pair.second, outcome))
        if pairing.bye is not None:
            known.append(Unplayed(number, pairing.bye, LineKind.BYE))
        sitting_out = int(pairing.bye is not None)
        found.append(_round(number, [games] * len(pairing.pairs), sitting_out, pace, rng, games))
    return DryRun(tuple(found), pace.pause)


def tables(
    entrants: Sequence[Entrant], pace: Pace, *, rounds: int, seed: int, played: int = 0
) -> DryRun:
    """Rounds of Kyōen tables after the first ``played``."""
    rng = Random(seed)
    found: list[RoundEstimate] = []
    for number in range(played + 1, rounds + 1):
        try:
            draw = draw_tables(entrants, seed=f"{seed}/{number}", method=Method.DRAWN)
        except FormatError as problem:
            return DryRun(tuple(found), pace.pause, problem)
        found.append(_round(number, [1] * len(draw.tables), 0, pace, rng, 1))
    return DryRun(tuple(found), pace.pause)


def _round(
    number: int, games: Sequence[int], sitting_out: int, pace: Pace, rng: Random, limit: int
) -> RoundEstimate:
    """``games`` of each match; ``limit`` is the most that one could have."""
    lengths = [
        sum((random_length(pace.game, rng) for _ in range(count)), timedelta()) for count in games
    ]
    full = pace.game.longest
    return RoundEstimate(
        number,
        len(games),
        sum(games),
        sitting_out,
        span(lengths, pace.boards),
        None if full is None else span([full * limit] * len(games), pace.boards),
    )


def _series(first: Key, second: Key, best_of: int, rng: Random) -> tuple[Key, int]:
    """Who wins, and after how many games."""
    wins = {first: Fraction(0), second: Fraction(0)}
    played = 0
    while max(wins.values()) * 2 <= best_of:
        wins[shuffled((first, second), rng)[0]] += 1
        played += 1
    return max(wins, key=lambda key: wins[key]), played


def _decided(result: Result, rng: Random) -> Result:
    if isinstance(result, Unplayed) or result.finished:
        return result
    order = shuffled(range(len(result.seats)), rng)
    return TableResult(
        result.round,
        result.table,
        tuple(
            SeatResult(seat.key, place + 1, seat.kind)
            for seat, place in zip(result.seats, order, strict=True)
        ),
    )
