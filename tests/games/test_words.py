import re
from collections.abc import Iterator
from dataclasses import fields
from string import Formatter
from typing import Any

import pytest
from django.utils.translation import override

import games.record  # noqa: F401 - all errors are to be known
from games.rules.base import GameError, InvalidRulesError
from games.rules.kyoen.errors import EmptyPointError
from games.rules.registry import GAMES, game
from games.rules_words import time_in_words
from games.words import error_words


def errors(kind: type[GameError] = GameError) -> Iterator[type[GameError]]:
    for found in kind.__subclasses__():
        if found.__module__.startswith("games."):
            yield found
        yield from errors(found)


def test_every_error_of_the_rules_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in errors()]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("kind", list(errors()), ids=lambda kind: kind.code)
def test_every_error_is_told_in_japanese(kind: type[GameError]) -> None:
    names = {name for _, name, _, _ in Formatter().parse(kind.words) if name}
    error = kind(**dict.fromkeys(names, "a1"))
    with override("en"):
        english = error_words(error)
    with override("ja"):
        japanese = error_words(error)
    assert english == error.message
    assert japanese != english
    assert japanese.endswith(("。", "あります"))


@pytest.mark.parametrize(
    ("allowed", "japanese"),
    [
        ("0 to 86400000", "0〜86400000"),
        ("forfeit or arbiter", "forfeit または arbiter"),
        ("0 or 2 to 9", "0 または 2〜9"),
        ("0 to 99 or null", "0〜99 または null"),
        ("1 s to 7 days", "1秒〜7日"),
        ("the options are columns, rows", "使える項目：columns, rows"),
        (2, "2"),
    ],
)
def test_what_is_allowed_is_said_in_japanese(allowed: object, japanese: str) -> None:
    error = InvalidRulesError(field="x", value=-1, allowed=allowed)
    with override("en"):
        assert error_words(error) == f"x cannot be -1: {allowed}."
    with override("ja"):
        assert error_words(error) == f"xは-1にできません（{japanese}）。"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_a_refused_option_is_left_in_english(name: str) -> None:
    kind: Any = game(name).rules
    wrong: list[Any] = [{one.name: "?"} for one in fields(kind) if one.init] + [
        {"?": 1},
        [],
        {"size": 5, "rows": 6},
    ]
    for rules in wrong:
        with override("ja"), pytest.raises(GameError) as refused:
            kind.from_json(rules)
        with override("ja"):
            said = error_words(refused.value)
        assert not re.search(r"\b(to|or|the|are|an?)\b", said.split("（")[1]), said


def test_the_words_name_the_point() -> None:
    with override("ja"):
        assert error_words(EmptyPointError(point="g8")) == "g8には石がありません。"


def test_one_is_said_in_the_singular() -> None:
    byo_yomi = {"timing": "byo_yomi", "main_ms": 60_000, "step_ms": 30_000, "periods": 1}
    with override("en"):
        assert time_in_words(byo_yomi, "kyoen") == "1 minute, then 1 period of 30 seconds"
