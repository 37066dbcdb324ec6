"""Proofs: two markers apart, agreement, adjudication, frozen rounds, appeals."""

from collections.abc import Callable
from decimal import Decimal
from uuid import UUID

import pytest
from django.http import Http404

from accounts.models import User
from judging.errors import (
    AppealsClosedError,
    AppealStateError,
    FrozenMarksError,
    MarkerConflictError,
    MarkRefusedError,
    NotForAdjudicationError,
    SchemeApprovedError,
    SchemeFaultyError,
    SchemeNotApprovedError,
    StaleMarkError,
    UnmarkedPartError,
)
from judging.models import Kind, Marking, Paper, PaperProblem, Problem, Script
from judging.services.appeals import file_appeal, refuse_appeal, take_up_appeal
from judging.services.contests import change_contest, contest_of
from judging.services.dealing import deal_scripts, reassign, reopen_flagged, set_duties
from judging.services.format import unfinished
from judging.services.marking import open_adjudication, save_marks
from judging.services.marking_view import agreement, progress, script_view
from judging.services.papers import close_paper, set_paper
from judging.services.schemes import PartDraft, add_part, approve_scheme, save_scheme
from tests.judging.conftest import START, after, begin, send
from tournaments.models import Entry, Publication, PublicationState

pytestmark = pytest.mark.django_db
PARTS = [PartDraft("a", "Lemma", Decimal(3)), PartDraft("b", "Proof", Decimal(4))]


@pytest.fixture
def markers(db: None) -> list[User]:
    return [User.objects.create_user(f"marker{n}", "a-long-word", name=f"M{n}") for n in range(4)]


@pytest.fixture
def proof(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
    markers: list[User],
) -> PaperProblem:
    """Seven points, two markers, a third who adjudicates; a scheme that is approved."""
    problem = put(write_problem(Kind.PROOF), points=7)
    set_paper(paper=paper, by=organiser, at=START)
    save_scheme(
        problem=problem, parts=PARTS, tolerance=Decimal(1), expected_version=0, by=organiser,
        at=START,
    )  # fmt: skip
    approve_scheme(problem=problem, by=organiser, at=START)
    set_duties(
        problem=problem, markers=markers[:2], adjudicators=markers[2:3], by=organiser, at=START
    )
    return problem


@pytest.fixture
def script(
    proof: PaperProblem, paper: Paper, enter: Callable[..., Entry], organiser: User
) -> Script:
    """One script in, one blank, dealt."""
    entry, idle = enter("証明 太郎"), enter("白紙 花子")
    begin(paper, entry)
    begin(paper, idle)
    send(proof, entry, "示す。", at=after(minutes=5))
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    deal_scripts(problem=proof, seed=1, by=organiser, at=after(hours=1))
    return Script.objects.get(problem=proof, blank=False)


def sheet(script: Script, place: str, number: int = 1) -> Marking:
    return Marking.objects.get(round__script=script, round__number=number, place=place)


def mark(
    marking: Marking, complete: bool = True, version: int | None = None, **marks: str
) -> Marking:
    marking.refresh_from_db()
    return save_marks(
        marking_id=marking.pk, user=marking.marker, marks=marks, complete=complete,
        expected_version=marking.version if version is None else version, at=after(hours=2),
    )  # fmt: skip


def test_nobody_marks_before_the_scheme_is_approved(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
) -> None:
    problem = put(write_problem(Kind.PROOF), points=7)
    save_scheme(problem=problem, parts=PARTS[:1], expected_version=0, by=organiser, at=START)
    with pytest.raises(SchemeNotApprovedError):
        deal_scripts(problem=problem, seed=1, by=organiser, at=START)
    with pytest.raises(SchemeFaultyError):
        approve_scheme(problem=problem, by=organiser, at=START)
    with pytest.raises(StaleMarkError):
        save_scheme(problem=problem, parts=PARTS, expected_version=0, by=organiser, at=START)


def test_an_approved_scheme_is_not_rewritten(proof: PaperProblem, organiser: User) -> None:
    with pytest.raises(SchemeApprovedError):
        save_scheme(problem=proof, parts=PARTS, expected_version=2, by=organiser, at=START)


