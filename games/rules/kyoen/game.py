"""Kyōen as the rest of the product sees it."""

from games.rules.base import Game
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import MAX_SEATS, MIN_SEATS, OPTIONS, KyoenRules

KYOEN = Game(
    name="kyoen",
    rules=KyoenRules,
    start=KyoenPosition.start,
    read=KyoenPosition.read,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options=OPTIONS,
)
