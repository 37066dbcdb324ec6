"""Pages of a match: who sees what, and what a running match does not tell."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role, User
from accounts.services import people, roles
from games.models import Match
from games.services.arbiter import end_match
from games.services.matches import NewSeat, create_match, start_match
from games.services.play import make_claim, play_move

pytestmark = pytest.mark.django_db
OPENING = ("b7", "c2", "g2", "g8")


def a_match(*moves: str, is_public: bool = True, **options: Any) -> tuple[Match, list[User]]:
    players = people.make_people(["早川", "桐谷", "三上"])
    match = create_match(
        game="kyoen",
        rules=options.pop("rules", {}),
        time_control=options.pop("time_control", {"timing": "per_move", "step_ms": 60_000}),
        seats=[NewSeat(player.name, player) for player in players],
        is_public=is_public,
        **options,
    )
    start_match(match_id=match.pk, by=None, at=timezone.now())
    for text in moves:
        match.refresh_from_db()
        act(match, text)
    match.refresh_from_db()
    return match, players


def act(match: Match, text: str) -> None:
    seat, _, points = text.rpartition("!")
    now = timezone.now()
    if seat:
        make_claim(
            match_id=match.pk, seat=int(seat) - 1, text=points, expected_seq=match.seq,
            by=None, at=now,
        )  # fmt: skip
        return
    assert match.to_move is not None
    play_move(
        match_id=match.pk, seat=match.to_move, text=text, expected_seq=match.seq, by=None, at=now
    )


def as_user(user: User | None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, match: Match, name: str = "match") -> Any:
    return client.get(reverse(f"games:{name}", args=[match.pk]))


def data(response: Any) -> dict[str, Any]:
    """What the page's script is given."""
    pattern = r'<script id="page" type="application/json">(.*?)</script>'
    text = re.search(pattern, response.content.decode(), re.DOTALL)
    assert text is not None
    found: dict[str, Any] = json.loads(text.group(1))
    return found


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for part in value.values() for key in keys(part)}
    if isinstance(value, list):
        return {key for part in value for key in keys(part)}
    return set()


def test_a_player_sits_on_the_own_seat() -> None:
    match, players = a_match("b7")
    response = page(as_user(players[1]), match)
    assert data(response)["me"] == 2
    assert b"Your turn" in response.content


def test_anybody_may_watch_a_public_match_without_a_seat() -> None:
    match, _ = a_match("b7")
    response = page(as_user(None), match)
    assert data(response)["me"] is None
    assert b'id="options"><legend' not in response.content


@pytest.mark.parametrize("name", ["match", "replay", "record", "record_json", "console"])
def test_a_private_match_does_not_exist_for_others(name: str) -> None:
    match, _ = a_match(is_public=False)
    stranger = people.make_person("佐藤")
    for client in (as_user(None), as_user(stranger)):
        assert page(client, match, name).status_code == 404


def test_the_console_is_for_arbiters_of_the_match_only() -> None:
    match, players = a_match()
    arbiter = people.make_person("審判")
    other = people.make_person("別の大会の審判")
    roles.grant(user=arbiter, scope=match.scope, role=Role.ARBITER)
    roles.grant(user=other, scope=match.pk, role=Role.ARBITER)
    assert page(as_user(arbiter), match, "console").status_code == 200
    for user in (None, other, players[0]):
        assert page(as_user(user), match, "console").status_code in (403, 404)


def test_a_running_tournament_match_gives_no_help() -> None:
    match, players = a_match(*OPENING)
    for user in (players[1], None):
        response = page(as_user(user), match)
        told = data(response)
        assert keys(told) & {"safe", "unsafe", "made", "standing", "kyoens", "sets"} == set()
        assert (
            "curve" not in keys(told["match"]["position"])
            or told["match"]["position"]["last_claim"] is None
        )
        markup = response.content.decode()
        assert 'name="safe"' not in markup
        assert 'name="preview"' not in markup
        assert 'class="safe"' not in markup


def test_a_kyoen_on_the_board_changes_nothing_that_the_page_says() -> None:
    """With g8 there is a kyōen, with g9 none: but for the point the pages are the same."""
    pages = []
    for last in ("g8", "g9"):
        match, players = a_match("b7", "c2", "g2", last)
        told = data(page(as_user(players[1]), match))
        for line in told["match"]["log"]:
            line["at"] = line["used_ms"] = line["say"] = None
        for name in ("id", "started_at", "clock"):
            told["match"][name] = None
        told["urls"] = None
        pages.append(json.dumps(told, sort_keys=True).replace(last, "LAST"))
    assert pages[0] == pages[1]


def test_practice_offers_its_help() -> None:
    match, players = a_match(is_practice=True)
    markup = page(as_user(players[0]), match).content.decode()
    assert 'name="safe"' in markup
    assert 'name="preview"' in markup


def test_the_replay_of_a_running_match_leads_to_the_live_page() -> None:
    match, players = a_match(*OPENING)
    response = page(as_user(players[0]), match, "replay")
    assert response.status_code == 409
    assert reverse("games:match", args=[match.pk]) in response.content.decode()
    assert b'id="page"' not in response.content


