"""Why an action of Oware was refused. A refusal changes nothing."""

from games.rules.base import IllegalActionError, InvalidActionError, gettext_noop


class NotAPitError(InvalidActionError):
    """``text``: a letter that is no pit."""

    code = "not_a_pit"
    words = gettext_noop("{text} is not a pit: the pits are A to F and a to f.")


class NotYourPitError(IllegalActionError):
    """``pit``, and ``own``: the letters of the player's own pits."""

    code = "not_your_pit"
    words = gettext_noop("Pit {pit} is not yours. Choose one of {own}.")


class EmptyPitError(IllegalActionError):
    """``pit``, and ``pits``: those that may be sown."""

    code = "empty_pit"
    words = gettext_noop("Pit {pit} is empty. You can sow {pits}.")


class MustFeedError(IllegalActionError):
    """``pit``, and ``pits``: those that feed."""

    code = "must_feed"
    words = gettext_noop(
        "The other side has no seed: you must give it one. Pit {pit} does not reach; {pits} can."
    )


class GrandSlamForbiddenError(IllegalActionError):
    """``pit``, and ``pits``: those that may be sown."""

    code = "grand_slam_forbidden"
    words = gettext_noop(
        "Pit {pit} would take every seed of the other side, which this match forbids. "
        "You can sow {pits}."
    )


class NotAPositionError(InvalidActionError):
    """Text of another form."""

    code = "not_a_position"
    words = gettext_noop("A position is twelve pits, two stores and S or N, with dashes between.")


class WrongSeedsError(InvalidActionError):
    """``seeds``: how many a position holds."""

    code = "wrong_seeds"
    words = gettext_noop("Pits and stores hold {seeds} seeds; they must be 48.")
