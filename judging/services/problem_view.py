"""A problem as its author sees it while writing: shown, checked, solved and measured."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.words import error_words
from judging.answers.kinds import BOARD_KINDS
from judging.answers.kinds import Kind as Core
from judging.answers.reading import LETTERS
from judging.difficulty import measure, safe_level, sets_level
from judging.drawing import board_svg, solution_svg
from judging.fault_words import fault_words
from judging.kind_words import SHAPES
from judging.kinds.content import read_ground
from judging.kinds.graded import ProblemError
from judging.kinds.registry import suggested_points
from judging.kinds.typed import option_text
from judging.markup import MarkupError, render
from judging.models import Bank, BankImage, Problem
from judging.numbers import shown
from judging.services.problems import Written, check_written

NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class Measured:
    """An estimate of the difficulty and what it was read from."""

    level: int
    score: float
    lines: tuple[tuple[str, str], ...]
    """Name and value of each feature."""


@dataclass(frozen=True, slots=True)
class ProblemView:
    statement: SafeString = NOTHING
    statement_en: SafeString = NOTHING
    solution: SafeString = NOTHING
    solution_en: SafeString = NOTHING
    board: SafeString = NOTHING
    """As contestants see it."""
    solved: SafeString = NOTHING
    """The board with what is right; for the author only."""
    options: tuple[tuple[str, str, bool], ...] = ()
    """Letter, text and whether it is right."""
    answer: str = ""
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    stones: int | None = None
    sets: int | None = None
    safe: int | None = None
    measured: Measured | None = None
    points: str = ""
    """What the pieces are worth together; empty where nothing is counted."""


def images_of(bank: Bank) -> dict[str, str]:
    """Address by the name a statement uses."""
    found = BankImage.objects.filter(bank=bank).values_list("pk", flat=True)
    return {str(pk): reverse("judging:image", args=[pk]) for pk in found}


def rendered(text: str, images: Mapping[str, str], faults: list[str]) -> SafeString:
    """The text as a page shows it; what cannot be read goes to ``faults``, in words."""
    try:
        # render() escapes everything it does not know.
        return mark_safe(render(text, images=images))
    except MarkupError as error:
        faults.append(error_words(error))
        return NOTHING


def problem_view(bank: Bank, written: Written, but: Problem | None = None) -> ProblemView:
    """Raises nothing, whatever is written."""
    kind = Core(written.kind)
    checked = check_written(bank, written, but)
    faults = [fault_words(one) for one in checked.faults]
    images = images_of(bank)
    texts = {
        name: rendered(getattr(written, name), images, faults)
        for name in ("statement", "statement_en", "solution", "solution_en")
    }
    on_board = kind in BOARD_KINDS
    facts = checked.facts
    return ProblemView(
        **texts,
        board=_drawn(board_svg, written.content) if on_board else NOTHING,
        solved=_drawn(solution_svg, kind, written.content, written.key) if on_board else NOTHING,
        options=_options(written),
        answer=checked.solution,
        faults=tuple(faults),
        warnings=tuple(fault_words(one) for one in checked.warnings),
        facts=facts,
        stones=facts.get("stones"),
        sets=facts.get("sets"),
        safe=len(facts["safe"]) if "safe" in facts else None,
        measured=measured(kind, written.content) if on_board else None,
        points=_points(kind, written),
    )


def measured(kind: Core, content: Mapping[str, Any]) -> Measured | None:
    """None where nothing can be estimated: no kyōen, several, a broken board."""
    try:
        ground = read_ground(content)
        if kind is Core.SAFE_POINT:
            if not ground.safe:
                return None
            level, score = safe_level(ground)
            lines = ((_("Stones"), str(len(ground.stones))),
                     (_("Safe points"), str(len(ground.safe))))  # fmt: skip
            return Measured(level, score, lines)
        found = measure(ground) if kind is Core.HANTEI else sets_level(ground)
    except ProblemError:
        return None
    if found is None:
        return None
    level, score, features = found
    return Measured(level, score, feature_lines(features.to_json()))


def feature_lines(features: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What an estimate was read from, in words."""
    yes, no = _("yes"), _("no")
    shape = features["shape"]
    found = [
        (_("Stones"), str(features["stones"])),
        (_("Near misses"), str(features["near_misses"])),
        (_("The answer is"), str(SHAPES.get(shape, shape))),
        (_("Pairs of parallel sides"), str(features["parallel_sides"])),
    ]
    if shape != "line":
        found += [
            (_("Centre on the board"), yes if features["centre_on_board"] else no),
            (_("Centre on a point"), yes if features["centre_on_point"] else no),
            (_("Radius"), f"{features['radius']:.2f}"),
        ]
    return tuple(found)


def _drawn(draw: Any, *given: Any) -> SafeString:
    try:
        return SafeString(draw(*given))
    except ProblemError:
        return NOTHING


def _options(written: Written) -> tuple[tuple[str, str, bool], ...]:
    right = written.key.get("options", [])
    return tuple(
        (letter, option_text(option), letter in right)
        for letter, option in zip(LETTERS, written.content.get("options", []), strict=False)
    )


def _points(kind: Core, written: Written) -> str:
    try:
        found = suggested_points(kind, written.content, written.key)
    except ProblemError:
        return ""
    return "" if found is None else shown(found)
