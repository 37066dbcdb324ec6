"""Knockouts: rounds of a bracket, corrections and what follows from them."""

import pytest

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import (
    FORFEIT,
    LOSS,
    NOBODY,
    WIN,
    better_wins,
    byes,
    draw,
    enter,
    numbered,
    pairs,
    tournament,
)
from tournaments.errors import DependentsError, InvalidPlacesError, PlayedOnError
from tournaments.models import Round, Stage, Table, Tournament
from tournaments.names import round_name
from tournaments.presets import knockout, swiss
from tournaments.services.advancement import decide
from tournaments.services.drawing import next_round
from tournaments.services.formats.brackets import DOUBLE_ELIMINATION, KNOCKOUT
from tournaments.services.formats.values import Follow
from tournaments.services.presence import withdraw
from tournaments.services.result_rows import SeatEntered
from tournaments.services.rounds import close_round
from tournaments.services.standings import stage_standings


def meeting(round_: Round, *seeds: int) -> Table:
    """The table where these meet."""
    return next(
        table
        for table in round_.tables.prefetch_related("seats__entry")
        if {seat.entry.seed for seat in table.seats.all()} == set(seeds)
    )


def won_by(table: Table, seed: int) -> dict[int, SeatEntered]:
    seat = table.seats.get(entry__seed=seed).number
    return WIN if seat == 0 else LOSS


def met(round_: Round) -> set[frozenset[int | None]]:
    return {frozenset(pair) for pair in pairs(round_)}


def ranks(stage: Stage) -> dict[int | None, int | None]:
    seeds = dict(stage.tournament.entries.values_list("pk", "seed"))
    found = {str(pk): seed for pk, seed in seeds.items()}
    return {found[str(row.key)]: row.rank for row in stage_standings(stage)}


def test_a_knockout_of_six_with_byes_and_a_match_for_third_place(organiser: User) -> None:
    made = tournament(organiser, knockout(), people=6)
    first = draw(made)
    assert round_name(first) == "準々決勝"
    assert met(first) == {frozenset({4, 5}), frozenset({3, 6})}
    assert byes(first) == [(1, "pairing"), (2, "pairing")]
    better_wins(first)
    second = draw(made)
    assert met(second) == {frozenset({1, 4}), frozenset({2, 3})}
    better_wins(second)
    third = draw(made)
    assert met(third) == {frozenset({1, 2}), frozenset({3, 4})}
    better_wins(third)
    assert ranks(third.stage) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    assert KNOCKOUT.state(third.stage).champion == str(numbered(made, 1).pk)


def test_a_match_of_a_knockout_is_not_drawn(organiser: User) -> None:
    round_ = draw(tournament(organiser, knockout(), people=4))
    with pytest.raises(InvalidPlacesError):
        enter(round_.tables.get(number=1), {0: WIN[0], 1: WIN[0]})


def test_a_double_forfeit_lets_the_next_opponent_through(organiser: User) -> None:
    """T41."""
    made = tournament(organiser, knockout(third_place=False), people=4)
    first = draw(made)
    enter(meeting(first, 1, 4), NOBODY)
    enter(meeting(first, 2, 3), won_by(meeting(first, 2, 3), 2))
    assert KNOCKOUT.state(first.stage).champion == str(numbered(made, 2).pk)


def test_who_withdraws_before_a_match_loses_it_by_forfeit(organiser: User) -> None:
    made = tournament(organiser, knockout(third_place=False), people=4)
    first = draw(made)
    withdraw(entry=numbered(made, 1), from_round=1, by=None, at=NOON)
    table = meeting(first, 1, 4)
    assert table.result_source == "forfeit"
    better_wins(first)
    assert met(draw(made)) == {frozenset({2, 4})}


@pytest.fixture
def corrected(organiser: User) -> tuple[Tournament, Round, Round]:
    """A knockout of four, round 2 public."""
    made = tournament(organiser, knockout(), people=4)
    first = draw(made)
    better_wins(first)
    return made, first, draw(made)


Played = tuple[Tournament, Round, Round]


def test_a_correction_lists_the_matches_it_would_change(corrected: Played) -> None:
    _, first, second = corrected
    table = meeting(first, 1, 4)
    with pytest.raises(DependentsError) as refused:
        enter(table, won_by(table, 4), reason="misread")
    assert len(refused.value.params["dependents"]) == 2
    assert met(second) == {frozenset({1, 2}), frozenset({3, 4})}


