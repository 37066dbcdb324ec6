"""The page that teaches a game, and what it asks the rules."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"


def test_the_page_shows_every_lesson_with_a_board(client: Client) -> None:
    page = client.get("/rules/oware/?lang=en").content.decode()
    assert page.count('role="grid"') == page.count('class="lesson"') == 8
    assert "They go to D, E, F, a." in page
    assert "24 to 24 is a draw" in page


def test_the_page_is_japanese_for_japanese_readers(client: Client) -> None:
    page = client.get("/rules/oware/?lang=ja").content.decode()
    assert "オワレのルール" in page
    assert "種を獲得する" in page


def test_a_game_without_lessons_has_no_such_page(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
    assert client.get("/rules/chess/try/").status_code == 404


def test_a_move_is_answered_with_what_it_does_and_the_position_after_it(client: Client) -> None:
    asked = {"lesson": "sow", "position": START, "move": "C"}
    answer = client.get("/rules/oware/try/", asked, headers={"accept-language": "en"})
    assert answer.status_code == 200
    found = answer.json()
    assert found["told"].startswith("C holds 4 seeds.")
    assert found["position"]["text"] == "4-4-0-5-5-5-5-4-4-4-4-4-0-0-N"
    assert (found["position"]["to_move"], found["position"]["legal"][0]) == (2, "a")


def test_a_refused_move_is_answered_in_words(client: Client) -> None:
    asked = {"lesson": "feed", "position": "1-5-0-0-0-2-0-0-0-0-0-0-20-20-S", "move": "A"}
    answer = client.get("/rules/oware/try/", asked, headers={"accept-language": "en"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "must_feed"
    assert "B, F can." in answer.json()["told"]


@pytest.mark.parametrize("query", ["", "lesson=sow", "lesson=sow&position=%00&move=%ff"])
def test_nonsense_is_refused_in_words(client: Client, query: str) -> None:
    answer = client.get(f"/rules/oware/try/?{query}")
    assert answer.status_code == 422
    assert answer.json()["told"]


@pytest.mark.parametrize("game", ["kyoen", "oware", "rithmomachia"])
def test_practice_links_to_the_rules(client: Client, game: str) -> None:
    assert f"/rules/{game}/" in client.get(f"/practice/{game}/").content.decode()
