"""Boards in templates."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.picture import Mark, Picture, number, picture_of

register = template.Library()


@register.filter
def svg(value: float) -> str:
    """A number of an SVG: short, and with a point in every language."""
    return number(value)


@register.filter
def spoken(mark: Mark) -> str:
    """A point for a screen reader: coordinate and state."""
    if mark.last:
        return _("%(point)s, last stone") % {"point": mark.spot.name}
    if mark.stone:
        return _("%(point)s, stone") % {"point": mark.spot.name}
    return _("%(point)s, empty") % {"point": mark.spot.name}


@register.filter
def summary(picture: Picture) -> str:
    """A whole board in one sentence, for a screen reader."""
    values = {
        "columns": picture.frame.columns,
        "rows": len(picture.rows),
        "n": picture.stones,
        "point": picture.last,
    }
    if picture.last:
        return _("%(columns)s by %(rows)s board, %(n)s stones, last stone %(point)s") % values
    return _("%(columns)s by %(rows)s board, %(n)s stones") % values


@register.inclusion_tag("games/board.html")
def board(position: Mapping[str, Any], name: str = "board") -> dict[str, Any]:
    """A board with points that can be reached, for a position's view. ``name``: its id."""
    return {"picture": picture_of(position), "name": name}


@register.inclusion_tag("games/board_image.html")
def board_image(position: Mapping[str, Any]) -> dict[str, Any]:
    """A board to look at: one image for a screen reader."""
    return {"picture": picture_of(position)}
