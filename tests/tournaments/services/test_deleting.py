"""Deleting a tournament that was put away, and whom and what it takes along."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Role, User
from games.models import Match, MatchEvent
from tests.tournaments.conftest import NOON, finish
from tournaments.errors import NotPutAwayError, OtherNameError
from tournaments.models import AuditEntry, Entry, Round, Tournament, TournamentState
from tournaments.presets import Plan, preliminary
from tournaments.services.deleting import delete_tournament
from tournaments.services.entries import Details, create_entries
from tournaments.services.tournaments import create_tournament, set_state

NAME = "第5回 共円オリンピック"


@pytest.fixture
def put_away(running: Round) -> Tournament:
    """With a round that was played."""
    finish(running)
    tournament = running.stage.tournament
    set_state(tournament=tournament, state=TournamentState.ARCHIVED, by=None, at=NOON)
    tournament.refresh_from_db()
    return tournament


def test_everything_of_it_goes_and_nothing_of_others(
    put_away: Tournament, organiser: User, enter: Callable[..., list[Entry]]
) -> None:
    plan = Plan(name="別の大会", stages=(preliminary(1),))
    other = create_tournament(plan=plan, by=organiser, at=NOON)
    stays, *_ = create_entries(other, [Details(name="残る人")], at=NOON)
    both = Entry.objects.filter(tournament=put_away).order_by("number")[0]
    both.user, stays_user = stays.user, stays.user
    both.save()
    delete_tournament(tournament=put_away, name=NAME, by=organiser, at=NOON)
    assert list(Tournament.objects.all()) == [other]
    assert list(Entry.objects.all()) == [stays]
    assert not Match.objects.exists()
    assert not MatchEvent.objects.exists()
    assert {one.tournament for one in AuditEntry.objects.all()} == {other}
    assert list(User.objects.filter(username=None)) == [stays_user]
    assert {one.scope for one in Membership.objects.all()} == {other.pk}


def test_somebody_without_a_password_who_judges_elsewhere_stays(
    put_away: Tournament, organiser: User
) -> None:
    entry = Entry.objects.filter(tournament=put_away).order_by("number")[0]
    assert entry.user is not None
    plan = Plan(name="別の大会", stages=(preliminary(1),))
    other = create_tournament(plan=plan, by=organiser, at=NOON)
    Membership.objects.create(user=entry.user, scope=other.pk, role=Role.ARBITER)
    delete_tournament(tournament=put_away, name=NAME, by=organiser, at=NOON)
    assert list(User.objects.filter(username=None)) == [entry.user]


def test_it_is_put_away_first_and_named(put_away: Tournament, organiser: User) -> None:
    with pytest.raises(OtherNameError):
        delete_tournament(tournament=put_away, name="第5回", by=organiser, at=NOON)
    with pytest.raises(OtherNameError):
        delete_tournament(tournament=put_away, name="", by=organiser, at=NOON)
    set_state(tournament=put_away, state=TournamentState.RUNNING, by=None, at=NOON)
    with pytest.raises(NotPutAwayError):
        delete_tournament(tournament=put_away, name=NAME, by=organiser, at=NOON)
    assert Tournament.objects.filter(pk=put_away.pk).exists()


def test_it_is_deleted_at_the_desk(client: Client, put_away: Tournament, organiser: User) -> None:
    client.force_login(organiser)
    there = reverse("tournaments:delete", args=[put_away.pk])
    refused = client.post(there, {"name": "別"}, follow=True)
    assert "大会名「第5回 共円オリンピック」を入力してください" in refused.content.decode()
    done = client.post(there, {"name": "5th JKO"}, follow=True)
    assert "中のデータごと削除しました" in done.content.decode()
    assert client.get(f"/t/{put_away.pk}/").status_code == 404


def test_the_command_asks_for_the_name(put_away: Tournament) -> None:
    with pytest.raises(CommandError):
        call_command("delete_tournament", str(put_away.pk), name="別")
    call_command("delete_tournament", str(put_away.pk), name=NAME)
    assert not Tournament.objects.exists()


def test_a_file_that_is_gone_already_is_no_fault(
    put_away: Tournament, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path
    (tmp_path / "kept.png").write_bytes(b"1")
    (tmp_path / "gone.png").write_bytes(b"1")
    monkeypatch.setattr(
        "tournaments.services.deleting._keepers", [lambda _tournament: ["gone.png", "never.png"]]
    )
    with django_capture_on_commit_callbacks(execute=True):
        delete_tournament(tournament=put_away, name=NAME, by=None, at=NOON)
    assert [one.name for one in tmp_path.iterdir()] == ["kept.png"]
