"""Random stages of Kyōen tables, for property tests."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tournaments.formats.lots import Drawn
from tournaments.standings import (
    Contender,
    Result,
    SeatKind,
    SeatResult,
    TableResult,
)

LOTS = [None, None, Drawn(1, 1), Drawn(1, 2), Drawn(2, 1)]


@dataclass(frozen=True)
class Field:
    contenders: tuple[Contender, ...]
    results: tuple[Result, ...]


@st.composite
def stages(draw: st.DrawFn, plain: bool = False) -> Field:
    """Up to 16 entries and 4 rounds; ``plain`` leaves out everything unusual."""
    n = draw(st.integers(3, 16))
    keys = [f"e{i}" for i in range(n)]
    contenders = tuple(
        Contender(
            key,
            seed=draw(st.none() | st.integers(1, n)),
            withdrawn_from=None if plain else draw(st.sampled_from([None, None, None, 2, 4])),
            disqualified=False if plain else draw(st.sampled_from([False] * 9 + [True])),
            lot=None if plain else draw(st.sampled_from(LOTS)),
        )
        for key in keys
    )
    results = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(keys))
        for table, start in enumerate(range(0, n, 4), 1):
            members = order[start : start + 4]
            seats = []
            for key in members:
                kind = (
                    SeatKind.PLAYED
                    if plain
                    else draw(st.sampled_from([SeatKind.PLAYED] * 8 + list(SeatKind)))
                )
                place = draw(st.integers(1, len(members)))
                seats.append(SeatResult(key, place, kind))
            results.append(TableResult(number, table, tuple(seats)))
    return Field(contenders, tuple(results))
