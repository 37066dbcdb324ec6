"""The pages of a published tournament, measured in a process with its own database.

A tournament of 10,000 entries in nine rounds, published, and a bracket of 256; what a reader
waits for a page, and how often the database is asked. The first reader of a version waits while
its pages are made.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from tournaments import models  # noqa: E402
from tournaments.models import PublicationState, ResultSource, RoundState, Stage  # noqa: E402
from tournaments.presets import Plan, knockout, swiss  # noqa: E402
from tournaments.services.drawing import draw_round  # noqa: E402
from tournaments.services.entries import Details, create_entries  # noqa: E402
from tournaments.services.presence import check_in_all  # noqa: E402
from tournaments.services.publications import publish  # noqa: E402
from tournaments.services.rounds import publish_round  # noqa: E402
from tournaments.services.tournaments import create_tournament  # noqa: E402

ENTRIES, ROUNDS, BRACKET = 10_000, 9, 256
MOST_MS = 150


def _swiss(by: User, entries: int, rounds: int) -> models.Tournament:
    """Paired at random: only the pages are measured."""

    at, rng = timezone.now(), Random(1)
    made = create_tournament(plan=Plan(name="Bench", stages=(swiss(rounds),)), by=by, at=at)
    names = [Details(name=f"Name {n}", club=f"Club {n % 97}") for n in range(1, entries + 1)]
    create_entries(made, names, at=at)
    keys = list(models.Entry.objects.filter(tournament=made).values_list("pk", flat=True))
    stage = models.Stage.objects.get(tournament=made)
    for number in range(1, rounds + 1):
        rng.shuffle(keys)
        round_ = models.Round.objects.create(
            stage=stage, number=number, ordinal=number, state=RoundState.CLOSED
        )
        tables = models.Table.objects.bulk_create(
            models.Table(round=round_, number=n, result_source=ResultSource.ENTERED)
            for n in range(1, entries // 2 + 1)
        )
        seats = []
        for n, table in enumerate(tables):
            places = rng.choice([(1, 2), (2, 1), (1, 1)])
            seats += [
                models.TableSeat(table=table, number=m, entry_id=keys[2 * n + m], place=places[m])
                for m in (0, 1)
            ]
        models.TableSeat.objects.bulk_create(seats, batch_size=5000)
    began = time.perf_counter()
    publish(
        tournament=made,
        stage=stage,
        after_round=rounds,
        state=PublicationState.PROVISIONAL,
        by=None,
        at=at,
    )
    print(f"publish {entries} entries × {rounds} rounds {time.perf_counter() - began:>8.1f} s")
    return made


def _bracket(by: User, size: int) -> models.Tournament:

    at = timezone.now()
    made = create_tournament(plan=Plan(name="Bench", stages=(knockout(),)), by=by, at=at)
    create_entries(made, [Details(name=f"Name {n}", seed=n) for n in range(1, size + 1)], at=at)
    check_in_all(tournament=made, by=None, at=at)
    round_ = draw_round(tournament=made, seed=1, by=None, at=at)
    publish_round(round_id=round_.pk, by=None, at=at)
    publish(
        tournament=made,
        stage=Stage.objects.get(tournament=made),
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=None,
        at=at,
    )
    return made


def _measure(name: str, get: Callable[[], Any]) -> float:

    began = time.perf_counter()
    get()
    first = time.perf_counter() - began
    times = []
    for _ in range(5):
        began = time.process_time()
        with CaptureQueriesContext(connection) as captured:
            answer = get()
        times.append(1000 * (time.process_time() - began))
        assert answer.status_code == 200, name
    best = min(times)
    print(f"{name:<40} {best:>8.0f} ms {len(captured):>4} queries   first {first:>6.2f} s")
    return best


def main() -> None:
    call_command("migrate", verbosity=0)
    by = User.objects.create_user(name="Bench", is_organiser=True)

    settings.ALLOWED_HOSTS = ["*"]
    entries = int(os.environ.get("ENTRIES", ENTRIES))
    made = _swiss(by, entries, ROUNDS)
    client, home = Client(), f"/t/{made.pk}/"
    player = models.Entry.objects.filter(tournament=made).order_by("number").last()
    assert player is not None
    found = [
        _measure(path or "front page", partial(client.get, home + path))
        for path in (
            "standings/",
            "standings/?page=37",
            f"players/{player.pk}/",
            "rounds/9/?page=7",
            "",
        )
    ]
    bracket = _bracket(by, BRACKET)
    _measure(f"bracket of {BRACKET}", lambda: client.get(f"/t/{bracket.pk}/bracket/"))
    if found[1] > MOST_MS:
        sys.exit(f"a page of standings took {found[1]:.0f} ms, at most {MOST_MS}")


if __name__ == "__main__":
    main()
