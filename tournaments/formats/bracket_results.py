"""What the result of a table means in a bracket."""

from tournaments.formats.bracket_values import BracketResult, Ending
from tournaments.formats.pairing_values import Outcome, outcome_of
from tournaments.formats.scoring import SeatKind, TableResult


def of_table(result: TableResult) -> BracketResult | None:
    """The result of a table of two; None while there is none, and for a draw, which is none.

    Who lost by ruling has lost, and falls into a losers' side as others do; if both have,
    neither goes on.
    """
    first, second = (seat.key for seat in result.seats)
    scores = tuple((seat.key, seat.score) for seat in result.seats if seat.score is not None)
    players = (first, second)
    if all(seat.kind is SeatKind.REMOVED for seat in result.seats):
        return BracketResult(players, None, Ending.DOUBLE_FORFEIT)
    match outcome_of(result):
        case None | Outcome.DRAW:
            return None
        case Outcome.FIRST:
            return BracketResult(players, first, scores=scores)
        case Outcome.SECOND:
            return BracketResult(players, second, scores=scores)
        case Outcome.FIRST_FORFEITS:
            return BracketResult(players, second, Ending.FORFEIT)
        case Outcome.SECOND_FORFEITS:
            return BracketResult(players, first, Ending.FORFEIT)
        case Outcome.BOTH_FORFEIT:
            return BracketResult(players, None, Ending.DOUBLE_FORFEIT)
