"""The board of Kyōen in templates."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.faces.kyoen.picture import Mark, Picture, number

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
        words = ngettext(
            "%(columns)s by %(rows)s board, %(n)s stone, last stone %(point)s",
            "%(columns)s by %(rows)s board, %(n)s stones, last stone %(point)s",
            picture.stones,
        )
    else:
        words = ngettext(
            "%(columns)s by %(rows)s board, %(n)s stone",
            "%(columns)s by %(rows)s board, %(n)s stones",
            picture.stones,
        )
    return words % values
