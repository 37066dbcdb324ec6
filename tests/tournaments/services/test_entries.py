"""Entering, checking in, leaving and coming back."""

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import Membership, Role, User
from tests.tournaments.conftest import NOON, finish, later
from tournaments.errors import (
    EntryStateError,
    LateEntryClosedError,
    NameTakenError,
    SeatedEntryError,
)
from tournaments.models import AuditEntry, Entry, Round, Table, TableSeat, Tournament
from tournaments.services import entries as service
from tournaments.services import presence
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.standings import stage_standings

Enter = Callable[..., list[Entry]]


def add(tournament: Tournament, name: str, club: str = "", **more: object) -> Entry:
    return service.add_entry(
        tournament=tournament,
        details=Details(name=name, club=club),
        by=None,
        at=NOON,
        **more,  # type: ignore[arg-type]
    )


def test_somebody_entered_is_a_person_and_a_player(jko: Tournament) -> None:
    entry = add(jko, "早川 凛")
    assert entry.number == 1
    assert entry.user is not None
    assert not entry.user.has_usable_password()
    assert Membership.objects.filter(user=entry.user, scope=jko.pk, role=Role.PLAYER).exists()


@pytest.mark.parametrize(
    "name",
    [
        "あ" * 200,
        "👩‍👩‍👧‍👦 家族",
        "<script>alert(1)</script>",
        "עברית 123",
        "O’Brien-Ōta",
        "神﨑",
    ],
)
def test_a_name_is_kept_letter_by_letter(jko: Tournament, name: str) -> None:
    """T80."""
    add(jko, f"  {name}\n")
    assert Entry.objects.get(tournament=jko).name == name


def test_marks_that_turn_the_direction_are_dropped(jko: Tournament) -> None:
    assert add(jko, "ab\u202ecd").name == "abcd"


def test_two_people_with_one_name_are_asked_about(jko: Tournament) -> None:
    add(jko, "山田 太郎", "東高")
    with pytest.raises(NameTakenError):
        add(jko, "山田　太郎", "東高")
    assert add(jko, "山田太郎", "西高").number == 2
    assert add(jko, "山田 太郎", "東高", same_name_ok=True).number == 3


def test_removing_somebody_takes_all_or_nothing(
    jko: Tournament, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T23: a removal that fails half-way leaves everything as it was, and can be repeated."""
    entry = enter(3)[0]
    name = entry.name

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(service, "tell", fail)
        with pytest.raises(RuntimeError), transaction.atomic():
            service.remove_entry(entry=entry, by=None, at=NOON)
    assert Entry.objects.filter(pk=entry.pk).exists()
    assert Membership.objects.filter(user=entry.user, scope=jko.pk).exists()
    assert not AuditEntry.objects.filter(action="entry.removed").exists()
    service.remove_entry(entry=entry, by=None, at=NOON)
    assert not User.objects.filter(name=name).exists()
    again = add(jko, name)
    assert again.number == 4


def test_somebody_who_was_seated_is_not_removed(running: Round) -> None:
    entry = Entry.objects.first()
    assert entry is not None
    with pytest.raises(SeatedEntryError):
        service.remove_entry(entry=entry, by=None, at=NOON)


def test_leaving_after_a_result_keeps_it_and_seats_nobody_against_themselves(
    running: Round, organiser: User
) -> None:
    """T22."""
    finish(running, organiser)
    close_round(round_id=running.pk, by=organiser, at=NOON)
    seat = TableSeat.objects.filter(table__round=running, place=1).first()
    assert seat is not None
    presence.withdraw(entry=seat.entry, by=organiser, at=later(1), reason="fever")
    second = draw_round(tournament=running.stage.tournament, seed=2, by=organiser, at=later(2))
    seated = list(TableSeat.objects.filter(table__round=second).values_list("entry", flat=True))
    assert len(seated) == len(set(seated)) == 7
    assert seat.entry_id not in seated
    row = next(r for r in stage_standings(running.stage) if r.key == str(seat.entry_id))
    assert row.points == 1
    assert row.rank == 1


def test_leaving_before_a_table_begins_counts_as_not_come(
    jko: Tournament, organiser: User, enter: Enter
) -> None:
    entries = enter(8)
    round_ = draw_round(tournament=jko, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    presence.withdraw(entry=entries[0], from_round=1, by=organiser, at=NOON)
    start_round(round_id=round_.pk, by=organiser, at=NOON)
    table = Table.objects.get(seats__entry=entries[0])
    assert table.match is not None
    assert table.match.status == "running"
    assert table.match.events.filter(kind="remove").count() == 1
    finish(round_, organiser)
    row = next(r for r in stage_standings(round_.stage) if r.key == str(entries[0].pk))
    assert row.lines[0].kind.value in {"no_show", "played"}


def test_coming_back_makes_the_rounds_between_absences(running: Round, organiser: User) -> None:
    jko = running.stage.tournament
    entry = jko.entries.first()
    assert entry is not None
    finish(running, organiser)
    close_round(round_id=running.pk, by=organiser, at=NOON)
    presence.withdraw(entry=entry, by=organiser, at=NOON)
    second = draw_round(tournament=jko, seed=2, by=organiser, at=NOON)
    publish_round(round_id=second.pk, by=organiser, at=NOON)
    start_round(round_id=second.pk, by=organiser, at=NOON)
    back = presence.re_enter(entry=entry, by=organiser, at=NOON)
    assert back.withdrawn_from is None
    assert [absence.ordinal for absence in back.absences.all()] == [2]


def test_a_late_entry_begins_with_the_next_round_and_is_here(running: Round) -> None:
    entry = add(running.stage.tournament, "遅刻 者")
    assert (entry.from_round, entry.checked_in_at) == (2, NOON)


def test_late_entry_ends_where_it_was_said_to(running: Round) -> None:
    jko = running.stage.tournament
    jko.settings = {**jko.settings, "late_until": 1}
    jko.save()
    with pytest.raises(LateEntryClosedError):
        add(jko, "遅刻 者")


def test_checking_in_twice_is_checking_in_once(jko: Tournament, enter: Enter) -> None:
    entry = enter(1, here=False)[0]
    for _ in range(2):
        presence.check_in(entry=entry, by=None, at=NOON)
    assert AuditEntry.objects.filter(action="entry.checked_in").count() == 1


def test_the_disqualified_cannot_check_in(jko: Tournament, enter: Enter) -> None:
    entry = enter(1, here=False)[0]
    presence.disqualify(entry=entry, by=None, at=NOON, reason="—")
    with pytest.raises(EntryStateError):
        presence.check_in(entry=entry, by=None, at=NOON)


def test_coming_back_before_a_table_begins_frees_the_seat(
    jko: Tournament, organiser: User, enter: Enter
) -> None:
    entry = enter(8)[0]
    round_ = draw_round(tournament=jko, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    presence.withdraw(entry=entry, from_round=1, by=organiser, at=NOON)
    presence.re_enter(entry=entry, by=organiser, at=NOON)
    assert TableSeat.objects.get(entry=entry).kind == "played"
