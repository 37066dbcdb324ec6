"""Why an action of Rithmomachia was refused. A refusal changes nothing.

``sums`` are figures alone, made by the same arithmetic that takes.
"""

from games.rules.base import IllegalActionError, gettext_noop


class EmptySquareError(IllegalActionError):
    code = "empty_square"
    words = gettext_noop("There is no piece on {square}.")


class EnemyPieceError(IllegalActionError):
    code = "enemy_piece"
    words = gettext_noop("The piece on {square} is not yours.")


class OwnPieceError(IllegalActionError):
    code = "own_piece"
    words = gettext_noop("Your own piece stands on {square}.")


class SquareTakenError(IllegalActionError):
    code = "square_taken"
    words = gettext_noop("There is a piece on {square} already.")


class CannotReachError(IllegalActionError):
    code = "cannot_reach"
    words = gettext_noop("{piece} does not move from {origin} to {square}. It can go to: {others}.")


class NoMoveOfPieceError(IllegalActionError):
    code = "no_move_of_piece"
    words = gettext_noop("{piece} on {origin} cannot move now.")


class PathBlockedError(IllegalActionError):
    code = "path_blocked"
    words = gettext_noop("A piece on {blocker} stands in the way of {piece} to {square}.")


class NoCaptureError(IllegalActionError):
    """A capture that is not there, and nothing to calculate."""

    code = "no_capture"
    words = gettext_noop("Nothing takes {target}.")


class NothingToTakeError(IllegalActionError):
    code = "nothing_to_take"
    words = gettext_noop("There is no enemy piece on {square}.")


class SumDoesNotFitError(NoCaptureError):
    """A capture that is not there: what the arithmetic gives instead."""

    code = "sum_does_not_fit"
    words = gettext_noop("{target} has the value {value}; the arithmetic gives {sums}.")


class NotHeldError(IllegalActionError):
    code = "component_not_held"
    words = gettext_noop("The piece on {square} does not contain {part}. It contains: {held}.")


class WhichCaptureError(IllegalActionError):
    """More than one action fits the text."""

    code = "which_capture"
    words = gettext_noop("Say what you take: {choices}.")


class NotInHandError(IllegalActionError):
    code = "not_in_hand"
    words = gettext_noop("You have no {piece} to drop. You have: {hand}.")


class NothingInHandError(IllegalActionError):
    code = "nothing_in_hand"
    words = gettext_noop("You have no piece to drop.")


class NoDropsError(IllegalActionError):
    code = "no_drops"
    words = gettext_noop("In this match captured pieces are not dropped.")


class OffBackRankError(IllegalActionError):
    code = "off_back_rank"
    words = gettext_noop(
        "A piece is dropped on your back rank, {first} to {last}, not on {square}."
    )
