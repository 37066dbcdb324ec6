"""Practice that was left behind goes; everything else stays."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Match
from games.services.matches import NewSeat, create_match
from games.services.tidying import remove_abandoned

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)


def made(days: int, **fields: object) -> Match:
    match = create_match(
        game="kyoen", rules={}, time_control={}, seats=[NewSeat("A"), NewSeat("B")]
    )
    Match.objects.filter(pk=match.pk).update(created_at=NOW - timedelta(days=days), **fields)
    return match


def test_only_old_unfinished_practice_is_removed() -> None:
    abandoned = made(40, is_practice=True)
    kept = {
        made(40, is_practice=True, status="finished").pk,
        made(40, is_practice=False).pk,
        made(10, is_practice=True).pk,
    }
    assert remove_abandoned(before=NOW - timedelta(days=30)) == 1
    assert set(Match.objects.values_list("pk", flat=True)) == kept
    assert abandoned.pk not in kept


def test_many_are_removed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.tidying.AT_ONCE", 2)
    for _ in range(5):
        made(40, is_practice=True)
    assert remove_abandoned(before=NOW - timedelta(days=30)) == 5
