"""Races: the host shows a problem to all at once, the first right answers score."""

from datetime import datetime
from typing import Any

from django.db.models import F

from accounts.db import write
from accounts.models import User
from judging.errors import PaperOverError
from judging.live import tell_race
from judging.models import Feedback, Mode, Paper, PaperProblem, PaperState, Sitting
from judging.numbers import shown
from judging.race import RaceRound, race_round, race_table
from judging.services.beginning import begin
from judging.services.paper_view import statement_of
from judging.services.scores import buzzes, load_attempts, race_terms
from judging.services.timing import instant, lock_paper
from tournaments.models import Entry
from tournaments.services.audit import record


def open_problem(*, problem: PaperProblem, by: User | None, at: datetime) -> PaperProblem:
    """Show it to all from this instant on; one that was open is closed. PaperOverError."""
    with write():
        paper = _race(problem)
        opened = paper.problems.select_for_update().get(pk=problem.pk)
        if opened.opened_at is None:
            paper.problems.filter(opened_at__isnull=False, closed_at=None).update(closed_at=at)
            opened.opened_at, opened.feedback = at, Feedback.AT_ONCE
            opened.save(update_fields=["opened_at", "feedback"])
            _told(paper, opened, "race.opened", by, at)
            begin(paper.stage.tournament)
    return opened


def close_problem(*, problem: PaperProblem, by: User | None, at: datetime) -> PaperProblem:
    """No answer that arrives from now on counts."""
    with write():
        paper = _race(problem)
        closed = paper.problems.select_for_update().get(pk=problem.pk)
        if closed.opened_at is not None and closed.closed_at is None:
            closed.closed_at = at
            closed.save(update_fields=["closed_at"])
            _told(paper, closed, "race.closed", by, at)
    return closed


def _race(problem: PaperProblem) -> Paper:
    paper = lock_paper(problem.paper)
    if paper.mode != Mode.RACE or paper.state != PaperState.SET:
        raise PaperOverError
    return paper


def _told(paper: Paper, problem: PaperProblem, action: str, by: User | None, at: datetime) -> None:
    Paper.objects.filter(pk=paper.pk).update(version=F("version") + 1)
    paper.version += 1
    record(
        tournament=paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=f"{paper.title} {problem.label}",
        ref=problem.pk,
    )
    tell_race(paper)


def race_state(paper: Paper, user: User | None, at: datetime) -> dict[str, Any]:
    """What everybody at a race may see: the open problem, the table, the last answers.

    Answers themselves are never shown while their problem is open.
    """
    problems = tuple(
        paper.problems.filter(opened_at__isnull=False)
        .select_related("source", "key", "paper")
        .order_by("opened_at")
    )
    attempts = load_attempts(problems)
    names = _names(paper)
    terms = race_terms(paper)
    rounds = {one.pk: race_round(terms, buzzes(one, attempts)) for one in problems}
    rows = race_table([rounds[one.pk] for one in problems], names)
    open_ = next((one for one in reversed(problems) if one.closed_at is None), None)
    last = next((one for one in reversed(problems) if one.closed_at is not None), None)
    return {
        "id": str(paper.pk),
        "version": paper.version,
        "server_time": instant(at),
        "over": paper.state == PaperState.CLOSED,
        "problems": paper.problems.count() if paper.state == PaperState.CLOSED else len(problems),
        "open": _shown(open_, rounds[open_.pk], names) if open_ else None,
        "last": _shown(last, rounds[last.pk], names) if last else None,
        "points": [shown(one) for one in terms.points],
        "table": [
            {
                "entry": row.contestant,
                "name": names.get(row.contestant, ""),
                "points": shown(row.points),
                "wins": row.wins,
                "rank": row.rank,
                "shared": row.shared,
            }
            for row in rows
        ],
        "me": _me(paper, user),
    }


def _shown(problem: PaperProblem, outcome: RaceRound, names: dict[str, str]) -> dict[str, Any]:
    return {
        "id": str(problem.pk),
        "label": problem.label,
        "kind": problem.kind,
        "statement": statement_of(problem),
        "content": problem.source.content,
        "opened_at": instant(problem.opened_at),
        "closed_at": instant(problem.closed_at),
        "scored": [
            {
                "entry": one.contestant,
                "name": names.get(one.contestant, ""),
                "place": one.place,
                "points": shown(one.points),
            }
            for one in outcome.scored
        ],
        "wrong": [
            {"entry": key, "name": names.get(key, ""), "count": count}
            for key, count in outcome.wrong.items()
        ],
        "waiting": len(outcome.pending),
        "over": outcome.over,
    }


def _names(paper: Paper) -> dict[str, str]:
    """Everybody who takes part, by entry id."""
    found = Entry.objects.filter(
        sittings__paper=paper, sittings__started_at__isnull=False, disqualified_at=None
    )
    return {str(pk): name for pk, name in found.values_list("pk", "name")}


def _me(paper: Paper, user: User | None) -> str | None:
    if user is None:
        return None
    found = Sitting.objects.of(user).filter(paper=paper).values_list("entry_id", flat=True).first()
    return str(found) if found else None
