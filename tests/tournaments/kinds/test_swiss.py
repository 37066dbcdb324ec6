"""A Swiss from the first draw to its end, with byes, late entries, withdrawals and corrections."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import (
    DRAW,
    LOSS,
    WIN,
    better_wins,
    byes,
    draw,
    enter,
    numbered,
    pairs,
    tournament,
)
from tournaments.errors import DependentsError, ResultsMissingError
from tournaments.formats.swiss_history import Dutch
from tournaments.models import Absence, ByeKind, Round
from tournaments.presets import swiss
from tournaments.public.front import points_in_words
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, add_entry
from tournaments.services.presence import re_enter, set_absence, withdraw
from tournaments.services.standings import stage_standings


def points(round_: Round) -> dict[str, Fraction]:
    rows = stage_standings(round_.stage)
    names = {str(e.pk): e.name for e in round_.stage.tournament.entries.all()}
    return {names[str(row.key)]: row.points for row in rows}


def test_an_odd_field_has_one_bye_that_counts_at_once(organiser: User) -> None:
    """T11."""
    round_ = draw(tournament(organiser, swiss(3), people=3))
    assert len(pairs(round_)) == 1
    ((seed, kind),) = byes(round_)
    assert kind == ByeKind.PAIRING
    assert points(round_)[f"P{seed}"] == 1


def test_nobody_meets_twice_and_nobody_sits_out_twice(organiser: User) -> None:
    """T1, T2, T62."""
    made = tournament(organiser, swiss(5), people=7)
    met: list[frozenset[int | None]] = []
    sat: list[int | None] = []
    for _ in range(5):
        round_ = draw(made)
        met += map(frozenset, pairs(round_))
        sat += [seed for seed, _ in byes(round_)]
        better_wins(round_)
    assert len(set(met)) == len(met) == 15
    assert len(set(sat)) == len(sat) == 5
    assert stage_standings(round_.stage)[0].points == 5


def test_each_round_without_a_game_shows_its_own_reason(organiser: User) -> None:
    """T14: joined after round 1, absent in 2, the bye in 3."""
    made = tournament(organiser, swiss(4), people=6)
    better_wins(draw(made))
    late = add_entry(tournament=made, details=Details(name="late", seed=99), by=None, at=NOON)
    late.checked_in_at = NOON
    late.save()
    set_absence(entry=late, ordinal=2, absent=True, by=None, at=NOON)
    better_wins(draw(made))
    set_absence(entry=late, ordinal=3, absent=True, kind=ByeKind.PAIRING, by=None, at=NOON)
    third = draw(made)
    assert byes(third) == [(99, "pairing")]
    row = next(one for one in stage_standings(third.stage) if str(one.key) == str(late.pk))
    assert [line.kind.value for line in row.lines] == ["not_entered", "zero_bye", "bye"]
    assert [line.points for line in row.lines] == [0, 0, 1]


def test_byes_asked_for_are_credited_and_not_paired(organiser: User) -> None:
    """T17, T58."""
    made = tournament(organiser, swiss(3), people=7)
    for seed, kind in ((1, ByeKind.HALF), (2, ByeKind.FULL), (3, ByeKind.ZERO)):
        set_absence(entry=numbered(made, seed), ordinal=1, absent=True, kind=kind, by=None, at=NOON)
    round_ = draw(made)
    assert byes(round_) == [(1, "half"), (2, "full"), (3, "zero")]
    assert {seed for pair in pairs(round_) for seed in pair} == {4, 5, 6, 7}
    assert [points(round_)[f"P{n}"] for n in (1, 2, 3)] == [Fraction(1, 2), 1, 0]


def test_a_bye_given_by_hand_is_the_only_one(organiser: User) -> None:
    """T7."""
    made = tournament(organiser, swiss(3), people=7)
    set_absence(
        entry=numbered(made, 2), ordinal=1, absent=True, kind=ByeKind.PAIRING, by=None, at=NOON
    )
    round_ = draw(made)
    assert byes(round_) == [(2, "pairing")]
    assert points(round_)["P2"] == 1


def test_withdrawn_in_round_three_is_not_withdrawn_before(organiser: User) -> None:
    made = tournament(organiser, swiss(4), people=6)
    better_wins(draw(made))
    better_wins(draw(made))
    withdraw(entry=numbered(made, 4), by=None, at=NOON)
    third = draw(made)
    assert 4 not in {seed for pair in pairs(third) for seed in pair}
    after_two = stage_standings(third.stage, 2)
    row = next(one for one in after_two if str(one.key) == str(numbered(made, 4).pk))
    assert [line.kind.value for line in row.lines] == ["played", "played"]
    assert row.status.value == "playing"
    better_wins(third)
    re_enter(entry=numbered(made, 4), by=None, at=NOON)
    assert Absence.objects.get(entry=numbered(made, 4)).ordinal == 3
    fourth = draw(made)
    assert 4 in {seed for pair in pairs(fourth) for seed in pair}


def test_the_next_round_waits_for_every_result_or_a_reason(organiser: User) -> None:
    """T56, T76."""
    made = tournament(organiser, swiss(3), people=6)
    first = draw(made)
    enter(first.tables.get(number=1))
    with pytest.raises(ResultsMissingError) as refused:
        draw_round(tournament=made, seed=1, by=None, at=NOON)
    assert "2" in str(refused.value)
    assert "3" in str(refused.value)
    second = draw(made, reason="adjourned")
    assert second.number == 2


def test_all_games_drawn_and_the_next_round_still_comes(organiser: User) -> None:
    """T70."""
    made = tournament(organiser, swiss(4), people=8)
    for _ in range(4):
        round_ = draw(made)
        for table in round_.tables.all():
            enter(table, DRAW)
    assert {row.points for row in stage_standings(round_.stage)} == {Fraction(2)}


def test_a_correction_changes_the_standings_and_nothing_that_was_drawn(organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=6)
    first = draw(made)
    better_wins(first)
    second = draw(made)
    drawn = pairs(second)
    before = stage_standings(second.stage)
    table = first.tables.get(number=1)
    won = table.seats.get(place=1).number
    turned, back = (LOSS, WIN) if won == 0 else (WIN, LOSS)
    with pytest.raises(DependentsError):
        enter(table, turned, reason="sheet misread")
    enter(table, turned, reason="sheet misread", confirmed=True)
    assert stage_standings(second.stage) != before
    assert pairs(second) == drawn
    enter(table, back, reason="it was right", confirmed=True)
    assert stage_standings(second.stage) == before


def test_a_swiss_is_paired_by_the_edition_that_was_chosen(organiser: User) -> None:
    plan = swiss(3)
    newer = replace(plan, config=replace(plan.config, dutch=Dutch.FROM_2026))
    old, new = (draw(tournament(organiser, one)) for one in (plan, newer))
    assert old.draw["system"] == "fide-dutch-until-2026"
    assert new.draw["system"] == "fide-dutch-from-2026"
    with override("en"):
        words = points_in_words(new.stage.tournament)[0]
    assert words.endswith("in force since 1 February 2026")
