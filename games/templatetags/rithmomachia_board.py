"""The board of Rithmomachia in templates."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.faces.rithmomachia import terms
from games.faces.rithmomachia.picture import Cell, Man, Picture

register = template.Library()


@register.filter
def spoken(cell: Cell) -> str:
    """A square for a screen reader: what stands there."""
    if cell.man is None:
        return _("{square}, empty").format(square=cell.square)
    even = cell.man.side == "even"
    side = (
        pgettext("a piece of the side", "Even") if even else pgettext("a piece of the side", "Odd")
    )
    return _("{square}, {side} {piece}").format(
        square=cell.square, side=side, piece=man_words(cell.man)
    )


@register.filter
def rank_name(row: Sequence[Cell]) -> str:
    return _("Rank {rank}").format(rank=row[0].square[1:])


@register.filter
def man_words(man: Man) -> str:
    return terms.piece(man.kind)


@register.filter
def summary(picture: Picture) -> str:
    """A whole board in one sentence, for a screen reader."""
    even, odd = picture.count
    words = _("Rithmomachia board, {even} pieces of Even, {odd} of Odd")
    return words.format(even=even, odd=odd)
