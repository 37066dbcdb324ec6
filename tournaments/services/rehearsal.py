"""A dry run: the rest of a tournament at random, to see its rounds and how long it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from games.clock import TimeControl
from tournaments.format_words import format_error
from tournaments.formats.dry_run import DryRun, RoundEstimate, repeat
from tournaments.formats.pace import Pace, game_length
from tournaments.models import Entry, Stage, Tournament
from tournaments.names import planned_round_name, stage_name
from tournaments.services.field import active_decision, seeds_of
from tournaments.services.formats.registry import format_of
from tournaments.settings import StageConfig

MOVES: Mapping[str, int] = {"kyoen": 20, "oware": 60, "rithmomachia": 90}
"""Of a usual game, by all players together."""
MANY = 60
"""With more people than this one run has to do."""
RUNS = 9


@dataclass(frozen=True, slots=True)
class Wishes:
    moves: int
    pause: int = 10
    """Minutes between two rounds."""
    boards: int | None = None


@dataclass(frozen=True, slots=True)
class RoundLine:
    name: str
    estimate: RoundEstimate


@dataclass(frozen=True, slots=True)
class StageLine:
    name: str
    people: int
    rounds: Sequence[RoundLine]
    problem: str


@dataclass(frozen=True, slots=True)
class Rehearsal:
    stages: Sequence[StageLine]
    rounds: int
    matches: int
    typical: timedelta
    careful: timedelta
    longest: timedelta | None
    """If every game used all of its time; None without a clock."""
    ends: datetime
    """A fair guess, counted from now or from the beginning that was stored."""


def rehearse(tournament: Tournament, wishes: Wishes, at: datetime) -> Rehearsal:
    """Play what is left of every stage; people not known yet are stood in for."""
    control = TimeControl.from_json(tournament.time_control)
    lines: list[StageLine] = []
    typical = careful = timedelta()
    longest: timedelta | None = timedelta()
    pause = timedelta(minutes=wishes.pause)
    for stage in Stage.objects.filter(tournament=tournament):
        stage.tournament = tournament
        keys = _people(stage)
        form = format_of(stage)
        pace = Pace(
            game_length(control, wishes.moves, 2 if form.pairs else 4), pause, wishes.boards
        )
        if len(keys) < 2 or not form.has_rounds:
            lines.append(StageLine(stage_name(stage), len(keys), (), ""))
            continue
        run = partial(_run, stage, keys, pace)
        found = repeat(run, 1 if len(keys) > MANY else RUNS)
        middle, last = found[len(found) // 2], found[-1]
        rounds = [RoundLine(planned_round_name(stage, one.number), one) for one in middle.rounds]
        problem = "" if middle.problem is None else format_error(middle.problem)
        lines.append(StageLine(stage_name(stage), len(keys), rounds, problem))
        between = pause if typical and rounds else timedelta()
        typical += between + middle.duration
        careful += between + last.duration
        longest = None if longest is None or last.longest is None else longest + last.longest
    begins = max(at, tournament.starts_at or at)
    return Rehearsal(
        lines,
        sum(len(one.rounds) for one in lines),
        sum(line.estimate.matches for one in lines for line in one.rounds),
        typical,
        careful,
        longest,
        begins + typical,
    )


def _run(stage: Stage, keys: Sequence[str], pace: Pace, seed: int) -> DryRun:
    found = format_of(stage).rehearse(stage, keys, pace, seed)
    return found or DryRun((), pace.pause)


def _people(stage: Stage) -> list[str]:
    """Those in the stage, or as many as its rule lets in."""
    if stage.order == 1:
        entries = Entry.objects.filter(
            tournament=stage.tournament_id,
            listed_only=False,
            withdrawn_from=None,
            disqualified_at=None,
        )
        return [str(pk) for pk in entries.values_list("pk", flat=True)]
    decision = active_decision(stage)
    if decision is not None:
        return list(seeds_of(decision))
    rule = StageConfig.from_json(stage.config).admission
    return [f"?{number}" for number in range(1, (rule.count if rule else 0) + 1)]
