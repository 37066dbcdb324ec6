"""Assembling papers from the bank, setting them, closing them."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Max, Sum
from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import User
from judging.answers.kinds import Kind as Core
from judging.errors import (
    LabelTakenError,
    OnPaperError,
    PaperBegunError,
    PaperFaultyError,
    PaperSetError,
    WrongTimesError,
)
from judging.fault_words import fault_words
from judging.kinds.registry import check_problem
from judging.models import (
    Closing,
    Contest,
    Counts,
    Feedback,
    Key,
    Kind,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    Problem,
    ProblemState,
    Sitting,
)
from judging.services.sitting import close
from judging.services.timing import lock_paper, times_changed
from tournaments.models import Stage
from tournaments.services.audit import record

WORDS = ("title", "title_en", "intro", "intro_en")
TIMES = ("opens_at", "closes_at", "duration", "last_at", "grace")
OF_A_PROBLEM = ("label", "points", "attempts", "penalty", "feedback", "counts")


def add_paper(
    *,
    stage: Stage,
    title: str,
    mode: Mode = Mode.TIMED,
    by: User | None,
    at: datetime,
    **fields: Any,
) -> Paper:
    """A new draft at the end of the stage. ``fields``: WORDS, TIMES and ``settings``."""
    _check_fields(fields)
    with write():
        Contest.objects.get_or_create(stage=stage)
        last = Paper.objects.filter(stage=stage).aggregate(last=Max("order"))["last"] or 0
        made = Paper(
            stage=stage, order=last + 1, title=title, mode=mode, by=by, created_at=at, **fields
        )
        _check_times(made)
        made.save()
        _record(made, "paper.added", by, at, after={"mode": str(mode)})
    return made


def change_paper(*, paper: Paper, by: User | None, at: datetime, **fields: Any) -> Paper:
    """Its words and times, also while it is written: open pages hear of it. WrongTimesError."""
    _check_fields(fields)
    with write():
        locked = lock_paper(paper)
        before = {name: _plain(getattr(locked, name)) for name in fields}
        for name, value in fields.items():
            setattr(locked, name, value)
        _check_times(locked)
        locked.save(update_fields=list(fields))
        if set(fields) & set(TIMES):
            times_changed(locked, at)
        after = {name: _plain(getattr(locked, name)) for name in fields}
        changed = [name for name in fields if before[name] != after[name]]
        _record(
            locked,
            "paper.changed",
            by,
            at,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
    return locked


def remove_paper(*, paper: Paper, by: User | None, at: datetime) -> None:
    """A draft that is not wanted. Raise PaperSetError."""
    with write():
        locked = _draft(paper)
        _record(locked, "paper.removed", by, at)
        locked.sittings.all().delete()
        locked.problems.update(key=None)
        locked.delete()


def add_to_paper(
    *,
    paper: Paper,
    problem: Problem,
    points: Decimal | int,
    by: User | None,
    at: datetime,
    label: str = "",
    attempts: int | None = None,
    penalty: Decimal | int = 0,
    feedback: Feedback = Feedback.AFTER_PUBLICATION,
    counts: Counts = Counts.BEST,
) -> PaperProblem:
    """Put the problem as it stands now at the end. A race takes problems while it runs.

    Raise PaperSetError, OnPaperError, LabelTakenError.
    """
    with write():
        locked = lock_paper(paper) if paper.mode == Mode.RACE else _draft(paper)
        source = problem.current
        assert source is not None, "a problem has a version"
        if locked.problems.filter(source__problem=problem).exists():
            raise OnPaperError
        if label and locked.problems.filter(label=label).exists():
            raise LabelTakenError
        last = locked.problems.aggregate(last=Max("order"))["last"] or 0
        made = PaperProblem.objects.create(
            paper=locked,
            order=last + 1,
            label=label or _free_label(locked, last + 1),
            source=source,
            kind=source.kind,
            points=points,
            attempts=attempts,
            penalty=penalty,
            feedback=feedback,
            counts=counts,
        )
        made.key = Key.objects.create(problem=made, number=1, spec=source.key, by=by, at=at)
        made.save(update_fields=["key"])
        _record(locked, "paper.problem_added", by, at, after={"label": made.label})
    return made


def change_paper_problem(
    *, problem: PaperProblem, by: User | None, at: datetime, **fields: Any
) -> PaperProblem:
    """Points, attempts, penalty, feedback, label of a draft's problem.

    Raise PaperSetError, LabelTakenError.
    """
    assert set(fields) <= set(OF_A_PROBLEM), fields
    with write():
        locked = _draft(problem.paper)
        others = locked.problems.exclude(pk=problem.pk)
        if "label" in fields and others.filter(label=fields["label"]).exists():
            raise LabelTakenError
        before = {name: _plain(getattr(problem, name)) for name in fields}
        PaperProblem.objects.filter(pk=problem.pk).update(**fields)
        for name, value in fields.items():
            setattr(problem, name, value)
        _record(
            locked,
            "paper.problem_changed",
            by,
            at,
            before=before,
            after={name: _plain(value) for name, value in fields.items()},
        )
    return problem


def move_problem(*, problem: PaperProblem, to: int, by: User | None, at: datetime) -> None:
    """To another place, from 1. Labels that only count move with it."""
    with write():
        locked = _draft(problem.paper)
        rows = list(locked.problems.order_by("order"))
        plain = all(one.label == str(one.order) for one in rows)
        moved = next(one for one in rows if one.pk == problem.pk)
        rows.remove(moved)
        rows.insert(max(0, min(to - 1, len(rows))), moved)
        # Orders and labels are unique: make room before they are given anew.
        for number, one in enumerate(rows, 1):
            one.order = number + 10_000
            one.label = f"~{number}" if plain else one.label
        PaperProblem.objects.bulk_update(rows, ["order", "label"])
        for number, one in enumerate(rows, 1):
            one.order = number
            one.label = str(number) if plain else one.label
        PaperProblem.objects.bulk_update(rows, ["order", "label"])


def remove_from_paper(*, problem: PaperProblem, by: User | None, at: datetime) -> None:
    """Off a draft. Raise PaperSetError."""
    with write():
        locked = _draft(problem.paper)
        PaperProblem.objects.filter(pk=problem.pk).update(key=None)
        PaperProblem.objects.get(pk=problem.pk).delete()
        _record(locked, "paper.problem_removed", by, at, before={"label": problem.label})


def take_newest(*, problem: PaperProblem, by: User | None, at: datetime) -> PaperProblem:
    """The bank's newest version in place of the one on a draft. Raise PaperSetError."""
    with write():
        _draft(problem.paper)
        fresh = PaperProblem.objects.select_related("source__problem__current").get(pk=problem.pk)
        newest = fresh.source.problem.current
        if newest is None or newest.pk == fresh.source_id:
            return fresh
        number = (fresh.keys.aggregate(last=Max("number"))["last"] or 0) + 1
        fresh.source, fresh.kind = newest, newest.kind
        fresh.key = Key.objects.create(problem=fresh, number=number, spec=newest.key, by=by, at=at)
        fresh.save(update_fields=["source", "kind", "key"])
    return fresh


