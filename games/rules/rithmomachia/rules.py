"""The options of a match of Rithmomachia: validated once, frozen, stored as JSON.

There never was one rule book: a preset only fills the options in, and each is one of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Self

from games.rules.base import InvalidRulesError
from games.rules.rithmomachia.geometry import Directions
from games.rules.rithmomachia.pieces import Layout
from games.rules.rithmomachia.tables import Tables, tables_of


class Preset(Enum):
    SEED = "seed"
    BOISSIERE = "boissiere"
    FULKE = "fulke"


class PyramidMove(Enum):
    ANY = "any"
    """As any shape it still contains."""
    SQUARE = "square"


class Count(Enum):
    """What the number of an assault counts."""

    EMPTY = "empty"
    BOTH_ENDS = "both_ends"


class AmbushPlace(Enum):
    BETWEEN = "between"
    """The enemy stands between two adjacent pieces, on a file or a rank."""
    REACH = "reach"
    """Both pieces could move to the enemy's square."""


class Arithmetic(Enum):
    ADD = "add"
    ADD_SUBTRACT = "add_subtract"
    ALL = "all"


class Siege(Enum):
    NONE = "none"
    ORTHOGONAL = "orthogonal"
    """Enemies on the four squares beside it."""
    ORTHOGONAL_OR_DIAGONAL = "orthogonal_or_diagonal"
    NO_MOVE = "no_move"
    """It cannot move, and only enemies (or the edge) are in its way."""


class Captured(Enum):
    REMOVED = "removed"
    TURNED = "turned"
    """They change side and may be dropped on the own back rank as a move."""


class Common(Enum):
    """The common victory agreed on: which of the thresholds count."""

    NONE = "none"
    CORPORE = "corpore"
    BONIS = "bonis"
    LITE = "lite"
    HONORE = "honore"
    HONORE_LITEQUE = "honore_liteque"

    @property
    def counts(self) -> tuple[bool, bool, bool]:
        """Whether pieces, value and digits count."""
        return (
            self in (Common.CORPORE, Common.HONORE, Common.HONORE_LITEQUE),
            self not in (Common.NONE, Common.CORPORE),
            self in (Common.LITE, Common.HONORE_LITEQUE),
        )


class Comparison(Enum):
    EXACT_SUBSET = "exact_subset"
    """Some of the captured pieces meet every number exactly."""
    AT_LEAST = "at_least"


class Proper(Enum):
    """A proper victory; as an option, the lowest that ends the game."""

    NONE = "none"
    GREAT = "great"
    GREATER = "greater"
    EXCELLENT = "excellent"

    @property
    def rank(self) -> int:
        return tuple(Proper).index(self)


class Members(Enum):
    """Which standing pieces make a harmony."""

    OWN = "own"
    """Only pieces that were the side's own from the start."""
    OWN_AND_ENEMY = "own_and_enemy"
    """Both sides' pieces, one of them its own at least."""
    OWN_AND_TURNED = "own_and_turned"
    """Its own and those it took and turned."""


class Place(Enum):
    FORMATION = "formation"
    """In a line, right angle or square, equally spaced, nothing between."""
    ANYWHERE = "anywhere"
    """Anywhere in the enemy half."""


class Geometric(Enum):
    """What counts as geometric among four pieces."""

    BROAD = "broad"
    """A progression of three, or a proportion a : b = c : d."""
    STRICT = "strict"
    """A progression of three only."""


