"""Rounds that other engines paired come out as they paired them."""

from pathlib import Path

import pytest

from tests.tournaments.formats.cases import FOLDER, GENERATED, as_lines, load, paired_in
from tournaments.formats.swiss_history import Dutch
from tournaments.interchange.trf import read_trf
from tournaments.interchange.trf_pairing import before, pair_next


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.stem)
def test_every_round_of_a_generated_tournament_is_paired_as_in_the_file(path: Path) -> None:
    tournament = load(path)
    for number in range(1, tournament.played + 1):
        found = pair_next(before(tournament, number))
        pairs, byes = paired_in(tournament, number)
        assert set(found.pairs) == pairs, number
        assert byes == ([] if found.bye is None else [found.bye]), number


@pytest.mark.parametrize("name", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_a_regression_of_another_engine_is_paired_as_it_should(name: str) -> None:
    path = FOLDER / "bbp" / f"{name}.input"
    wanted = path.with_suffix(".output.expected").read_text().split("\n")
    found = pair_next(read_trf(path.read_bytes()), Dutch.FROM_2026)
    assert as_lines(found) == [line for line in wanted if line]


def test_the_editions_differ_on_who_floats_after_a_forfeit() -> None:
    tournament = read_trf((FOLDER / "bbp" / "issue_7.input").read_bytes())
    old, new = (set(pair_next(tournament, edition).pairs) for edition in Dutch)
    assert {(pair.first, pair.second) for pair in old - new} == {
        (53, 42),
        (47, 48),
        (27, 50),
        (34, 58),
    }


def test_a_check_of_another_system_pairs_the_next_round_without_a_rematch() -> None:
    # This file was paired by the Burstein system: only its history is of use here.
    tournament = read_trf((FOLDER / "bbp" / "issue_15.input").read_bytes())
    found = pair_next(tournament)
    met = {
        frozenset((player.number, game.opponent))
        for player in tournament.players
        for game in player.games
        if game.paired and game.result not in "+-"
    }
    assert len(found.pairs) == 90
    assert not met & {pair.keys for pair in found.pairs}
