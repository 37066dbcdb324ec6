"""Writing problems: every change of what is asked makes a version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Max, Q, QuerySet

from accounts.db import write
from accounts.models import User
from judging.answers.kinds import BOARD_KINDS
from judging.answers.kinds import Kind as Core
from judging.errors import ProblemFaultyError, StaleProblemError
from judging.fault_words import fault_words
from judging.kinds.graded import Checked
from judging.kinds.registry import check_problem, duplicate_key
from judging.models import (
    Bank,
    Kind,
    PaperProblem,
    Problem,
    ProblemState,
    ProblemTag,
    ProblemVersion,
)

VERSIONED = ("kind", "statement", "statement_en", "content", "key", "solution", "solution_en")
PLAIN = ("title", "difficulty", "credit", "used_elsewhere")
MOST_TAGS = 20


@dataclass(frozen=True, slots=True)
class Written:
    """A problem as its author wrote it."""

    title: str
    kind: Kind
    statement: str = ""
    statement_en: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    key: Mapping[str, Any] = field(default_factory=dict)
    solution: str = ""
    solution_en: str = ""
    difficulty: int | None = None
    tags: Sequence[str] = ()
    credit: str = ""
    used_elsewhere: str = ""
    made: Mapping[str, Any] = field(default_factory=dict)


def as_written(problem: Problem) -> Written:
    """What a form starts from."""
    version = problem.current
    assert version is not None, "a problem has a version"
    return Written(
        title=problem.title,
        kind=Kind(version.kind),
        difficulty=problem.difficulty,
        tags=tuple(tag.text for tag in problem.tags.all()),
        credit=problem.credit,
        used_elsewhere=problem.used_elsewhere,
        made=version.made,
        **{name: getattr(version, name) for name in VERSIONED if name != "kind"},
    )


def check_written(bank: Bank, written: Written, but: Problem | None = None) -> Checked:
    """Faults, warnings (the same board in the bank among them) and facts. Raises nothing."""
    kind = Core(written.kind)
    own = duplicate_key(kind, written.content) if kind in BOARD_KINDS else None
    others: list[tuple[str, Any]] = []
    if own:
        # The indexed column finds them; the pure core compares.
        same = ProblemVersion.objects.filter(
            problem__bank=bank, signature=stored_signature(own), kind=written.kind
        ).select_related("problem")
        for version in same.exclude(problem=but).order_by("problem__number", "-number"):
            name = f"{version.problem.number} {version.problem.title}"
            if name not in {known for known, _ in others}:
                others.append((name, version.content))
    return check_problem(kind, written.content, written.key, others=others)


def add_problem(*, bank: Bank, written: Written, by: User | None, at: datetime) -> Problem:
    """A new draft in the bank, whatever is still wrong with it."""
    with write():
        return _add(bank, [written], by, at)[0]


def add_problems(
    *, bank: Bank, written: Sequence[Written], by: User | None, at: datetime
) -> list[Problem]:
    """Many at once, as generated or imported."""
    with write():
        return _add(bank, written, by, at)


def _add(bank: Bank, written: Sequence[Written], by: User | None, at: datetime) -> list[Problem]:
    Bank.objects.select_for_update().get(pk=bank.pk)
    number = bank.problems.aggregate(last=Max("number"))["last"] or 0
    made = []
    for one in written:
        number += 1
        problem = Problem.objects.create(
            bank=bank,
            number=number,
            kind=one.kind,
            created_by=by,
            created_at=at,
            changed_at=at,
            **{name: getattr(one, name) for name in PLAIN},
        )
        if by is not None:
            problem.authors.add(by)
        _tag(problem, one.tags)
        problem.current = _version(problem, 1, one, by, at, "")
        problem.save(update_fields=["current"])
        made.append(problem)
    return made


def change_problem(
    *,
    problem: Problem,
    written: Written,
    expected_version: int,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> ProblemVersion:
    """A new version, where anything a contestant or a grader sees changed.

    Papers keep the version they have. Raise StaleProblemError.
    """
    with write():
        locked = Problem.objects.select_for_update(of=("self",)).get(pk=problem.pk)
        before = locked.versions.latest("number")
        if before.number != expected_version:
            raise StaleProblemError
        for name in PLAIN:
            setattr(locked, name, getattr(written, name))
        _tag(locked, written.tags)
        if by is not None:
            locked.authors.add(by)
        if any(getattr(before, name) != _json(getattr(written, name)) for name in VERSIONED):
            locked.current = _version(locked, before.number + 1, written, by, at, reason)
            locked.kind = written.kind
            if (
                locked.state == ProblemState.READY
                and check_written(locked.bank, written, locked).faults
            ):
                locked.state = ProblemState.DRAFT
        locked.changed_at = at
        locked.save()
        assert locked.current is not None
    return locked.current


def set_problem_state(
    *, problem: Problem, state: ProblemState, by: User | None, at: datetime
) -> Problem:
    """Ready, back to draft, or retired. Raise ProblemFaultyError for ready."""
    with write():
        locked = (
            Problem.objects.select_for_update(of=("self",))
            .select_related("current", "bank")
            .get(pk=problem.pk)
        )
        if state == ProblemState.READY:
            faults = check_written(locked.bank, as_written(locked), locked).faults
            if faults:
                raise ProblemFaultyError(faults=" ".join(fault_words(one) for one in faults))
        locked.state, locked.changed_at = state, at
        locked.save(update_fields=["state", "changed_at"])
    return locked


def find_problems(
    bank: Bank,
    *,
    query: str = "",
    kind: str = "",
    state: str = "",
    tag: str = "",
    difficulty: int | None = None,
) -> "QuerySet[Problem]":
    """By number, newest last; the words of ``query`` all occur in title, statement or credit."""
    found = bank.problems.select_related("current").prefetch_related("tags", "authors")
    for word in query.split()[:10]:
        found = found.filter(
            Q(title__icontains=word)
            | Q(current__statement__icontains=word)
            | Q(current__statement_en__icontains=word)
            | Q(credit__icontains=word)
            | Q(tags__text__iexact=word)
        )
    if kind:
        found = found.filter(kind=kind)
    if state:
        found = found.filter(state=state)
    if tag:
        found = found.filter(tags__text=tag)
    if difficulty is not None:
        found = found.filter(difficulty=difficulty)
    return found.distinct().order_by("number")


def all_tags(bank: Bank) -> list[str]:
    found = ProblemTag.objects.filter(problem__bank=bank).values_list("text", flat=True)
    return sorted(set(found))


def uses_of(problem: Problem) -> list[PaperProblem]:
    """Where it was asked, newest first."""
    return list(
        PaperProblem.objects.filter(source__problem=problem)
        .select_related("paper__stage__tournament", "source")
        .order_by("-paper__created_at")
    )


def _version(
    problem: Problem, number: int, written: Written, by: User | None, at: datetime, reason: str
) -> ProblemVersion:
    own = duplicate_key(Core(written.kind), written.content)
    return ProblemVersion.objects.create(
        problem=problem,
        number=number,
        made=dict(written.made),
        signature=stored_signature(own) if own else "",
        reason=reason[:500],
        by=by,
        at=at,
        **{name: _json(getattr(written, name)) for name in VERSIONED},
    )


def stored_signature(signature: str) -> str:
    """Signatures are as long as their boards; the column holds a digest."""
    return sha256(signature.encode()).hexdigest()


def _json(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _tag(problem: Problem, tags: Sequence[str]) -> None:
    tidy = list(dict.fromkeys(" ".join(tag.split())[:50] for tag in tags if tag.strip()))
    problem.tags.exclude(text__in=tidy).delete()
    known = set(problem.tags.values_list("text", flat=True))
    ProblemTag.objects.bulk_create(
        ProblemTag(problem=problem, text=tag) for tag in tidy[:MOST_TAGS] if tag not in known
    )
