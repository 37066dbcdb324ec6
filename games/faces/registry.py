"""The faces of the games, by name."""

from games.faces.base import Face
from games.faces.kyoen.face import Kyoen
from games.faces.oware.face import Oware

FACES: dict[str, Face] = {found.name: found for found in (Kyoen(), Oware())}


class PlainFace(Face):
    """A game whose face is not made: it can be played, and looks like its text form."""

    name = "plain"
    title = ""


PLAIN = PlainFace()


def face(game: str) -> Face:
    return FACES.get(game, PLAIN)
