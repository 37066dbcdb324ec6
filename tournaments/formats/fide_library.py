"""Values of FIDE's tie-breaks by the library tiebreak-core."""

from collections.abc import Mapping
from fractions import Fraction

from tiebreak_core import fide2024, fide2026
from tiebreak_core.models import GameRecord, PlayerTiebreakData

from tournaments.formats.fide_table import Edition, FideTable, Kind, Mode, Turn
from tournaments.formats.lots import Key

SCORED: Mapping[str, str] = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2",
    "AOB": "aob",
    "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1",
    "SB/C2": "sonneborn_berger_cut2",
    "PS": "progressive",
    "PS/C1": "progressive_cut1",
    "KS": "koya",
}
"""Sums of scores: the library knows games of 1, ½ and 0 only."""

COUNTED: Mapping[str, str] = {
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "REP": "rounds_elected",
    "ARO": "aro",
    "ARO/C1": "aro_cut1",
    "ARO/C2": "aro_cut2",
    "ARO/M1": "aro_median1",
    "ARO/M2": "aro_median2",
    "TPR": "tpr",
    "PTP": "ptp",
    "APRO": "apro",
    "APPO": "appo",
}
"""Numbers of rounds, and ratings: they do not depend on what a game is worth."""

LIMIT = 10_000
"""Denominators beyond this come from binary fractions."""


class Library:
    """One table as the library takes it."""

    def __init__(self, table: FideTable, ratings: Mapping[Key, int]) -> None:
        self._table = table
        self._ratings = ratings
        self._ids = {key: index for index, key in enumerate(table.turns, 1)}
        self._players = {index: self._player(key, index) for key, index in self._ids.items()}

    def values(self, code: str) -> Mapping[Key, Fraction] | None:
        """The values of everybody; None when the library does not have them."""
        table = self._table
        if not table.rounds or (code in SCORED and not table.worth.standard):
            return None
        name = SCORED.get(code) or COUNTED.get(code, "")
        rounds = table.rounds
        if code == "KS" and table.mode is Mode.ROUND_ROBIN:
            rounds = max(len(turns) for turns in table.turns.values())
        if table.edition is Edition.FIDE_2026 or table.mode is Mode.ROUND_ROBIN:
            if name not in fide2026.FIDE2026_REGISTRY:
                return None
            found = fide2026.rank_standings(
                self._players, [name], max(rounds, 1), mode=table.mode.value
            )
        elif name in fide2024.FIDE2024_REGISTRY:
            found = fide2024.rank_standings(self._players, [name], rounds)
        else:
            return None
        by_id = {one.player_id: one.values[name] for one in found.players}
        known: dict[float, Fraction] = {}
        values = {}
        for key, index in self._ids.items():
            amount = by_id[index]
            if amount not in known:
                known[amount] = Fraction(amount).limit_denominator(LIMIT)
            values[key] = known[amount]
        return values

    def _player(self, key: Key, index: int) -> PlayerTiebreakData:
        games = [self._game(turn) for turn in self._table.turns[key]]
        points = sum(game.score for game in games)
        return PlayerTiebreakData(index, self._ratings.get(key, 0), points, games)

    def _game(self, turn: Turn) -> GameRecord:
        forfeits = {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}
        scheduled = turn.kind is Kind.PLAYED or turn.kind in forfeits
        opponent = turn.opponent if scheduled else None
        return GameRecord(
            -1 if opponent is None else self._ids[opponent],
            0 if opponent is None else self._ratings.get(opponent, 0),
            self._score(turn),
            "white" if turn.first else "black",
            turn.round,
            turn.kind.value,
        )

    def _score(self, turn: Turn) -> float:
        worth = self._table.worth
        if worth.standard:
            return float(turn.score)
        if turn.kind is Kind.PLAYED:
            return 1.0 if turn.won else 0.5 if turn.drawn else 0.0
        return 1.0 if turn.score == worth.win else 0.5 if turn.score == worth.draw else 0.0