class TimeUsedUp(Enum):
    """What follows when the time of the side on turn is used up. The match layer does it."""

    LOSES = "loses"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class RithmoRules:
    """
    >>> rules = RithmoRules.from_json({"preset": "fulke", "pieces": 6})
    >>> rules.flights, rules.pieces, rules.to_json()["rounds_move"]
    (True, 6, 'diagonal')
    """

    preset: Preset = Preset.SEED
    layout: Layout = Layout.BOISSIERE
    rounds_move: Directions = Directions.ORTHOGONAL
    triangles_move: Directions = Directions.ORTHOGONAL
    squares_move: Directions = Directions.ORTHOGONAL
    pyramids_move: PyramidMove = PyramidMove.ANY
    flights: bool = False
    """Triangles may leap (2, 1) and squares (3, 1), taking nothing."""
    meeting_moves_in: bool = True
    """A piece that meets its equal moves to its square, as the move; else it stays, and takes
    after the move."""
    assault_counts: Count = Count.EMPTY
    assault_directions: Directions = Directions.ORTHOGONAL
    assault_division: bool = False
    """A large number takes a small one, divided by the count."""
    assault_moves_in: bool = True
    ambush_place: AmbushPlace = AmbushPlace.BETWEEN
    ambush_arithmetic: Arithmetic = Arithmetic.ADD
    siege: Siege = Siege.ORTHOGONAL
    siege_edge: bool = True
    """The edge of the board besieges as an enemy does."""
    captures_before: bool = False
    """What stands to be taken is taken before the move too."""
    captured: Captured = Captured.REMOVED
    common_victory: Common = Common.HONORE_LITEQUE
    pieces: int = 5
    """1 to 48, ``value`` 1 to 3064, ``digits`` 1 to 110."""
    value: int = 160
    digits: int = 9
    comparison: Comparison = Comparison.EXACT_SUBSET
    proper_victory: Proper = Proper.GREAT
    after_pyramid: bool = False
    """A proper victory counts only when the enemy pyramid is taken."""
    members: Members = Members.OWN_AND_ENEMY
    place: Place = Place.FORMATION
    geometric: Geometric = Geometric.BROAD
    loser_immobile: bool = False
    """A proper victory counts only when the other side cannot move."""
    repetition: int = 3
    """The game is drawn when a position comes this often, 2 to 9; 0: never."""
    quiet_plies: int = 100
    """The game is decided after so many plies without a capture, 10 to 1000; 0: never."""
    time_used_up: TimeUsedUp = TimeUsedUp.LOSES
    tables: Tables = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, allowed in _ENUMS.items():
            if not isinstance(getattr(self, name), allowed):
                raise _invalid(name, getattr(self, name))
        for name in _FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise _invalid(name, getattr(self, name))
        for name, numbers in _NUMBERS.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value not in numbers:
                raise _invalid(name, value)
        object.__setattr__(
            self,
            "tables",
            tables_of(
                self.rounds_move,
                self.triangles_move,
                self.squares_move,
                square_pyramids=self.pyramids_move is PyramidMove.SQUARE,
                flying=self.flights,
            ),
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What is left out has the value that the preset gives it."""
        if not isinstance(data, Mapping):
            raise InvalidRulesError(field="rules", value=_short(data), allowed="an object")
        names = [option.name for option in fields(cls) if option.init]
        given = dict(data)
        for name, value in data.items():
            if name not in names:
                raise InvalidRulesError(
                    field=_short(name),
                    value=_short(value),
                    allowed=f"the options are {', '.join(names)}",
                )
            if name in _ENUMS:
                try:
                    given[name] = _ENUMS[name](value)
                except ValueError as error:
                    raise _invalid(name, value) from error
        return cls(**{**PRESETS[given.get("preset", Preset.SEED)], **given})

    def to_json(self) -> dict[str, Any]:
        """Inverse of ``from_json``, every option written."""
        found = {option.name: getattr(self, option.name) for option in fields(self) if option.init}
        return {
            name: value.value if isinstance(value, Enum) else value for name, value in found.items()
        }


PRESETS: dict[Preset, dict[str, Any]] = {
    Preset.SEED: {},
    Preset.BOISSIERE: {
        "assault_division": True,
        "meeting_moves_in": False,
        "assault_moves_in": False,
        "ambush_place": AmbushPlace.REACH,
        "ambush_arithmetic": Arithmetic.ADD_SUBTRACT,
        "siege": Siege.NO_MOVE,
        "captures_before": True,
        "members": Members.OWN,
        "place": Place.ANYWHERE,
    },
    Preset.FULKE: {
        "layout": Layout.FULKE,
        "rounds_move": Directions.DIAGONAL,
        "flights": True,
        "assault_counts": Count.BOTH_ENDS,
        "assault_directions": Directions.ALL,
        "assault_division": True,
        "meeting_moves_in": False,
        "assault_moves_in": False,
        "ambush_place": AmbushPlace.REACH,
        "ambush_arithmetic": Arithmetic.ALL,
        "siege": Siege.ORTHOGONAL_OR_DIAGONAL,
        "siege_edge": False,
        "captured": Captured.TURNED,
        "after_pyramid": True,
        "members": Members.OWN_AND_TURNED,
    },
}
"""What each preset has other than the defaults."""

_ENUMS: dict[str, type[Enum]] = {
    "preset": Preset,
    "layout": Layout,
    "rounds_move": Directions,
    "triangles_move": Directions,
    "squares_move": Directions,
    "pyramids_move": PyramidMove,
    "assault_counts": Count,
    "assault_directions": Directions,
    "ambush_place": AmbushPlace,
    "ambush_arithmetic": Arithmetic,
    "siege": Siege,
    "captured": Captured,
    "common_victory": Common,
    "comparison": Comparison,
    "proper_victory": Proper,
    "members": Members,
    "place": Place,
    "geometric": Geometric,
    "time_used_up": TimeUsedUp,
}
_FLAGS = (
    "flights",
    "meeting_moves_in",
    "assault_division",
    "assault_moves_in",
    "siege_edge",
    "captures_before",
    "after_pyramid",
    "loser_immobile",
)
_NUMBERS: dict[str, tuple[int, ...]] = {
    "pieces": tuple(range(1, 49)),
    "value": tuple(range(1, 3065)),
    "digits": tuple(range(1, 111)),
    "repetition": (0, *range(2, 10)),
    "quiet_plies": (0, *range(10, 1001)),
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    **{name: tuple(member.value for member in allowed) for name, allowed in _ENUMS.items()},
    **_NUMBERS,
    **dict.fromkeys(_FLAGS, (False, True)),
}
"""What each option may be, as JSON values."""


def _invalid(name: str, value: object) -> InvalidRulesError:
    if name in _NUMBERS:
        numbers = _NUMBERS[name]
        low = "0 or " if numbers[0] == 0 else ""
        allowed = f"{low}{numbers[bool(low)]} to {numbers[-1]}"
    elif name in _ENUMS:
        allowed = " or ".join(str(member.value) for member in _ENUMS[name])
    else:
        allowed = "true or false"
    return InvalidRulesError(field=name, value=_short(value), allowed=allowed)


def _short(value: object) -> object:
    return value if len(repr(value)) <= 60 else f"{repr(value)[:60]}…"
