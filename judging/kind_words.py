"""Kinds, states and shapes of problems in words, for pages."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from judging.difficulty import AnswerShape
from judging.models import Counts, Feedback, Kind, Mode, PaperState, ProblemState

Words = str | Promise

KINDS: Mapping[str, Words] = {
    Kind.HANTEI: _("Hantei: find four on one circle"),
    Kind.HANTEI_ALL: _("Hantei: find every kyōen"),
    Kind.SAFE_POINT: _("Safe point"),
    Kind.CHOICE: _("Choice: one of several"),
    Kind.MULTIPLE_CHOICE: _("Choice: any number of several"),
    Kind.INTEGER: _("Whole number"),
    Kind.RATIONAL: _("Fraction"),
    Kind.DECIMAL: _("Decimal number with a tolerance"),
    Kind.TUPLE: _("Tuple: numbers in order"),
    Kind.SET: _("Set: numbers in any order"),
    Kind.MULTISET: _("Multiset: a number may occur twice"),
    Kind.TEXT: _("Words"),
    Kind.PROOF: _("Proof, marked by people"),
}
SHORT: Mapping[str, Words] = {
    Kind.HANTEI: _("hantei"),
    Kind.HANTEI_ALL: _("hantei, all"),
    Kind.SAFE_POINT: _("safe point"),
    Kind.CHOICE: _("choice"),
    Kind.MULTIPLE_CHOICE: _("multiple choice"),
    Kind.INTEGER: _("whole number"),
    Kind.RATIONAL: _("fraction"),
    Kind.DECIMAL: _("decimal"),
    Kind.TUPLE: _("tuple"),
    Kind.SET: _("set"),
    Kind.MULTISET: _("multiset"),
    Kind.TEXT: _("words"),
    Kind.PROOF: _("proof"),
}
STATES: Mapping[str, Words] = {
    ProblemState.DRAFT: _("draft"),
    ProblemState.READY: _("ready"),
    ProblemState.RETIRED: _("retired"),
}
SHAPES: Mapping[str, Words] = {
    AnswerShape.ANY.value: _("any"),
    AnswerShape.CIRCLE.value: _("a circle, not a line"),
    AnswerShape.LINE.value: _("a line"),
    AnswerShape.RECTANGLE.value: _("a rectangle"),
    AnswerShape.TRAPEZOID.value: _("a trapezoid"),
    AnswerShape.NO_PARALLELS.value: _("no parallel sides"),
}
MODES: Mapping[str, Words] = {
    Mode.TIMED: pgettext_lazy("paper", "timed"),
    Mode.RACE: pgettext_lazy("paper", "race"),
    Mode.PRACTICE: pgettext_lazy("paper", "practice"),
}
PAPER_STATES: Mapping[str, Words] = {
    PaperState.DRAFT: pgettext_lazy("paper", "draft"),
    PaperState.SET: pgettext_lazy("paper", "set"),
    PaperState.CLOSED: pgettext_lazy("paper", "closed"),
}
FEEDBACK: Mapping[str, Words] = {
    Feedback.AT_ONCE: _("at once"),
    Feedback.AFTER_PAPER: _("after the paper"),
    Feedback.AFTER_PUBLICATION: _("after publication"),
}
COUNTS: Mapping[str, Words] = {
    Counts.BEST: _("the best answer"),
    Counts.LAST: _("the last answer"),
}
