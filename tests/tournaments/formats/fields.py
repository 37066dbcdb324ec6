"""Random Swiss tournaments, played round by round, for property tests."""

from dataclasses import dataclass, field
from random import Random

from tournaments.formats.lots import Key
from tournaments.formats.pairing_values import Outcome, RoundPairing, pair_result
from tournaments.formats.scoring import LineKind, Result
from tournaments.formats.swiss import SwissEntry, pair_swiss, sit_out
from tournaments.formats.swiss_errors import NoLegalPairingError

PLAYED = (Outcome.FIRST, Outcome.SECOND, Outcome.DRAW)
UNUSUAL = (*PLAYED, Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT)


@dataclass
class Event:
    """A tournament of ``size`` entries whose results come from ``seed``."""

    size: int
    seed: int
    plain: bool = False
    """Nobody is missing, and every game is played."""
    results: list[Result] = field(default_factory=list)
    pairings: list[RoundPairing] = field(default_factory=list)
    stopped: NoLegalPairingError | None = None

    @property
    def entries(self) -> list[SwissEntry]:
        return [SwissEntry(f"e{number}", number) for number in range(1, self.size + 1)]

    def play(self, rounds: int) -> "Event":
        rng = Random(self.seed)
        for number in range(1, rounds + 1):
            away: dict[Key, LineKind] = {}
            if not self.plain:
                kinds = (LineKind.ZERO_BYE, LineKind.HALF_BYE, LineKind.FULL_BYE, LineKind.ABSENT)
                gone = [one.key for one in self.entries if rng.random() < 0.1]
                away = {key: rng.choice(kinds) for key in gone[: self.size - 2]}
            try:
                made = pair_swiss(
                    self.entries,
                    self.results,
                    number=number,
                    rounds=rounds,
                    seed=self.seed,
                    absent=away,
                )
            except NoLegalPairingError as error:
                self.stopped = error
                break
            self.pairings.append(made)
            outcomes = PLAYED if self.plain else UNUSUAL
            self.results += [
                pair_result(number, table, pair.first, pair.second, rng.choice(outcomes))
                for table, pair in enumerate(made.pairs, 1)
            ]
            self.results += sit_out(number, away, made)
        return self
