"""Requests that are sent again: the same answer, and nothing more in the record."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.errors import UserError
from games.models import MatchEvent
from games.rules.base import GameError
from games.services.rebuild import compare
from tests.games.table import Table

pytestmark = pytest.mark.django_db

Request = Callable[[], MatchEvent]


def request(table: Table, random: Random) -> Request:
    """Something that somebody sends now; called again, exactly the same is sent again."""
    state, seen = table.state, table.seq
    seat = random.randrange(table.players)
    stones = list(state.position.view()["stones"])
    free = list(state.position.legal_moves()) or ["a1"]
    point, turn = random.choice(free), state.to_move
    named = " ".join(random.sample(stones[:-1], min(3, len(stones[:-1]))))
    last = random.choice((seen, seen, seen, max(0, seen - 1)))
    acts: list[Request] = [
        lambda: table.move(point, seat=turn if turn is not None else seat, seen=last),
        lambda: table.move(point, seat=seat, seen=last),
        lambda: table.claim(seat, named, seen=last),
        lambda: table.do("take_back", expected_seq=last),
        lambda: table.do("pause_match", expected_seq=last),
        lambda: table.do("resume_match", expected_seq=last),
        lambda: table.do("remove_seat", seat=seat, expected_seq=last),
        lambda: table.do("restore_seat", seat=seat, expected_seq=last),
        lambda: table.do("end_match", expected_seq=last),
    ]
    weights = (12, 2, 6, 3, 1, 4, 1, 2, 1)
    return random.choices(acts, weights)[0]


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), length=st.integers(5, 40))
def test_whatever_was_done_is_answered_alike_when_it_is_sent_again(seed: int, length: int) -> None:
    random = Random(seed)
    table = Table(
        random.randint(2, 4),
        rules={"size": 4, "wrong_claim": "limit", "wrong_claim_limit": 2},
        time={"timing": "none"},
    )
    done: list[tuple[Request, int]] = []
    for _ in range(length):
        again = random.choice(done) if done and random.random() < 0.4 else None
        before = table.seq
        if again is not None:
            event = again[0]()
            assert event.pk == again[1]
            assert event.is_repeated
            assert table.seq == before
            continue
        new = request(table, random)
        try:
            event = new()
        except (GameError, UserError):
            assert table.seq == before
        else:
            assert table.seq == before + (not event.is_repeated)
            done.append((new, event.pk))
    assert list(compare(only=[table.id])) == []
