"""What holds for the lessons of every game whose moves are all tried."""

import pytest
from django.utils.translation import override

from games.faces.registry import face
from games.lessons import attempt, read

LESSONS = [(game, lesson) for game in ("kyoen", "oware") for lesson in face(game).lessons()]


@pytest.mark.parametrize(
    ("game", "code"),
    [(game, lesson.code) for game, lesson in LESSONS],
)
def test_every_move_of_a_lesson_is_told_in_both_languages(game: str, code: str) -> None:
    played = face(game)
    lesson = next(lesson for lesson in played.lessons() if lesson.code == code)
    position = read(played, lesson, lesson.position)
    for text in lesson.tries:
        words = set()
        for language in ("en", "ja"):
            with override(language):
                words.add(attempt(played, position, text).told)
        assert len(words) == 2
        assert all(words)
