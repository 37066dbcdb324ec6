"""Every kind of problem through one door: check, read, grade, solve."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from games.rules.base import JSON
from judging.answers.errors import AnswerError
from judging.answers.kinds import BOARD_KINDS, CHOICES, Kind
from judging.answers.reading import Answer, read_answer
from judging.kinds import boards, typed
from judging.kinds.content import read_board, read_ground
from judging.kinds.faults import broken, fault
from judging.kinds.graded import Checked, Graded, ProblemError, Solution, unreadable

GRADER = 1
"""Raised when the same answer under the same key would be graded otherwise than before."""


def read(kind: Kind, content: Any, raw: str) -> Answer:
    """Raise AnswerError when ``raw`` cannot be an answer, ProblemError for a broken problem."""
    if kind is Kind.HANTEI or kind is Kind.HANTEI_ALL:
        return read_answer(kind, raw, board=read_board(content))
    if kind is Kind.SAFE_POINT:
        return read_answer(kind, raw, board=read_board(content), ask=boards.ask_of(content))
    if kind in CHOICES:
        return read_answer(kind, raw, options=typed.options_of(content))
    return read_answer(kind, raw)


def take(kind: Kind, content: Any, raw: str) -> Answer:
    """As ``read``, and NotAStoneError for an empty point where stones are asked for."""
    answer = read(kind, content, raw)
    if kind is Kind.HANTEI:
        boards.check_stones(read_ground(content), answer.value, answer.canonical)
    if kind is Kind.HANTEI_ALL:
        named = (name for names in answer.value for name in names)
        boards.check_stones(read_ground(content), named, answer.canonical)
    return answer


def refused(kind: Kind, content: Any, raw: str) -> Graded | None:
    """The verdict of an answer that would not have been taken. Raise ProblemError."""
    try:
        take(kind, content, raw)
    except AnswerError as error:
        return unreadable(error)
    return None


def grade(kind: Kind, content: Any, key: Any, raw: str) -> Graded:
    """A verdict for any text. Raise ProblemError for a broken problem, and for a proof.

    An answer that cannot be read is ``malformed`` with the code of its AnswerError.
    """
    key = _key(key)
    try:
        answer = read(kind, content, raw)
    except AnswerError as error:
        return unreadable(error)
    match kind:
        case Kind.HANTEI:
            return boards.grade_hantei(read_ground(content), answer)
        case Kind.HANTEI_ALL:
            return boards.grade_all(read_ground(content), key, answer)
        case Kind.SAFE_POINT:
            return boards.grade_safe(read_ground(content), content, key, answer)
        case Kind.CHOICE | Kind.MULTIPLE_CHOICE:
            return typed.grade_choice(content, key, answer)
        case Kind.PROOF:
            raise broken("no_such_kind", value=kind.value)
    return typed.grade_typed(key, answer)


def check_problem(
    kind: Kind, content: Any, key: Any, *, others: Iterable[tuple[str, Any]] = ()
) -> Checked:
    """Whether a problem can be asked as it is written. Raises nothing, whatever the JSON.

    ``others``: name and content of board problems to compare with.
    """
    try:
        key = _key(key)
        if kind is Kind.PROOF:
            return Checked()
        if kind not in BOARD_KINDS:
            return typed.check_typed(kind, content, key)
        found = boards.check_board(kind, content, key)
        own = boards.signature(kind, content)
    except ProblemError as error:
        return Checked((error.fault,))
    same = tuple(
        fault("same_problem", name=name)
        for name, other in others
        if duplicate_key(kind, other) == own
    )
    return Checked(found.faults, found.warnings + same, found.facts, found.solution)


def solution(kind: Kind, content: Any, key: Any) -> Solution:
    """What is right. Raise ProblemError for a broken problem; a proof has none."""
    if kind is Kind.PROOF:
        return Solution("")
    if kind in BOARD_KINDS:
        return boards.solve_board(kind, content, _key(key))
    return typed.solve_typed(kind, content, _key(key))


def drawn(content: Any, details: Mapping[str, Any]) -> JSON:
    """The ``details`` of a verdict or a solution on a board, with the curves to draw.

    ``points`` and ``safe`` (names), and ``sets``: each with ``points``, ``right`` and ``curve``
    (curve_json; None where a point is no stone). Of four that are no kyōen it is the curve
    through three of them.
    """
    return boards.drawn(read_ground(content), details)


def duplicate_key(kind: Kind, content: Any) -> str | None:
    """The same text for boards alike by symmetry; None without a board, or for a broken one."""
    if kind not in BOARD_KINDS:
        return None
    try:
        return boards.signature(kind, content)
    except ProblemError:
        return None


def suggested_points(kind: Kind, content: Any, key: Any) -> Fraction | None:
    """What all pieces together are worth, for kinds that are counted by pieces."""
    return boards.suggested_points(kind, content, _key(key)) if kind in BOARD_KINDS else None


def _key(key: Any) -> Mapping[str, Any]:
    if not isinstance(key, Mapping):
        raise broken("bad_key")
    return key
