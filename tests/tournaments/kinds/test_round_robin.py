"""Round robins: everybody meets, late entries, people who leave, groups into a knockout."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import (
    better_wins,
    byes,
    draw,
    numbered,
    pairs,
    tournament,
)
from tournaments.format_words import format_error
from tournaments.formats.advancement_values import Mode, Rule
from tournaments.formats.errors import FormatError
from tournaments.formats.scoring import LineKind
from tournaments.models import Publication, Round, Stage, Tournament
from tournaments.presets import StagePlan, knockout, round_robin
from tournaments.public.plot import plot, plot_data
from tournaments.public.shot import Shot, StageShot
from tournaments.services.advancement import decide
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, add_entry
from tournaments.services.formats.round_robin import ROUND_ROBIN
from tournaments.services.presence import check_in, withdraw
from tournaments.services.rounds import close_round
from tournaments.services.snapshots import make_snapshot
from tournaments.services.standings import stage_standings
from tournaments.settings import StageConfig


def play(made: Tournament) -> list[Round]:
    """Every round of the stage."""
    rounds = []
    while True:
        round_ = draw(made)
        better_wins(round_)
        rounds.append(round_)
        stage = Stage.objects.get(pk=round_.stage_id)
        if ROUND_ROBIN.next_number(stage) is None:
            return rounds


@pytest.mark.parametrize("people", [3, 4, 7])
def test_everybody_meets_everybody_once(organiser: User, people: int) -> None:
    made = tournament(organiser, round_robin(), people=people)
    rounds = play(made)
    met = [frozenset(pair) for round_ in rounds for pair in pairs(round_)]
    assert len(met) == len(set(met)) == people * (people - 1) // 2
    rows = stage_standings(rounds[0].stage)
    assert [row.points for row in rows] == list(range(people - 1, -1, -1))


def test_sitting_out_an_odd_round_is_worth_nothing(organiser: User) -> None:
    round_ = draw(tournament(organiser, round_robin(), people=3))
    ((seed, _kind),) = byes(round_)
    rows = {str(row.key): row.points for row in stage_standings(round_.stage)}
    assert rows[str(numbered(round_.stage.tournament, seed or 0).pk)] == 0


def test_twice_means_with_the_first_move_changed(organiser: User) -> None:
    made = tournament(organiser, round_robin(cycles=2), people=3)
    met = [pair for round_ in play(made) for pair in pairs(round_)]
    assert len(met) == len(set(met)) == 6


@pytest.mark.parametrize(("people", "owed"), [(4, 0), (5, 1)])
def test_somebody_comes_in_before_the_second_round(organiser: User, people: int, owed: int) -> None:
    made = tournament(organiser, round_robin(), people=people)
    first = draw(made)
    better_wins(first)
    before = pairs(first)
    late = add_entry(tournament=made, details=Details(name="late", seed=99), by=None, at=NOON)
    check_in(entry=late, by=None, at=NOON)
    second = draw(made)
    assert pairs(first)[: len(before)] == before
    assert len(pairs(first)) == len(before) + owed
    for round_ in (first, second):
        better_wins(round_)
    play_on = play(made)
    met = [frozenset(pair) for one in (first, second, *play_on) for pair in pairs(one)]
    assert len(met) == len(set(met)) == (people + 1) * people // 2


def test_who_comes_later_still_is_named(organiser: User) -> None:
    made = tournament(organiser, round_robin(), people=4)
    better_wins(draw(made))
    better_wins(draw(made))
    late = add_entry(tournament=made, details=Details(name="late"), by=None, at=NOON)
    check_in(entry=late, by=None, at=NOON)
    third = draw_round(tournament=made, seed=1, by=None, at=NOON)
    rest = ROUND_ROBIN.remarks(third).rest
    assert [(one.kind, one.keys) for one in rest] == [("too_late", (str(late.pk),))]


def test_who_leaves_early_takes_the_results_along_and_who_leaves_late_loses_the_rest(
    organiser: User,
) -> None:
    for rounds, kept in ((1, False), (3, True)):
        made = tournament(organiser, round_robin(), people=6)
        for _ in range(rounds):
            better_wins(draw(made))
        gone = numbered(made, 1)
        withdraw(entry=gone, by=None, at=NOON)
        later = draw(made)
        better_wins(later)
        rows = {str(row.key): row for row in stage_standings(later.stage)}
        others = sum(row.points for key, row in rows.items() if key != str(gone.pk))
        assert (rows[str(gone.pk)].points > 0) is kept
        assert (rows[str(gone.pk)].lines[0].kind is LineKind.WITHDRAWN) is not kept
        if kept:
            assert later.tables.filter(result_source="forfeit").count() == 1
        else:
            games = sum(len(pairs(one)) for one in later.stage.rounds.all())
            assert others == games - rounds


def test_groups_lead_to_a_knockout_that_keeps_mates_apart(organiser: User) -> None:
    """T49, T53."""
    final = knockout(4)
    rule = Rule(mode=Mode.PER_GROUP, count=4, per_group=2)
    config = StageConfig.from_json(final.config.to_json() | {"admission": rule.to_json()})
    plan = StagePlan(final.part, final.name, final.name_en, 2, config, final.kind)
    made = tournament(organiser, round_robin(groups=2), plan, people=8)
    play(made)
    groups = Stage.objects.get(tournament=made, order=1).draw["groups"]
    target = Stage.objects.select_related("tournament").get(tournament=made, order=2)
    decide(target=target, by=None, at=NOON)
    first = draw(made)
    seeds = {str(entry.pk): entry.seed for entry in made.entries.all()}
    teams = [{seeds[key] for key in group} for group in groups]
    for pair in pairs(first):
        assert not any(set(pair) <= team for team in teams)
    close = [table for table in first.tables.all() if not table.result_source]
    assert len(close) == 2


def test_a_round_robin_ends(organiser: User) -> None:
    made = tournament(organiser, round_robin(), people=4)
    rounds = play(made)
    assert len(rounds) == 3
    close_round(round_id=rounds[-1].pk, by=None, at=NOON)


def test_too_few_for_the_groups_are_told_how_many_it_takes(organiser: User) -> None:
    made = tournament(organiser, round_robin(groups=2), people=3)
    with pytest.raises(FormatError) as caught:
        draw(made)
    with override("en"):
        told = format_error(caught.value)
    assert told == "This takes at least 4 people; there are 3. Nothing was changed."


def test_ranks_by_round_are_those_in_the_group(organiser: User) -> None:
    made = tournament(organiser, round_robin(groups=2), people=8)
    stage = Stage.objects.get(pk=play(made)[0].stage_id)
    course = ROUND_ROBIN.course(stage, None)
    for group in stage.draw["groups"]:
        assert sorted(course.ranks[key][-1] or 0 for key in group) == [1, 2, 3, 4]
    assert course.standings == stage_standings(stage)
    snapshot = make_snapshot(made, stage, stage.rounds.count())
    data = plot_data(Shot(Publication(snapshot=snapshot)), StageShot(snapshot["stages"][0]), None)
    assert data is not None
    letters = [one.group for one in data.best]
    assert letters == ["A"] * 4 + ["B"] * 4
    other = data.best[-1]
    shown = plot(data, other)
    assert shown.group == "B"
    assert {line.key for line in shown.lines} == {one.key for one in data.best[4:]}
    assert plot(data, None).group == "A"


def test_what_becomes_of_the_games_of_who_leaves_is_said_beforehand(
    client: Client, organiser: User
) -> None:
    made = tournament(organiser, round_robin(), people=4)
    draw(made)
    client.force_login(organiser)
    page = reverse("tournaments:desk_entry", args=[made.pk, numbered(made, 1).pk])
    assert "半分に満たないときは" in client.get(page).content.decode()
    withdraw(entry=numbered(made, 1), by=None, at=NOON)
    after = client.get(page).content.decode()
    assert "半分に満たないときは" in after
    assert "これまでの結果は残っています" not in after
