"""Oware in words and pictures."""

import re
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from games.faces.oware import lessons, picture
from games.faces.oware.face import Oware
from games.faces.oware.picture import heap, in_store, picture_of
from games.lessons import attempt, read, tried, view_of
from games.models import MatchEvent
from games.rules.oware.position import OwarePosition
from games.rules.oware.rules import OPTIONS, OwareRules
from tests.games.rules.oware.helpers import at, begin, played

FACE = Oware()
NAMES = ["Ama", "Kofi"]
PLACE_JS = Path(__file__).parents[3] / "static/js/boards/oware/place.js"


def told(position: OwarePosition, text: str, language: str = "en") -> str:
    """The sentence of a move and of the end that it may bring."""
    after = played(position, text)
    data: dict[str, Any] = {"did": after.did}
    if after.outcome is not None:
        data |= {"places": list(after.outcome.places), "end": after.outcome.reason}
    event = MatchEvent(seat=position.turn, text=text, kind="move", data=data)
    with override(language):
        best = [n for n, place in zip(NAMES, data.get("places", ()), strict=False) if place == 1]
        parts = [FACE.happened(event, NAMES), FACE.ended(event, best) if "end" in data else ""]
        return " ".join(filter(None, parts))


# Sentences


def test_a_move_is_told_with_where_it_ends() -> None:
    assert told(begin(), "C") == "Ama sowed C, 4 seeds to a."
    assert told(begin(), "C", "ja") == "AmaさんがCの4粒をaまでまきました。"


def test_a_capture_is_told_with_its_pits() -> None:
    position = at("0 0 0 0 0 5", "1 5 2 1 1 9")
    assert told(position, "F") == "Ama sowed F, 5 seeds to e, and took 7 seeds: e, d, c."


def test_a_grand_slam_is_told() -> None:
    assert "a grand slam, so nothing is taken" in told(at("4 0 0 0 0 2", "1 1 0 0 0 0"), "F")


def test_the_end_says_why_and_who_won() -> None:
    position = at("3 0 0 0 0 0", "0 0 0 0 0 1", "N", first=22)
    assert told(position, "f") == (
        "Kofi sowed f, 1 seed to A. The other side could not be given a seed; all that was left "
        "is taken. Ama wins."
    )


def test_every_end_of_the_rules_has_words() -> None:
    from games.rules.oware.rules import End

    assert set(FACE.ends()) == {end.value for end in End}


# The rules of a match


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "ply_limit"])
def test_every_choice_of_an_option_is_told(name: str) -> None:
    told_of = {
        str(FACE.rules_in_words(rules) + FACE.rules_of_time(rules))
        for rules in ({name: value} for value in OPTIONS[name])
    }
    assert len(told_of) == len(OPTIONS[name])


def test_the_limit_of_moves_is_told() -> None:
    words = dict(FACE.rules_in_words({"ply_limit": 120}))
    assert any("120" in sentence for sentence in words.values())


def test_the_form_offers_the_options_with_the_usual_ones_first() -> None:
    usual = OwareRules().to_json()
    assert set(FACE.fields()) == set(OPTIONS)
    for name, field in FACE.fields().items():
        choices = getattr(field, "choices", None)
        assert (choices[0][0] if choices else field.initial) == usual[name]
        if choices:
            assert [value for value, _words in choices] == list(OPTIONS[name])


def test_what_was_not_asked_is_left_out() -> None:
    assert FACE.rules_of({"grand_slam": "forbidden", "time_used_up": ""}) == {
        "grand_slam": "forbidden"
    }


# The picture


def test_every_pit_is_drawn_with_its_seeds() -> None:
    view = view_of(FACE, at("0 1 2 3 4 5", "6 7 0 0 0 0"))
    found = picture_of(view)
    assert ["".join(pit.letter for pit in row) for row in found.rows] == ["fedcba", "ABCDEF"]
    seeds = [pit.seeds for row in found.rows for pit in row]
    assert seeds == [0, 0, 0, 0, 7, 6, 0, 1, 2, 3, 4, 5]
    assert all(len(pit.dots) == pit.seeds for row in found.rows for pit in row)
    assert sum(seeds) + sum(len(store.dots) for store in found.stores) == 48


