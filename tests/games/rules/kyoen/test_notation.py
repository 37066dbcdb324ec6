import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import GameError, InvalidActionError
from games.rules.kyoen.errors import OffBoardError
from games.rules.kyoen.notation import Claim, Leave, Stone
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import KyoenRules
from tests.games.rules.kyoen.helpers import begin, boards, played


def test_a_stone_is_its_point_by_the_seat_on_turn() -> None:
    position = played(begin(3), "a1")
    assert position.parse("g8") == (1, Stone(15))
    assert position.parse(" G8\n") == (1, Stone(15))


def test_a_stone_by_a_named_seat_is_not_checked_when_read() -> None:
    assert begin(3).parse("g8", 2) == (2, Stone(15))


def test_a_claim_names_its_seat_from_one() -> None:
    assert begin(3).parse("2!a9b9c9") == (1, Claim((0, 1, 2)))
    assert begin(3).parse("2!a9b9c9i1") == (1, Claim((0, 1, 2, 80)))
    assert begin(3).parse("2!") == (1, Claim(()))


def test_an_arbiters_claim_begins_with_a() -> None:
    assert begin(3).parse("A!a9b9c9") == (None, Claim((0, 1, 2)))
    assert begin(3).parse("a!a9b9c9") == (None, Claim((0, 1, 2)))
    assert begin(3).notate(None, Claim((0, 1, 2))) == "A!a9b9c9"


def test_the_seat_may_be_left_out_where_it_is_known() -> None:
    assert begin(3).parse("!a9b9c9", 1) == (1, Claim((0, 1, 2)))
    assert begin(3).parse("-", 2) == (2, Leave())


def test_a_seat_that_leaves_has_a_dash() -> None:
    assert begin(3).parse("3-") == (2, Leave())
    assert begin(3).notate(2, Leave()) == "3-"


def test_a_text_that_names_another_seat_than_the_one_that_acts_is_refused() -> None:
    for text in ("2!a1b1c1", "2-", "A!a1b1c1"):
        with pytest.raises(InvalidActionError):
            begin(3).parse(text, 0)


@pytest.mark.parametrize(
    "text",
    ["", " ", "8g", "g", "gg8", "g8h", "g08", "g8 h8", "4!a1b1c1", "9-", "0-", "0!a1b1c1", "A-",
     "!a1b1c1", "-", "2!a1b1c", "2!a1-b1", "2?a1b1c1", "t1", "２!a1b1c1", "g８", "g\u0668",
     "g8\x00", "<script>", "2!a1b1c1d1" * 1000],
)  # fmt: skip
def test_other_text_is_no_action(text: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        begin(3).parse(text)
    assert len(str(caught.value)) < 200
    assert caught.value.message


@pytest.mark.parametrize("text", ["j1", "a10", "s19", "2!a1b1j9"])
def test_a_point_of_a_larger_board_is_off_this_one(text: str) -> None:
    with pytest.raises(OffBoardError):
        begin(3).parse(text)


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    position = played(begin(3), "a1 c1 a3")
    messages = []
    try:
        position.play(*position.parse(text))
    except GameError as error:
        messages.append(error.message)
    assert all(messages)


@given(boards(most=19), st.data())
def test_notation_reads_back(board: object, data: st.DataObject) -> None:
    size = data.draw(st.integers(3, 19))
    position = begin(8, size=size)
    points = st.integers(0, size * size - 1)
    seat = data.draw(st.integers(0, 7))
    stone = Stone(data.draw(points))
    assert position.parse(position.notate(seat, stone), seat) == (seat, stone)
    claim = Claim(tuple(data.draw(st.lists(points, max_size=6))))
    by = data.draw(st.none() | st.just(seat))
    assert position.parse(position.notate(by, claim)) == (by, claim)


# The text form


def test_the_text_form_says_the_moment_in_one_line() -> None:
    assert str(begin()) == "square:9x9 - 1 2 - - -"
    assert str(played(begin(3), "a1 c1 a3 c3")) == "square:9x9 a1c1a3c3 2 3 1 - -"
    assert str(played(begin(3), "a1 c1 a3 c3 2!a1c1a3")) == "square:9x9 a1c1a3 2 3-1 1x - -"
    assert str(begin(2, lattice="triangular", size=5, shape="triangle").end()) == (
        "triangular:5 - - 2 - - ended_by_arbiter"
    )
    silent = begin(3, wrong_claim="silenced")
    assert str(played(silent, "a1 c1 a3 g8 3!a1c1a3")) == ("square:9x9 a1c1a3g8 2 3 1 0,0,1*/1 -")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "square:9x9",
        "square:9x9 - 1 2 - -",
        "square:2x2 - 1 2 - - -",
        "square:20x20 - 1 2 - - -",
        "square:9 - 1 2 - - -",
        "hexagonal:9x9 - 1 2 - - -",
        "square:9x9 - 2 2 - - -",
        "square:9x9 - - 2 - - -",
        "square:9x9 - 1 9 - - -",
        "square:9x9 - 1 1 - - -",
        "square:9x9 a1 1 2 - - -",
        "square:9x9 - 1 2 2 - -",
        "square:9x9 a1 1 2 1 - -",
        "square:9x9 a1 1 2 3 - -",
        "square:9x9 a1a1 1 2 2 - -",
        "square:9x9 a1j1 1 2 2 - -",
        "square:9x9 a1b 1 2 2 - -",
        "square:9x9 a1c1 1 3-11 2 - -",
        "square:9x9 a1c1 1 3-4 2 - -",
        "square:9x9 a1c1 - 3-123 2 - -",
        "square:9x9 a1c1 1 2 2 0,0 -",
        "square:9x9 a1c1 1 2 2 1 -",
        "square:9x9 a1c1 1 2 2 1,0,0 -",
        "square:9x9 a1c1 1 2 2 - ended_by_arbiter",
        "square:9x9 A1c1 1 2 2 - -",
        "square:9x9  a1c1 1 2 2 - -",
        "square:٩x9 - 1 2 - - -",
    ],
)
def test_a_line_that_says_no_moment_is_refused(text: str) -> None:
    with pytest.raises(InvalidActionError):
        KyoenPosition.read(text)


@given(
    st.text(max_size=60)
    | st.from_regex(
        r"square:3x3 [a-c1-3-]+ [1-3-] [2-3](-[1-3]+)? "
        r"(-|[1-3]x?) (-|[0-2*,/]+) (-|[a-z]+)"
    )
)
def test_any_line_is_a_moment_or_is_refused(text: str) -> None:
    try:
        position = KyoenPosition.read(text)
    except InvalidActionError:
        return
    assert str(position) == text.strip()
    if position.to_move is not None:
        assert position.legal_moves()


def test_a_line_of_another_board_than_that_of_the_rules_is_refused() -> None:
    with pytest.raises(InvalidActionError):
        KyoenPosition.read("square:6x6 - 1 2 - - -", KyoenRules())


def test_options_given_beside_the_line_hold() -> None:
    rules = KyoenRules.from_json({"wrong_claim": "out"})
    position = KyoenPosition.read("square:9x9 a1c1a3g8 1 2 2 - -", rules)
    assert played(position, "1!a1c1a3g8").out == (0,)
