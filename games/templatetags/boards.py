"""Boards in templates."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.template.loader import select_template

from games.faces.base import Face
from games.faces.registry import FACES, face

register = template.Library()


@register.simple_tag
def board(game: str, position: Mapping[str, Any], name: str = "board") -> str:
    """A board to play on, for a position as ``match_view`` holds it. ``name``: its id."""
    return _drawn(game, "board", position, name=name)


@register.simple_tag
def board_image(game: str, position: Mapping[str, Any]) -> str:
    """A board to look at: one image for a screen reader."""
    return _drawn(game, "image", position)


def _drawn(game: str, part: str, position: Mapping[str, Any], **more: str) -> str:
    kind = face(game)
    context = {"picture": kind.picture(position), "position": position, **more}
    drawn: str = select_template(kind.template(part)).render(context)
    return drawn


@register.simple_tag
def taught_games() -> list[Face]:
    """The games that have a page of rules on positions to try."""
    return [kind for kind in FACES.values() if kind.lessons()]


@register.simple_tag(takes_context=True)
def game_part(context: Context, part: str) -> str:
    """The game's own part of a page that shows ``game``, a face; empty when it has none."""
    found: str = select_template(context["game"].template(part)).render(context.flatten())
    return found
