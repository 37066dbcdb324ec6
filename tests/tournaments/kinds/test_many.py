"""A thousand people at the desk."""

from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.kinds.field import draw, tournament
from tournaments.models import Round, Table, TableSeat
from tournaments.presets import swiss


def test_a_draft_of_a_thousand_is_shown(client: Client, organiser: User) -> None:
    """SQLite takes no more than a thousand alternatives in one condition."""
    made = tournament(organiser, swiss(3), people=1002)
    entries = list(made.entries.all())
    stage = made.stages.get()
    stage.draw = {"numbers": {str(one.pk): n for n, one in enumerate(entries, 1)}}
    stage.save()
    round_ = Round.objects.create(stage=stage, number=1, ordinal=1)
    tables = Table.objects.bulk_create(Table(round=round_, number=n) for n in range(1, 502))
    TableSeat.objects.bulk_create(
        TableSeat(table=tables[n // 2], number=n % 2, entry=one) for n, one in enumerate(entries)
    )
    client.force_login(organiser)
    for page in ("desk", "desk_seating", "desk_standings"):
        assert client.get(reverse(f"tournaments:{page}", args=[made.pk])).status_code == 200


def test_standings_at_the_desk_come_by_the_hundred(client: Client, organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=104)
    draw(made)
    client.force_login(organiser)
    url = reverse("tournaments:desk_standings", args=[made.pk])
    pages = [client.get(url, {"page": page}).context["found"] for page in ("1", "2", "9", "x")]
    assert [(one.page, len(one.rows)) for one in pages] == [(1, 100), (2, 4), (2, 4), (1, 100)]
    assert dict(pages[1].ties) == {}
    assert b"page=2" in client.get(url).content
