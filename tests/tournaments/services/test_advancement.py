"""Who goes on: proposed, asked, decided, and asked again after a correction."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.conftest import NOON, finish, later, places
from tournaments.errors import (
    AdvancementOpenError,
    ResultsMissingError,
    RoundStartedError,
    TooManyChosenError,
    UndecidedError,
)
from tournaments.formats.advancement_values import Mode, Rule, Ties
from tournaments.formats.table_values import Method
from tournaments.models import Advancement, Entry, Round, Stage, Table, TableSeat, Tournament
from tournaments.next_step import Do
from tournaments.services import advancement
from tournaments.services.advancement_view import advancement_page
from tournaments.services.drawing import draw_round
from tournaments.services.layout import seating as seats_of
from tournaments.services.overview import overview
from tournaments.services.presence import withdraw
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.standings import stage_standings
from tournaments.settings import SeatOrder, StageConfig

Enter = Callable[..., list[Entry]]


def target(jko: Tournament) -> Stage:
    return Stage.objects.select_related("tournament").get(tournament=jko, part="final")


def set_rule(jko: Tournament, rule: Rule, **more: object) -> Stage:
    stage = target(jko)
    config = StageConfig(first=Method.SNAKED, admission=rule, **more)  # type: ignore[arg-type]
    stage.config = config.to_json()
    stage.save()
    return stage


def play(jko: Tournament, organiser: User, rounds: int = 2) -> None:
    for number in range(1, rounds + 1):
        round_ = draw_round(tournament=jko, seed=number, by=organiser, at=NOON)
        publish_round(round_id=round_.pk, by=organiser, at=NOON)
        start_round(round_id=round_.pk, by=organiser, at=NOON)
        finish(round_, organiser)
        close_round(round_id=round_.pk, by=organiser, at=NOON)


@pytest.fixture
def played(jko: Tournament, organiser: User, enter: Enter) -> Tournament:
    enter(8)
    play(jko, organiser)
    return jko


def correct(jko: Tournament, *numbers: int, number: int = 2, table: int = 1) -> Table:
    found = Table.objects.get(round__stage__tournament=jko, round__ordinal=number, number=table)
    return enter_result(
        table_id=found.pk,
        entered=places(*numbers),
        expected_version=found.version,
        by=None,
        at=later(1),
        reason="the card says so",
        confirmed=True,
    )


def test_the_final_is_not_drawn_before_it_is_decided_who_plays(
    played: Tournament, organiser: User
) -> None:
    with pytest.raises(AdvancementOpenError):
        draw_round(tournament=played, seed=3, by=organiser, at=NOON)


def test_nothing_is_decided_while_results_are_missing(
    jko: Tournament, organiser: User, enter: Enter
) -> None:
    enter(8)
    play(jko, organiser, 1)
    round_ = draw_round(tournament=jko, seed=2, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    with pytest.raises(ResultsMissingError):
        advancement.decide(target=target(jko), by=organiser, at=NOON)


def test_a_decision_is_kept_with_the_standings_it_was_taken_from(
    played: Tournament, organiser: User
) -> None:
    made = advancement.decide(target=target(played), by=organiser, at=NOON)
    assert [one["seed"] for one in made.decision["qualifiers"]] == [1, 2, 3, 4]
    assert len(made.standings) == 8
    assert advancement.check_decision(target(played)) is None


def test_what_parts_those_with_as_many_points_is_said(
    jko: Tournament, organiser: User, enter: Enter
) -> None:
    """1, 2, 3, 4 and then 2, 1, 4, 3: with as many points, the last round parts them."""
    enter(4)
    play(jko, organiser, 1)
    round_ = draw_round(tournament=jko, seed=2, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    table = round_.tables.get()
    first = {s.entry_id: s.place for s in TableSeat.objects.filter(table__round__ordinal=1)}
    turned = {1: 2, 2: 1, 3: 4, 4: 3}
    entered = {s.number: SeatEntered(turned[first[s.entry_id] or 0]) for s in table.seats.all()}
    enter_result(
        table_id=table.pk, entered=entered, expected_version=table.version,
        by=None, at=NOON, reason="test",
    )  # fmt: skip
    with override("en"):
        said = [row.parted for row in advancement_page(set_rule(jko, Rule(count=2))).rows]
    assert said == [
        "",
        "As many points as above; Last round: 2 against 1",
        "",
        "As many points as above; Last round: 4 against 3",
    ]


def test_equals_at_the_cut_are_asked_about(jko: Tournament, organiser: User, enter: Enter) -> None:
    """T52."""
    enter(8)
    jko.stages.filter(part="preliminary").update(planned_rounds=1)
    play(jko, organiser, 1)
    stage = set_rule(jko, Rule(count=3, ties=Ties.HAND))
    with pytest.raises(UndecidedError):
        advancement.decide(target=stage, by=organiser, at=NOON)
    asked = advancement.propose(stage).decision.questions[0]
    assert (len(asked.keys), asked.places) == (2, 1)
    with pytest.raises(TooManyChosenError):
        advancement.decide(
            target=stage, chosen=[str(key) for key in asked.keys], by=organiser, at=NOON
        )
    made = advancement.decide(target=stage, chosen=[str(asked.keys[1])], by=organiser, at=NOON)
    keys = [one["key"] for one in made.decision["qualifiers"]]
    assert asked.keys[1] in keys
    assert asked.keys[0] not in keys


def test_the_best_of_each_table_go_on_before_the_best_others(
    played: Tournament, organiser: User
) -> None:
    """The best by the standings among those who met at a table of the last round."""
    stage = set_rule(played, Rule(mode=Mode.PER_GROUP, count=4, per_group=1))
    made = advancement.decide(target=stage, by=organiser, at=NOON)
    order = [row.key for row in stage_standings(advancement.source_of(stage))]
    tables = Table.objects.filter(round__ordinal=2).prefetch_related("seats")
    best = {
        min((str(seat.entry_id) for seat in table.seats.all()), key=order.index) for table in tables
    }
    assert {one["key"] for one in made.decision["qualifiers"][:2]} == best
    assert len(made.decision["qualifiers"]) == 4


def test_a_correction_asks_whether_to_keep_or_replace(played: Tournament, organiser: User) -> None:
    """T55: the decision never changes silently."""
    stage = target(played)
    decided = advancement.decide(target=stage, by=organiser, at=NOON)
    before = [one["key"] for one in decided.decision["qualifiers"]]
    correct(played, 4, 3, 2, 1)
    found = advancement.check_decision(stage)
    assert found is not None
    assert found.replaceable
    assert not found.difference.same
    now = Advancement.objects.get(target=stage, replaced_at=None)
    assert [one["key"] for one in now.decision["qualifiers"]] == before
    played.refresh_from_db()
    assert overview(played, NOON).step.do is Do.REVIEW_ADVANCEMENT


def test_a_decision_kept_is_not_asked_about_again(played: Tournament, organiser: User) -> None:
    stage = target(played)
    decided = advancement.decide(target=stage, by=organiser, at=NOON)
    correct(played, 4, 3, 2, 1)
    kept = advancement.keep_decision(target=stage, by=organiser, at=later(2), reason="announced")
    assert kept.decision["qualifiers"] == decided.decision["qualifiers"]
    assert advancement.check_decision(stage) is None


def test_a_decision_replaced_draws_from_the_new_one(played: Tournament, organiser: User) -> None:
    stage = target(played)
    advancement.decide(target=stage, by=organiser, at=NOON)
    draw_round(tournament=played, seed=3, by=organiser, at=NOON)
    correct(played, 4, 3, 2, 1)
    made = advancement.decide(target=stage, by=organiser, at=later(2))
    assert not stage.rounds.exists()
    drawn = draw_round(tournament=played, seed=3, by=organiser, at=later(3))
    assert set(seats_of(drawn)[0]) == {one["key"] for one in made.decision["qualifiers"]}


def test_a_public_final_is_not_taken_from_under_its_players(
    played: Tournament, organiser: User
) -> None:
    stage = target(played)
    advancement.decide(target=stage, by=organiser, at=NOON)
    round_ = draw_round(tournament=played, seed=3, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    correct(played, 4, 3, 2, 1)
    with pytest.raises(RoundStartedError):
        advancement.decide(target=stage, by=organiser, at=later(2))


def test_the_next_in_line_comes_in_for_somebody_who_cannot_play(
    played: Tournament, organiser: User
) -> None:
    """T50."""
    stage = target(played)
    decided = advancement.decide(target=stage, by=organiser, at=NOON)
    out = Entry.objects.select_related("tournament").get(
        pk=decided.decision["qualifiers"][1]["key"]
    )
    fifth = decided.decision["reserves"][0]
    made = advancement.promote_reserve(
        target=stage, out=out, by=organiser, at=NOON, reason="went home"
    )
    keys = [one["key"] for one in made.decision["qualifiers"]]
    assert str(out.pk) not in keys
    assert keys[-1] == fifth


def test_a_qualifier_who_withdraws_is_noticed(played: Tournament, organiser: User) -> None:
    stage = target(played)
    decided = advancement.decide(target=stage, by=organiser, at=NOON)
    out = Entry.objects.select_related("tournament").get(
        pk=decided.decision["qualifiers"][0]["key"]
    )
    withdraw(entry=out, by=organiser, at=later(1))
    found = advancement.check_decision(stage)
    assert found is not None
    assert found.difference.removed == (str(out.pk),)


def test_the_final_may_be_seated_by_standing(played: Tournament, organiser: User) -> None:
    stage = set_rule(played, Rule(count=4), seat_order=SeatOrder.BY_STANDING)
    made = advancement.decide(target=stage, by=organiser, at=NOON)
    round_ = draw_round(tournament=played, seed=3, by=organiser, at=NOON)
    assert seats_of(round_) == [[one["key"] for one in made.decision["qualifiers"]]]


def test_six_in_the_final_share_one_table(jko: Tournament, organiser: User, enter: Enter) -> None:
    enter(9)
    play(jko, organiser)
    stage = set_rule(jko, Rule(count=6))
    advancement.decide(target=stage, by=organiser, at=NOON)
    round_ = draw_round(tournament=jko, seed=3, by=organiser, at=NOON)
    assert [len(table) for table in seats_of(round_)] == [6]
    publish_round(round_id=round_.pk, by=organiser, at=NOON)


def test_chosen_by_hand_go_on_in_that_order(played: Tournament, organiser: User) -> None:
    stage = target(played)
    keys = [str(pk) for pk in played.entries.values_list("pk", flat=True)[:3]]
    made = advancement.decide(target=stage, by_hand=keys, by=organiser, at=NOON, reason="invited")
    assert [one["key"] for one in made.decision["qualifiers"]] == keys
    assert Round.objects.filter(stage=stage).count() == 0


def test_a_decision_is_shown_beside_the_standings_it_was_taken_from(
    played: Tournament, organiser: User
) -> None:
    final = target(played)
    advancement.decide(target=final, by=organiser, at=NOON)
    before = [(row.entry.pk, row.standing.rank) for row in advancement_page(final).rows]
    correct(played, 4, 3, 2, 1)
    page = advancement_page(final)
    assert page.changes is not None
    assert [(row.entry.pk, row.standing.rank) for row in page.rows] == before


def test_answers_given_before_are_kept_while_the_next_is_asked(
    client: Client, jko: Tournament, organiser: User, enter: Enter
) -> None:
    """One of each table, then the best other: everybody is equal after a round without places."""
    enter(8)
    jko.stages.filter(part="preliminary").update(planned_rounds=1)
    round_ = draw_round(tournament=jko, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    for table in round_.tables.all():
        enter_result(
            table_id=table.pk, entered=places(1, 1, 1, 1), expected_version=0,
            by=None, at=NOON, reason="test",
        )  # fmt: skip
    close_round(round_id=round_.pk, by=organiser, at=NOON)
    stage = set_rule(jko, Rule(Mode.PER_GROUP, per_group=1, best_others=1, ties=Ties.ASK))
    client.force_login(organiser)
    page = reverse("tournaments:desk_advancement", args=[jko.pk, stage.order])
    firsts = [str(table.seats.get(number=0).entry_id) for table in round_.tables.order_by("number")]
    other = str(round_.tables.get(number=1).seats.get(number=1).entry_id)
    refused = client.post(page, {"what": "decide", "chosen": firsts})
    assert refused.status_code == 422
    kept = re.findall(r'type="hidden" name="chosen" value="([^"]+)"', refused.content.decode())
    assert kept == firsts
    assert client.post(page, {"what": "decide", "chosen": [*kept, other]}).status_code == 302
    decided = Advancement.objects.get(target=stage, replaced_at=None).decision
    assert {one["key"] for one in decided["qualifiers"]} == {*firsts, other}
    assert advancement.check_decision(stage) is None
