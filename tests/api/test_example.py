"""The example of the documentation plays against the running product."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.product.running import ROOT, Product

EXAMPLE = ROOT / "docs" / "examples" / "play_a_match.py"
MAKE = """
import json
from django.utils import timezone
from accounts.services.people import make_people
from accounts.services.tokens import create_token
from games.services.matches import NewSeat, create_match, start_match

at = timezone.now()
people = make_people(["早川 澪", "Mira Koval", "Watcher"])
match = create_match(
    game="kyoen", rules={}, time_control={"timing": "per_move", "step_ms": 60_000},
    seats=[NewSeat(one.name, one) for one in people[:2]], is_public=True,
)
start_match(match_id=match.pk, by=None, at=at)
tokens = [create_token(user=one, label="example", at=at)[1] for one in people]
print(json.dumps([str(match.pk), *tokens]))
"""


def run(product: Product, match: str, token: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLE), product.url, match, token],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def made(live_product: Product) -> list[str]:
    """A match of two that has begun, and the tokens of its players and of somebody else."""
    found: list[str] = json.loads(live_product.manage("shell", "--no-imports", "-c", MAKE))
    return found


def test_two_programs_play_a_match_to_its_end(live_product: Product, made: list[str]) -> None:
    match, *tokens = made
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(lambda token: run(live_product, match, token), tokens[:2]))
    for end in ends:
        assert end.returncode == 0, end.stderr
    assert ends[0].stdout == ends[1].stdout
    lines = ends[0].stdout.splitlines()
    assert [line[0] for line in lines] == ["1", "2"]
    assert {line[2:] for line in lines} == {"早川 澪", "Mira Koval"}


def test_whoever_has_no_seat_is_told(live_product: Product, made: list[str]) -> None:
    match, *tokens = made
    end = run(live_product, match, tokens[2])
    assert end.returncode == 1
    assert "no seat" in end.stderr
    wrong = run(live_product, match, "nonsense")
    assert "authentication_failed" in wrong.stderr
