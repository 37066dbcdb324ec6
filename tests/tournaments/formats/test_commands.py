"""``manage.py pair`` and ``manage.py standings`` on report files."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.formats.cases import FOLDER, GENERATED, load, paired_in
from tournaments.interchange.trf import write_trf
from tournaments.interchange.trf_pairing import before

EXERCISE = str(FOLDER / "tec2023_swiss.trf")


def run(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue().rstrip("\n")


def test_pair_prints_the_number_of_pairs_then_each_and_the_bye() -> None:
    path = FOLDER / "bbp" / "dutch_2025_C5.input"
    assert run("pair", str(path)) == path.with_suffix(".output.expected").read_text().strip()


def test_pair_takes_the_newer_edition() -> None:
    path = FOLDER / "bbp" / "issue_7.input"
    wanted = path.with_suffix(".output.expected").read_text().strip()
    assert run("pair", str(path), "--edition", "from-2026") == wanted


def test_pair_reads_absences_from_the_column_of_the_round(tmp_path: Path) -> None:
    path = next(path for path in GENERATED if "n017" in path.name)
    tournament = load(path)
    for number in (1, 5, 9):
        file = tmp_path / f"{number}.trf"
        text = write_trf(before(tournament, number))
        # What is known of round 1 only from its games has to be said.
        file.write_text(text + f"XXC {'white1' if tournament.first_moves else 'black1'}\n")
        lines = run("pair", str(file)).splitlines()
        pairs, byes = paired_in(tournament, number)
        assert int(lines[0]) == len(lines) - 1 == len(pairs) + len(byes)
        wanted = {f"{pair.first} {pair.second}" for pair in pairs} | {f"{key} 0" for key in byes}
        assert set(lines[1:]) == wanted


def test_standings_prints_a_row_for_each_player() -> None:
    rows = json.loads(run("standings", EXERCISE, "--tiebreaks", "BH/C1,BH,SB", "--format", "json"))
    assert rows[0] == {
        "rank": 1,
        "number": 2,
        "name": "Bruno",
        "points": 4.0,
        "BH/C1": 12.0,
        "BH": 13.0,
        "SB": 9.5,
    }
    assert len(rows) == 16
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)


@pytest.mark.parametrize(("edition", "value"), [("2024", 15.0), ("2026", 14.0)])
def test_standings_keep_to_the_edition(edition: str, value: float) -> None:
    rows = json.loads(
        run("standings", EXERCISE, "--tiebreaks", "BH", "--edition", edition, "--format", "json")
    )
    assert {row["number"]: row["BH"] for row in rows}[4] == value


def test_standings_as_text_has_the_usual_tie_breaks() -> None:
    first, second = run("standings", EXERCISE).splitlines()[:2]
    assert first.split("\t") == [
        "rank",
        "number",
        "name",
        "points",
        "BH/C1",
        "BH",
        "SB",
        "PS",
        "DE",
    ]
    assert second.split("\t") == ["1", "2", "Bruno", "4", "12", "13", "9.5", "13", "0"]


def test_a_file_may_come_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = Path(EXERCISE).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("standings", "-", "--tiebreaks", "BH").startswith("rank\tnumber")


@pytest.mark.parametrize("command", ["pair", "standings"])
@pytest.mark.parametrize("text", ["", "012 Only a name\n", "\0\1\2", "001 rubbish\n"])
def test_a_broken_file_is_one_clear_line(command: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.trf"
    file.write_text(text)
    with pytest.raises(CommandError) as caught:
        run(command, str(file))
    assert caught.value.returncode == 1
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{file}: ")


def test_a_file_that_is_not_there_and_a_tie_break_unknown_are_one_line() -> None:
    with pytest.raises(CommandError, match="No such file"):
        run("pair", "nowhere.trf")
    with pytest.raises(CommandError, match="There is no tie-break 'XX'"):
        run("standings", EXERCISE, "--tiebreaks", "XX")


def test_an_open_game_and_a_round_nobody_can_play_are_told(tmp_path: Path) -> None:
    file = tmp_path / "two.trf"
    head = "001    {0}      P{0}{1}1000{2}0.0    1     {3} {4} ="
    rows = [
        head.format(1, " " * 32, " " * 29, 2, "w"),
        head.format(2, " " * 32, " " * 29, 1, "b"),
    ]
    file.write_text("\n".join(rows).replace("0.0 ", "0.5 ") + "\n")
    with pytest.raises(CommandError, match="What helps: allow rematch, fewer rounds, by hand"):
        run("pair", str(file))
    assert run("pair", str(file), "--allow", "rematch") == "1\n2 1"
    file.write_text("\n".join(rows).replace(" =", "") + "\n")
    with pytest.raises(CommandError, match="without a result \\(round 1: 1 – 2\\)"):
        run("pair", str(file))


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_an_edition_unknown_is_one_line(command: str) -> None:
    with pytest.raises(CommandError, match="There is no edition '1999'") as caught:
        run(command, EXERCISE, "--edition", "1999")
    assert caught.value.returncode == 1


def test_a_tie_break_asked_for_twice_is_told_in_words() -> None:
    with pytest.raises(CommandError, match="These tie-breaks cannot be: at least one, none twice"):
        run("standings", EXERCISE, "--tiebreaks", "BH,BH")
