from collections.abc import Iterator
from string import Formatter

import pytest
from django.utils.translation import override

import games.record
import games.rules.registry  # noqa: F401 - all errors are to be known
from games.rules.base import GameError
from games.rules.kyoen.errors import EmptyPointError
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


def test_the_words_name_the_point() -> None:
    with override("ja"):
        assert error_words(EmptyPointError(point="g8")) == "g8には石がありません。"


def test_one_is_said_in_the_singular() -> None:
    byo_yomi = {"timing": "byo_yomi", "main_ms": 60_000, "step_ms": 30_000, "periods": 1}
    with override("en"):
        assert time_in_words(byo_yomi, "kyoen") == "1 minute, then 1 period of 30 seconds"
