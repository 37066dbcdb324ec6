"""Banks and their problems as lists, in a constant number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from accounts.models import User
from judging.kind_words import SHORT, Words
from judging.markup import plain
from judging.models import Bank, PaperProblem, Problem, ProblemState


@dataclass(frozen=True, slots=True)
class BankCard:
    bank: Bank
    problems: int
    ready: int


@dataclass(frozen=True, slots=True)
class ProblemRow:
    problem: Problem
    kind: Words
    words: str
    """The beginning of what is asked."""
    uses: int
    last_use: str
    """The tournament that asked it last, or empty."""


def bank_cards(user: User | None) -> list[BankCard]:
    """Those on whose committee the person is, by name."""
    ready = Count("problems", filter=Q(problems__state=ProblemState.READY))
    found = Bank.objects.for_committee(user).annotate(count=Count("problems"), ready=ready)
    return [
        BankCard(one, getattr(one, "count", 0), getattr(one, "ready", 0))
        for one in found.order_by("name")
    ]


def problem_rows(problems: Iterable[Problem]) -> list[ProblemRow]:
    """With past use; as ``find_problems`` loads them."""
    shown = list(problems)
    uses: dict[object, list[str]] = {}
    found = PaperProblem.objects.filter(source__problem__in=shown).order_by("paper__created_at")
    for problem, name in found.values_list("source__problem", "paper__stage__tournament__name"):
        uses.setdefault(problem, []).append(name)
    return [
        ProblemRow(
            one,
            SHORT[one.kind],
            plain(one.current.statement or one.current.statement_en, 80) if one.current else "",
            len(uses.get(one.pk, [])),
            (uses.get(one.pk) or [""])[-1],
        )
        for one in shown
    ]
