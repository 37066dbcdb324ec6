"""The pairing cases: tournaments as other engines paired them."""

from dataclasses import replace
from pathlib import Path

from tournaments.formats.pairing_values import Pair, RoundPairing
from tournaments.interchange.trf import read_trf
from tournaments.interchange.trf_pairing import top_moved_first
from tournaments.interchange.trf_values import TrfTournament

FOLDER = Path(__file__).resolve().parents[2] / "data" / "pairing"
GENERATED = sorted((FOLDER / "trf").glob("*.trf"))
REGRESSIONS = sorted((FOLDER / "bbp").glob("*.input"))


def load(path: Path) -> TrfTournament:
    """The file, with what was drawn for round 1, and with its last round the last planned."""
    found = read_trf(path.read_bytes())
    return replace(found, rounds=found.rounds or found.played, first_moves=top_moved_first(found))


def paired_in(tournament: TrfTournament, number: int) -> tuple[set[Pair], list[int]]:
    """The pairs of a round as the file has them, and who got the bye."""
    pairs, byes = set(), []
    for player in tournament.players:
        game = player.games[number - 1]
        if game.paired and game.colour == "w":
            pairs.add(Pair(player.number, game.opponent))
        if game.result == "U":
            byes.append(player.number)
    return pairs, byes


def as_lines(pairing: RoundPairing) -> list[str]:
    """What a pairing engine prints."""
    lines = [f"{pair.first} {pair.second}" for pair in pairing.pairs]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return [str(len(lines)), *lines]
