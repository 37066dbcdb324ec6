"""Oware as the rest of the product sees it."""

from games.rules.base import Game
from games.rules.oware.notation import split
from games.rules.oware.position import SEATS, OwarePosition
from games.rules.oware.rules import OPTIONS, OwareRules

OWARE = Game(
    name="oware",
    rules=OwareRules,
    start=OwarePosition.start,
    read=OwarePosition.read,
    min_seats=SEATS,
    max_seats=SEATS,
    options=OPTIONS,
    split=split,
)
