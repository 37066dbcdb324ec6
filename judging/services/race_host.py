"""What the host of a race can do next."""

from dataclasses import dataclass

from judging.models import Paper, PaperProblem


@dataclass(frozen=True, slots=True)
class Steps:
    next: PaperProblem | None
    """The first that was not opened yet."""
    last: PaperProblem | None
    """The last that was closed, with source and key."""
    opened: int
    all: int


def host_steps(paper: Paper) -> Steps:
    """By the order of the paper."""
    problems = list(paper.problems.select_related("source", "key").order_by("order"))
    closed = [one for one in problems if one.closed_at is not None]
    return Steps(
        next=next((one for one in problems if one.opened_at is None), None),
        last=max(closed, key=lambda one: (one.closed_at, one.order), default=None),
        opened=sum(one.opened_at is not None for one in problems),
        all=len(problems),
    )