def test_a_corrected_winner_takes_the_place_in_the_next_round(corrected: Played) -> None:
    """T35; and the way back leads where one came from."""
    _, first, second = corrected
    table = meeting(first, 1, 4)
    standings = stage_standings(first.stage)
    enter(table, won_by(table, 4), reason="misread", confirmed=True, follow=Follow.REPLACE)
    assert met(second) == {frozenset({4, 2}), frozenset({3, 1})}
    enter(table, won_by(table, 1), reason="it was right", confirmed=True, follow=Follow.REPLACE)
    assert met(second) == {frozenset({1, 2}), frozenset({3, 4})}
    assert stage_standings(first.stage) == standings


def test_kept_winners_stay_in_the_bracket(corrected: Played) -> None:
    """T55."""
    made, first, second = corrected
    table = meeting(first, 1, 4)
    enter(table, won_by(table, 4), reason="misread", confirmed=True, follow=Follow.KEEP)
    assert met(second) == {frozenset({1, 2}), frozenset({3, 4})}
    better_wins(second)
    stage = Stage.objects.select_related("tournament").get(pk=first.stage_id)
    assert KNOCKOUT.state(stage).champion == str(numbered(made, 1).pk)


def test_a_played_match_is_replaced_only_by_a_replay(corrected: Played) -> None:
    _, first, second = corrected
    better_wins(second)
    table = meeting(first, 1, 4)
    with pytest.raises(PlayedOnError):
        enter(table, won_by(table, 4), reason="misread", confirmed=True, follow=Follow.REPLACE)
    assert meeting(first, 1, 4).seats.get(place=1).entry.seed == 1
    enter(table, won_by(table, 4), reason="misread", confirmed=True, follow=Follow.REPLAY)
    assert met(second) == {frozenset({4, 2}), frozenset({3, 1})}
    assert not second.tables.exclude(result_source="").exists()
    second.refresh_from_db()
    assert second.state == "running"


def test_a_correction_that_leaves_the_winner_asks_nothing(corrected: Played) -> None:
    _, first, second = corrected
    table = meeting(first, 1, 4)
    forfeit = FORFEIT if won_by(table, 1) is WIN else {0: FORFEIT[1], 1: FORFEIT[0]}
    enter(table, forfeit, reason="never came")
    assert met(second) == {frozenset({1, 2}), frozenset({3, 4})}


def test_a_double_elimination_of_seven_with_a_second_grand_final(organiser: User) -> None:
    made = tournament(organiser, knockout(double=True), people=7)
    while True:
        round_ = draw(made)
        if round_name(round_) == "決勝":
            break
        better_wins(round_)
    table = meeting(round_, 1, 2)
    enter(table, won_by(table, 2))
    stage = Stage.objects.get(pk=round_.stage_id)
    assert stage.planned_rounds == round_.number + 1
    last = draw(made)
    assert met(last) == {frozenset({1, 2})}
    better_wins(last)
    assert ranks(last.stage)[1] == 1
    assert ranks(last.stage)[2] == 2
    assert DOUBLE_ELIMINATION.next_number(last.stage) is None


def test_without_need_there_is_no_second_grand_final(organiser: User) -> None:
    made = tournament(organiser, knockout(double=True), people=4)
    for _ in range(8):
        round_ = draw(made)
        better_wins(round_)
        if DOUBLE_ELIMINATION.next_number(round_.stage) is None:
            break
    assert round_name(round_) == "決勝"
    assert Stage.objects.get(pk=round_.stage_id).planned_rounds == round_.number


def test_a_swiss_leads_to_a_knockout_by_its_standings(organiser: User) -> None:
    """T46, T50."""
    made = tournament(organiser, swiss(3), knockout(4), people=9)
    for _ in range(3):
        round_ = draw(made)
        better_wins(round_)
    rank = {str(row.key): row.rank for row in stage_standings(round_.stage)}
    final = made.stages.get(order=2)
    final.tournament = made
    decide(target=final, by=None, at=NOON)
    coming = next_round(made)
    assert (coming.stage, coming.number, coming.ordinal) == (final, 1, 4)
    first = draw(made)
    seeds = list(Stage.objects.get(pk=final.pk).draw["seeds"])
    assert [rank[key] for key in seeds] == [1, 1, 3, 4]
    numbers = {str(pk): seed for pk, seed in made.entries.values_list("pk", "seed")}
    one, two, three, four = (numbers[key] for key in seeds)
    assert met(first) == {frozenset({one, four}), frozenset({two, three})}