def test_a_blank_script_has_zero_points_and_no_marker(script: Script) -> None:
    blank = Script.objects.get(blank=True)
    assert (blank.points, blank.state) == (Decimal(0), "done")
    assert not blank.rounds.exists()
    assert script.rounds.get().markings.count() == 2


def test_markers_see_no_name_and_not_each_other_until_both_are_in(
    script: Script, markers: list[User]
) -> None:
    """T86: neither the other's marks nor who the other is."""
    first, second = sheet(script, "first"), sheet(script, "second")
    mark(first, a="3", b="4")
    seen = script_view(script, second.marker)
    assert "証明 太郎" not in str(seen)
    assert [one["place"] for one in seen["rounds"][0]["sheets"]] == ["second"]
    mark(second, a="0", b="0")
    seen = script_view(script, second.marker)
    assert [one["place"] for one in seen["rounds"][0]["sheets"]] == ["first", "second"]


def test_marks_within_the_tolerance_are_taken(script: Script) -> None:
    mark(sheet(script, "first"), a="3", b="4")
    mark(sheet(script, "second"), a="3", b="3")
    script.refresh_from_db()
    assert (script.points, script.state) == (Decimal("6.5"), "done")
    assert agreement(script.problem).count == 1


def test_complete_is_refused_while_a_part_is_unmarked_and_nothing_entered_is_lost(
    script: Script,
) -> None:
    """J77."""
    first = sheet(script, "first")
    with pytest.raises(UnmarkedPartError) as refused:
        mark(first, a="2", b=" ")
    assert refused.value.params["letters"] == "b"
    first.refresh_from_db()
    assert (first.marks, first.completed_at, first.version) == ({"a": "2"}, None, 1)


@pytest.mark.parametrize("text", ["5", "-1", "1.5", "x", "1" * 500])
def test_a_mark_is_a_number_of_points_in_steps(script: Script, text: str) -> None:
    with pytest.raises(MarkRefusedError):
        mark(sheet(script, "first"), a=text)


def test_the_second_to_save_is_told_and_nothing_is_overwritten(script: Script) -> None:
    first = sheet(script, "first")
    mark(first, complete=False, version=0, a="3")
    with pytest.raises(StaleMarkError):
        mark(first, complete=False, version=0, a="1")
    first.refresh_from_db()
    assert first.marks == {"a": "3"}


def test_markers_who_disagree_are_decided_by_another(script: Script, markers: list[User]) -> None:
    mark(sheet(script, "first"), a="3", b="4")
    with pytest.raises(NotForAdjudicationError):
        open_adjudication(script=script, user=markers[2], at=after(hours=2))
    mark(sheet(script, "second"), a="1", b="0")
    script.refresh_from_db()
    assert (script.state, script.points) == ("disagreed", None)
    with pytest.raises(FrozenMarksError):
        mark(sheet(script, "second"), a="3", b="4")
    with pytest.raises(MarkerConflictError):
        open_adjudication(script=script, user=markers[0], at=after(hours=2))
    decisive = open_adjudication(script=script, user=markers[2], at=after(hours=2))
    assert len(script_view(script, markers[2], adjudicates=True)["rounds"][0]["sheets"]) == 3
    mark(decisive, a="3", b="2")
    script.refresh_from_db()
    assert (script.points, script.state) == (Decimal(5), "done")
    assert script.rounds.get().adjudicated


def test_marks_of_a_finished_round_stay(script: Script) -> None:
    mark(sheet(script, "first"), a="3", b="4")
    mark(sheet(script, "second"), a="3", b="4")
    with pytest.raises(FrozenMarksError):
        mark(sheet(script, "first"), a="0", b="0")


def test_a_new_part_is_for_everyone_and_flags_what_is_marked(
    script: Script, proof: PaperProblem, organiser: User
) -> None:
    mark(sheet(script, "first"), a="3", b="0")
    mark(sheet(script, "second"), a="3", b="0")
    part = PartDraft("c", "By inversion", Decimal(7))
    add_part(problem=proof, part=part, by=organiser, at=after(hours=3))
    script.refresh_from_db()
    assert (script.flagged, script.points) == (True, Decimal(3))
    assert unfinished(proof.paper.stage)
    assert reopen_flagged(problem=proof, by=organiser, at=after(hours=3)) == 1
    again = sheet(script, "first", 2)
    assert again.marks == {"a": "3", "b": "0"}
    mark(again, a="0", b="0", c="7")
    mark(sheet(script, "second", 2), a="0", b="0", c="7")
    script.refresh_from_db()
    assert (script.points, script.flagged) == (Decimal(7), False)


