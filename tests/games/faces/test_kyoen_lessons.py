"""The lessons of Kyōen: what the rules say of each stone and claim."""

import pytest
from django.utils.translation import override

from games.faces.kyoen import lessons
from games.faces.registry import face
from games.lessons import attempt, read, tried, view_of

FACE = face("kyoen")


def said(code: str, text: str) -> str:
    lesson = next(lesson for lesson in lessons.LESSONS if lesson.code == code)
    with override("en"):
        return attempt(FACE, read(FACE, lesson, lesson.position), text).told


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("place", "d6", "d6 is safe: no circle and no line"),
        ("place", "f3", "There is a stone on f3 already."),
        ("circle", "d2", "d2 lies with b4, d6, f4 on a circle of radius 2 around d4."),
        ("line", "g4", "g4 lies with a1, c2, e3 on a straight line. That is a kyōen"),
        ("shapes", "e6", "e6 lies with b2, a4, f4 on a circle of radius 5/2."),
        ("shapes", "e2", "e2 lies with b2, a4, f4 on a circle of radius 5/2."),
        ("claim", "1!b5c2e6", "f3 is taken off, and Player 3 is out. Player 1 plays next."),
        ("claim", "1!b5c2c5", "The four lie on no circle and no line."),
        ("claim", "1!b5c2e6c5", "f3, the stone placed last, is not among them."),
        ("claim", "3!b5c2e6", "This stone is your own."),
        ("late", "3!c2c6e2e6", "g4, the stone placed last, is not among them."),
        ("several", "e5", "Those are 2 kyōens"),
        ("end", "3!a1b2f6", "Player 2 is out. Player 3 is the last one in and wins."),
    ],
)
def test_the_rules_say_what_a_stone_or_a_claim_does(code: str, text: str, words: str) -> None:
    assert words in said(code, text)


def test_a_board_that_teaches_is_given_what_the_last_stone_made() -> None:
    found = tried(FACE, "circle", "square:7x7 b4d6f4 1 3 3 - -", "d2").position
    assert found is not None
    made = view_of(FACE, found)["made"]
    assert [one["stones"] for one in made] == [["d6", "b4", "f4", "d2"]]
    assert made[0]["curve"]["centre"] == ["3", "3"]


def test_a_claim_is_called_by_its_points() -> None:
    with override("en"):
        assert [FACE.try_in_words(text) for text in ("e5", "2!b7c2g2")] == [
            "e5",
            "“Kyōen!” b7 c2 g2",
        ]


@pytest.mark.parametrize(
    ("position", "move", "error"),
    [
        ("…", "d2", "invalid_action"),
        ("square:9x9 b4d6f4 1 3 3 - -", "d2", "invalid_action"),
        ("square:7x7 b4d6f4 1 3 3 - -", "h8", "off_board"),
        ("square:7x7 b4d6f4 1 3 3 - -", "!" * 5000, "invalid_action"),
    ],
)
def test_what_cannot_be_tried_is_refused_in_words(position: str, move: str, error: str) -> None:
    found = tried(FACE, "circle", position, move)
    assert (found.error, found.position) == (error, None)
    assert found.told
