"""From a contestant's attempts at a problem to points, and to what others may see of them."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import TypeVar

P = TypeVar("P", bound=Hashable)
C = TypeVar("C", bound=Hashable)


class Feedback(Enum):
    """When a contestant hears the verdict."""

    AT_ONCE = "at_once"
    AFTER_PAPER = "after_paper"
    AFTER_PUBLICATION = "after_publication"


class Counts(Enum):
    """Which of several attempts is worth something."""

    BEST = "best"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Terms:
    points: Fraction
    attempts: int | None = None
    """How many count; None: any number."""
    penalty: Fraction = Fraction(0)
    """Off for each wrong attempt before the one that counts; never below zero points."""
    feedback: Feedback = Feedback.AFTER_PUBLICATION
    counts: Counts = Counts.BEST


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer. ``key`` grows with the order of arrival."""

    key: int
    at: datetime
    share: Fraction | None
    """None: not judged yet."""
    right: bool = False
    malformed: bool = False
    late: bool = False
    admitted: bool = False
    """A person let a late one count."""
    limited: bool = False
    """Came too soon after another, and is no attempt."""

    @property
    def counts(self) -> bool:
        return not (self.malformed or self.limited or (self.late and not self.admitted))


@dataclass(frozen=True, slots=True)
class ProblemScore:
    points: Fraction
    share: Fraction
    """Of the problem's points, before penalties."""
    right: bool
    wrong: int
    """Wrong attempts up to the right one."""
    used: int
    left: int | None
    pending: int
    """Attempts without a verdict, or whose verdict is not shown."""
    last_right: datetime | None
    """When the right answer that counts arrived."""
    first_right: datetime | None

    @property
    def tried(self) -> bool:
        return self.used > 0


def score(terms: Terms, attempts: Sequence[Attempt]) -> ProblemScore:
    """``attempts`` in order of arrival. Malformed and late ones count for nothing."""
    valid = [attempt for attempt in attempts if attempt.counts]
    best, share, wrong = Fraction(0), Fraction(0), 0
    first: datetime | None = None
    last: datetime | None = None
    for attempt in valid:
        if attempt.share is None:
            continue
        if terms.counts is Counts.BEST and first is not None:
            break
        worth = max(Fraction(0), attempt.share * terms.points - wrong * terms.penalty)
        if terms.counts is Counts.LAST:
            best, share, last = worth, attempt.share, attempt.at if attempt.right else None
        elif worth > best or attempt.right:
            best, share = max(best, worth), max(share, attempt.share)
        if attempt.right:
            first, last = first or attempt.at, attempt.at
        else:
            wrong += 1
    used = len(valid)
    return ProblemScore(
        points=best,
        share=share,
        right=last is not None,
        wrong=wrong,
        used=used,
        left=None if terms.attempts is None else max(0, terms.attempts - used),
        pending=sum(attempt.share is None for attempt in valid),
        last_right=last,
        first_right=first,
    )


def may_submit(terms: Terms, used: int) -> bool:
    return terms.attempts is None or used < terms.attempts


def shows_verdict(feedback: Feedback, *, paper_over: bool, published: bool) -> bool:
    """Whether the contestant whose answer it is may see the verdict."""
    if published or feedback is Feedback.AT_ONCE:
        return True
    return paper_over and feedback is Feedback.AFTER_PAPER


@dataclass(frozen=True, slots=True)
class Total:
    points: Fraction
    hantei_solved: int
    wrong: int
    last_right: datetime | None
    """Of all problems, the latest of the right answers that count."""
    pending: int


def totals(scores: Mapping[P, ProblemScore], hantei: Collection[P]) -> Total:
    """Over the problems of a stage; ``hantei`` are those that count as hantei problems."""
    rights = [one.last_right for one in scores.values() if one.last_right is not None]
    return Total(
        points=sum((one.points for one in scores.values()), Fraction(0)),
        hantei_solved=sum(one.right for key, one in scores.items() if key in hantei),
        wrong=sum(one.wrong for one in scores.values()),
        last_right=max(rights, default=None),
        pending=sum(one.pending for one in scores.values()),
    )


def public_row(
    terms: Terms, attempts: Sequence[Attempt], frozen_at: datetime | None
) -> ProblemScore:
    """What everybody may see: from ``frozen_at`` on, how many attempts came and nothing else.

    Not even whether a later attempt was malformed shows.
    """
    if frozen_at is None:
        return score(terms, attempts)
    shown = score(terms, [attempt for attempt in attempts if attempt.at < frozen_at])
    later = sum(
        attempt.at >= frozen_at and not attempt.limited and (not attempt.late or attempt.admitted)
        for attempt in attempts
    )
    used = shown.used + later
    left = None if terms.attempts is None else max(0, terms.attempts - used)
    return replace(shown, pending=shown.pending + later, used=used, left=left)


def first_solvers(attempts: Mapping[tuple[P, C], Iterable[Attempt]]) -> dict[P, C | None]:
    """Who was the first with a right answer, by problem.

    None where nobody was, and while an attempt that came earlier has no verdict.
    """
    by_problem: dict[P, list[tuple[datetime, int, C, Attempt]]] = {}
    for (problem, contestant), given in attempts.items():
        own = by_problem.setdefault(problem, [])
        own += [(one.at, one.key, contestant, one) for one in given if one.counts]
    found: dict[P, C | None] = {}
    for problem, given_to_it in by_problem.items():
        found[problem] = None
        for _, _, contestant, one in sorted(given_to_it, key=lambda each: each[:2]):
            if one.share is None:
                break
            if one.right:
                found[problem] = contestant
                break
    return found
