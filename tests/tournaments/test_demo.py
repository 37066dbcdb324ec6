"""The sample shows what the product does."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.models import Match, Status
from games.services.arbiter import adjudicate
from tournaments.demo.pairings import KNOCKOUT, SWISS
from tournaments.demo.playing import play_to_the_end
from tournaments.demo.sample import LIVE, keep_going
from tournaments.models import PublicationState, Round, RoundState, Tournament
from tournaments.services.collecting import collect_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.xdist_group(__name__)]


@pytest.fixture(scope="module", autouse=True)
def _sample(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Made once; what a test does to it is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("demo")
        yield
        transaction.set_rollback(True)


def test_the_sample_has_a_finished_a_waiting_and_a_live_tournament_that_goes_on() -> None:
    call_command("demo")
    of_kyoen = Tournament.objects.filter(game="kyoen")
    finished, waiting, live = of_kyoen.order_by("created_at")

    assert finished.publications.order_by("-version")[0].state == PublicationState.FINAL
    final = Round.objects.get(stage__part="final", stage__tournament=waiting)
    assert final.state == RoundState.PUBLISHED
    playing = Match.objects.filter(scope=live.pk, status=Status.RUNNING)
    assert playing.count() == 3
    assert all(match.computer_due is not None for match in playing)

    for match in playing:
        play_to_the_end(match)
    at = timezone.now() + timedelta(hours=1)
    collect_tournament(tournament_id=live.pk, at=at)
    rounds = Round.objects.filter(stage__tournament__preset=LIVE).count()
    keep_going(at)
    assert Round.objects.filter(stage__tournament__preset=LIVE).count() == rounds + 1


def test_the_sample_plays_a_swiss_to_its_end_and_shows_a_bracket() -> None:
    swiss = Tournament.objects.get(preset=SWISS)
    bracket = Tournament.objects.get(preset=KNOCKOUT)

    assert Match.objects.filter(scope=swiss.pk, status=Status.RUNNING).count() == 7
    assert Match.objects.filter(scope=bracket.pk, status=Status.RUNNING).count() == 2
    assert {one.seats.count() for one in Match.objects.filter(scope=bracket.pk)} == {2}

    at = timezone.now() + timedelta(hours=1)
    keep_going(at)
    assert Round.objects.filter(stage__tournament=swiss).count() == 3
    for match in Match.objects.filter(scope=swiss.pk, status=Status.RUNNING):
        adjudicate(match_id=match.pk, places=(1, 2), by=None, at=at)
    collect_tournament(tournament_id=swiss.pk, at=at)
    keep_going(at)
    assert Round.objects.filter(stage__tournament=swiss).count() == 4
