"""Rules on small positions: what a move tried there leads to, and what the engine says of it.

Nothing is stored. A position comes from the page in the game's text form.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.clock import TimeControl
from games.faces.base import Face, Lesson
from games.present import position_view
from games.record import begin
from games.rules.base import JSON, GameError, Position
from games.rules.registry import game
from games.words import error_words


@dataclass(frozen=True, slots=True)
class Shown:
    """A lesson with its position as pages draw it, and its moves with what is said of each."""

    lesson: Lesson
    view: JSON
    told: list[tuple[str, str, str]]
    """Each move in notation, as it is called, and what is said of it."""

    @property
    def board(self) -> str:
        """The id of its board."""
        return f"board-{self.lesson.code}"


@dataclass(frozen=True, slots=True)
class Tried:
    """``error`` and no position when the rules refuse the move."""

    told: str
    position: Position | None = None
    error: str = ""


def shown(face: Face) -> Iterator[Shown]:
    for lesson in face.lessons():
        position = read(face, lesson, lesson.position)
        told = [
            (text, face.try_in_words(text), attempt(face, position, text).told)
            for text in lesson.tries
        ]
        yield Shown(lesson, view_of(face, position), told)


def read(face: Face, lesson: Lesson, text: str) -> Position:
    """Raise InvalidActionError for text that is no position."""
    kind = game(face.name)
    return kind.read(text, kind.rules.from_json(dict(lesson.rules)))


def tried(face: Face, code: str, position: str, move: str) -> Tried:
    """A move on a position of the lesson ``code``, all as a page sends it."""
    found = {lesson.code: lesson for lesson in face.lessons()}
    lesson = found.get(code)
    if lesson is None:
        return Tried(_("There is no such lesson."), error="unknown_lesson")
    try:
        return attempt(face, read(face, lesson, position), move)
    except GameError as error:
        return Tried(error_words(error), error=error.code)


def attempt(face: Face, position: Position, text: str) -> Tried:
    """Play one move, or say why it cannot be played."""
    try:
        after = position.play(*position.parse(text))
    except GameError as error:
        return Tried(error_words(error), error=error.code)
    return Tried(face.taught(position, after) or _("Played: %(text)s.") % {"text": text}, after)


def usual_rules(face: Face) -> JSON:
    """The options of a match for which nothing is chosen."""
    return game(face.name).rules.from_json({}).to_json()


def view_of(face: Face, position: Position) -> JSON:
    """A position as a page's board is given it, with its text form."""
    view: dict[str, Any] = position_view(begin(position, TimeControl()), face.name)
    return {**view, **face.shown_in_lessons(position), "text": str(position)}