def total_points(paper: Paper) -> Decimal:
    return PaperProblem.objects.filter(paper=paper).aggregate(all=Sum("points"))["all"] or Decimal(
        0
    )


def paper_faults(paper: Paper) -> list[str]:
    """What keeps it from being set, in words; empty: nothing."""
    faults = []
    problems = list(paper.problems.select_related("source__problem", "scheme"))
    if not problems and paper.mode != Mode.RACE:
        faults.append(_("There is no problem on it."))
    if paper.mode == Mode.TIMED and (paper.opens_at is None or paper.closes_at is None):
        faults.append(_("It has no times: say from when until when it is written."))
    for problem in problems:
        spec = problem.key.spec if problem.key else {}
        checked = check_problem(Core(problem.kind), problem.source.content, spec)
        faults += [
            _("Problem %(label)s: %(fault)s")
            % {"label": problem.label, "fault": fault_words(fault)}
            for fault in checked.faults
        ]
        if problem.source.problem.state == ProblemState.DRAFT:
            faults.append(
                _("Problem %(label)s is still a draft in the bank.") % {"label": problem.label}
            )
        if problem.points <= 0:
            faults.append(_("Problem %(label)s has no points.") % {"label": problem.label})
    return faults


def set_paper(*, paper: Paper, by: User | None, at: datetime) -> Paper:
    """Approve it: it opens by its times. Raise PaperFaultyError."""
    with write():
        locked = lock_paper(paper)
        if locked.state != PaperState.DRAFT:
            return locked
        if faults := paper_faults(locked):
            raise PaperFaultyError(faults=" ".join(faults))
        locked.state, locked.set_at = PaperState.SET, at
        locked.save(update_fields=["state", "set_at"])
        times_changed(locked, at)
        _record(locked, "paper.set", by, at)
    return locked


