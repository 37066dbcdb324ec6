"""Report files of FIDE: in, out, and what is said of broken ones."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.formats.cases import FOLDER, GENERATED, REGRESSIONS, load
from tournaments.formats.points import Points
from tournaments.formats.scoring import LineKind, Unplayed
from tournaments.interchange.trf import NAME, make_trf, read_trf, write_trf
from tournaments.interchange.trf_columns import write_player
from tournaments.interchange.trf_results import read_results
from tournaments.interchange.trf_values import TrfError, TrfPlayer
from tournaments.standings import Contender, standings

FILES = [*GENERATED, *REGRESSIONS, FOLDER / "tec2023_swiss.trf"]
RATED = " " * 31
SMALL = (
    "012 Small\n"
    f"001    1      One{RATED}2000{' ' * 29}1.0    1     2 w 1\n"
    f"001    2      Two{RATED}1900{' ' * 29}0.0    2     1 b 0\n"
    "XXR 3\n"
)
DIFFERENT = "line 2: round 1: the two players' entries do not fit together"
NO_GAME = "line 2: “   2 w %s” is not a game: opponent, colour and result"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_comes_out_as_it_went_in(path: Path) -> None:
    data = path.read_bytes()
    assert write_trf(read_trf(data)).encode() == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_made_from_the_results_alone_says_the_same(path: Path) -> None:
    read = load(path)
    bare = [replace(player, games=(), points=Fraction(0)) for player in read.players]
    made = make_trf(bare, read_results(read), rounds=read.rounds or 0, played=read.played)
    again = read_trf(write_trf(made))
    assert read_results(again) == read_results(read)
    # Games not rated and forfeits without an opponent are written as FIDE writes them now.
    assert [player.points for player in again.players] == [player.points for player in read.players]


def test_names_are_counted_in_characters_and_keep_every_one() -> None:
    player = TrfPlayer(1, "山田 太郎 🎌", rating=1500, rank=1)
    line = write_player(player)
    assert line[14:47].strip() == "山田 太郎 🎌"
    assert line[48:52] == "1500"
    text = SMALL.replace("One         ", "山田 太郎 🎌     ")
    found = read_trf(text.encode())
    assert found.player(1).name == "山田 太郎 🎌"
    assert write_trf(found) == text


def test_a_bye_is_written_as_the_pairing_gave_it_and_an_absence_without_a_colour() -> None:
    players = [TrfPlayer(number, f"P{number}") for number in (1, 2, 3, 4, 5)]
    kinds = [
        LineKind.BYE,
        LineKind.FULL_BYE,
        LineKind.HALF_BYE,
        LineKind.ABSENT,
    ]
    results = [Unplayed(1, number, kind) for number, kind in enumerate(kinds, 1)]
    made = make_trf(players, results, rounds=3, headers=[(NAME, "夏の\nセミナー")])
    lines = write_trf(made).splitlines()
    assert lines[0] == "012 夏の セミナー"
    assert [line[91:] for line in lines[1:6]] == [
        "0000 - U",
        "0000 - F",
        "0000 - H",
        "0000 - Z",
        "0000 - Z",
    ]
    assert [player.points for player in made.players] == [1, 1, Fraction(1, 2), 0, 0]


def test_points_that_are_not_the_usual_ones_are_written_and_read() -> None:
    points = Points(win=Fraction(3), draw=Fraction(1), pairing_bye=Fraction(3))
    made = make_trf([TrfPlayer(1, "A")], [Unplayed(1, 1, LineKind.BYE)], rounds=1, points=points)
    text = write_trf(made)
    assert "XXS W=3.0 D=1.0" in text
    assert read_trf(text).points == points


def test_forbidden_pairs_accelerations_and_colours_are_read() -> None:
    text = SMALL + "XXC black1\nXXP 1 2\nXXA    1  1.0  0.5\nXXZ 2\nXXS D=0.5\n"
    found = read_trf(text)
    assert found.first_moves is False
    assert found.forbidden == ((1, 2),)
    assert found.acceleration == {1: (Fraction(1), Fraction(1, 2))}
    assert found.absent == {2}
    assert write_trf(found) == text


def test_a_game_without_a_result_is_open() -> None:
    text = SMALL.replace("2 w 1", "2 w").replace("1 b 0", "1 b").replace(" 1.0 ", " 0.0 ")
    (game,) = read_results(read_trf(text))
    assert not game.finished  # type: ignore[union-attr]


def test_the_standings_of_a_file_need_nothing_else() -> None:
    found = read_trf(SMALL)
    table = standings([Contender(1), Contender(2)], read_results(found), points=found.points)
    assert [(row.key, row.rank) for row in table] == [(1, 1), (2, 2)]


NO_PLAYERS = (
    "there is no player line (001): this is no report file. A list of people is read under "
    "“Entries”, once the tournament is made"
)
BROKEN = {
    "": NO_PLAYERS,
    "012 Only a name\n": NO_PLAYERS,
    SMALL.replace("001    2", "001    1"): "line 3: the pairing number 1 is there twice",
    SMALL.replace("001    2", "001    x"): "line 3: the pairing number “x” is not a number from 1",
    SMALL.replace("2 w 1", "7 w 1"): "line 2: there is no player 7 to play",
    SMALL.replace("2 w 1", "1 w 1"): "line 2: player 1 meets itself",
    SMALL.replace("1 b 0", "1 b 1"): DIFFERENT,
    SMALL.replace("1 b 0", "1 w 0"): DIFFERENT,
    SMALL.replace("2 w 1", "2 w ?"): NO_GAME % "?",
    SMALL.replace("2 w 1", "2 w Z"): NO_GAME % "Z",
    SMALL.replace(" 1.0 ", " 2.0 "): "line 2: the points do not add up: 2.0 ≠ 1.0",
    SMALL.replace("2000", "20x0"): "line 2: “20x0” is not a number",
    SMALL.replace("XXR 3", "XXR three"): "line 4: “three” is not a number",
    SMALL.replace("XXR 3", "XXR 3\nXXR 4"): "line 5: XXR is there twice",
    SMALL + "XXC blue1\n": "line 5: “blue1” is not understood",
    SMALL + "XXP 1 9\n": "there is no player 9 to play",
    SMALL[:60]: "line 2: the line is too short for a player",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_refused_with_one_line(text: str) -> None:
    with pytest.raises(TrfError) as caught:
        read_trf(text)
    assert str(caught.value) == BROKEN[text]


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(TrfError, match="not a text file"):
        read_trf(bytes(range(256)) * 4)
