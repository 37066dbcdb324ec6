"""What every game's face owes."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template
from django.utils.translation import override

from games.clock import TimeControl
from games.faces.registry import FACES, face
from games.forms import PracticeForm
from games.rules.registry import GAMES
from games.rules_words import brief_rules, rules_in_words, run_in_words
from games.templatetags.boards import board, board_image

ROOT = Path(__file__).resolve().parents[2]
EVERY = pytest.mark.parametrize("game", list(GAMES))


def test_every_game_has_a_face() -> None:
    assert list(FACES) == list(GAMES)


@EVERY
def test_a_board_is_drawn_by_a_script_of_its_own(game: str) -> None:
    kind = GAMES[game]
    view = face(game).view(kind.start(kind.rules.from_json({}), kind.min_seats))
    with override("en"):
        assert 'id="board"' in board(game, view)
        assert 'role="img"' in board_image(game, view)
    get_template(f"games/{game}/keys.html")
    assert re.search(r"\bBoard\b", (ROOT / f"static/js/boards/{game}.js").read_text())


@EVERY
def test_the_rules_are_told_in_both_languages(game: str) -> None:
    rules = GAMES[game].rules.from_json({}).to_json()
    told = {}
    for language in ("en", "ja"):
        with override(language):
            told[language] = [brief_rules(game, rules), rules_in_words(game, rules, {})]
    assert told["en"] != told["ja"]
    assert all(words for _, words in told["en"][1])


@EVERY
def test_what_practice_offers_can_be_played(game: str) -> None:
    form = PracticeForm(game)
    assert form.face.levels
    for _code, _words, control in form.face.time_controls:
        TimeControl.from_json(control)


def test_how_a_match_is_run_is_told() -> None:
    policy = {"ready_check": True, "no_show_ms": 600_000, "illegal_ms": 120_000, "illegal_limit": 2}
    with override("en"):
        assert [words for _, words in run_in_words(policy, "oware")] == [
            "The clock starts when every player is ready.",
            "Whoever is not ready 10 minutes after the call has lost.",
            "The other player gets 2 minutes more. The game is lost with illegal move no. 2.",
            "The players may agree on one.",
        ]
        assert run_in_words({}, "kyoen") == []
