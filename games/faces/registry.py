"""The faces of the games, by name."""

from games.faces.base import Face
from games.faces.kyoen.face import Kyoen
from games.faces.oware.face import Oware
from games.faces.rithmomachia.face import Rithmomachia

FACES: dict[str, Face] = {found.name: found for found in (Kyoen(), Oware(), Rithmomachia())}


def face(game: str) -> Face:
    """Raise KeyError for a game that is not in the registry of rules."""
    return FACES[game]
