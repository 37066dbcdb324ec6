"""Only failures count, and nobody can lock out another."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from accounts.errors import TooManyAttemptsError
from accounts.models import Attempt
from accounts.services.attempts import (
    PER_ACCOUNT,
    PER_ACCOUNT_AND_ADDRESS,
    PER_ADDRESS,
    WINDOW,
    limit,
    succeeded,
)
from tests.accounts.conftest import NOON

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
HERE, THERE = "192.0.2.1", "198.51.100.7"


def fail(times: int, *, account: str = "yu", address: str = HERE) -> None:
    for number in range(times):
        limit("sign_in", account, address, NOON + number * SECOND)


def test_the_tenth_failure_is_the_last_for_now() -> None:
    fail(PER_ACCOUNT_AND_ADDRESS)
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "yu", HERE, NOON + 10 * SECOND)


def test_the_wait_is_told_to_the_second_and_is_enough() -> None:
    fail(PER_ACCOUNT_AND_ADDRESS)
    asked = NOON + timedelta(minutes=5)
    with pytest.raises(TooManyAttemptsError) as refused:
        limit("sign_in", "yu", HERE, asked)
    wait = timedelta(seconds=refused.value.params["seconds"])
    assert asked + wait == NOON + WINDOW
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "yu", HERE, asked + wait - timedelta(microseconds=1))
    limit("sign_in", "yu", HERE, asked + wait)
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "yu", HERE, asked + wait)


def test_asking_again_and_again_does_not_make_the_wait_longer() -> None:
    fail(PER_ACCOUNT_AND_ADDRESS)
    for number in range(30):
        with pytest.raises(TooManyAttemptsError):
            limit("sign_in", "yu", HERE, NOON + timedelta(minutes=1, seconds=number))
    limit("sign_in", "yu", HERE, NOON + WINDOW)


def test_a_success_clears_the_failures_of_that_account() -> None:
    fail(9)
    limit("sign_in", "yu", HERE, NOON + 9 * SECOND)
    succeeded("sign_in", "yu", HERE)
    fail(PER_ACCOUNT_AND_ADDRESS)


def test_the_owner_elsewhere_is_not_locked_out() -> None:
    fail(PER_ACCOUNT_AND_ADDRESS)
    limit("sign_in", "yu", THERE, NOON + 11 * SECOND)


def test_a_success_elsewhere_gives_a_guesser_no_new_tries() -> None:
    fail(PER_ACCOUNT_AND_ADDRESS)
    limit("sign_in", "yu", THERE, NOON + 11 * SECOND)
    succeeded("sign_in", "yu", THERE)
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "yu", HERE, NOON + 12 * SECOND)


def test_many_addresses_together_have_a_limit_for_one_account() -> None:
    for number in range(PER_ACCOUNT):
        limit("sign_in", "yu", f"192.0.2.{number}", NOON)
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "yu", THERE, NOON + SECOND)
    limit("sign_in", "koval", THERE, NOON + SECOND)


@pytest.mark.slow
def test_a_school_behind_one_address_signs_in_at_once() -> None:
    for number in range(500):
        limit("join", f"player {number}", HERE, NOON)
        succeeded("join", f"player {number}", HERE)


def test_one_address_cannot_try_account_after_account() -> None:
    for number in range(PER_ADDRESS):
        limit("sign_in", f"account {number}", HERE, NOON)
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "another", HERE, NOON + SECOND)
    limit("sign_in", "another", THERE, NOON + SECOND)
    limit("join", "another", HERE, NOON + SECOND)


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_get_through() -> None:
    passed: list[int] = []

    def guess(number: int) -> None:
        try:
            limit("sign_in", "yu", HERE, NOON)
            passed.append(number)
        except TooManyAttemptsError:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=guess, args=[number]) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == PER_ACCOUNT_AND_ADDRESS


def test_what_is_too_old_to_count_is_not_kept() -> None:
    fail(5)
    limit("sign_in", "koval", THERE, NOON + WINDOW + 10 * SECOND)
    assert Attempt.objects.count() == 1


def test_a_name_that_no_database_holds_is_counted_all_the_same() -> None:
    fail(PER_ACCOUNT_AND_ADDRESS, account="\0" + "x" * 300)
    with pytest.raises(TooManyAttemptsError):
        limit("sign_in", "\0" + "x" * 300, HERE, NOON + 20 * SECOND)
