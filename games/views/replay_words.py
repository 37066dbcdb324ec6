"""Words of the replay."""

from django.utils.translation import gettext as _

from games.faces.registry import face
from games.views.words import seat_words


def replay_words(game: str) -> dict[str, str]:
    return {
        **seat_words(),
        "step_of": _("Step {n} of {all}"),
        "start": _("The position before the first move"),
        "copied": _("Copied"),
        "play": _("Play"),
        "stop": _("Stop"),
        "reason": _("Reason: {reason}"),
        **face(game).words(),
    }
