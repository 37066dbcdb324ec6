"""Words of the replay."""

from django.utils.translation import gettext as _

from games.views.words import board_words, seat_words


def replay_words() -> dict[str, str]:
    return {
        **board_words(),
        **seat_words(),
        "step_of": _("Step {n} of {all}"),
        "start": _("The empty board"),
        "line": _("straight line"),
        "circle": _("circle, centre {centre}, radius {radius}"),
        "claimed": _("{point}: {name} made it, {claimant} claimed it"),
        "missed": _("{point}: {name} made it, nobody claimed it"),
        "by_arbiter": _("the arbiter"),
        "more_curves": _("and {n} more"),
        "copied": _("Copied"),
        "play": _("Play"),
        "stop": _("Stop"),
        "reason": _("Reason: {reason}"),
    }
