"""Committees of problem banks."""

from functools import partial

import pytest

from accounts.models import Membership, User
from judging.errors import LastHeadError
from judging.models import AUTHOR, HEAD
from judging.services.banks import add_member, create_bank, remove_member
from tests.games.table import NOW
from tests.together import at_once


def head(name: str) -> User:
    return User.objects.create_user(name, "a-long-password", name=name)


@pytest.mark.django_db
def test_the_only_head_stays() -> None:
    one = head("one")
    bank = create_bank(name="試験用", by=one, at=NOW)
    with pytest.raises(LastHeadError):
        remove_member(bank=bank, user=one)
    with pytest.raises(LastHeadError):
        add_member(bank=bank, username="one", role=AUTHOR)


@pytest.mark.django_db(transaction=True)
def test_two_heads_who_remove_each_other_leave_one() -> None:
    for number in range(5):
        one, two = head(f"one{number}"), head(f"two{number}")
        bank = create_bank(name="試験用", by=one, at=NOW)
        add_member(bank=bank, username=two.username or "", role=HEAD)
        acts = [partial(remove_member, bank=bank, user=user) for user in (one, two)]
        assert sorted(at_once(*acts)) == ["last_head", "ok"]
        assert Membership.objects.filter(scope=bank.pk, role=HEAD).count() == 1
