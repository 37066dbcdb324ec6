"""What an archive of a tournament holds of its contests: everything but files that were sent."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model, QuerySet

from games.rules.base import gettext_noop
from judging.models import (
    Appeal,
    Bank,
    Board,
    Comment,
    Contest,
    Draft,
    Key,
    MarkerDuty,
    Marking,
    MarkRound,
    MarkScheme,
    Paper,
    PaperProblem,
    Pause,
    Problem,
    ProblemTag,
    ProblemVersion,
    Rejudge,
    SchemePart,
    Script,
    Sitting,
    SittingEvent,
    Submission,
    Verdict,
)
from tournaments.models import Tournament
from tournaments.services.archive_parts import Part, Rows


def _under(model: type[Any], path: str) -> Rows:
    return lambda one: model.objects.filter(**{path: one}).order_by("pk")


def _versions(tournament: Tournament) -> "QuerySet[ProblemVersion]":
    """Those that papers were made of; the rest of a bank is no part of a tournament."""
    used = PaperProblem.objects.filter(paper__stage__tournament=tournament)
    return ProblemVersion.objects.filter(pk__in=used.values("source")).order_by("pk")


def _problems(tournament: Tournament) -> "QuerySet[Problem]":
    return Problem.objects.filter(pk__in=_versions(tournament).values("problem")).order_by("pk")


def _banks(tournament: Tournament) -> "QuerySet[Bank]":
    return Bank.objects.filter(pk__in=_problems(tournament).values("bank")).order_by("pk")


def _tags(tournament: Tournament) -> "QuerySet[ProblemTag]":
    return ProblemTag.objects.filter(problem__in=_problems(tournament).values("pk")).order_by("pk")


PAPER, PROBLEM = "paper__stage__tournament", "problem__paper__stage__tournament"
_UNDER: Sequence[tuple[type[Model], str, Sequence[str]]] = (
    (Contest, "stage__tournament", ("holder", "held_until")),
    (Board, "contest__stage__tournament", ()),
    (Paper, "stage__tournament", ()),
    (Pause, PAPER, ()),
    (PaperProblem, PAPER, ()),
    (Key, PROBLEM, ()),
    (Sitting, PAPER, ("device", "device_name", "device_at")),
    (SittingEvent, "sitting__paper__stage__tournament", ("device",)),
    (Draft, "sitting__paper__stage__tournament", ()),
    (Submission, PROBLEM, ("public_id",)),
    (Verdict, "submission__problem__paper__stage__tournament", ()),
    (Rejudge, PROBLEM, ()),
    (MarkScheme, PROBLEM, ()),
    (SchemePart, "scheme__problem__paper__stage__tournament", ()),
    (Script, PROBLEM, ()),
    (MarkRound, "script__problem__paper__stage__tournament", ()),
    (Marking, "round__script__problem__paper__stage__tournament", ()),
    (MarkerDuty, PROBLEM, ()),
    (Comment, PROBLEM, ()),
    (Appeal, "script__problem__paper__stage__tournament", ()),
)

PARTS = (
    Part(Bank, _banks, fresh=True),
    # Which version of a problem is the newest is the bank's own matter.
    Part(Problem, _problems, ("current",), fresh=True),
    Part(ProblemTag, _tags),
    Part(ProblemVersion, _versions),
    *(Part(model, _under(model, path), without) for model, path, without in _UNDER),
)
LEFT_OUT = (
    gettext_noop("photos and pages that were handed in, and pictures of problems"),
    gettext_noop("problems of the bank that no paper has; who belongs to its committee"),
)
