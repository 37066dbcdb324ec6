"""Ratings over several tournaments."""

import pytest
from django.template import Context, Template
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import NOON, later
from tests.tournaments.kinds import field
from tournaments.errors import OtherGameError
from tournaments.models import Entry, PublicationState, Stage, Table, Tournament
from tournaments.presets import swiss
from tournaments.rating_records import RatingPool
from tournaments.services.publications import publish
from tournaments.services.rating_people import decide_person, suggestions
from tournaments.services.ratings import choose_pool, fresh, rated


def final(made: Tournament, by: User, state: PublicationState = PublicationState.FINAL) -> None:
    stage = Stage.objects.get(tournament=made)
    last = stage.rounds.count()
    publish(tournament=made, stage=stage, after_round=last, state=state, by=by, at=NOON)


@pytest.fixture
def two(organiser: User) -> tuple[Tournament, Tournament, RatingPool]:
    """Two tournaments of one pool; the first is final."""
    first = field.tournament(organiser, swiss(1), people=4)
    field.better_wins(field.draw(first))
    final(first, organiser)
    second = field.tournament(organiser, swiss(1), people=4)
    field.better_wins(field.draw(second))
    pool = choose_pool(tournament=first, pool=None, new="連盟", by=organiser, at=NOON)
    assert pool is not None
    choose_pool(tournament=second, pool=pool, new="", by=organiser, at=NOON)
    return first, second, pool


def one_person_each(pool: RatingPool, by: User) -> None:
    """Whoever has the same name is the same."""
    for one in suggestions(pool):
        decide_person(
            pool=pool,
            first=one.first.entry.pk,
            second=one.second.entry.pk,
            same=True,
            by=by,
            at=NOON,
        )


def test_only_final_standings_count(
    two: tuple[Tournament, Tournament, RatingPool], organiser: User
) -> None:
    _first, second, pool = two
    before = rated(fresh(pool, NOON))
    assert {one.tables for one in before} == {1}
    final(second, organiser, PublicationState.PROVISIONAL)
    assert rated(fresh(RatingPool.objects.get(), NOON)) == before
    final(second, organiser)
    after = rated(fresh(RatingPool.objects.get(), NOON))
    assert {one.tables for one in after} == {1}
    assert len(after) == 8, "the same name is not the same person"
    one_person_each(pool, organiser)
    after = rated(fresh(RatingPool.objects.get(), NOON))
    assert {one.tables for one in after} == {2}
    assert len(after) == 4


def test_a_corrected_old_result_is_replayed_through_everything_after_it(
    two: tuple[Tournament, Tournament, RatingPool], organiser: User
) -> None:
    first, second, pool = two
    final(second, organiser)
    one_person_each(fresh(pool, NOON), organiser)
    before = {one.name: one.mean for one in rated(fresh(RatingPool.objects.get(), NOON))}
    table = Table.objects.get(round__stage__tournament=first, number=1)
    winner = table.seats.get(place=1)
    field.enter(
        table, field.LOSS if winner.number == 0 else field.WIN, reason="誤記", confirmed=True
    )
    final(first, organiser)
    after = {one.name: one.mean for one in rated(fresh(RatingPool.objects.get(), later(1)))}
    assert after[winner.entry.name] < before[winner.entry.name]


def test_another_game_is_not_counted_in_the_same_ratings(
    two: tuple[Tournament, Tournament, RatingPool], organiser: User
) -> None:
    first, _second, pool = two
    Tournament.objects.filter(pk=first.pk).update(game="oware")
    first.refresh_from_db()
    with pytest.raises(OtherGameError):
        choose_pool(tournament=first, pool=pool, new="", by=organiser, at=NOON)


def test_the_list_and_a_players_plot_are_shown(
    two: tuple[Tournament, Tournament, RatingPool], client: Client, organiser: User
) -> None:
    first, _second, pool = two
    shown = client.get(f"/ratings/{pool.pk}/").content.decode()
    assert "P1" in shown
    entry = Entry.objects.get(tournament=first, seed=1)
    page = Template("{% load ratings %}{% rating_history entry at %}")
    drawn = page.render(Context({"entry": entry.pk, "at": NOON}))
    assert "<svg" in drawn
    client.force_login(organiser)
    client.post(f"/desk/{first.pk}/files/ratings/", {"pool": ""})
    assert page.render(Context({"entry": entry.pk, "at": NOON})).strip() == ""
