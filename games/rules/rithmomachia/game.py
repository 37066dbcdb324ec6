"""Rithmomachia as the rest of the product sees it."""

from games.rules.base import Game
from games.rules.rithmomachia.position import SEATS, RithmoPosition
from games.rules.rithmomachia.rules import OPTIONS, RithmoRules

RITHMOMACHIA = Game(
    name="rithmomachia",
    rules=RithmoRules,
    start=RithmoPosition.start,
    read=RithmoPosition.read,
    min_seats=SEATS,
    max_seats=SEATS,
    options=OPTIONS,
)