def names_of(stage: Stage) -> list[str]:
    return [round_name(one) for one in stage.rounds.order_by("number")]


def test_a_replay_leaves_each_match_in_its_round(organiser: User) -> None:
    """A final whose semi-final is played again waits for it, and no round is added."""
    made = tournament(organiser, knockout(), people=8)
    first = draw(made)
    better_wins(first)
    second = draw(made)
    better_wins(second)
    third = draw(made)
    table = meeting(first, 1, 8)
    enter(table, won_by(table, 8), reason="misread", confirmed=True, follow=Follow.REPLAY)
    assert names_of(first.stage) == ["準々決勝", "準決勝"]
    assert not Round.objects.filter(pk=third.pk).exists()
    better_wins(second)
    last = draw(made)
    assert names_of(first.stage) == ["準々決勝", "準決勝", "決勝"]
    better_wins(last)
    assert KNOCKOUT.next_number(first.stage) is None


@pytest.mark.parametrize("rounds", [3, 4, 5, 6])
def test_a_double_elimination_has_no_more_rounds_after_a_replay(
    organiser: User, rounds: int
) -> None:
    """The best comes up from the losers' side, and wins the second grand final as well."""
    made = tournament(organiser, knockout(double=True), people=8)
    first = draw(made)
    better_wins(first)
    for _ in range(rounds - 2):
        better_wins(draw(made))
    draw(made)
    table = meeting(first, 1, 8)
    enter(table, won_by(table, 8), reason="misread", confirmed=True, follow=Follow.REPLAY)
    for _ in range(12):
        stage = Stage.objects.select_related("tournament").get()
        going = stage.rounds.filter(state__in=["published", "running"]).order_by("number").first()
        if going is not None:
            better_wins(going)
        elif DOUBLE_ELIMINATION.next_number(stage) is None:
            break
        else:
            better_wins(draw(made))
    assert names_of(stage) == [
        "第1回戦", "第2回戦", "第3回戦", "第4回戦", "第5回戦", "決勝", "再決勝",
    ]  # fmt: skip
    bracket = DOUBLE_ELIMINATION.state(stage).bracket
    for one in Table.objects.filter(round__stage=stage).select_related("round"):
        assert bracket.match(one.slot).step == one.round.number
    assert DOUBLE_ELIMINATION.state(stage).finished


def test_kept_winners_stay_when_the_next_round_is_drawn(organiser: User) -> None:
    made = tournament(organiser, knockout(), people=8)
    first = draw(made)
    better_wins(first)
    second = draw(made)
    table = meeting(first, 1, 8)
    enter(table, won_by(table, 8), reason="misread", confirmed=True, follow=Follow.KEEP)
    better_wins(second)
    third = draw(made)
    assert met(third) == {frozenset({1, 2}), frozenset({3, 4})}
    assert KNOCKOUT.moved(third.stage) == []
    better_wins(third)
    assert KNOCKOUT.state(third.stage).champion == str(numbered(made, 1).pk)


def test_a_result_that_was_kept_goes_with_the_match_that_is_played_again(organiser: User) -> None:
    made = tournament(organiser, knockout(), people=8)
    first = draw(made)
    better_wins(first)
    second = draw(made)
    better_wins(second)
    semi = meeting(second, 1, 4)
    enter(semi, won_by(semi, 4), reason="misread", confirmed=True, follow=Follow.KEEP)
    table = meeting(first, 1, 8)
    enter(table, won_by(table, 8), reason="misread", confirmed=True, follow=Follow.REPLAY)
    again = meeting(second, 8, 4)
    enter(again, won_by(again, 8), reason="")
    close_round(round_id=second.pk, by=None, at=NOON)
    assert frozenset({8, 2}) in met(draw(made))


def test_who_leaves_from_the_round_after_still_plays_the_one_that_is_drawn_again(
    organiser: User,
) -> None:
    made = tournament(organiser, knockout(third_place=False), people=8)
    first = draw(made)
    better_wins(first)
    second = draw(made)
    better_wins(second)
    draw(made)
    withdraw(entry=numbered(made, 2), by=None, at=NOON)
    table = meeting(first, 1, 8)
    enter(table, won_by(table, 8), reason="misread", confirmed=True, follow=Follow.REPLAY)
    better_wins(second)
    assert met(draw(made)) == {frozenset({2, 4})}
