"""Correcting the answer of a problem: judged anew in the background, looked at, then decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.db import write
from accounts.models import User
from judging.answers.kinds import Kind as Core
from judging.errors import (
    ProblemFaultyError,
    RejudgeDecidedError,
    RejudgeNotReadyError,
    RejudgeOpenError,
)
from judging.fault_words import fault_words
from judging.kinds.graded import ProblemError
from judging.kinds.registry import GRADER, check_problem
from judging.models import (
    Key,
    PaperProblem,
    Rejudge,
    RejudgeState,
    Submission,
    SubmissionStatus,
    Verdict,
)
from judging.numbers import shown
from judging.services.dirt import soil
from judging.services.doorbell import ring
from judging.services.drain import judged, own_keys, share_keys
from judging.services.scores import Scores, stage_scores, trying
from judging.services.verdicts import store
from tournaments.models import Stage
from tournaments.services import advancement
from tournaments.services.audit import record
from tournaments.services.field import active_decision

BATCH = 200
OPEN = (RejudgeState.JUDGING, RejudgeState.READY)


@dataclass(frozen=True, slots=True)
class Preview:
    """What applying a corrected key would change. ``to_json`` is stored when it is applied."""

    changes: tuple[dict[str, Any], ...] = ()
    """{"entry", "name", "submission", "answer", "before", "after"}: answers judged otherwise."""
    ranks: tuple[dict[str, Any], ...] = ()
    """{"entry", "name", "points_before", "points_after", "rank_before", "rank_after"}."""
    qualifiers: dict[str, list[str]] = field(default_factory=dict)
    """{"added": names, "removed": names} of the next stage, as its rule says."""
    left: int = 0
    """Answers without a verdict under the new key."""

    def to_json(self) -> dict[str, Any]:
        return {
            "changes": list(self.changes),
            "ranks": list(self.ranks),
            "qualifiers": self.qualifiers,
            "left": self.left,
        }


def correct_key(
    *,
    problem: PaperProblem,
    spec: dict[str, Any],
    reason: str,
    by: User | None,
    at: datetime,
) -> Rejudge:
    """A new version of the key, to be tried. Nothing counts otherwise until it is applied.

    Raise RejudgeOpenError while another correction of the problem is undecided, and
    ProblemFaultyError for a key that cannot be.
    """
    checked = check_problem(Core(problem.kind), problem.source.content, spec)
    if checked.faults and not spec.get("everyone"):
        raise ProblemFaultyError(faults=" ".join(fault_words(one) for one in checked.faults))
    try:
        with write():
            locked = lock_problem(problem)
            if locked.rejudges.filter(state__in=OPEN).exists():
                raise RejudgeOpenError
            assert locked.key is not None
            number = (locked.keys.aggregate(last=Max("number"))["last"] or 0) + 1
            key = Key.objects.create(
                problem=locked, number=number, spec=spec, reason=reason[:500], by=by, at=at
            )
            made = Rejudge.objects.create(
                problem=locked, key=key, before=locked.key, reason=reason[:500], by=by, at=at
            )
            _record(made, "key.corrected", by, at, {"key": number})
            transaction.on_commit(ring_rejudge, robust=True)
    except IntegrityError as error:
        raise RejudgeOpenError from error
    return made


def ring_rejudge() -> None:
    ring("judging.tasks.rejudge", "rejudge")


def lock_problem(problem: PaperProblem) -> PaperProblem:
    return (
        PaperProblem.objects.select_for_update(of=("self",))
        .select_related("paper__stage__tournament", "source", "key")
        .get(pk=problem.pk)
    )


def unjudged(rejudge: Rejudge) -> "QuerySet[Submission]":
    """Answers that were judged, but not under the new key. The queued get both on their way."""
    under = Verdict.objects.filter(submission=OuterRef("pk"), key=rejudge.key_id, grader=GRADER)
    return Submission.objects.filter(
        ~Exists(under), problem=rejudge.problem_id, status=SubmissionStatus.JUDGED
    )


def judge_rejudges(*, at: datetime, ask_only: bool = False) -> int:
    """Judge everything under keys that are being tried; how many answers that were.

    ``ask_only``: ring for it instead, where there is something to do.
    """
    done = 0
    for rejudge in Rejudge.objects.filter(state=RejudgeState.JUDGING).select_related("key"):
        if ask_only:
            ring_rejudge()
            return 0
        done += _judge_all(rejudge, at)
    return done


def _judge_all(rejudge: Rejudge, at: datetime) -> int:
    done = 0
    while True:
        with write():
            share_keys()
            count = _judge_some(rejudge, BATCH, at)
        done += count
        if count < BATCH:
            break
    with write():
        # Compare-and-set: two workers may both find that nothing is left.
        Rejudge.objects.filter(pk=rejudge.pk, state=RejudgeState.JUDGING).update(
            state=RejudgeState.READY
        )
    return done


def _judge_some(rejudge: Rejudge, most: int | None, at: datetime) -> int:
    problem = PaperProblem.objects.select_related("source").get(pk=rejudge.problem_id)
    batch = list(unjudged(rejudge).order_by("id")[:most])
    kind, content = Core(problem.kind), problem.source.content
    store([judged(one, rejudge.key, kind, content) for one in batch], at)
    return len(batch)


def preview(rejudge: Rejudge) -> Preview:
    """What would change, as things stand now.

    What is left is counted first: with nothing left, all that is read after it is there.
    """
    left = unjudged(rejudge).count()
    stage = rejudge.problem.paper.stage
    before = stage_scores(stage)
    with trying({rejudge.problem_id: rejudge.key_id}):
        after = stage_scores(stage)
    return Preview(
        changes=tuple(_changes(rejudge)),
        ranks=tuple(_ranks(before, after)),
        qualifiers=_qualifiers(rejudge, after.names),
        left=left,
    )


def _changes(rejudge: Rejudge) -> list[dict[str, Any]]:
    rows: dict[int, dict[int, Verdict]] = {}
    found = Verdict.objects.filter(
        submission__problem=rejudge.problem_id,
        key__in=[rejudge.before_id, rejudge.key_id],
        grader=GRADER,
    ).select_related("submission__sitting__entry")
    for verdict in found.order_by("submission_id"):
        rows.setdefault(verdict.submission_id, {})[verdict.key_id] = verdict
    changed = []
    for pair in rows.values():
        old, new = pair.get(rejudge.before_id), pair.get(rejudge.key_id)
        if old is None or new is None or (old.share, old.right) == (new.share, new.right):
            continue
        submission = new.submission
        entry = submission.sitting.entry
        changed.append(
            {
                "entry": str(entry.pk),
                "name": entry.name,
                "submission": str(submission.public_id),
                "answer": submission.answer or submission.raw[:100],
                "before": old.reason,
                "after": new.reason,
            }
        )
    return changed


def _ranks(before: Scores, after: Scores) -> list[dict[str, Any]]:
    old = {row.key: row for row in before.ranked()}
    changed = []
    for row in after.ranked():
        was = old[row.key]
        if (was.rank, was.points) == (row.rank, row.points):
            continue
        changed.append(
            {
                "entry": row.key,
                "name": after.names[row.key],
                "points_before": shown(was.points),
                "points_after": shown(row.points),
                "rank_before": was.rank,
                "rank_after": row.rank,
            }
        )
    return changed


def _qualifiers(rejudge: Rejudge, names: Mapping[str, str]) -> dict[str, list[str]]:
    """Who would go on instead of whom, by the rule of the next stage."""
    stage = rejudge.problem.paper.stage
    target = Stage.objects.filter(tournament=stage.tournament_id, order=stage.order + 1).first()
    if target is None:
        return {"added": [], "removed": [], "asked": []}
    decided = active_decision(target)
    now = decided.decision if decided else advancement.propose(target).decision.to_json()
    before = [one["key"] for one in now["qualifiers"]]
    with trying({rejudge.problem_id: rejudge.key_id}):
        new = advancement.propose(target).decision
    then = [str(one.key) for one in new.qualifiers]
    asked = sorted({str(key) for question in new.questions for key in question.keys})
    return {
        "added": [names[key] for key in then if key not in before],
        "removed": [names[key] for key in before if key not in then and key not in asked],
        "asked": [names[key] for key in asked],
    }


def apply_rejudge(*, rejudge: Rejudge, by: User | None, at: datetime) -> Preview:
    """Let the new key count, for everybody at once. What changed is returned, and stored.

    Answers that come meanwhile are judged under both keys; nothing is lost between them.
    Raise RejudgeDecidedError; RejudgeNotReadyError while much is left to judge.
    """
    with write():
        own_keys()
        problem = lock_problem(rejudge.problem)
        fresh = _undecided(rejudge)
        left = unjudged(fresh).count()
        if left > BATCH:
            raise RejudgeNotReadyError(left=left)
        try:
            _judge_some(fresh, None, at)
        except ProblemError as error:
            raise ProblemFaultyError(faults=fault_words(error.fault)) from error
        found = preview(fresh)
        problem.key = fresh.key
        problem.save(update_fields=["key"])
        fresh.state, fresh.report = RejudgeState.APPLIED, found.to_json()
        fresh.decided_by, fresh.decided_at = by, at
        fresh.save(update_fields=["state", "report", "decided_by", "decided_at"])
        counts = {"key": fresh.key.number, "changed": len(found.changes), "ranks": len(found.ranks)}
        _record(fresh, "key.applied", by, at, counts)
        soil(problem.paper.stage_id, at)
    return found


def drop_rejudge(*, rejudge: Rejudge, by: User | None, at: datetime) -> None:
    """Let the old key stand. Raise RejudgeDecidedError."""
    with write():
        lock_problem(rejudge.problem)
        fresh = _undecided(rejudge)
        fresh.state, fresh.decided_by, fresh.decided_at = RejudgeState.DROPPED, by, at
        fresh.save(update_fields=["state", "decided_by", "decided_at"])
        _record(fresh, "key.dropped", by, at, {"key": fresh.key.number})


def _undecided(rejudge: Rejudge) -> Rejudge:
    fresh = Rejudge.objects.select_related("key", "problem__paper__stage__tournament").get(
        pk=rejudge.pk
    )
    if fresh.state not in OPEN:
        raise RejudgeDecidedError
    return fresh


def _record(
    rejudge: Rejudge, action: str, by: User | None, at: datetime, after: dict[str, Any]
) -> None:
    problem = rejudge.problem
    record(
        tournament=problem.paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=f"{problem.paper.title} {problem.label}",
        ref=rejudge.pk,
        after=after,
        reason=rejudge.reason,
    )
