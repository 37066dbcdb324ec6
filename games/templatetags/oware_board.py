"""The board of Oware in templates."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.faces.oware.picture import Picture, Pit

register = template.Library()


@register.filter
def spoken(pit: Pit) -> str:
    """A pit for a screen reader: its letter and its seeds."""
    if not pit.seeds:
        return _("{pit}, empty").format(pit=pit.letter)
    seeds = ngettext("{n} seed", "{n} seeds", pit.seeds).format(n=pit.seeds)
    return _("{pit}, {seeds}").format(pit=pit.letter, seeds=seeds)


@register.filter
def summary(picture: Picture) -> str:
    """A whole board in one sentence, for a screen reader."""
    first, second = sorted(picture.stores, key=lambda store: store.seat)
    values = {"first": first.seeds, "second": second.seeds}
    if picture.last:
        words = _("Oware board, stores {first} and {second}, last sown {pit}")
        return words.format(pit=picture.last["pit"], **values)
    return _("Oware board, stores {first} and {second}").format(**values)


@register.filter
def row_name(row: tuple[Pit, ...]) -> str:
    """Whose pits a row is."""
    return _("Pits A to F") if row[0].seat == 1 else _("Pits a to f")
