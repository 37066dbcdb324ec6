"""The games of the product, by name."""

from games.rules.base import Game, GameError, gettext_noop
from games.rules.kyoen.game import KYOEN
from games.rules.oware.game import OWARE
from games.rules.rithmomachia.game import RITHMOMACHIA

GAMES: dict[str, Game] = {game.name: game for game in (KYOEN, OWARE, RITHMOMACHIA)}


class UnknownGameError(GameError):
    """``name``, and the ``allowed`` ones."""

    code = "unknown_game"
    words = gettext_noop("There is no game {name}: {allowed}.")


def game(name: str) -> Game:
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGameError(name=name[:60], allowed=", ".join(GAMES)) from None
