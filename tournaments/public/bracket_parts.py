"""A match of a bracket as a page shows it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One player of a match."""

    seed: int | None
    name: str
    """Empty while unknown."""
    short: str
    """What may stand for it where there is little room."""
    note: str
    score: str
    """Also a word for a forfeit."""
    sign: str
    """What may stand for it where there is little room."""
    won: bool
    lost: bool
    mine: bool
    hint: str
    """Where an unknown player comes from."""


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    id: str
    name: str
    """"Semi-final 2"."""
    rows: tuple[Row, Row]
    status: str
    label: str
    """Table, time: while there is no winner."""
    live: bool
    link: str
    words: str
    """The whole match in a sentence, for a screen reader."""
