"""Many positions at once are each what they are alone."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from games.rules.oware.batch import apply, choose, legal
from games.rules.oware.sowing import move, must_feed, options, reaches
from tests.games.rules.oware.helpers import boards


@given(st.lists(boards(), min_size=1, max_size=20))
def test_legal_moves_and_what_they_lead_to(positions: list[tuple[int, ...]]) -> None:
    together = np.array(positions, dtype=np.uint8)
    allowed = legal(together)
    for pits, found in zip(positions, allowed, strict=True):
        alone = options(pits, 0)
        if must_feed(pits, 0):
            alone = [pit for pit in alone if reaches(pits, pit)]
        assert list(np.flatnonzero(found)) == alone
    for pit in range(6):
        able = np.flatnonzero(together[:, pit])
        after, captured = apply(together[able], np.full(len(able), pit))
        for which, seen, seeds in zip(able, after, captured, strict=True):
            alone_after, alone_captured = move(positions[which], pit)
            assert (*map(int, seen),) == alone_after[6:] + alone_after[:6]
            assert seeds == alone_captured


def test_a_choice_is_one_of_the_allowed_pits() -> None:
    allowed = np.random.default_rng(1).random((1000, 6)) < 0.4
    chosen = choose(allowed, np.random.default_rng(2))
    some = allowed.any(axis=1)
    assert allowed[some, chosen[some]].all()
    assert set(chosen[some]) == set(range(6))
