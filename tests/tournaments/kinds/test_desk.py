"""The desk with pairings: drawing, moving, byes, a round of results, corrections."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import (
    DRAW,
    WIN,
    better_wins,
    byes,
    draw,
    enter,
    numbered,
    pairs,
    tournament,
)
from tournaments.models import Round, Table, Tournament
from tournaments.next_step import Do
from tournaments.presets import knockout, round_robin, swiss
from tournaments.services.drawing import draw_round
from tournaments.services.overview import overview

Desk = tuple[Client, Tournament]


@pytest.fixture
def desk(client: Client, organiser: User) -> Desk:
    client.force_login(organiser)
    return client, tournament(organiser, swiss(3), people=7)


def url(made: Tournament, name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[made.pk, *args])


def test_a_swiss_is_run_through_the_desk(desk: Desk) -> None:
    client, made = desk
    assert client.post(url(made, "draw")).status_code == 302
    page = client.get(url(made, "desk_seating")).content.decode()
    assert "不戦" in page
    client.post(url(made, "seating_action", 1, "publish"))
    client.post(url(made, "round_action", 1, "start"))
    page = client.get(url(made, "round_results", 1)).content.decode()
    assert page.count('class="res"') == 3
    typed = {f"t{n}": text for n, text in ((1, "1"), (2, "½"), (3, "０"))}
    versions = {f"v{n}": "0" for n in (1, 2, 3)}
    answer = client.post(url(made, "round_results", 1), typed | versions)
    assert answer.status_code == 302
    shown = client.get(url(made, "desk")).content.decode()
    assert "½ – ½" in shown
    assert overview(made, NOON).step.do is Do.CLOSE


def test_a_round_of_results_is_saved_whole_or_not_at_all(desk: Desk) -> None:
    client, made = desk
    round_ = draw(made)
    typed = {"t1": "1", "v1": "0", "t2": "x", "v2": "0"}
    answer = client.post(url(made, "round_results", 1), typed)
    assert answer.status_code == 422
    assert not round_.tables.exclude(result_source="").exists()
    assert 'value="x"' in answer.content.decode()
    answer = client.post(
        url(made, "round_results", 1), {"t1": "1", "v1": "7", "t2": "0", "v2": "0"}
    )
    assert answer.status_code == 422
    assert not round_.tables.exclude(result_source="").exists()


def test_missing_results_are_named_by_their_tables(desk: Desk) -> None:
    client, made = desk
    draw(made)
    client.post(url(made, "round_action", 1, "start"))
    client.post(url(made, "round_results", 1), {"t2": "1", "v2": "0"})
    step = overview(made, NOON).step
    assert (step.do, step.tables) == (Do.ENTER_RESULTS, (1, 3))


def test_pairings_are_swapped_moved_and_given_the_bye(desk: Desk) -> None:
    client, made = desk
    round_ = draw_round(tournament=made, seed=1, by=None, at=NOON)
    ((sitting, _kind),) = byes(round_)
    first, second = pairs(round_)[0]
    ids = {seed: str(numbered(made, seed or 0).pk) for seed in (sitting, first, second)}
    client.post(url(made, "seating_action", 1, "swap"),
                {"first": ids[sitting], "second": ids[first]})  # fmt: skip
    assert byes(round_) == [(first, "pairing")]
    assert pairs(round_)[0] == (sitting, second)
    client.post(url(made, "seating_action", 1, "swap"),
                {"first": ids[sitting], "second": ids[second]})  # fmt: skip
    assert pairs(round_)[0] == (second, sitting)
    client.post(url(made, "seating_action", 1, "bye"), {"entry": ids[second]})
    page = client.get(url(made, "desk_seating")).content.decode()
    assert "公開できません" in page
    client.post(url(made, "seating_action", 1, "move"), {"entry": ids[first], "table": "1"})
    assert byes(round_) == [(second, "pairing")]
    assert client.post(url(made, "seating_action", 1, "publish")).status_code == 302
    assert Round.objects.get(pk=round_.pk).state == "published"


def test_a_swiss_without_a_legal_pairing_offers_what_helps(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    made = tournament(organiser, swiss(3), people=2)
    better_wins(draw(made))
    answer = client.post(url(made, "draw"), follow=True)
    page = answer.content.decode()
    assert 'value="rematch"' in page
    client.post(url(made, "draw"), {"allow": "rematch"})
    assert Round.objects.filter(stage__tournament=made).count() == 2


def test_in_a_bracket_two_change_places_before_its_first_round(
    client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    made = tournament(organiser, knockout(), people=4)
    round_ = draw_round(tournament=made, seed=1, by=None, at=NOON)
    one, three = (str(numbered(made, seed).pk) for seed in (1, 3))
    client.post(url(made, "seating_action", 1, "swap"), {"first": one, "second": three})
    assert {frozenset(pair) for pair in pairs(round_)} == {frozenset({3, 4}), frozenset({1, 2})}
    assert client.get(url(made, "desk_seating")).status_code == 200
    client.post(url(made, "seating_action", 1, "move"), {"entry": one, "table": "1"})
    assert len(pairs(round_)) == 2
    client.post(url(made, "seating_action", 1, "publish"))
    assert Round.objects.get(pk=round_.pk).state == "published"


def test_a_correction_asks_what_becomes_of_the_bracket(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    made = tournament(organiser, knockout(), people=4)
    first = draw(made)
    better_wins(first)
    draw(made)
    table: Table = first.tables.get(number=1)
    won = table.seats.get(place=1).number
    page = url(made, "desk_table", table.pk)
    typed = {"version": table.version, "outcome": "0-1" if won == 0 else "1-0", "reason": "misread"}
    asked = client.post(page, typed)
    assert asked.status_code == 422
    assert 'name="follow"' in asked.content.decode()
    done = client.post(page, typed | {"confirmed": "on", "follow": "replace"})
    assert done.status_code == 302
    assert Table.objects.get(pk=table.pk).seats.get(place=1).number != won


def test_the_timer_of_a_round_is_shown(desk: Desk) -> None:
    client, made = desk
    draw(made)
    client.post(url(made, "timer", 1), {"minutes": "45"})
    assert "data-until" in client.get(url(made, "desk")).content.decode()
    client.post(url(made, "timer", 1), {"minutes": "0"})
    assert "data-until" not in client.get(url(made, "desk")).content.decode()


@pytest.mark.parametrize("plan", [swiss(3), round_robin(2), knockout(), knockout(double=True)])
def test_every_page_of_the_desk_opens_for_every_kind(
    client: Client, organiser: User, plan: object
) -> None:
    client.force_login(organiser)
    made = tournament(organiser, plan, people=7)  # type: ignore[arg-type]
    names = ("desk", "desk_entries", "desk_seating", "desk_standings", "desk_print",
             "desk_settings", "desk_audit")  # fmt: skip
    for _ in range(2):
        better_wins(draw(made))
        for name in names:
            assert client.get(url(made, name)).status_code == 200, name


def test_the_final_is_table_1_and_the_match_for_third_place_is_called_so(
    client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    made = tournament(organiser, knockout(), people=4)
    better_wins(draw(made))
    last = draw(made, 2)
    assert [table.slot for table in last.tables.order_by("number")] == ["W2-1", "3P"]
    titles = last.tables.order_by("number").values_list("match__title_ja", flat=True)
    assert list(titles) == ["決勝 1番卓", "3位決定戦 2番卓"]
    pages = [url(made, "desk"), url(made, "round_results", 2), f"/t/{made.pk}/rounds/2/"]
    for page in pages:
        assert client.get(page).content.decode().count("<small>3位決定戦</small>") == 1, page


def test_rounds_of_a_person_are_won_drawn_and_lost(client: Client, organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=4)
    first, second = draw(made).tables.order_by("number")
    enter(first, DRAW)
    enter(second, WIN)
    client.force_login(organiser)
    said = []
    for seat in (*first.seats.order_by("number"), *second.seats.order_by("number")):
        page = client.get(reverse("tournaments:desk_entry", args=[made.pk, seat.entry_id]))
        said += re.findall("<td>(勝ち|負け|引き分け|1位|2位)", page.content.decode())
    assert said == ["引き分け", "引き分け", "勝ち", "負け"]
