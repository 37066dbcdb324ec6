"""Report files (TRF16) in, on, and out again."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.formats.cases import FOLDER, GENERATED, REGRESSIONS, load
from tests.tournaments.kinds import field
from tournaments.interchange.trf import read_trf, write_trf
from tournaments.interchange.trf_pairing import before, pair_next
from tournaments.interchange.trf_results import read_results
from tournaments.interchange.trf_values import TrfPlayer, TrfTournament
from tournaments.models import Absence, Bye, ForbiddenPair, Round, Stage, Table, Tournament
from tournaments.presets import swiss
from tournaments.services.drawing import draw_round
from tournaments.services.presence import set_absence, withdraw
from tournaments.services.trf_export import write_report
from tournaments.services.trf_import import import_trf, look

FILES = [*GENERATED, *REGRESSIONS, FOLDER / "tec2023_swiss.trf"]


def taken_in(text: str | bytes, by: User) -> Tournament:
    data = text.encode() if isinstance(text, str) else text
    return import_trf(seen=look(data), game="oware", name="大会", by=by, at=NOON)


def out(made: Tournament) -> bytes:
    return write_report(Stage.objects.select_related("tournament").get(tournament=made))


def known(player: TrfPlayer) -> TrfPlayer:
    return replace(player, games=(), rank=None, points=Fraction(0))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_tournament_of_a_file_is_written_as_an_equal_file(path: Path, organiser: User) -> None:
    was = load(path)
    data = out(taken_in(path.read_bytes(), organiser))
    now = read_trf(data)
    assert read_results(now) == read_results(was)
    by_number = sorted(was.players, key=lambda player: player.number)
    assert [known(player) for player in now.players] == [known(one) for one in by_number]
    assert (now.points, now.played) == (was.points, was.played)
    assert {frozenset(pair) for pair in now.forbidden} == {
        frozenset((one, other)) for group in was.forbidden for one in group for other in group
        if one != other
    }  # fmt: skip
    assert out(taken_in(data, organiser)).splitlines()[1:] == data.splitlines()[1:]


def cut(path: Path, rounds: int) -> TrfTournament:
    """A file as it was before its round ``rounds + 1``."""
    return before(load(path), rounds + 1)


@pytest.mark.parametrize("path", GENERATED[:4], ids=lambda path: path.stem)
def test_the_next_round_is_the_one_in_the_file(path: Path, organiser: User) -> None:
    running = cut(path, 3)
    seen = replace(look(write_trf(running).encode()), rounds=load(path).played)
    made = import_trf(seen=seen, game="oware", name="大会", by=organiser, at=NOON)
    round_ = draw_round(tournament=made, seed=5, by=organiser, at=NOON)
    wanted = pair_next(replace(running, rounds=load(path).played))
    pairs = [
        tuple(seat.entry.number for seat in table.seats.all())
        for table in round_.tables.prefetch_related("seats__entry").order_by("number")
    ]
    assert pairs == [(pair.first, pair.second) for pair in wanted.pairs]
    given = round_.byes.filter(kind="pairing").values_list("entry__number", flat=True)
    assert list(given) == [key for key in [wanted.bye] if key is not None]


def line(number: int, name: str, points: str, games: str) -> str:
    return f"001 {number:>4}      {name:<33} 1500{' ' * 28}{points:>4}    1  {games}"


RUNNING = "\n".join(
    [
        "012 Running",
        line(1, "山田 🎌", " 1.0", "   2 w 1     3 b    0000 - H"),
        line(2, "=cmd", " 1.0", "   1 b 0  0000 - U"),
        line(3, "C", " 0.5", "0000 - H     1 w  "),
        "XXR 4",
        "XXP 2 3",
        "",
    ]
)


def test_a_running_tournament_keeps_open_games_byes_and_wishes(organiser: User) -> None:
    made = taken_in(RUNNING, organiser)
    states = Round.objects.filter(stage__tournament=made).order_by("number")
    assert [one.state for one in states] == ["closed", "running"]
    assert Table.objects.filter(round=states[1], result_source="").count() == 1
    byes = Bye.objects.filter(round__stage__tournament=made)
    assert sorted((one.round.number, one.kind) for one in byes) == [(1, "half"), (2, "pairing")]
    wish = Absence.objects.get(entry__tournament=made)
    assert (wish.entry.name, wish.ordinal, wish.kind) == ("山田 🎌", 3, "half")
    assert ForbiddenPair.objects.filter(tournament=made).count() == 1
    again = read_trf(out(made))
    assert [player.name for player in again.players] == ["山田 🎌", "=cmd", "C"]
    assert read_results(again) == read_results(read_trf(RUNNING))


def test_byes_of_the_pairing_are_u_and_absences_0000_z(organiser: User) -> None:
    """T26: an absence is no game against nobody."""
    made = field.tournament(organiser, swiss(4), people=5)
    set_absence(entry=field.numbered(made, 5), ordinal=1, absent=True, by=None, at=NOON)
    field.better_wins(field.draw(made))
    withdraw(entry=field.numbered(made, 2), by=None, at=NOON, reason="")
    field.better_wins(field.draw(made))
    stage = Stage.objects.select_related("tournament").get(tournament=made)
    text = write_report(stage).decode()
    lines = {int(one[4:8]): one[91:] for one in text.splitlines() if one.startswith("001")}
    assert lines[5].startswith("0000 - Z")
    assert lines[2][10:] == "0000 - Z  0000 - Z"
    assert sum("0000 - U" in one for one in lines.values()) in (0, 1, 2)
    assert read_results(read_trf(text)) != []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no player"),
        (RUNNING.replace("   1 b 0", "   1 b 1"), "line 2: round 1"),
        (RUNNING.replace(" 0.5", " 1.5"), "line 4: the points do not add up"),
    ],
)
def test_a_broken_file_makes_nothing_and_says_where(
    text: str, said: str, organiser: User, tmp_path: Path
) -> None:
    file = tmp_path / "broken.trf"
    file.write_text(text)
    with pytest.raises(CommandError, match=said):
        call_command("import_trf", str(file))
    assert not Tournament.objects.exists()


def test_the_commands_take_a_file_in_and_out(
    organiser: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("import_trf", str(GENERATED[0]), "--name", "Eight", "--game", "rithmomachia")
    pk = capsys.readouterr().out.split()[0]
    call_command("export_trf", pk)
    again = read_trf(capsys.readouterr().out)
    assert read_results(again) == read_results(load(GENERATED[0]))