def test_the_second_players_board_has_their_row_below() -> None:
    found = picture_of(view_of(FACE, begin()), bottom=2)
    assert ["".join(pit.letter for pit in row) for row in found.rows] == ["FEDCBA", "abcdef"]


@pytest.mark.parametrize("seeds", range(49))
def test_seeds_stay_in_their_pit(seeds: int) -> None:
    places = heap(seeds)
    assert len(set(places)) == seeds
    assert all(x * x + y * y <= 0.36**2 for x, y in places)


def test_all_seeds_have_room_in_a_store() -> None:
    xs = [in_store(seed)[0] for seed in range(48)]
    assert max(xs) < picture.WIDTH - 0.35
    assert in_store(24)[0] - in_store(23)[0] > 0.25


def test_the_script_draws_where_the_server_draws() -> None:
    text = PLACE_JS.read_text()
    for name in ("PIT_Y", "NUMBER_Y", "LETTER_Y", "STORE_Y"):
        found = re.search(rf"{name} = \[([\d.]+), ([\d.]+)\]", text)
        assert found is not None
        assert tuple(map(float, found.groups())) == getattr(picture, name)
    for name in ("EDGE", "STORE_X", "SPREAD", "ROOM"):
        found = re.search(rf"{name} = ([\d.]+)", text)
        assert found is not None
        assert float(found[1]) == getattr(picture, name)


# The computer player


@pytest.mark.parametrize("level", [code for code, _ in FACE.levels])
def test_a_computer_player_moves_within_its_time(level: str) -> None:
    choice = FACE.choose(begin(), 0, level, Random(1), timedelta(milliseconds=30))
    assert choice is not None
    assert choice.text in begin().legal_moves()
    assert FACE.choose(begin(), 1, level, Random(1), timedelta(milliseconds=30)) is None


# The lessons


def said(code: str, text: str) -> str:
    lesson = next(lesson for lesson in lessons.LESSONS if lesson.code == code)
    with override("en"):
        return attempt(FACE, read(FACE, lesson, lesson.position), text).told


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("sow", "C", "C holds 4 seeds. They go to D, E, F, a. The last one makes 5 in a: only 2"),
        ("capture", "F", "Going back, d (2), c (3) too. b holds 6: there it ends. 7 seeds in all."),
        ("nothing", "A", "The last one falls on the own side: nothing is taken."),
        ("nothing", "E", "The last one makes 3 in c, which are taken."),
        ("lap", "F", "They go once round the board, pass over F, and go on from a to b."),
        ("slam", "F", "Taking b, a would leave the other side without a seed"),
        ("feed", "B", "The other side has a seed again."),
        ("feed", "A", "Pit A does not reach; B, F can."),
        ("cannot_feed", "f", "all that was left is taken. 26 to 22."),
        ("majority", "F", "More than half of the seeds are taken. 25 to 13."),
    ],
)
def test_the_engine_says_what_a_move_does(code: str, text: str, words: str) -> None:
    assert words in said(code, text)


@pytest.mark.parametrize(
    ("code", "position", "move", "error"),
    [
        ("sow", "…", "C", "not_a_position"),
        ("sow", "4-4-4-4-4-4-4-4-4-4-4-4-1-0-S", "C", "wrong_seeds"),
        ("none", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "C", "unknown_lesson"),
        ("sow", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "c", "not_your_pit"),
        ("sow", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "x" * 5000, "invalid_action"),
    ],
)
def test_what_cannot_be_tried_is_refused_in_words(
    code: str, position: str, move: str, error: str
) -> None:
    found = tried(FACE, code, position, move)
    assert (found.error, found.position) == (error, None)
    assert found.told
