"""Who gets which page of the desk: everybody else is told that there is none."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from accounts.models import Membership, Role, User
from tests.tournaments.conftest import NOON
from tournaments import urls
from tournaments.models import ForbiddenPair, Job, Round, Tournament
from tournaments.presets import Plan
from tournaments.services.tournaments import create_tournament

ORGANISERS_ONLY = {
    "publish_standings",
    "withdraw_standings",
    "desk_advancement",
    "desk_settings",
    "archive_file",
    "choose_ratings",
    "desk_certificates",
    "copy",
    "new_code",
    "stage_kind",
    "change_state",
    "delete",
    "staff_add",
    "staff_link",
    "staff_remove",
}
POST_ONLY = {
    "announce",
    "undo",
    "check_in_all",
    "import_confirm",
    "import_drop",
    "entry_action",
    "draw",
    "seating_action",
    "round_action",
    "pair_add",
    "pair_remove",
    "table_action",
    "timer",
    "save_byes",
    "results_import_enter",
    "choose_ratings",
    "copy",
    "publish_standings",
    "withdraw_standings",
    "lots",
    "new_code",
    "stage_kind",
    "change_state",
    "delete",
    "staff_add",
    "staff_remove",
}


def names(patterns: list[Any]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            assert pattern.name
            yield pattern.name


DESK = sorted(set(names(urls.one_desk)))


@pytest.fixture
def world(running: Round, organiser: User) -> dict[str, Any]:
    jko: Tournament = running.stage.tournament
    table = running.tables.all()[0]
    entries = list(jko.entries.all())
    pair = ForbiddenPair.objects.create(tournament=jko, first=entries[0], second=entries[1])
    arbiter = User.objects.create_user("arbiter", name="審判")
    member = Membership.objects.create(user=arbiter, scope=jko.pk, role=Role.ARBITER)
    nameless = User.objects.create_user(name="助手")
    linked = Membership.objects.create(user=nameless, scope=jko.pk, role=Role.ARBITER)
    other = User.objects.create_user("other", name="他", is_organiser=True)
    return {
        "roles": {
            "visitor": None,
            "player": entries[0].user,
            "stranger": other,
            "arbiter": arbiter,
            "organiser": organiser,
        },
        "kwargs": {
            "entry_id": entries[0].pk,
            "table_id": table.pk,
            "ordinal": 1,
            "pair_id": pair.pk,
            "stage_order": 2,
            "kind": "csv",
            "member_id": member.pk,
            "what": "check-in",
            "job_id": Job.objects.create(tournament=jko, kind="draw", wanted={}).pk,
        },
        "linked": linked.pk,
        "data": {"first": entries[0].pk, "second": entries[1].pk, "state": "running"},
        "tournament": jko,
    }


def address(name: str, world: dict[str, Any]) -> str:
    kwargs = dict(world["kwargs"])
    if name == "staff_link":
        kwargs["member_id"] = world["linked"]
    kwargs["what"] = {
        "seating_action": "swap",
        "round_action": "reopen",
        "table_action": "arbiter",
    }.get(name, "check-in")
    pattern = next(p for p in flat(urls.one_desk) if p.name == name)
    needed = {key: kwargs[key] for key in pattern.pattern.converters if key in kwargs}
    return reverse(
        f"tournaments:{name}", kwargs={"tournament_id": world["tournament"].pk, **needed}
    )


def flat(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from flat(pattern.url_patterns)
        else:
            yield pattern


def may(role: str, name: str) -> bool:
    return role == "organiser" or (role == "arbiter" and name not in ORGANISERS_ONLY)


@pytest.mark.slow
def test_every_address_of_the_desk_is_for_its_staff_alone(world: dict[str, Any]) -> None:
    wrong = []
    for role, user in world["roles"].items():
        client = Client()
        if user is not None:
            client.force_login(user)
        for name in DESK:
            url = address(name, world)
            post = name in POST_ONLY
            with transaction.atomic():
                answer = client.post(url, world["data"]) if post else client.get(url)
                transaction.set_rollback(True)
            if (answer.status_code != 404) != may(role, name) or answer.status_code >= 500:
                wrong.append((role, name, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("name", sorted(POST_ONLY))
def test_what_changes_something_is_not_done_by_looking(world: dict[str, Any], name: str) -> None:
    client = Client()
    client.force_login(world["roles"]["organiser"])
    assert client.get(address(name, world)).status_code == 405


def test_tables_entries_and_rounds_of_another_tournament_are_not_found(
    world: dict[str, Any], organiser: User
) -> None:

    foreign = create_tournament(plan=Plan(name="別の大会"), by=organiser, at=NOON)
    client = Client()
    client.force_login(organiser)
    kwargs = world["kwargs"]
    for name, key in (("desk_table", "table_id"), ("desk_entry", "entry_id")):
        url = reverse(f"tournaments:{name}", args=[foreign.pk, kwargs[key]])
        assert client.get(url).status_code == 404
    url = reverse("tournaments:round_action", args=[foreign.pk, 1, "close"])
    assert client.post(url).status_code == 404
    url = reverse("tournaments:seating_action", args=[foreign.pk, 1, "publish"])
    assert client.post(url).status_code == 404


def test_only_players_of_a_tournament_have_a_page_there(world: dict[str, Any]) -> None:
    url = reverse("tournaments:me", args=[world["tournament"].pk])
    for role, user in world["roles"].items():
        client = Client()
        if user is not None:
            client.force_login(user)
        assert client.get(url).status_code == (200 if role == "player" else 404)


def test_only_organisers_make_tournaments(world: dict[str, Any]) -> None:
    for role, user in world["roles"].items():
        client = Client()
        if user is not None:
            client.force_login(user)
        expected = 200 if role in {"organiser", "stranger"} else 404
        assert client.get(reverse("tournaments:create")).status_code == expected
