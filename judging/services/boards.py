"""The board of a contest: computed when something changed, stored, read by everybody.

What the public sees stops at the freeze, values too. Nobody computes while they read.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db.models import F, Max, Q
from django.http import Http404

from accounts.db import write
from judging.models import (
    Board,
    Contest,
    Feedback,
    Kind,
    Mode,
    Paper,
    PaperProblem,
    Sitting,
)
from judging.numbers import shown
from judging.ranking import rank
from judging.scoring import ProblemScore, first_solvers, public_row, totals
from judging.services.released import over_for_all, told_at
from judging.services.scores import (
    HANTEI,
    Row,
    Scores,
    contestant,
    ranked_problems,
    stage_scores,
    terms_of,
)
from judging.services.timing import instant
from tournaments.live import tell

FRESH = timedelta(seconds=2)
"""A board is computed anew no sooner than this after it became stale."""
HOLD = timedelta(seconds=30)


def refresh(contest: Contest, at: datetime, *, now: bool = False) -> bool:
    """Compute both boards anew if they are stale; whether they were.

    One at a time: who does not get it leaves it to the other.
    """
    due = Q(dirty_at__lte=at if now else at - FRESH)
    free = Q(held_until=None) | Q(held_until__lte=at)
    holder = uuid4()
    with write():
        mine = Contest.objects.filter(due, free, pk=contest.pk).update(
            holder=holder, held_until=at + HOLD
        )
    if not mine:
        return False
    with write():
        # What changes from here on makes it stale again.
        Contest.objects.filter(pk=contest.pk, holder=holder).update(dirty_at=None)
    fresh = Contest.objects.select_related("stage__tournament").get(pk=contest.pk)
    scores = stage_scores(fresh.stage)
    frozen = frozen_at(fresh, at)
    boards = {
        Board.Audience.STAFF: (board_json(scores, None), False),
        Board.Audience.PUBLIC: (
            board_json(scores, frozen, door=door(fresh, scores.problems, at)),
            frozen is not None,
        ),
    }
    with write():
        done = Contest.objects.filter(pk=contest.pk, holder=holder).update(
            holder=None, held_until=None, board_version=F("board_version") + 1
        )
        if not done:  # it took too long, and another has begun
            return False
        version = Contest.objects.values_list("board_version", flat=True).get(pk=contest.pk)
        for audience, (data, stopped) in boards.items():
            known = Board.objects.filter(contest=fresh, audience=audience).first()
            if known is not None and known.data == data and known.frozen == stopped:
                continue
            Board.objects.update_or_create(
                contest=fresh,
                audience=audience,
                defaults={"version": version, "data": data, "frozen": stopped, "at": at},
            )
            if audience == Board.Audience.PUBLIC and fresh.board_public:
                tell(fresh.stage.tournament, "board", stage=fresh.stage.order, version=version)
    return True


def refresh_stale(at: datetime) -> int:
    """Every board that is stale; how many."""
    found = Contest.objects.filter(dirty_at__lte=at - FRESH)
    return sum(refresh(one, at) for one in found)


def frozen_at(contest: Contest, at: datetime) -> datetime | None:
    """The instant the public board stands at; None while it moves."""
    if contest.freeze_at is None or at < contest.freeze_at:
        return None
    return None if contest.thawed_at is not None and contest.thawed_at <= at else contest.freeze_at


def door(contest: Contest, problems: Sequence[PaperProblem], at: datetime) -> dict[str, bool]:
    """Which problems the public may know of (those in it), and whether of right and wrong too.

    A paper is there once nobody can still be about to begin it. A verdict is told as the
    problem's feedback tells it to those who answered.
    """
    found = {}
    told: dict[Any, Mapping[Feedback, bool]] = {}
    begun: dict[Any, bool] = {}
    for problem in problems:
        paper = problem.paper
        if paper.pk not in told:
            paper.stage = contest.stage
            told[paper.pk] = told_at(paper, at)
            begun[paper.pk] = _begun_by_all(paper, at)
        listed = problem.opened_at is not None if paper.mode == Mode.RACE else begun[paper.pk]
        if listed:
            found[str(problem.pk)] = told[paper.pk][Feedback(problem.feedback)]
    return found


def _begun_by_all(paper: Paper, at: datetime) -> bool:
    if over_for_all(paper, at):
        return True
    if paper.opens_at is None or paper.duration is not None:
        return False
    latest = Sitting.objects.filter(paper=paper).aggregate(latest=Max("delay"))["latest"]
    return at >= paper.opens_at + (latest or timedelta(0))


def board_json(
    scores: Scores, frozen: datetime | None, *, door: Mapping[str, bool] | None = None
) -> dict[str, Any]:
    """``problems`` and ``rows``, best first; a cell is [points, right, wrong, pending, used].

    ``door``: what the public may know; None: for the staff. ``first``: who solved it first,
    once nothing earlier waits for a verdict.
    """
    listed = [one for one in scores.problems if door is None or str(one.pk) in door]
    rows, cells = _rows(scores, listed, frozen, door)
    ranked = rank([contestant(row, scores.seeds) for row in rows], scores.criteria)
    by_key = {str(row.entry.pk): row for row in rows}
    shown_rows = []
    for one in ranked:
        key = str(one.contestant.key)
        row = by_key[key]
        if door is not None and row.excluded is not None:
            continue
        shown_rows.append(
            {
                "entry": key,
                "name": row.entry.name,
                "club": row.entry.club,
                "rank": one.rank,
                "shared": one.shared,
                "points": shown(row.total.points),
                "hantei": row.total.hantei_solved,
                "wrong": row.total.wrong,
                "pending": row.total.pending,
                "excluded": row.excluded.value if row.excluded else None,
                "cells": [_cell(cells[key][problem.pk]) for problem in listed],
            }
        )
    return {
        "problems": [
            {
                "id": str(one.pk),
                "label": one.label,
                "kind": one.kind,
                "points": shown(one.points),
            }
            for one in listed
        ],
        "rows": shown_rows,
        "first": _first(scores, frozen, door),
        "criteria": [one.value for one in scores.criteria],
        "door": dict(door) if door is not None else None,
    }


def _rows(
    scores: Scores,
    listed: Sequence[PaperProblem],
    frozen: datetime | None,
    door: Mapping[str, bool] | None,
) -> tuple[list[Row], dict[str, Any]]:
    hantei = {one.pk for one in listed if one.kind in HANTEI}
    rows, cells = [], {}
    for row in scores.rows:
        own = {one.pk: row.scores[one.pk] for one in listed}
        for problem in listed:
            if (door is not None and not door[str(problem.pk)]) or (
                frozen is not None and problem.kind == Kind.PROOF
            ):
                own[problem.pk] = _hidden(own[problem.pk])
            elif frozen is not None:
                given = scores.attempts.get((problem.pk, row.entry.pk), ())
                own[problem.pk] = public_row(terms_of(problem), given, frozen)
        cells[str(row.entry.pk)] = own
        rows.append(Row(row.entry, own, totals(own, hantei), row.excluded, row.started))
    return rows, cells


def _hidden(score: ProblemScore) -> ProblemScore:
    """How many answers came, and nothing else."""
    return ProblemScore(
        points=score.points * 0, share=score.share * 0, right=False, wrong=0, used=score.used,
        left=None, pending=score.used, last_right=None, first_right=None,
    )  # fmt: skip


def _cell(score: ProblemScore) -> list[Any]:
    return [shown(score.points), score.right, score.wrong, score.pending, score.used]


def _first(
    scores: Scores, frozen: datetime | None, door: Mapping[str, bool] | None
) -> dict[str, str]:
    counted = {row.entry.pk for row in scores.rows if row.excluded is None}
    attempts = {
        (str(problem), str(entry)): [one for one in given if frozen is None or one.at < frozen]
        for (problem, entry), given in scores.attempts.items()
        if entry in counted and (door is None or door.get(str(problem), False))
    }
    found = first_solvers(attempts)
    return {problem: who for problem, who in found.items() if who is not None}


def staff_board(contest: Contest, at: datetime) -> dict[str, Any]:
    """As things stand, for the organisers."""
    return _read(contest, Board.Audience.STAFF, at)


def public_board(contest: Contest, at: datetime) -> dict[str, Any]:
    """What everybody may see while the papers are written, if the organiser shows it.

    Raise Http404 where there is none: before anybody's time is over only what is told at once
    may be on it.
    """
    if not contest.board_public:
        raise Http404
    return _read(contest, Board.Audience.PUBLIC, at)


def _read(contest: Contest, audience: Board.Audience, at: datetime) -> dict[str, Any]:
    board = Board.objects.filter(contest=contest, audience=audience).first()
    stale = board is None or (audience == Board.Audience.PUBLIC and _outlived(contest, board, at))
    if stale:
        Contest.objects.filter(pk=contest.pk).filter(Q(dirty_at=None) | Q(dirty_at__gt=at)).update(
            dirty_at=at
        )
    if stale or contest.dirty_at is not None:
        refresh(contest, at, now=stale)
        board = Board.objects.filter(contest=contest, audience=audience).first()
    if board is None:
        return {"version": 0, "frozen": False, "at": instant(at), "problems": [], "rows": []}
    found = {"version": board.version, "frozen": board.frozen, "at": instant(board.at)}
    return found | {name: value for name, value in board.data.items() if name != "door"}


def _outlived(contest: Contest, board: Board, at: datetime) -> bool:
    """Whether time alone has changed what the public may see."""
    if board.frozen != (frozen_at(contest, at) is not None):
        return True
    return bool(board.data.get("door") != door(contest, ranked_problems(contest.stage), at))
