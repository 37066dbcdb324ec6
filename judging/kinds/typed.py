"""Choices and typed answers: compared with what the key accepts, exactly."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from judging.answers.errors import AnswerError
from judging.answers.kinds import CHOICES, Kind
from judging.answers.reading import EMPTY_SET, LETTERS, Answer, read_answer
from judging.kinds.faults import broken, fault
from judging.kinds.graded import (
    Checked,
    Fault,
    Graded,
    ProblemError,
    Solution,
    counted,
    right,
    wrong,
)

MAX_ACCEPTED = 200


def options_of(content: Any) -> int:
    """How many options a choice has. Raise ProblemError."""
    options = content.get("options") if isinstance(content, Mapping) else None
    if not isinstance(options, list | tuple) or not 2 <= len(options) <= len(LETTERS):
        raise broken("bad_options")
    return len(options)


def right_options(content: Any, key: Mapping[str, Any]) -> tuple[str, ...]:
    """Raise ProblemError."""
    known, named = LETTERS[: options_of(content)], key.get("options")
    if not isinstance(named, list | tuple):
        raise broken("no_key")
    for letter in named:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in known:
            raise broken("bad_key")
    return tuple(sorted(set(named)))


def grade_choice(content: Any, key: Mapping[str, Any], answer: Answer) -> Graded:
    wanted = right_options(content, key)
    if answer.value == wanted:
        return right(answer.canonical)
    if answer.kind is Kind.MULTIPLE_CHOICE and key.get("partial") is True:
        hits = len(set(wanted) & set(answer.value))
        misses = len(answer.value) - hits
        one = Fraction(1)
        return counted(answer.canonical, hits, misses, len(wanted), each=one, penalty=one)
    return wrong(answer.canonical)


def accepted_answers(kind: Kind, key: Mapping[str, Any]) -> list[Answer]:
    """Raise ProblemError."""
    accepted = key.get("accepted")
    if not isinstance(accepted, list | tuple) or not accepted or len(accepted) > MAX_ACCEPTED:
        raise broken("no_key")
    found = []
    for raw in accepted:
        if not isinstance(raw, str):
            raise broken("bad_key")
        try:
            found.append(read_answer(kind, raw))
        except AnswerError as error:
            raise ProblemError(Fault(error.code, error.words, error.params)) from error
    return found


def tolerance(key: Mapping[str, Any]) -> Fraction:
    """Raise ProblemError."""
    value = key.get("tolerance", "0")
    try:
        found = read_answer(Kind.DECIMAL, str(value)).value
    except AnswerError:
        raise broken("bad_tolerance", value=value) from None
    if found < 0:
        raise broken("bad_tolerance", value=value)
    return Fraction(found)


def grade_typed(key: Mapping[str, Any], answer: Answer) -> Graded:
    accepted = accepted_answers(answer.kind, key)
    if answer.kind is Kind.DECIMAL:
        near = tolerance(key)
        matches = any(abs(answer.value - each.value) <= near for each in accepted)
    else:
        matches = any(answer.canonical == each.canonical for each in accepted)
    return right(answer.canonical) if matches else wrong(answer.canonical)


def check_typed(kind: Kind, content: Any, key: Mapping[str, Any]) -> Checked:
    """Raise ProblemError."""
    if kind in CHOICES:
        return _check_choice(kind, content, key)
    accepted = accepted_answers(kind, key)
    if kind is Kind.DECIMAL:
        tolerance(key)
    seen: dict[str, str] = {}
    warnings = list[Fault]()
    for raw, answer in zip(key["accepted"], accepted, strict=True):
        first = seen.setdefault(answer.canonical, raw)
        if first is not raw:
            warnings.append(fault("same_answer", one=first, other=raw))
    return Checked((), tuple(warnings), {}, accepted[0].canonical)


def _check_choice(kind: Kind, content: Any, key: Mapping[str, Any]) -> Checked:
    wanted = right_options(content, key)
    faults, warnings = list[Fault](), list[Fault]()
    seen: dict[str, str] = {}
    for letter, option in zip(LETTERS, content["options"], strict=False):
        text = option_text(option)
        if not text:
            faults.append(fault("empty_option", letter=letter))
        elif text in seen:
            warnings.append(fault("same_option", one=seen[text], other=letter))
        seen.setdefault(text, letter)
    if kind is Kind.CHOICE and len(wanted) != 1:
        faults.append(fault("one_key"))
    return Checked(tuple(faults), tuple(warnings), {}, ", ".join(wanted) or EMPTY_SET)


def option_text(option: Any, language: str = "ja") -> str:
    """In that language, else in the other. Options are text or ``{"ja": …, "en": …}``."""
    if isinstance(option, Mapping):
        texts = [option.get(language), option.get("ja"), option.get("en")]
        return next((text for text in texts if isinstance(text, str) and text.strip()), "").strip()
    return option.strip() if isinstance(option, str) else ""


def solve_typed(kind: Kind, content: Any, key: Mapping[str, Any]) -> Solution:
    """Raise ProblemError."""
    if kind in CHOICES:
        return Solution(", ".join(right_options(content, key)) or EMPTY_SET)
    return Solution(accepted_answers(kind, key)[0].canonical)