def unset_paper(*, paper: Paper, by: User | None, at: datetime) -> Paper:
    """Back to a draft, while nobody has started it. Raise PaperBegunError."""
    with write():
        locked = lock_paper(paper)
        if Sitting.objects.filter(paper=locked, started_at__isnull=False).exists():
            raise PaperBegunError
        locked.state = PaperState.DRAFT
        locked.save(update_fields=["state"])
        times_changed(locked, at)
        _record(locked, "paper.unset", by, at)
    return locked


def close_paper(*, paper: Paper, by: User | None, at: datetime) -> Paper:
    """Nobody writes any more: everything kept is sent in, nothing late is taken from now on."""
    with write():
        locked = lock_paper(paper)
        if locked.state != PaperState.SET:
            return locked
        open_ = (
            Sitting.objects.select_for_update(of=("self",))
            .select_related("entry")
            .filter(paper=locked, closed_at=None, started_at__isnull=False)
        )
        for sitting in open_:
            sitting.paper = locked
            close(sitting, Closing.STAFF, by=by, at=at)
        locked.problems.filter(opened_at__isnull=False, closed_at=None).update(closed_at=at)
        locked.state, locked.closed_at = PaperState.CLOSED, at
        locked.save(update_fields=["state", "closed_at"])
        times_changed(locked, at)
        _record(locked, "paper.closed", by, at)
    return locked


def has_proofs(paper: Paper) -> bool:
    return paper.problems.filter(kind=Kind.PROOF).exists()


def _draft(paper: Paper) -> Paper:
    locked = lock_paper(paper)
    if locked.state != PaperState.DRAFT:
        raise PaperSetError
    return locked


def _free_label(paper: Paper, number: int) -> str:
    taken = set(paper.problems.values_list("label", flat=True))
    while str(number) in taken:
        number += 1
    return str(number)


def _check_fields(fields: Mapping[str, Any]) -> None:
    assert set(fields) <= {*WORDS, *TIMES, "settings"}, fields


def _check_times(paper: Paper) -> None:
    opens, closes, last = paper.opens_at, paper.closes_at, paper.last_at
    if opens is not None and closes is not None and closes <= opens:
        raise WrongTimesError
    if last is not None and closes is not None and last < closes:
        raise WrongTimesError
    if paper.duration is not None and paper.duration.total_seconds() <= 0:
        raise WrongTimesError


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str):
        return value[:200]
    return value if value is None or isinstance(value, bool | int | dict) else str(value)


def _record(
    paper: Paper,
    action: str,
    by: User | None,
    at: datetime,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    record(
        tournament=paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=paper.title,
        ref=paper.pk,
        before=before,
        after=after,
    )
