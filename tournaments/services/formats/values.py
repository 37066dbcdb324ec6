"""What a format gives back: a round as drawn, and what is to be said about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tournaments.choices import ByeKind
from tournaments.standings import Standing


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table to be made: entry ids in order of play."""

    seats: tuple[str, ...]
    slot: str = ""
    group: int | None = None
    away: tuple[str, ...] = ()
    """Those of them who have left, and lose by forfeit."""


@dataclass(frozen=True, slots=True)
class GivenBye:
    key: str
    kind: ByeKind = ByeKind.PAIRING
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as its format drew it."""

    tables: tuple[Pairing, ...]
    byes: tuple[GivenBye, ...] = ()
    record: Mapping[str, Any] = field(default_factory=dict)
    """For ``Round.draw``: method, seed, notes."""
    frozen: Mapping[str, Any] | None = None
    """For ``Stage.draw``, when the first round fixes what the later ones follow."""
    rounds: int | None = None
    """How many rounds the stage has, when only the draw tells."""
    makeup: tuple[Pairing, ...] = ()
    """Games of the stage's first round that late entries still have to play."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something unlucky about a table of a draft. ``kind``: a code of ``words.NOTES``."""

    kind: str
    keys: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Remarks:
    tables: tuple[tuple[Remark, ...], ...]
    """By table, in order of numbers."""
    rest: tuple[Remark, ...] = ()
    """About those without a table."""


@dataclass(frozen=True, slots=True)
class Defect:
    """Why a draft cannot be published. ``kind``: a code of ``words.FAULTS``."""

    kind: str
    keys: tuple[str, ...] = ()
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Dependent:
    """Something that rests on a result and is not changed by correcting it."""

    kind: str
    """round, match, advancement or publication."""
    what: str
    """In the reader's language."""


class Follow(Enum):
    """What becomes of later matches of a bracket whose players a correction changes."""

    KEEP = "keep"
    """Whoever went on stays in; the bracket goes on as before."""
    REPLACE = "replace"
    """The right people take their places in matches that have no result yet."""
    REPLAY = "replay"
    """The same, and results that rest on it are taken away: those matches are played again."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a draw would do, in the reader's language."""

    words: str = ""
    cannot: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """How a stage has gone."""

    standings: tuple[Standing, ...]
    ranks: Mapping[str, Sequence[int | None]]
    """Of each after every round, by entry id; of several groups in its group."""