def test_what_a_marker_has_not_completed_goes_to_another(
    script: Script, proof: PaperProblem, markers: list[User], organiser: User
) -> None:
    first = sheet(script, "first")
    before = first.marker
    mark(first, complete=False, a="2")
    moved = reassign(
        problem=proof, from_user=before, to_user=markers[3], by=organiser, at=after(hours=2)
    )
    first.refresh_from_db()
    assert (moved, first.marker, first.marks) == (1, markers[3], {})
    second = sheet(script, "second")
    assert reassign(
        problem=proof, from_user=second.marker, to_user=markers[3], by=organiser,
        at=after(hours=2),
    ) == 0  # fmt: skip


def test_progress_counts_scripts_and_markers(script: Script, proof: PaperProblem) -> None:
    mark(sheet(script, "first"), a="3", b="4")
    found = progress(proof)
    assert (found.scripts, found.blank, found.marking, found.done) == (2, 1, 1, 1)
    assert sorted((one.done, one.left) for one in found.markers) == [(0, 0), (0, 1), (1, 0)]


@pytest.fixture
def released(script: Script, organiser: User) -> Script:
    """Marked with three, published, appeals open."""
    mark(sheet(script, "first"), a="3", b="0")
    mark(sheet(script, "second"), a="3", b="0")
    stage = script.problem.paper.stage
    Publication.objects.create(
        tournament=stage.tournament, stage=stage, after_round=0, version=1,
        state=PublicationState.PROVISIONAL, snapshot={}, created_at=after(hours=3),
    )  # fmt: skip
    change_contest(
        contest=contest_of(stage), by=organiser, at=after(hours=3), appeals_until=after(hours=9)
    )
    script.refresh_from_db()
    return script


def test_an_appeal_is_a_round_of_its_own_with_the_old_marks_shown(
    released: Script, organiser: User, markers: list[User]
) -> None:
    """J77: the first round's marks stay, and the points until the second is finished."""
    appeal = file_appeal(script=released, text="(b)", by=None, at=after(hours=4))
    assert unfinished(released.problem.paper.stage)
    with pytest.raises(AppealStateError):
        file_appeal(script=released, text="again", by=None, at=after(hours=4))
    take_up_appeal(appeal=appeal, markers=[markers[2], markers[3]], by=organiser, at=after(hours=5))
    released.refresh_from_db()
    assert released.points == 3
    seen = script_view(released, markers[2])
    assert [one["total"] for one in seen["rounds"][0]["sheets"]] == ["3", "3"]
    assert seen["own"]["marks"] == {}
    mark(sheet(released, "first", 2), a="3", b="4")
    mark(sheet(released, "second", 2), a="3", b="4")
    released.refresh_from_db()
    appeal.refresh_from_db()
    points = [str(one) for one in (released.points, appeal.before, appeal.after)]
    assert (points, appeal.state) == (["7.00", "3.00", "7.00"], "settled")
    with pytest.raises(FrozenMarksError):
        mark(sheet(released, "first", 1), a="0", b="0")


def test_a_refused_appeal_leaves_the_mark(released: Script, organiser: User) -> None:
    """J77: rejecting an appeal zeroes nothing."""
    appeal = file_appeal(script=released, text="(b)", by=None, at=after(hours=4))
    refuse_appeal(appeal=appeal, answer="証明になっていない。", by=organiser, at=after(hours=5))
    released.refresh_from_db()
    assert (released.points, released.state) == (Decimal(3), "done")


def test_appeals_are_taken_from_the_release_until_their_end(released: Script) -> None:
    with pytest.raises(AppealsClosedError):
        file_appeal(script=released, text="(b)", by=None, at=after(hours=9))
    Publication.objects.all().delete()
    with pytest.raises(AppealsClosedError):
        file_appeal(script=released, text="(b)", by=None, at=after(hours=4))


def test_a_sheet_of_another_is_not_found(script: Script, markers: list[User]) -> None:
    with pytest.raises(Http404):
        save_marks(
            marking_id=UUID(int=1), user=markers[0], marks={}, expected_version=0,
            complete=False, at=START,
        )  # fmt: skip
