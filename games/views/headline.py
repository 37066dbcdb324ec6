"""What the headline of a match's page says before the script has run."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def headline(view: Mapping[str, Any], seat: int | None) -> str:
    match view["status"]:
        case "waiting":
            return _("The match has not begun")
        case "paused":
            return _("The match is paused")
        case "ruling":
            return _("Waiting for the arbiter.")
        case "finished":
            return _("The match is over")
    if view["to_move"] == seat:
        return _("Your turn")
    names = {row["seat"]: row["name"] for row in view["seats"]}
    return _("{name} is thinking").format(name=names.get(view["to_move"], ""))
