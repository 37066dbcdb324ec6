"""Values of FIDE's tie-breaks by the library tiebreak-core."""

from collections.abc import Iterable, Mapping, Sequence
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
    """One table as the library takes it, and the values of the ``codes`` it knows."""

    def __init__(self, table: FideTable, ratings: Mapping[Key, int], codes: Iterable[str]) -> None:
        self._table = table
        self._ratings = ratings
        self._standard = table.worth.standard
        self._codes = {code for code in codes if self._name(code)}
        self._ids = {key: index for index, key in enumerate(table.turns, 1)}
        self._players = {index: self._player(key, index) for key, index in self._ids.items()}
        self._values: dict[str, Mapping[Key, Fraction]] = {}

    def values(self, code: str) -> Mapping[Key, Fraction] | None:
        """The values of everybody; None when the library does not have them."""
        if not self._name(code):
            return None
        if code not in self._values:
            self._values |= self._compute(sorted({code, *self._codes} - self._values.keys()))
        return self._values[code]

    def _name(self, code: str) -> str:
        table = self._table
        if not table.rounds or (code in SCORED and not self._standard):
            return ""
        name = SCORED.get(code) or COUNTED.get(code, "")
        known = fide2026.FIDE2026_REGISTRY if self._newer() else fide2024.FIDE2024_REGISTRY
        return name if name in known else ""

    def _newer(self) -> bool:
        """Both editions say the same of round robins."""
        table = self._table
        return table.edition is Edition.FIDE_2026 or table.mode is Mode.ROUND_ROBIN

    def _compute(self, codes: Sequence[str]) -> dict[str, Mapping[Key, Fraction]]:
        rounds, games = self._table.rounds, max(self._table.games, 1)
        if "KS" in codes and games != rounds:
            others = [code for code in codes if code != "KS"]
            return self._ranked(["KS"], games) | self._ranked(others, rounds)
        return self._ranked(codes, rounds)

    def _ranked(self, codes: Sequence[str], rounds: int) -> dict[str, Mapping[Key, Fraction]]:
        names = [self._name(code) for code in codes]
        if self._newer():
            mode = self._table.mode.value
            found = fide2026.rank_standings(self._players, names, rounds, mode=mode)
        else:
            found = fide2024.rank_standings(self._players, names, rounds)
        by_id = {one.player_id: one.values for one in found.players}
        known: dict[float, Fraction] = {}
        values: dict[str, Mapping[Key, Fraction]] = {}
        for code, name in zip(codes, names, strict=True):
            own: dict[Key, Fraction] = {}
            for key, index in self._ids.items():
                amount = by_id[index][name]
                if amount not in known:
                    known[amount] = Fraction(amount).limit_denominator(LIMIT)
                own[key] = known[amount]
            values[code] = own
        return values

    def _player(self, key: Key, index: int) -> PlayerTiebreakData:
        games = [self._game(turn) for turn in self._table.turns[key]]
        points = sum(game.score for game in games)
        return PlayerTiebreakData(index, self._ratings.get(key, 0), points, games)

    def _game(self, turn: Turn) -> GameRecord:
        scheduled = turn.kind is Kind.PLAYED or turn.forfeited
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
        if self._standard:
            return turn.score.numerator / turn.score.denominator
        worth = self._table.worth
        if turn.kind is Kind.PLAYED:
            return 1.0 if turn.won else 0.5 if turn.drawn else 0.0
        return 1.0 if turn.score == worth.win else 0.5 if turn.score == worth.draw else 0.0
