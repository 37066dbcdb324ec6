"""Why something was not done to a match. Nothing was changed but what had become due anyway."""

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.errors import UserError


class MatchError(UserError):
    """``match`` is the match as it stands now (present.match_view), for the sender to catch up."""

    def __init__(self, match: dict[str, Any] | None = None, **params: Any) -> None:
        super().__init__(**params)
        self.match = match


class StaleMatchError(MatchError):
    """The board or the turn changed since the event that the sender had seen."""

    code = "stale_match"
    words: ClassVar[str | Promise] = _(
        "The board changed before this arrived, so it was not done. Look at the board again."
    )


class AlreadyClaimedError(MatchError):
    code = "already_claimed"
    words = _(
        "Somebody else claimed this stone a moment earlier. "
        "Your claim does not count as a wrong one."
    )


class TooLateError(MatchError):
    code = "too_late"
    words = _(
        "The next stone was placed before your claim arrived. It does not count as a wrong one."
    )


class TimeUpError(MatchError):
    code = "time_up"
    words = _("The time was used up before this arrived.")


class NotYourSeatError(UserError):
    code = "not_your_seat"
    status = 403
    words = _("You have no seat in this match, or not this one.")


class MayNotRuleError(UserError):
    code = "may_not_rule"
    status = 403
    words = _("Only an arbiter of this match can do this.")


class NoFreeSeatError(UserError):
    code = "no_free_seat"
    words = _("All seats of this match are taken.")


class SeatsFreeError(UserError):
    code = "seats_free"
    words = _("Some seats are still free. Wait until they are taken, then start.")


class UnknownComputerError(UserError):
    """``level``"""

    code = "unknown_computer"
    status = 400
    words = _("There is no computer player “%(level)s”.")


class SeatsInvalidError(UserError):
    """``low``, ``high``: how many a match of this game has."""

    code = "seats_invalid"
    status = 400
    words = _("A match of this game has %(low)s to %(high)s seats, each with a name.")


class SameUserTwiceError(UserError):
    code = "same_user_twice"
    words = _("One person cannot sit on two seats of a match.")


class ReasonMissingError(UserError):
    code = "reason_missing"
    status = 400
    words = _("Say why: the reason goes into the record.")


class TooManyMatchesError(UserError):
    """``limit``: how many in a quarter of an hour."""

    code = "too_many_matches"
    status = 429
    words = _(
        "You have begun %(limit)s practice matches in a quarter of an hour. Nothing was begun; "
        "wait a few minutes, then try again."
    )
