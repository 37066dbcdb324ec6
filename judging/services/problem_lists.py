"""Many problems at once: those of a list or of the generator, checked in one go, and taken out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import User
from judging.answers.kinds import BOARD_KINDS
from judging.answers.kinds import Kind as Core
from judging.fault_words import fault_words
from judging.generator import Generated, TooFewFoundError, Wish, generate
from judging.kinds.content import stage_text
from judging.kinds.graded import Checked, ProblemError
from judging.kinds.registry import check_problem, duplicate_key
from judging.kinds.registry import solution as solve
from judging.models import Bank, Kind, Problem, ProblemState, ProblemVersion
from judging.services.problems import Written, add_problems, stored_signature
from tournaments.interchange.tables_out import write_csv

COLUMNS = (
    "title", "kind", "statement", "statement_en", "lattice", "shape", "columns", "rows", "stones",
    "stage", "ask", "any_set", "options", "options_en", "right", "partial", "accepted",
    "tolerance", "per_piece", "per_wrong", "difficulty", "tags", "credit", "used_elsewhere",
    "solution", "solution_en",
)  # fmt: skip
"""Of a list of problems, as it is read and written."""
BETWEEN = "|"
"""Several options or answers in one cell."""


@dataclass(frozen=True, slots=True)
class Found:
    """A problem that is not in the bank yet."""

    written: Written
    checked: Checked
    known: str = ""
    """The problem of the bank, or the line of the list, that is the same board."""


def look_at(bank: Bank, written: Sequence[Written]) -> list[Found]:
    """Each with its check; boards alike, in the bank or before in the list, are named."""
    marks = [duplicate_key(Core(one.kind), one.content) for one in written]
    stored = {mark: stored_signature(mark) for mark in marks if mark}
    same = ProblemVersion.objects.filter(problem__bank=bank, signature__in=stored.values())
    names = {
        (signature, kind): f"{number} {title}"
        for signature, kind, number, title in same.order_by("number").values_list(
            "signature", "kind", "problem__number", "problem__title"
        )
    }
    found, seen = [], dict[tuple[str, str], str]()
    for n, (one, mark) in enumerate(zip(written, marks, strict=True), 1):
        checked = check_problem(Core(one.kind), one.content, one.key)
        known = ""
        if mark:
            known = names.get((stored[mark], one.kind), "") or seen.get((mark, one.kind), "")
            seen.setdefault((mark, one.kind), _("number %(n)s of this list") % {"n": n})
        found.append(Found(one, checked, known))
    return found


def faults_of(found: Found) -> list[str]:
    return [fault_words(one) for one in found.checked.faults]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generated problem to keep or not."""

    made: Generated
    known: str


def propose(bank: Bank, wish: Wish, seed: str) -> tuple[list[Candidate], TooFewFoundError | None]:
    """The problems of a seed, always the same; the error tells when there are fewer."""
    short = None
    try:
        made = generate(wish, seed)
    except TooFewFoundError as error:
        made, short = error.found, error
    written = [Written("", Kind(wish.kind.value), content=one.content, key=one.key) for one in made]
    looked = look_at(bank, written)
    return [Candidate(one, two.known) for one, two in zip(made, looked, strict=True)], short


def keep_generated(
    *,
    bank: Bank,
    wish: Wish,
    seed: str,
    numbers: Iterable[int],
    model: Written,
    ready: bool,
    by: User | None,
    at: datetime,
) -> list[Problem]:
    """Take the chosen ones of a seed into the bank. ``model`` has their words and tags."""
    wanted = set(numbers)
    chosen = [one.made for one in propose(bank, wish, seed)[0] if one.made.number in wanted]
    written = [
        replace(
            model,
            title=f"{model.title} {one.number}",
            content=one.content,
            key=one.key,
            difficulty=one.difficulty,
            made={
                "seed": seed,
                "wish": wish.to_json(),
                "number": one.number,
                "score": one.score,
                "features": one.features.to_json() if one.features else None,
            },
        )
        for one in chosen
    ]
    with write():
        made = add_problems(bank=bank, written=written, by=by, at=at)
        if ready:
            # Their answers were proved when they were made.
            Problem.objects.filter(pk__in=[one.pk for one in made]).update(state=ProblemState.READY)
    return made


def cells(problem: Problem) -> list[Any]:
    """The row of a list, by COLUMNS."""
    version = problem.current
    assert version is not None, "a problem has a version"
    content, key = version.content, version.key
    options = [one if isinstance(one, dict) else {"ja": one} for one in content.get("options", [])]
    stones = content.get("stones")
    row = {
        "title": problem.title,
        "kind": version.kind,
        "difficulty": problem.difficulty,
        "tags": ", ".join(tag.text for tag in problem.tags.all()),
        "credit": problem.credit,
        "used_elsewhere": problem.used_elsewhere,
        "stones": None if stones is None else " ".join(stones),
        "stage": stage_of(version),
        "options": BETWEEN.join(one.get("ja", "") for one in options),
        "options_en": BETWEEN.join(one.get("en", "") for one in options).strip(BETWEEN),
        "right": " ".join(key.get("options", [])),
        "partial": int(key["partial"]) if "partial" in key else None,
        "any_set": int(key["any_set"]) if "any_set" in key else None,
        "accepted": BETWEEN.join(key.get("accepted", [])),
        "tolerance": key.get("tolerance"),
        "per_piece": key.get("per_set", key.get("per_point")),
        "per_wrong": key.get("per_wrong"),
    }
    for name in ("lattice", "shape", "columns", "rows", "ask"):
        row[name] = content.get(name)
    for name in ("statement", "statement_en", "solution", "solution_en"):
        row[name] = getattr(version, name)
    return [row[name] for name in COLUMNS]


def exported(problems: Iterable[Problem], form: str) -> tuple[bytes, str]:
    """The file and its media type: ``csv``, or ``txt`` with a string of 0, 1 and 2 a line."""
    if form == "csv":
        return write_csv(COLUMNS, [cells(one) for one in problems]), "text/csv; charset=utf-8"
    stages = [stage_of(one.current) for one in problems if one.current is not None]
    return "".join(f"{one}\n" for one in stages if one).encode(), "text/plain; charset=utf-8"


def stage_of(version: ProblemVersion) -> str:
    """The board as 0, 1 and 2 with the answer of a hantei problem; empty without a board."""
    kind = Core(version.kind)
    if kind not in BOARD_KINDS:
        return ""
    try:
        four = solve(kind, version.content, version.key).text.split()
        return stage_text(version.content, four if kind is Core.HANTEI else ())
    except ProblemError:
        return ""
