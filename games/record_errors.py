"""Why an event cannot follow in a record. Nothing was changed."""

from games.rules.base import IllegalActionError, gettext_noop


class NotStartedError(IllegalActionError):
    code = "not_started"
    words = gettext_noop("The match has not begun.")


class AlreadyStartedError(IllegalActionError):
    code = "already_started"
    words = gettext_noop("The match has begun already.")


class PausedError(IllegalActionError):
    code = "paused"
    words = gettext_noop("The match is paused.")


class NotPausedError(IllegalActionError):
    code = "not_paused"
    words = gettext_noop("The match is not paused.")


class AwaitingRulingError(IllegalActionError):
    code = "awaiting_ruling"
    words = gettext_noop("An arbiter has to rule on the time first.")


class NoRulingNeededError(IllegalActionError):
    code = "no_ruling_needed"
    words = gettext_noop("Nothing waits for a ruling.")


class NothingToTakeBackError(IllegalActionError):
    code = "nothing_to_take_back"
    words = gettext_noop("There is no step to take back.")


class TimeNotUpError(IllegalActionError):
    code = "time_not_up"
    words = gettext_noop("The time is not used up.")


class NotAwaitedError(IllegalActionError):
    code = "not_awaited"
    words = gettext_noop("The match does not wait for this player.")


class NoClockError(IllegalActionError):
    """The seat has no time of its own to change now."""

    code = "no_clock"
    words = gettext_noop("This seat has no time that can be changed now.")


class TooMuchTimeError(IllegalActionError):
    """``ms``"""

    code = "too_much_time"
    words = gettext_noop("This is more time than a clock holds.")


class NoDrawsError(IllegalActionError):
    code = "no_draws"
    words = gettext_noop("Draws cannot be agreed in this match.")


class NoOfferError(IllegalActionError):
    """It was declined, or its answer was a move."""

    code = "no_offer"
    words = gettext_noop("There is no offer of a draw to answer.")


class AlreadyOfferedError(IllegalActionError):
    code = "already_offered"
    words = gettext_noop("You have offered a draw already. Wait for the next move.")


class OfferStandsError(IllegalActionError):
    code = "offer_stands"
    words = gettext_noop("The other player has offered a draw. Accept or decline it.")
