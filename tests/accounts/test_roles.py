"""Roles in one tournament say nothing about another."""

from uuid import uuid4

from django.contrib.auth.models import AnonymousUser

from accounts.models import Membership, Role, User
from accounts.services.roles import grant, has_role, members, revoke


def test_a_role_holds_where_it_was_given(organiser: User) -> None:
    here, elsewhere = uuid4(), uuid4()
    grant(user=organiser, scope=here, role=Role.ARBITER)
    assert has_role(organiser, here, [Role.ORGANISER, Role.ARBITER])
    assert not has_role(organiser, here, [Role.ORGANISER])
    assert not has_role(organiser, elsewhere, [Role.ARBITER])


def test_giving_a_role_twice_gives_it_once(organiser: User) -> None:
    scope = uuid4()
    grant(user=organiser, scope=scope, role=Role.ARBITER)
    grant(user=organiser, scope=scope, role=Role.ARBITER)
    assert Membership.objects.count() == 1


def test_taking_a_role_away_says_whether_there_was_one(organiser: User) -> None:
    scope = uuid4()
    grant(user=organiser, scope=scope, role=Role.MARKER)
    assert revoke(user=organiser, scope=scope, role=Role.MARKER)
    assert not revoke(user=organiser, scope=scope, role=Role.MARKER)
    assert not has_role(organiser, scope, list(Role))


def test_nobody_in_particular_has_no_role() -> None:
    assert not has_role(AnonymousUser(), uuid4(), list(Role))
    assert not has_role(None, uuid4(), list(Role))


def test_the_members_are_listed_by_name(organiser: User, colleague: User) -> None:
    scope = uuid4()
    for user in (organiser, colleague):
        grant(user=user, scope=scope, role=Role.ARBITER)
    assert list(members(scope, Role.ARBITER)) == [colleague, organiser]
