"""The kinds of problems, by the answer they ask for."""

from enum import Enum


class Kind(Enum):
    CHOICE = "choice"
    MULTIPLE_CHOICE = "multiple_choice"
    INTEGER = "integer"
    RATIONAL = "rational"
    DECIMAL = "decimal"
    """A number that counts when it is near enough."""
    TUPLE = "tuple"
    SET = "set"
    MULTISET = "multiset"
    TEXT = "text"
    HANTEI = "hantei"
    """Four stones of a board that are a kyōen (共円判定)."""
    HANTEI_ALL = "hantei_all"
    """Every kyōen of a board."""
    SAFE_POINT = "safe_point"
    """An empty point where a stone makes no kyōen; or all of them, or how many."""
    PROOF = "proof"
    """Text and pages, marked by people."""


CHOICES = frozenset({Kind.CHOICE, Kind.MULTIPLE_CHOICE})
NUMBERS = frozenset({Kind.INTEGER, Kind.RATIONAL, Kind.DECIMAL})
LISTS = frozenset({Kind.TUPLE, Kind.SET, Kind.MULTISET})
TYPED_KINDS = NUMBERS | LISTS | {Kind.TEXT}
BOARD_KINDS = frozenset({Kind.HANTEI, Kind.HANTEI_ALL, Kind.SAFE_POINT})
MACHINE_KINDS = CHOICES | TYPED_KINDS | BOARD_KINDS
