"""A tournament as FIDE's report file (TRF16) holds it, with the additions of pairing engines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from games.rules.base import gettext_noop
from tournaments.formats.errors import FormatError
from tournaments.formats.points import STANDARD, Points

PLAYED = frozenset("1=0WDL")
FORFEITS = frozenset("+-")
BYES = frozenset("UFHZ")

PROBLEMS: Mapping[str, str] = {
    "not_text": gettext_noop("this is not a text file"),
    "no_players": gettext_noop(
        "there is no player line (001): this is no report file. A list of people is read under "
        "“Entries”, once the tournament is made"
    ),
    "too_long": gettext_noop("the file is too long"),
    "line_too_short": gettext_noop("the line is too short for a player"),
    "no_number": gettext_noop("the pairing number “%(value)s” is not a number from 1"),
    "number_twice": gettext_noop("the pairing number %(value)s is there twice"),
    "not_a_number": gettext_noop("“%(value)s” is not a number"),
    "bad_game": gettext_noop("“%(value)s” is not a game: opponent, colour and result"),
    "unknown_opponent": gettext_noop("there is no player %(value)s to play"),
    "plays_itself": gettext_noop("player %(value)s meets itself"),
    "games_differ": gettext_noop("round %(value)s: the two players' entries do not fit together"),
    "points_differ": gettext_noop("the points do not add up: %(value)s"),
    "too_many_rounds": gettext_noop("more rounds than the file announces (%(value)s)"),
    "unknown_code": gettext_noop("“%(value)s” is not understood"),
    "code_twice": gettext_noop("%(value)s is there twice"),
    "too_long_for_column": gettext_noop("“%(value)s” does not fit its column"),
}
"""What is wrong with a file: English, to be translated."""


class TrfError(FormatError):
    """A file that cannot be read. ``params``: line (from 1, or None), problem, value."""

    code: ClassVar[str] = "broken_trf"

    def __init__(self, problem: str, line: int | None = None, value: object = "") -> None:
        super().__init__(line=line, problem=problem, value=str(value))

    @property
    def words(self) -> str:
        """The sentence, without the line, to be translated and filled with ``params``."""
        return PROBLEMS[self.params["problem"]]

    def __str__(self) -> str:
        sentence = self.words % self.params
        line = self.params["line"]
        return sentence if line is None else f"line {line}: {sentence}"


@dataclass(frozen=True, slots=True)
class TrfGame:
    """A round of a player."""

    opponent: int = 0
    """Pairing number; 0 is nobody."""
    colour: str = "-"
    """``w``, ``b`` or ``-``."""
    result: str = "Z"
    """``1 = 0`` and not rated ``W D L``; by forfeit ``+ -``; byes ``U F H Z``; a blank is a game
    without a result yet, or an absence."""
    blank: bool = False
    """Nothing is written at all: an absence."""

    @property
    def paired(self) -> bool:
        return self.opponent > 0


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction = Fraction(0)
    rank: int | None = None
    games: tuple[TrfGame, ...] = ()


@dataclass(frozen=True, slots=True)
class TrfTournament:
    lines: tuple[str | int, ...]
    """In order: other lines as they are; for a player the pairing number."""
    players: tuple[TrfPlayer, ...]
    """In order of the file."""
    rounds: int | None = None
    """Planned (XXR)."""
    first_moves: bool | None = None
    """The top player begins (XXC white1, black1)."""
    by_rank: bool = False
    """Pair by the order of the file, not by pairing number (XXC rank)."""
    points: Points = STANDARD
    absent: frozenset[int] = frozenset()
    """Not in the next round (XXZ)."""
    forbidden: tuple[tuple[int, ...], ...] = ()
    """Groups none of whom may meet (XXP)."""
    acceleration: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    """Points for the pairing only, by round (XXA)."""
    newline: str = "\n"
    ends_with_newline: bool = True

    def player(self, number: int) -> TrfPlayer:
        return next(player for player in self.players if player.number == number)

    def header(self, code: str) -> str:
        """The text of the first line with the code, such as 012, the name of the tournament."""
        found = (line for line in self.lines if isinstance(line, str) and line[:3] == code)
        return next(found, "")[4:].strip()

    @property
    def played(self) -> int:
        """Rounds with a game; what is written after them is about the next round."""
        return max(
            (
                number
                for player in self.players
                for number, game in enumerate(player.games, 1)
                if game.paired
            ),
            default=0,
        )
