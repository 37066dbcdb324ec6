"""Whatever is sent to the desk, the answer is clear and nothing breaks."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tournaments.models import Entry, Registration, Round, Tournament
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries

RUBBISH = ("", "x" * 36, "\0", "-1", "9" * 40, "٣", "１２", "<script>", "😀" * 600)


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


@pytest.fixture
def addresses(running: Round) -> list[str]:
    jko: Tournament = running.stage.tournament
    entry = jko.entries.first()
    table = running.tables.first()
    assert entry is not None
    assert table is not None

    def url(name: str, *args: Any) -> str:
        return reverse(f"tournaments:{name}", args=[jko.pk, *args])

    return [
        url("announce"),
        url("undo"),
        url("desk_entries"),
        url("desk_entry", entry.pk),
        *(
            url("entry_action", entry.pk, what)
            for what in ("check-in", "absent", "withdraw", "disqualify", "put-back", "nothing")
        ),
        url("import_confirm"),
        url("draw"),
        *(url("seating_action", 1, what) for what in ("swap", "move", "unseat", "nothing")),
        *(url("round_action", 1, what) for what in ("close", "pause", "unpublish", "nothing")),
        url("round_action", 10**12, "close"),
        url("pair_add"),
        url("desk_table", table.pk),
        *(
            url("table_action", table.pk, what)
            for what in ("no-show", "arbiter", "played", "nothing")
        ),
        url("publish_standings"),
        url("lots", 1),
        url("desk_advancement", 2),
        url("change_state"),
        url("staff_add"),
        url("desk_settings"),
    ]


@pytest.mark.parametrize("typed", RUBBISH)
def test_rubbish_in_every_field_breaks_nothing(
    desk: Client, addresses: list[str], typed: str
) -> None:
    names = (
        "reason entry first second table seat ordinal version rank out chosen what text name club "
        "note seed from_round seat0 seat1 arbiter state username role embargo_until rounds next "
        "starts_at encoding has_header c0 q"
    )
    data = dict.fromkeys(names.split(), typed)
    for number, url in enumerate(addresses, RUBBISH.index(typed)):
        asked = {"HX-Request": "true"} if number % 2 else {}  # the next rubbish the other way
        assert desk.post(url, data, headers=asked).status_code < 500, url


@pytest.mark.parametrize("typed", RUBBISH)
def test_rubbish_in_addresses_breaks_nothing(desk: Client, running: Round, typed: str) -> None:
    jko = running.stage.tournament
    data = dict.fromkeys(("round", "after", "show", "q", "page", "kind", "who", "pick"), typed)
    for name in ("desk", "desk_entries", "desk_standings", "desk_seating", "desk_audit"):
        answer = desk.get(reverse(f"tournaments:{name}", args=[jko.pk]), data)
        assert answer.status_code < 500, name
    draw = draw_round(tournament=jko, seed=1, by=None, at=NOON, reason="test")
    for what in ("swap", "move", "unseat"):
        url = reverse("tournaments:seating_action", args=[jko.pk, draw.ordinal, what])
        data = dict.fromkeys(("first", "second", "entry", "table", "seat"), typed)
        assert desk.post(url, data).status_code < 500


@pytest.mark.parametrize("typed", ["9" * 5000, "0" * 10 + "9" * 30, "0" * 10 + "9" * 5000])
def test_no_number_is_too_long_for_an_address(desk: Client, running: Round, typed: str) -> None:
    jko = running.stage.tournament
    for name in ("public", "public_standings", "print_cards"):
        url = reverse(f"tournaments:{name}", args=[jko.pk])
        for asked in ("page", "after", "version", "round"):
            assert desk.get(url, {asked: typed}).status_code in {200, 404}, (name, asked)


def test_a_place_somebody_else_took_is_free_again(desk: Client, jko: Tournament) -> None:
    jko.registration = Registration.LISTED
    jko.save()
    entry = create_entries(jko, [Details("山田 太郎")], at=NOON, listed_only=True)[0]
    thief = Client()
    thief.post(reverse("tournaments:join", args=[jko.join_code]), {"entry": entry.pk})
    assert thief.get(reverse("tournaments:me", args=[jko.pk])).status_code == 200
    desk.post(reverse("tournaments:entry_action", args=[jko.pk, entry.pk, "put-back"]))
    assert thief.get(reverse("tournaments:me", args=[jko.pk])).status_code == 404
    owner = Client()
    owner.post(reverse("tournaments:join", args=[jko.join_code]), {"entry": entry.pk})
    assert owner.get(reverse("tournaments:me", args=[jko.pk])).status_code == 200
    assert Entry.objects.count() == 1
