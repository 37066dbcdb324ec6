"""Why an answer could not be read. Such an answer is malformed and costs no attempt.

``params`` always holds ``understood``: what the reader made of the answer, shortened.
"""

from games.rules.base import GameError, gettext_noop

SHOWN = 60


def shorten(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


class AnswerError(GameError):
    code = "malformed"
    words = gettext_noop("“{understood}” cannot be read as an answer.")

    def __init__(self, understood: str, **params: object) -> None:
        super().__init__(understood=shorten(understood), **params)


class EmptyError(AnswerError):
    code = "empty"
    words = gettext_noop("There is no answer yet.")


class TooLongError(AnswerError):
    """``length`` and ``most``, in characters."""

    code = "too_long"
    words = gettext_noop("An answer has at most {most} characters; this has {length}.")


class HiddenCharacterError(AnswerError):
    """A character that is not seen, or that changes how the others are seen."""

    code = "hidden_character"
    words = gettext_noop(
        "There is a hidden character ({name}) in “{understood}”. Type the answer anew."
    )


class OddDigitError(AnswerError):
    """``character``: a digit that is raised, circled, or not of 0 to 9."""

    code = "odd_digit"
    words = gettext_noop("“{character}” is not one of the digits 0 to 9.")


class TooManyDigitsError(AnswerError):
    code = "too_many_digits"
    words = gettext_noop("A number has at most {most} digits.")


class MixedFractionError(AnswerError):
    code = "mixed_fraction"
    words = gettext_noop(
        "“{understood}” could be a sum or a product. Write one fraction, such as 7/2."
    )


class NotANumberError(AnswerError):
    code = "not_a_number"
    words = gettext_noop("“{understood}” is not a number.")


class NotWholeError(AnswerError):
    code = "not_whole"
    words = gettext_noop("“{understood}” is not written as a whole number.")


class PowerOfTenError(AnswerError):
    code = "power_of_ten"
    words = gettext_noop("“{understood}” uses a power of ten. Write the number out.")


class BadGroupingError(AnswerError):
    code = "bad_grouping"
    words = gettext_noop("The commas in “{understood}” do not stand before groups of three digits.")


class ZeroDenominatorError(AnswerError):
    code = "zero_denominator"
    words = gettext_noop("“{understood}” divides by zero.")


class BadBracketsError(AnswerError):
    """``brackets``: those that this kind of answer may have."""

    code = "bad_brackets"
    words = gettext_noop("Write “{understood}” in {brackets}, or without brackets.")


class EmptyItemError(AnswerError):
    code = "empty_item"
    words = gettext_noop("Between two commas of “{understood}”, or after the last, is nothing.")


class NotAnOptionError(AnswerError):
    """``option`` is not among ``options``."""

    code = "not_an_option"
    words = gettext_noop("“{option}” is not one of the options {options}.")


class OneOptionError(AnswerError):
    code = "one_option"
    words = gettext_noop("Choose one option: “{understood}” names more.")


class NotPointsError(AnswerError):
    code = "not_points"
    words = gettext_noop("“{understood}” is not a list of points such as b7 c2 g2 g8.")


class OffBoardError(AnswerError):
    """``point`` is written as a point but is not on the board of the problem."""

    code = "off_board"
    words = gettext_noop("{point} is not on this board.")


class NotAStoneError(AnswerError):
    """``point`` of the board is empty where stones are asked for."""

    code = "not_a_stone"
    words = gettext_noop("There is no stone on {point}.")


class NotFourError(AnswerError):
    """``count`` points where there should be four."""

    code = "not_four"
    words = gettext_noop("Four stones are asked for; “{understood}” names {count}.")


class RepeatedPointError(AnswerError):
    code = "repeated"
    words = gettext_noop("“{understood}” names {point} twice.")


class NotOnePointError(AnswerError):
    code = "not_one_point"
    words = gettext_noop("One point is asked for; “{understood}” names {count}.")