def test_practice_is_replayed_only_when_it_is_over() -> None:
    match, players = a_match(*OPENING, is_practice=True)
    assert page(as_user(players[0]), match, "replay").status_code == 409


def test_the_replay_shows_what_was_claimed_and_what_was_missed() -> None:
    match, players = a_match("b7", "c2", "g2", "g8", "2!b7c2g2", "e5", "a1", "e1")
    end_match(match_id=match.pk, by=None, at=timezone.now(), reason="Time")
    match.refresh_from_db()
    told = data(page(as_user(players[0]), match, "replay"))["analysis"]
    first, *others = told["kyoens"]
    assert (first["point"], first["missed"], first["claimed_by"]) == ("g8", False, 2)
    assert first["curves"][0]["curve"]["kind"] == "circle"
    assert all(found["missed"] for found in others)
    assert [step["event"] and step["event"]["kind"] for step in told["steps"]][:3] == [
        None, "start", "move",
    ]  # fmt: skip


def test_a_stone_taken_back_made_no_kyoen() -> None:
    from games.services.arbiter import take_back

    match, players = a_match(*OPENING)
    take_back(match_id=match.pk, by=None, at=timezone.now(), reason="x")
    end_match(match_id=match.pk, by=None, at=timezone.now(), reason="Time")
    match.refresh_from_db()
    assert data(page(as_user(players[0]), match, "replay"))["analysis"]["kyoens"] == []


def test_the_record_as_text() -> None:
    match, _ = a_match("b7", "c2", "g2", "g8", "2!b7c2g2", title_en="Round 1, table 3")
    response = page(as_user(None), match, "record")
    head, _, body = response.content.decode().partition("\n\n")
    assert "Title: Round 1, table 3" in head
    assert "Seat 1: 早川" in head
    lines = [line.split("\t") for line in body.splitlines()]
    assert [line[2] for line in lines] == ["start", "move", "move", "move", "move", "claim"]
    assert lines[4][3:5] == ["1", "g8"]
    assert lines[5][3:5] == ["2", "2!b7c2g2"]
    assert lines[1][1].endswith("Z")


def test_the_record_as_json() -> None:
    match, _ = a_match("b7")
    found = page(as_user(None), match, "record_json").json()
    assert found["seats"][2] == {"seat": 3, "name": "三上", "computer": ""}
    assert found["events"][1]["text"] == "b7"
    assert found["rules"]["columns"] == 9


def test_a_name_is_shown_as_typed_and_runs_no_script() -> None:
    match, _ = a_match()
    seat = match.seats.get(number=0)
    seat.name = '<script>alert("x")</script>😀'
    seat.save()
    markup = page(as_user(None), match).content.decode()
    assert "<script>alert" not in markup
    assert "&lt;script&gt;alert" in markup
    assert "😀" in markup


def test_a_screen_shows_the_matches_one_may_see_in_the_order_asked() -> None:
    first, _ = a_match("b7")
    second, _ = a_match(is_public=False)
    third, _ = a_match()
    query = "&".join(f"match={match.pk}" for match in (third, second, first, third)) + "&match=x"
    response = as_user(None).get(f"{reverse('games:screen')}?{query}")
    assert [table["id"] for table in data(response)["tables"]] == [str(third.pk), str(first.pk)]


def test_an_empty_screen_says_so() -> None:
    assert b"no match to show" in as_user(None).get(reverse("games:screen")).content


@pytest.mark.parametrize("name", ["match", "console"])
def test_queries_do_not_grow_with_the_record(name: str, django_assert_max_num_queries: Any) -> None:
    arbiter = people.make_person("審判")
    for moves in (("a1",), tuple(f"{column}{row}" for row in "13579" for column in "ace")):
        match, _ = a_match(*moves, rules={"columns": 19, "rows": 19})
        roles.grant(user=arbiter, scope=match.scope, role=Role.ARBITER)
        client = as_user(arbiter)
        with django_assert_max_num_queries(10):
            assert page(client, match, name).status_code == 200


def test_queries_of_a_screen_do_not_grow_with_its_tables(
    django_assert_max_num_queries: Any,
) -> None:
    query = "&".join(f"match={a_match('b7')[0].pk}" for _ in range(6))
    with django_assert_max_num_queries(4):
        response = as_user(None).get(f"{reverse('games:screen')}?{query}")
    assert len(data(response)["tables"]) == 6


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_rules_are_told_in_words(language: str) -> None:
    match, _ = a_match(rules={"wrong_claim": "limit", "wrong_claim_limit": 2})
    markup = page(as_user(None, language), match).content.decode()
    told = {
        "ja": "誤った指摘が2回になると脱落します。",
        "en": "After 2 wrong claims the claimant is out.",
    }
    assert told[language] in markup


def test_nobody_in_particular_has_no_seat() -> None:
    match, _ = a_match()
    assert not AnonymousUser().is_authenticated
    assert data(page(as_user(None), match))["me"] is None
