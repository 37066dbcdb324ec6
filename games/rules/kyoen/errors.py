"""Why an action of Kyōen was refused. A refusal changes nothing and is not a wrong claim."""

from games.rules.base import IllegalActionError, InvalidActionError, gettext_noop


class OffBoardError(InvalidActionError):
    """``point``: a name that is written like a point but is not on this board."""

    code = "off_board"
    words = gettext_noop("{point} is not on this board.")


class PointTakenError(IllegalActionError):
    code = "point_taken"
    words = gettext_noop("There is a stone on {point} already.")


class ClaimError(IllegalActionError):
    """A claim that is not even a wrong one."""

    code = "claim_refused"


class TooFewPointsError(ClaimError):
    code = "too_few_points"
    words = gettext_noop("A claim names four stones.")


class TooManyPointsError(ClaimError):
    code = "too_many_points"
    words = gettext_noop("A claim names four stones, and no more.")


class RepeatedPointError(ClaimError):
    code = "repeated_point"
    words = gettext_noop("The claim names {point} twice.")


class EmptyPointError(ClaimError):
    code = "empty_point"
    words = gettext_noop("There is no stone on {point}.")


class NothingToClaimError(ClaimError):
    code = "nothing_to_claim"
    words = gettext_noop("There is no stone to claim now.")


class AlreadyClaimedError(NothingToClaimError):
    """The last stone was claimed rightly and is off the board."""

    code = "already_claimed"
    words = gettext_noop("The last stone was claimed already.")


class OwnStoneError(ClaimError):
    code = "own_stone"
    words = gettext_noop("This stone is your own.")


class ClaimRightLostError(ClaimError):
    code = "claim_right_lost"
    words = gettext_noop("After a wrong claim you may claim again from the next stone on.")


class ArbiterMayNotClaimError(ClaimError):
    code = "arbiter_may_not_claim"
    words = gettext_noop("Only players claim in this match.")
