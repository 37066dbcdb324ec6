"""A stage becomes another kind while it has not begun."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.rules.registry import game
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import draw, tournament
from tests.tournaments.test_own_forms import filled
from tournaments.errors import StageKindError
from tournaments.forms.creation import settings_form
from tournaments.models import AuditEntry, Stage, StageKind, Tournament
from tournaments.presets import knockout, swiss
from tournaments.services.stage_kinds import change_kind
from tournaments.services.tournaments import change_tournament
from tournaments.settings import StageConfig

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(organiser: User) -> Tournament:
    made = tournament(organiser, swiss(5), knockout(4), people=6)
    rules = game("oware").rules().to_json()
    Tournament.objects.filter(pk=made.pk).update(preset="own", game="oware", rules=rules)
    made.refresh_from_db()
    return made


def change(made: Tournament, order: int, kind: StageKind) -> Stage:
    return change_kind(tournament=made, order=order, kind=kind, by=None, at=NOON)


def test_it_is_played_as_its_new_kind_usually_is(made: Tournament) -> None:
    old = Stage.objects.get(tournament=made, order=2)
    stage = change(made, 2, StageKind.ROUND_ROBIN)
    stage.refresh_from_db()
    assert stage.kind == StageKind.ROUND_ROBIN
    config = StageConfig.from_json(stage.config)
    assert config.admission == StageConfig.from_json(old.config).admission
    change(made, 1, StageKind.KNOCKOUT)
    line = AuditEntry.objects.filter(tournament=made, action="tournament.changed").latest("pk")
    assert line.before
    assert line.before["kind"] == "swiss"
    assert draw(made).tables.count() == 2


def test_the_settings_are_then_those_of_the_new_kind(made: Tournament, organiser: User) -> None:
    change(made, 1, StageKind.DOUBLE_ELIMINATION)
    form = settings_form(made, filled(settings_form(made, None)))
    assert form.is_valid(), form.errors
    change_tournament(tournament=made, plan=form.plan(), by=organiser, at=NOON)
    kinds = list(Stage.objects.filter(tournament=made).values_list("kind", flat=True))
    assert kinds == [StageKind.DOUBLE_ELIMINATION, StageKind.KNOCKOUT]


def test_a_stage_with_a_round_stays_as_it_is(made: Tournament) -> None:
    draw(made)
    with pytest.raises(StageKindError):
        change(made, 1, StageKind.KNOCKOUT)


def test_the_desk_offers_it_and_says_what_is_lost(
    client: Client, made: Tournament, organiser: User
) -> None:
    client.force_login(organiser)
    client.cookies["django_language"] = "en"
    settings = reverse("tournaments:desk_settings", args=[made.pk])
    url = reverse("tournaments:stage_kind", args=[made.pk, 1])
    page = client.get(settings).content.decode()
    assert url in page
    assert "what was chosen for the old one is lost" in page
    for nonsense in ("tables", "judging", "x"):
        client.post(url, {"kind": nonsense})
        assert Stage.objects.get(tournament=made, order=1).kind == "swiss"
    assert client.post(url, {"kind": "round_robin"}).status_code == 302
    assert Stage.objects.get(tournament=made, order=1).kind == "round_robin"
    draw(made)
    assert url not in client.get(settings).content.decode()
    client.post(url, {"kind": "swiss"})
    assert Stage.objects.get(tournament=made, order=1).kind == "round_robin"
