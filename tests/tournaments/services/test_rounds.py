"""Drawing and running rounds."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Match
from tests.tournaments.conftest import NOON, finish, later
from tournaments.errors import (
    DrawFaultyError,
    NothingToUndoError,
    ResultsMissingError,
    RoundStartedError,
    RoundStateError,
)
from tournaments.models import AuditEntry, Entry, Round, RoundState, Tournament
from tournaments.services import rounds, seating
from tournaments.services.drawing import (
    discard_round,
    draw_round,
    redraw_round,
)
from tournaments.services.formats.registry import format_of
from tournaments.services.layout import seating as seats_of
from tournaments.services.presence import withdraw
from tournaments.services.undo import undo_last, undoable

Enter = Callable[..., list[Entry]]


@pytest.fixture
def draft(jko: Tournament, organiser: User, enter: Enter) -> Round:
    enter(9)
    return draw_round(tournament=jko, seed=7, by=organiser, at=NOON)


def test_drawing_twice_gives_the_same_round(draft: Round, jko: Tournament, organiser: User) -> None:
    before = seats_of(draft)
    again = draw_round(tournament=jko, seed=8, by=organiser, at=later(1))
    assert again == draft
    assert seats_of(again) == before
    assert Round.objects.count() == 1


def test_drawing_anew_is_asked_for_and_can_be_replayed(draft: Round, organiser: User) -> None:
    before = seats_of(draft)
    redraw_round(round_id=draft.pk, seed=99, by=organiser, at=NOON)
    assert seats_of(draft) != before
    redraw_round(round_id=draft.pk, seed=7, by=organiser, at=NOON)
    assert seats_of(draft) == before


def test_a_draft_can_be_thrown_away(draft: Round, organiser: User) -> None:
    discard_round(round_id=draft.pk, by=organiser, at=NOON)
    assert not Round.objects.exists()


def test_two_may_change_places_in_a_draft(draft: Round, organiser: User) -> None:
    first, second = seats_of(draft)
    seating.swap_seats(round_id=draft.pk, first=first[0], second=second[1], by=organiser, at=NOON)
    changed = seats_of(draft)
    assert changed[0][0] == second[1]
    assert changed[1][1] == first[0]
    assert not format_of(draft.stage).faults(draft)


def test_a_table_that_grows_too_large_keeps_a_draft_from_being_published(
    draft: Round, organiser: User
) -> None:
    tables = seats_of(draft)
    for entry in tables[1][:2]:
        seating.move_entry(round_id=draft.pk, entry=entry, table=1, by=organiser, at=NOON)
    with pytest.raises(DrawFaultyError) as refused:
        rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    assert "1" in str(refused.value)


def test_somebody_who_left_since_keeps_a_draft_from_being_published(
    draft: Round, organiser: User
) -> None:
    entry = Entry.objects.get(pk=seats_of(draft)[0][0])
    withdraw(entry=entry, by=organiser, at=NOON)
    with pytest.raises(DrawFaultyError):
        rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    seating.unseat_entry(round_id=draft.pk, entry=str(entry.pk), by=organiser, at=NOON)
    rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)


def test_publishing_makes_a_match_for_each_table_with_its_people(
    draft: Round, organiser: User
) -> None:
    rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    matches = Match.objects.prefetch_related("seats")
    assert len(matches) == 2
    assert {seat.user_id for match in matches for seat in match.seats.all()} == set(
        Entry.objects.values_list("user", flat=True)
    )
    assert {match.title_ja for match in matches} == {"第1回戦 1番卓", "第1回戦 2番卓"}
    assert {match.title_en for match in matches} == {"Round 1, table 1", "Round 1, table 2"}


def test_a_round_goes_back_to_a_draft_only_while_no_table_has_begun(
    draft: Round, organiser: User
) -> None:
    rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    rounds.unpublish_round(round_id=draft.pk, by=organiser, at=NOON)
    assert not Match.objects.exists()
    rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    table = draft.tables.first()
    assert table is not None
    rounds.start_table(table_id=table.pk, by=organiser, at=NOON)
    with pytest.raises(RoundStartedError):
        rounds.unpublish_round(round_id=draft.pk, by=organiser, at=NOON)


def test_a_draft_cannot_be_started(draft: Round, organiser: User) -> None:
    with pytest.raises(RoundStateError):
        rounds.start_round(round_id=draft.pk, by=organiser, at=NOON)


def test_the_next_draw_names_the_results_it_misses(running: Round, organiser: User) -> None:
    """T56, T76."""
    jko = running.stage.tournament
    with pytest.raises(ResultsMissingError) as refused:
        draw_round(tournament=jko, seed=2, by=organiser, at=NOON)
    assert "1" in str(refused.value)
    assert "2" in str(refused.value)
    assert Round.objects.count() == 1


def test_the_next_draw_goes_on_without_results_for_a_reason(
    running: Round, organiser: User
) -> None:
    """T56."""
    second = draw_round(
        tournament=running.stage.tournament,
        seed=2,
        by=organiser,
        at=NOON,
        reason="Table 1 plays on during lunch",
    )
    assert second.number == 2
    line = AuditEntry.objects.get(action="round.drawn", ref=str(second.pk))
    assert line.reason == "Table 1 plays on during lunch"
    running.refresh_from_db()
    assert running.state == RoundState.RUNNING


def test_closing_waits_for_every_result_or_a_reason(running: Round, organiser: User) -> None:
    """T59, T61."""
    with pytest.raises(ResultsMissingError):
        rounds.close_round(round_id=running.pk, by=organiser, at=NOON)
    rounds.close_round(round_id=running.pk, by=organiser, at=NOON, reason="Power cut")
    running.refresh_from_db()
    assert running.state == RoundState.CLOSED


def test_closing_is_taken_back_until_the_next_round_is_drawn(
    running: Round, organiser: User
) -> None:
    finish(running, organiser)
    rounds.close_round(round_id=running.pk, by=organiser, at=NOON)
    rounds.reopen_round(round_id=running.pk, by=organiser, at=NOON)
    rounds.close_round(round_id=running.pk, by=organiser, at=NOON)
    draw_round(tournament=running.stage.tournament, seed=2, by=organiser, at=NOON)
    with pytest.raises(NothingToUndoError):
        rounds.reopen_round(round_id=running.pk, by=organiser, at=NOON)


def test_all_clocks_stop_and_go_on(running: Round, organiser: User) -> None:
    assert rounds.pause_all(
        round_id=running.pk, by=organiser, at=later(0), reason="Fire alarm"
    ) == [1, 2]
    assert set(Match.objects.values_list("status", flat=True)) == {"paused"}
    assert rounds.resume_all(round_id=running.pk, by=organiser, at=later(5)) == [1, 2]
    assert set(Match.objects.values_list("status", flat=True)) == {"running"}


def test_the_record_tells_what_happened_in_order(running: Round, organiser: User) -> None:
    """T77: who, what and when, with what is needed to draw the same again."""
    finish(running, organiser, later(9))
    rounds.close_round(round_id=running.pk, by=organiser, at=later(10))
    lines = AuditEntry.objects.filter(by=organiser)
    assert [line.action for line in lines] == [
        "tournament.created",
        "round.drawn",
        "round.published",
        "round.started",
        "result.entered",
        "result.entered",
        "round.closed",
    ]
    drawn = lines[1]
    assert drawn.after == {"seed": 1, "tables": 2}
    assert lines[2].after == seats_of(running)
    assert lines[1].subject == "第1回戦"
    assert lines[1].subject_en == "Round 1"


@pytest.mark.parametrize("steps", [1, 2])
def test_the_last_step_is_taken_back(draft: Round, organiser: User, steps: int) -> None:
    jko = draft.stage.tournament
    if steps == 2:
        rounds.publish_round(round_id=draft.pk, by=organiser, at=NOON)
    line = undoable(jko)
    assert line is not None
    undo_last(tournament=jko, expected=line.pk, by=organiser, at=NOON)
    state = Round.objects.filter(pk=draft.pk).values_list("state", flat=True).first()
    assert state == (None if steps == 1 else "draft")
    with pytest.raises(NothingToUndoError):
        undo_last(tournament=jko, expected=line.pk, by=organiser, at=NOON)


def test_those_kept_apart_do_not_meet(jko: Tournament, organiser: User, enter: Enter) -> None:
    entries = enter(8)
    seating.forbid_pair(tournament=jko, first=entries[0], second=entries[1], by=organiser, at=NOON)
    for seed in range(6):
        round_ = draw_round(tournament=jko, seed=seed, by=organiser, at=NOON)
        tables = seats_of(round_)
        assert not any({str(entries[0].pk), str(entries[1].pk)} <= set(table) for table in tables)
        discard_round(round_id=round_.pk, by=organiser, at=NOON)
