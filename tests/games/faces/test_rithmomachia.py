"""Rithmomachia as people meet it: words, forms, boards, lessons and what is studied."""

import json
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.utils import translation

from games.faces.registry import face
from games.faces.rithmomachia.picture import picture_of
from games.rules.base import GameError
from games.rules.rithmomachia.rules import OPTIONS, RithmoRules
from games.words import error_words
from tests.games.rules.rithmomachia.helpers import PRESETS, at, begin, did, played, random_game

FACE = face("rithmomachia")
NAMES = ["早川 澪", "Koval"]


def happened(told: dict[str, Any], seat: int = 0, end: str = "") -> str:
    event: Any = SimpleNamespace(
        seat=seat, text=told["text"], kind="move", data={"did": told, "end": end}
    )
    return FACE.ended(event, NAMES[:1]) if end else FACE.happened(event, NAMES)


TAKEN_EN = (
    "Koval captured with round 9 from a1 on a11. "
    "Taken: square 81 on a11 (assault, 9 × 9 empty squares = 81)."
)
TAKEN_JA = (
    "Kovalさんがa1の円9でa11の駒を取りました。取った駒：a11の四角81（突撃：9 × 空き9マス = 81）。"
)


@pytest.mark.parametrize(("language", "words"), [("en", TAKEN_EN), ("ja", TAKEN_JA)])
def test_a_capture_is_told_with_its_sum(language: str, words: str) -> None:
    told = did(at("Oa1R9 Ea11S81 Eh1R2", "O"), "a1xa11")
    with translation.override(language):
        assert happened(told, seat=1) == words


def test_every_kind_of_capture_is_told() -> None:
    with translation.override("en"):
        ambush = did(at("Oc5R3 Ed5R8 Oe6R5 Ea1R2", "O"), "e6-e5")
        assert "round 8 on d5 (ambush, 3 + 5 = 8)" in happened(ambush)
        siege = did(at("Oa1S361 Ea2R2 Ec1R4 Oh16R7"), "c1-b1")
        assert "square 361 on a1 (siege from b1, a2)" in happened(siege)
        part = did(at("Ed5P91 Od7T16 Ea1R2", "O"), "d7xd5/16")
        assert "the component triangle 16 on d5 (meeting, 16 = 16)" in happened(part)
        assert "which stays on d7" in happened(part)
        drop = did(at("Ea1S25 Oh16R3", hands="T90 -", captured="turned"), "T90@c1")
        assert "dropped triangle 90 on c1" in happened(drop)
        before = did(
            at(
                "Oa1R9 Ea11S81 Eh1R2 Oh16R7",
                "O",
                captures_before=True,
                assault_moves_in=False,
            ),
            "a1-b1",
        )
        assert "Taken before the move: square 81" in happened(before)


def test_a_victory_is_told_with_its_numbers() -> None:
    great = did(at("Ea10R2 Ec10R4 Ee9R6 Oh16R3 Ea1R8"), "e9-e10")
    common = did(at("Ed5T30 Of5T30 Oh16R7", hands="R5,R25,T36,T64 -"), "d5xf5")
    with translation.override("en"):
        words = happened(great, end="great")
        assert "2, 4, 6 on a10, c10, e10, in a line (arithmetic 2 × 4 = 2 + 6)" in words
        words = happened(common, end="honore_liteque")
        assert "5 + 25 + 30 + 36 + 64 = 160, 5 pieces, 9 digits" in words


