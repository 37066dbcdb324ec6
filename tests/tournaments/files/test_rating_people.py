"""Who is one person in ratings over several tournaments."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.files.test_ratings import final
from tests.tournaments.kinds import field
from tournaments.errors import SamePersonError
from tournaments.models import Entry, Tournament
from tournaments.presets import swiss
from tournaments.rating_records import RatingPool, SamePerson
from tournaments.services.rating_people import decide_person
from tournaments.services.ratings import choose_pool, fresh, rated

Two = tuple[Tournament, Tournament, RatingPool]


@pytest.fixture
def two(organiser: User) -> Two:
    """Two finals of the same two names."""
    pool = None
    made = []
    for _ in range(2):
        one = field.tournament(organiser, swiss(1), people=2)
        field.better_wins(field.draw(one))
        final(one, organiser)
        pool = choose_pool(
            tournament=one, pool=pool, new="" if pool else "連盟", by=organiser, at=NOON
        )
        made.append(one)
    assert pool is not None
    return made[0], made[1], fresh(pool, NOON)


def people(pool: RatingPool) -> list[int]:
    """Tables of everybody rated."""
    found = rated(fresh(RatingPool.objects.get(pk=pool.pk), NOON))
    return sorted(one.tables for one in found)


def test_one_account_is_one_person(two: Two) -> None:
    first, second, pool = two
    mine = field.numbered(first, 1)
    other = field.numbered(second, 2)
    Entry.objects.filter(pk=other.pk).update(user=mine.user, name="改名")
    RatingPool.objects.update(counted=[])
    assert people(pool) == [1, 1, 2]


def test_one_number_of_fide_is_one_person(two: Two) -> None:
    first, second, pool = two
    for made in (first, second):
        Entry.objects.filter(pk=field.numbered(made, 1).pk).update(extra={"fide_id": "12345678"})
    RatingPool.objects.update(counted=[])
    assert people(pool) == [1, 1, 2]


def test_one_number_given_to_two_of_a_tournament_makes_nobody_play_himself(two: Two) -> None:
    first, _second, pool = two
    Entry.objects.filter(tournament=first).update(extra={"fide_id": "12345678"})
    RatingPool.objects.update(counted=[])
    assert people(pool) == [1, 1, 1, 1]


def test_the_same_name_is_suggested_and_counts_once_it_is_confirmed(
    two: Two, client: Client, organiser: User
) -> None:
    _first, _second, pool = two
    assert people(pool) == [1, 1, 1, 1]
    client.force_login(organiser)
    url = f"/ratings/{pool.pk}/people/"
    assert "people/" in client.get(f"/ratings/{pool.pk}/").content.decode()
    found = client.get(url).context["found"]
    assert [one.first.entry.name for one in found] == ["P1", "P2"]
    pair = {"first": found[0].first.entry.pk, "second": found[0].second.entry.pk}
    assert client.post(url, {**pair, "answer": "same"}).status_code == 302
    other = {"first": found[1].first.entry.pk, "second": found[1].second.entry.pk}
    assert client.post(url, {**other, "answer": "different"}).status_code == 302
    page = client.get(url)
    assert page.context["found"] == []
    assert len(page.context["decided"]) == 2
    assert people(pool) == [1, 1, 2]
    client.post(url, {**pair, "answer": "back"})
    assert people(pool) == [1, 1, 1, 1]
    assert len(client.get(url).context["found"]) == 1


def test_nobody_is_made_one_with_another_of_the_same_tournament(two: Two, organiser: User) -> None:
    first, second, pool = two

    def same(one: Entry, other: Entry) -> None:
        decide_person(pool=pool, first=one.pk, second=other.pk, same=True, by=organiser, at=NOON)

    a, b, c = field.numbered(first, 1), field.numbered(first, 2), field.numbered(second, 1)
    with pytest.raises(SamePersonError):
        same(a, b)
    same(a, c)
    with pytest.raises(SamePersonError):
        same(c, b)
    assert SamePerson.objects.count() == 1


def test_it_is_nobody_elses_to_say(two: Two, client: Client) -> None:
    pool = two[2]
    url = f"/ratings/{pool.pk}/people/"
    assert client.get(url).status_code == 404
    client.force_login(User.objects.create_user("other", "a-long-password", name="他"))
    assert client.get(url).status_code == 404
    assert client.post(url, {"answer": "same"}).status_code == 404
    assert client.get(f"/api/v1/ratings/{pool.pk}/people/").status_code == 404


def test_people_are_told_apart_through_the_api(two: Two, client: Client, organiser: User) -> None:
    pool = two[2]
    client.force_login(organiser)
    url = f"/api/v1/ratings/{pool.pk}/people/"

    def send(status: int, **body: Any) -> Any:
        answer = client.post(url, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    found = client.get(url).json()["suggestions"]
    first, second = (found[0][side][0]["entry"] for side in ("first", "second"))
    answer = send(200, first=first, second=second, same=True)
    assert len(answer["suggestions"]) == 1
    assert [one["same"] for one in answer["decided"]] == [True]
    send(409, first=first, second=first, same=True)
    send(404, first=first, second=str(pool.pk), same=True)
    assert send(200, first=first, second=second, same=None)["decided"] == []
