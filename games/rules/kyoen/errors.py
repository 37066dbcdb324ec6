"""Why an action of Kyōen was refused. A refusal changes nothing and is not a wrong claim."""

from games.rules.base import IllegalActionError, InvalidActionError


class OffBoardError(InvalidActionError):
    """``point``: a name that is written like a point but is not on this board."""

    code = "off_board"
    words = "{point} is not on this board."


class PointTakenError(IllegalActionError):
    code = "point_taken"
    words = "There is a stone on {point} already."


class ClaimError(IllegalActionError):
    """A claim that is not even a wrong one."""

    code = "claim_refused"


class TooFewPointsError(ClaimError):
    code = "too_few_points"
    words = "A claim names four stones."


class TooManyPointsError(ClaimError):
    code = "too_many_points"
    words = "A claim names four stones."


class RepeatedPointError(ClaimError):
    code = "repeated_point"
    words = "The claim names {point} twice."


class EmptyPointError(ClaimError):
    code = "empty_point"
    words = "There is no stone on {point}."


class NothingToClaimError(ClaimError):
    code = "nothing_to_claim"
    words = "There is no stone to claim now."


class AlreadyClaimedError(NothingToClaimError):
    """The last stone was claimed rightly and is off the board."""

    code = "already_claimed"
    words = "The last stone was claimed already."


class OwnStoneError(ClaimError):
    code = "own_stone"
    words = "The last stone is this seat's own."


class ClaimRightLostError(ClaimError):
    code = "claim_right_lost"
    words = "After a wrong claim this seat claims no more until the next stone."


class ArbiterMayNotClaimError(ClaimError):
    code = "arbiter_may_not_claim"
    words = "Only players claim in this match."


class SeatInError(IllegalActionError):
    code = "seat_in"
    words = "This seat is in play already."
