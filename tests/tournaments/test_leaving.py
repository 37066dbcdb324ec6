"""Who leaves, or does not come, as pages say it."""

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON, finish
from tournaments.models import Entry, SeatingKind, Tournament
from tournaments.services.drawing import draw_round
from tournaments.services.presence import disqualify, withdraw
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result, mark_no_show
from tournaments.services.rounds import close_round, publish_round


def test_the_public_list_tells_a_withdrawal_from_a_disqualification(
    client: Client, jko: Tournament, enter: Callable[..., list[Entry]]
) -> None:
    gone, out, *_ = enter(4)
    withdraw(entry=gone, by=None, at=NOON)
    disqualify(entry=out, by=None, at=NOON, reason="rude")
    page = client.get(reverse("tournaments:public", args=[jko.pk])).content.decode()
    assert "<bdi>選手1</bdi></a> <small>棄権</small>" in page
    assert "<bdi>選手2</bdi></a> <small>失格</small>" in page


def test_the_round_of_a_withdrawal_is_not_called_that_of_an_entry(
    client: Client, jko: Tournament, organiser: User, enter: Callable[..., list[Entry]]
) -> None:
    entry, *_ = enter(4)
    client.force_login(organiser)
    page = client.get(reverse("tournaments:desk_entry", args=[jko.pk, entry.pk])).content.decode()
    assert '<label for="from">棄権する回戦（この回戦から）</label>' in page
    assert "参加を始める回戦" in page


def test_who_did_not_come_is_pointed_out_before_the_next_round(
    client: Client, jko: Tournament, organiser: User, enter: Callable[..., list[Entry]]
) -> None:
    enter(8)
    first = draw_round(tournament=jko, seed=1, by=organiser, at=NOON)
    publish_round(round_id=first.pk, by=organiser, at=NOON)
    table = first.tables.order_by("number")[0]
    missing = table.seats.get(number=0).entry
    entered = {0: SeatEntered(None, SeatingKind.NO_SHOW), **{n: SeatEntered(n) for n in (1, 2, 3)}}
    enter_result(
        table_id=table.pk, entered=entered, expected_version=0, by=None, at=NOON, reason="test"
    )
    finish(first)
    client.force_login(organiser)
    page = reverse("tournaments:desk_seating", args=[jko.pk])
    assert client.get(page).context["shown"].doubtful == [missing]
    close_round(round_id=first.pk, by=None, at=NOON)
    draw_round(tournament=jko, seed=2, by=organiser, at=NOON)
    said = client.get(page).content.decode()
    assert "前の回戦に来なかった人" in said
    withdraw(entry=missing, by=None, at=NOON)
    assert client.get(page).context["shown"].doubtful == []


def test_the_record_of_a_table_names_who_did_not_come_and_who_wrote_it(
    client: Client, jko: Tournament, organiser: User, enter: Callable[..., list[Entry]]
) -> None:
    enter(4)
    round_ = draw_round(tournament=jko, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    table = round_.tables.get()
    name = table.seats.get(number=0).entry.name
    mark_no_show(table_id=table.pk, seat=0, away=True, by=organiser, at=NOON)
    client.force_login(organiser)
    there = reverse("tournaments:desk_table", args=[jko.pk, table.pk])
    page = client.get(there).content.decode()
    assert f"来なかった <bdi>{name}</bdi><br><small>記入：<bdi>西川 静</bdi></small>" in page
