import pytest

from games.rules.registry import GAMES, UnknownGameError, game


def test_kyoen_is_a_game() -> None:
    found = game("kyoen")
    assert (found.name, found.min_seats, found.max_seats) == ("kyoen", 2, 8)


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGameError, match="chess") as caught:
        game("chess")
    assert caught.value.message == f"There is no game chess: {', '.join(GAMES)}."


@pytest.mark.parametrize("name", GAMES)
def test_every_game_starts_and_is_read_back_from_its_text(name: str) -> None:
    found = game(name)
    position = found.start(found.rules.from_json({}), found.min_seats)
    assert found.name == name
    assert position.to_move == 0
    assert position.outcome is None
    assert str(found.read(str(position))) == str(position)
    assert position.legal_moves()


@pytest.mark.parametrize("name", GAMES)
def test_the_options_of_every_game_are_those_of_its_rules(name: str) -> None:
    found = game(name)
    assert set(found.options) == set(found.rules.from_json({}).to_json())
