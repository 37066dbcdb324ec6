"""The columns of a player line of TRF16, counted in characters."""

import re
from fractions import Fraction

from tournaments.interchange.trf_values import BYES, FORFEITS, PLAYED, TrfError, TrfGame, TrfPlayer

GAMES_FROM = 91
GAME = 10
_DIGITS = re.compile(r"\d+", re.ASCII)
_DECIMAL = re.compile(r"\d+(?:[.,]\d+)?", re.ASCII)


def read_player(line: str, row: int) -> TrfPlayer:
    """Read a line ``001 …``; ``row`` is its number in the file."""
    if len(line.rstrip()) < 84:
        raise TrfError("line_too_short", row)
    number = line[4:8].strip()
    if not _DIGITS.fullmatch(number) or int(number) < 1:
        raise TrfError("no_number", row, number)
    return TrfPlayer(
        int(number),
        line[14:47].strip(),
        line[9:10].strip(),
        line[10:13].strip(),
        _whole(line[48:52], row),
        line[53:56].strip(),
        line[57:68].strip(),
        line[69:79].strip(),
        read_decimal(line[80:84], row),
        _whole(line[85:89], row),
        _games(line.rstrip()[GAMES_FROM:], row),
    )


def write_player(player: TrfPlayer) -> str:
    """The line of a player. Raise TrfError for what does not fit its column."""
    number, rating, rank = (
        _fit("" if value is None else str(value), 4)
        for value in (player.number, player.rating, player.rank)
    )
    head = (
        f"001 {number:>4} {_fit(player.sex, 1):1}{_fit(player.title, 3):>3} "
        f"{player.name[:33]:<33} {rating:>4} {_fit(player.federation, 3):<3} "
        f"{_fit(player.fide_id, 11):>11} {_fit(player.birth, 10):<10} "
        f"{write_decimal(player.points):>4} {rank:>4}"
    )
    return head + "".join(f"  {write_game(game)}" for game in player.games)


def read_decimal(text: str, row: int) -> Fraction:
    text = text.strip()
    if not _DECIMAL.fullmatch(text):
        raise TrfError("not_a_number", row, text)
    return Fraction(text.replace(",", "."))


def write_decimal(amount: Fraction) -> str:
    """One decimal place, or as many as it takes up to the width of the column.

    >>> write_decimal(Fraction(7, 2)), write_decimal(Fraction(1, 4))
    ('3.5', '0.25')
    """
    exact = amount * 10
    text = f"{float(amount):.1f}" if exact.denominator == 1 else f"{float(amount):.2f}"
    return _fit(text, 4)


def write_game(game: TrfGame) -> str:
    if game.blank:
        return " " * 8
    opponent = f"{game.opponent:>4}" if game.opponent else "0000"
    return f"{_fit(opponent, 4)} {game.colour} {game.result}"


def _games(text: str, row: int) -> tuple[TrfGame, ...]:
    return tuple(_game(text[at : at + 8], row) for at in range(0, len(text), GAME))


def _game(text: str, row: int) -> TrfGame:
    if not text.strip():
        return TrfGame(blank=True)
    padded = text.ljust(8)
    opponent, colour, result = padded[:4].strip(), padded[5], padded[7].upper()
    number = int(opponent) if _DIGITS.fullmatch(opponent) else None
    if opponent == "":
        number = 0
    fits = number is not None and padded[4] == padded[6] == " " and colour in "wb- "
    if number:
        fits = fits and (result in PLAYED | FORFEITS or (result == " " and colour != " "))
        fits = fits and (result in FORFEITS or colour in "wb")
    else:
        fits = fits and result in BYES | FORFEITS | {" "}
    if not fits or number is None:
        raise TrfError("bad_game", row, text.rstrip())
    if result == " " and not number:
        return TrfGame(0, colour.replace(" ", "-"), "Z")
    return TrfGame(number, colour.replace(" ", "-"), result)


def _whole(text: str, row: int) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not _DIGITS.fullmatch(text):
        raise TrfError("not_a_number", row, text)
    return int(text)


def _fit(text: str, width: int) -> str:
    if len(text) > width:
        raise TrfError("too_long_for_column", None, text)
    return text
