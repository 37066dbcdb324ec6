"""Values of FIDE's tie-breaks for stages of pairings (C.07), with what each is made of.

Games with the black pieces are those with the second move here. With the usual points the values
are the library's; with others, and where the library has none, they are the sum of the parts.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor

from tournaments.formats import fide_parts as parts
from tournaments.formats.direct_encounter import games_among, tiers
from tournaments.formats.errors import InvalidSettingError
from tournaments.formats.fide_library import Library
from tournaments.formats.fide_parts import Made
from tournaments.formats.fide_table import FideTable, Kind, make_table, read_turns
from tournaments.formats.lots import Key
from tournaments.formats.tie_breaks import Field, Part, Value

Make = Callable[[FideTable, Key], Made]
Cut = Callable[[Made], frozenset[int]]


class Fide:
    """A field in the shapes the criteria need, made when first asked for."""

    def __init__(self, field: Field) -> None:
        if field.worth is None:
            raise InvalidSettingError(
                field="tie_breaks", value="FIDE", allowed="stages of pairings only"
            )
        turns = {
            key: read_turns(lines, field.worth, field.mode) for key, lines in field.lines.items()
        }
        rounds = max((turn.round for own in turns.values() for turn in own), default=0)
        self.table = make_table(turns, rounds, field.worth, field.edition, field.mode)
        self.ratings = field.ratings
        self._fore: FideTable | None = None
        self.codes = field.codes
        self._libraries: dict[bool, Library] = {}
        self._made: dict[tuple[Make, bool], dict[Key, Made]] = {}

    def of(self, fore: bool) -> FideTable:
        if not fore:
            return self.table
        if self._fore is None:
            self._fore = self.table.fore()
        return self._fore

    def library(self, fore: bool = False) -> Library:
        if fore not in self._libraries:
            codes = [code.replace("FB", "BH") for code in self.codes if ("FB" in code) is fore]
            self._libraries[fore] = Library(self.of(fore), self.ratings, codes)
        return self._libraries[fore]

    def made(self, make: Make, fore: bool = False) -> Mapping[Key, Made]:
        if (make, fore) not in self._made:
            table = self.of(fore)
            self._made[make, fore] = {key: make(table, key) for key in table.turns}
        return self._made[make, fore]


def fide_of(field: Field) -> Fide:
    if "fide" not in field.cache:
        field.cache["fide"] = Fide(field)
    found: Fide = field.cache["fide"]
    return found


def score(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    return {
        key: Value(
            "PTS",
            field.points[key],
            tuple(Part(line.round, line.opponent, line.points) for line in field.lines[key])
            if field.explained
            else (),
        )
        for key in keys
    }


def summed(
    field: Field, keys: Sequence[Key], *, code: str, make: Make, cut: Cut | None, fore: bool
) -> dict[Key, Value]:
    fide = fide_of(field)
    values = fide.library(fore).values(code.replace("FB", "BH"))
    if values is not None and not field.explained:
        return {key: Value(code, values[key]) for key in keys}
    everything = fide.made(make, fore)
    found = {}
    for key in keys:
        made = everything[key]
        gone = cut(made) if cut else frozenset[int]()
        amount = made.total(gone) if values is None else values[key]
        found[key] = Value(code, amount, made.without(gone))
    return found


def counted_rounds(field: Field, keys: Sequence[Key], *, code: str) -> dict[Key, Value]:
    fide = fide_of(field)
    values = fide.library().values(code)
    if values is not None and not field.explained:
        return {key: Value(code, values[key]) for key in keys}
    found = {}
    for key in keys:
        made = parts.counted(fide.table, key, code)
        amount = made.total() if values is None else values[key]
        found[key] = Value(code, amount, made.parts)
    return found


def mean_buchholz(field: Field, keys: Sequence[Key], *, code: str) -> dict[Key, Value]:
    fide = fide_of(field)
    totals = {key: made.total() for key, made in fide.made(parts.buchholz).items()}
    found = {}
    for key in keys:
        met = _met(fide.table, key)
        amount = sum((totals[other] for _, other in met), Fraction(0)) / max(1, len(met))
        made = tuple(Part(number, other, totals[other]) for number, other in met)
        found[key] = Value(code, amount, made)
    return found


def mean_rating(
    field: Field, keys: Sequence[Key], *, code: str, lowest: int = 0, highest: int = 0
) -> dict[Key, Value]:
    """Of the opponents played; who has no rating is left out."""
    fide = fide_of(field)
    values = fide.library().values(code)
    found = {}
    for key in keys:
        made = Made(
            tuple(
                Part(number, other, Fraction(fide.ratings[other]))
                for number, other in _met(fide.table, key)
                if fide.ratings.get(other)
            )
        )
        gone = parts.cut(made, lowest, highest)
        kept = len(made.parts) - len(gone)
        amount = Fraction(floor(made.total(gone) / max(1, kept) + Fraction(1, 2)))
        if values is not None:
            amount = values[key]
        found[key] = Value(code, amount if made.parts else None, made.without(gone))
    return found


def performances(field: Field, keys: Sequence[Key], *, code: str, of: str) -> dict[Key, Value]:
    fide = fide_of(field)
    values, each = fide.library().values(code), fide.library().values(of)
    found = {}
    for key in keys:
        if values is None or each is None:
            found[key] = Value(code, None)
            continue
        met = _met(fide.table, key)
        made = tuple(Part(number, other, each[other]) for number, other in met)
        found[key] = Value(code, values[key] if met else None, made)
    return found


def standard_points(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    fide = fide_of(field)
    table = fide.table
    found = {}
    for key in keys:
        made = []
        for turn in table.turns[key]:
            if table.is_game(turn):
                ahead = (turn.place == 1) - (turn.place != 1 or turn.shared)
            else:
                ahead = (turn.score > table.worth.draw) - (turn.score < table.worth.draw)
            made.append(Part(turn.round, turn.opponent, Fraction(1 + ahead, 2)))
        found[key] = Value("STD", _total(made), (*made,))
    return found


def direct(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    table = fide_of(field).table
    order = tiers(table, keys)
    games = games_among(table, keys)
    found = {}
    place = 1
    for tier in order:
        for key in tier:
            made = sorted(
                Part(turn.round, other, turn.score)
                for other, turns in games[key].items()
                for turn in turns
                if table.is_game(turn)
            )
            # One tier: the criterion says nothing.
            found[key] = Value("DE", Fraction(place) if len(order) > 1 else None, tuple(made))
        place += len(tier)
    return found


def own_rating(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    rated = {key: field.ratings.get(key) for key in keys}
    return {
        key: Value("RTNG", None if rating is None else Fraction(rating))
        for key, rating in rated.items()
    }


def own_number(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    numbers = {key: field.numbers.get(key) for key in keys}
    return {
        key: Value("TPN", None if number is None else Fraction(number))
        for key, number in numbers.items()
    }


def difference(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    found = {}
    for key in keys:
        made = tuple(
            Part(line.round, line.opponent, line.score)
            for line in field.lines[key]
            if line.score is not None
        )
        found[key] = Value("DIFF", _total(made), made)
    return found


def _total(made: Sequence[Part]) -> Fraction:
    return sum((part.amount or Fraction(0) for part in made), Fraction(0))


def _met(table: FideTable, key: Key) -> list[tuple[int, Key]]:
    return [
        (turn.round, turn.opponent)
        for turn in table.turns[key]
        if turn.kind is Kind.PLAYED and turn.opponent is not None
    ]