@pytest.mark.parametrize("reason", ["no_move", "repetition", "quiet", "great", "bonis"])
def test_every_end_has_words(reason: str) -> None:
    for language in ("en", "ja"):
        with translation.override(language):
            assert FACE.ends()[reason]


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "preset"])
def test_the_rules_of_a_match_tell_every_option(name: str) -> None:
    """Two values of an option are told by different words, wherever the option plays a part."""
    first, last = OPTIONS[name][0], OPTIONS[name][-1]
    for language in ("en", "ja"):
        with translation.override(language):
            told = [
                [*FACE.rules_in_words({name: value}), *FACE.rules_of_time({name: value})]
                for value in (first, last)
            ]
            assert told[0] != told[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_book_is_told_in_full_and_in_brief(preset: str) -> None:
    with translation.override("en"):
        lines = dict(FACE.rules_in_words({"preset": preset}))
        assert set(lines) > {"Moves", "Meeting", "Assault", "Ambush", "Siege", "Common victory"}
        assert "5 pieces, value 160, 9 digits" in FACE.brief({"preset": preset})
        assert all("%(" not in words for words in lines.values())


def test_the_form_leaves_to_the_rule_book_what_is_not_chosen() -> None:
    fields = FACE.fields()
    assert set(fields) == set(OPTIONS)
    assert set(FACE.main_fields) < set(fields)
    cleaned = dict.fromkeys(fields, "") | {
        "preset": "fulke",
        "pieces": 6,
        "flights": "no",
        "repetition": None,
        "quiet_plies": 0,
    }
    found = FACE.rules_of(cleaned)
    assert found == {"preset": "fulke", "pieces": 6, "flights": False, "quiet_plies": 0}
    assert RithmoRules.from_json(found).captures_before is False


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_choice_of_the_form_is_a_value_of_the_rules(name: str) -> None:
    field: Any = FACE.fields()[name]
    offered = [value for value, _words in getattr(field, "choices", ()) if value]
    for value in offered:
        RithmoRules.from_json(FACE.rules_of({name: value}))
    assert not offered or len(offered) == len(OPTIONS[name])


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        ("repetition", "1", "Enter 0, or a number from 2 to 9."),
        ("quiet_plies", "5", "Enter 0, or a number from 10 to 1000."),
    ],
)
def test_a_number_that_the_rules_skip_is_refused_in_words(
    name: str, typed: str, words: str
) -> None:
    field = FACE.fields()[name]
    assert field.clean("0") == 0
    with pytest.raises(ValidationError) as caught:
        field.clean(typed)
    with translation.override("en"):
        assert caught.value.messages == [words]


def test_the_view_tells_the_moves_and_what_they_take() -> None:
    view = FACE.view(at("Oc5R3 Ed5R8 Oe6R5 Ea1R2", "O"))
    assert "e6-e5+d5" in view["legal"]
    assert view["takes"]["e6-e5+d5"] == [["d5", "R8", ["3 + 5 = 8"]]]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_is_small(preset: str) -> None:
    for position in random_game(Random(3), {"preset": preset}, 60):
        assert len(json.dumps(FACE.view(position))) < 40_000


def test_what_is_studied_has_the_sets_and_threats_of_both() -> None:
    found = FACE.study(begin())
    assert found is not None
    assert [len(side["sets"]) for side in found["sets"]] == [28, 25]
    assert found["threats"] == [[], []]
    assert len(found["other"]["legal"]) == 12
    near = FACE.study(at("Ea10R2 Ec10R4 Ee9R6 Oh16R3 Ea1R8", "O"))
    assert near is not None
    assert near["threats"][0][0]["numbers"] == [2, 4, 6]


def test_a_game_that_is_over_can_be_studied() -> None:
    found = FACE.study(begin().end())
    assert found is not None
    assert found["other"] == {"legal": [], "takes": {}}


def test_the_board_is_drawn_with_every_piece_named() -> None:
    view = begin().view()
    picture = picture_of(view)
    assert picture.count == (24, 24)
    source = "{% load boards %}{% board 'rithmomachia' view %}{% board_image 'rithmomachia' view %}"
    with translation.override("en"):
        drawn = Template(source).render(Context({"view": view}))
    assert drawn.count('role="gridcell"') == 128
    assert 'aria-label="b2, Even pyramid 91"' in drawn
    assert 'aria-label="e8, empty"' in drawn
    assert "24 pieces of Even, 24 of Odd" in drawn


@pytest.mark.parametrize("lesson", FACE.lessons(), ids=lambda lesson: lesson.code)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_lesson_begins_with_a_move_that_is_told(lesson: Any, language: str) -> None:
    position = type(begin()).read(lesson.position, RithmoRules.from_json(lesson.rules))
    assert position.outcome is None
    with translation.override(language):
        assert FACE.taught(position, played(position, lesson.tries[0]))


def test_the_lessons_show_every_capture_and_victory() -> None:
    told = ""
    with translation.override("en"):
        for lesson in FACE.lessons():
            position = type(begin()).read(lesson.position, RithmoRules.from_json(lesson.rules))
            for text in lesson.tries[:2]:
                told += FACE.taught(position, played(position, text))
    for words in ("meeting", "assault", "ambush", "siege", "component", "De honore", "great"):
        assert words in told
    assert "most excellent" in told


def test_a_refusal_is_told_in_the_readers_language() -> None:
    position = at("Ea1R9 Oa10S81 Oh16R7")
    with pytest.raises(GameError) as caught:
        played(position, "a1xa10")
    with translation.override("ja"):
        words = error_words(caught.value)
    assert words == "a10の数は81ですが、計算すると 9 × 8 = 72 です。"


def test_a_computer_player_answers_within_its_time() -> None:
    position = begin()
    choice = FACE.choose(position, 0, "steady", Random(1), timedelta(seconds=1))
    assert choice is not None
    assert choice.text in position.legal_moves()
    assert FACE.choose(position, 1, "steady", Random(1), timedelta(seconds=1)) is None
