"""Markers' pages: queues, a sheet, what is refused, deciding, leading the marking."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.services.roles import grant
from judging.models import Comment, Kind, Marking, Paper, PaperProblem, Problem, Script
from judging.services.dealing import deal_scripts, set_duties
from judging.services.marking import keep_comment, save_marks
from judging.services.marking_view import printed_rows
from judging.services.papers import close_paper, set_paper
from judging.services.schemes import PartDraft, approve_scheme, save_scheme, scheme_of
from tests.judging.conftest import START, after, begin, send
from tests.judging.views.test_sitting import Visitor
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
PARTS = [
    PartDraft("a", "Lemma", Decimal(3), Decimal("0.5")),
    PartDraft("b", "Proof", Decimal(4)),
]
LATER = after(hours=2)


@pytest.fixture
def markers(db: None) -> list[User]:
    return [
        User.objects.create_user(f"marker{n}", "a-long-word", name=f"Marker-{n}") for n in range(4)
    ]


@pytest.fixture
def proof(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
) -> PaperProblem:
    problem = put(write_problem(Kind.PROOF), points=7)
    set_paper(paper=paper, by=organiser, at=START)
    return problem


@pytest.fixture
def dealt(
    proof: PaperProblem,
    paper: Paper,
    organiser: User,
    markers: list[User],
    enter: Callable[..., Entry],
) -> list[Script]:
    """Two scripts with two markers, a third decides; the fourth has no duty."""
    save_scheme(problem=proof, parts=PARTS, expected_version=0, by=organiser, at=START)
    approve_scheme(problem=proof, by=organiser, at=START)
    set_duties(
        problem=proof, markers=markers[:2], adjudicators=markers[2:3], by=organiser, at=START
    )
    for name in ("秘密 一郎", "秘密 二郎"):
        entry = enter(name)
        begin(paper, entry)
        send(proof, entry, "**示す** $x^2$", at=after(minutes=5))
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    deal_scripts(problem=proof, seed=1, by=organiser, at=after(hours=1))
    return list(Script.objects.order_by("code"))


def sheet_of(script: Script, user: User) -> Marking:
    return Marking.objects.get(round__script=script, marker=user)


def mark(script: Script, user: User, a: str = "1", b: str = "2", **more: Any) -> Marking:
    found = sheet_of(script, user)
    given: dict[str, Any] = {"complete": True, "expected_version": found.version} | more
    return save_marks(marking_id=found.pk, user=user, marks={"a": a, "b": b}, at=LATER, **given)


def page(marking: Marking) -> str:
    return reverse("judging:sheet", args=[marking.pk])


def typed(marking: Marking, **fields: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "version": marking.version,
        "action": "save",
        "comment": "",
        "note": "",
    }
    return given | fields


def test_a_marker_sees_codes_and_no_names(dealt: list[Script], markers: list[User]) -> None:
    marker = Visitor(markers[0])
    for url in (
        reverse("judging:marking"),
        reverse("judging:marking_queue", args=[dealt[0].problem_id]),
        page(sheet_of(dealt[0], markers[0])),
    ):
        text = marker.read(url, LATER)
        assert "秘密" not in text
    assert dealt[0].code in text
    assert "<math" in text


def test_others_do_not_find_a_sheet_or_a_queue(dealt: list[Script], markers: list[User]) -> None:
    for user in (markers[1], markers[3], dealt[0].sitting.entry.user):
        url = page(sheet_of(dealt[0], markers[0]))
        assert Visitor(user).get(url, LATER).status_code == 404
    queue = reverse("judging:marking_queue", args=[dealt[0].problem_id])
    assert Visitor(markers[3]).get(queue, LATER).status_code == 404
    assert Visitor(None).get(queue, LATER).status_code == 302


def test_complete_goes_on_to_the_next_script(dealt: list[Script], markers: list[User]) -> None:
    first, second = (sheet_of(one, markers[0]) for one in dealt)
    fields: dict[str, Any] = {"mark-a": "2.5", "mark-b": "4", "action": "complete_next"}
    fields["annotations"] = json.dumps([{"page": 1, "x": 0.5, "y": 0.25, "text": "Why?"}, 7])
    answer = Visitor(markers[0]).post(page(first), LATER, **typed(first, **fields))
    assert answer["Location"] == page(second)
    first.refresh_from_db()
    assert (first.total, first.completed_at) == (Decimal("6.5"), LATER)
    assert first.annotations[0]["text"] == "Why?"


def test_complete_names_the_part_without_a_mark_and_keeps_the_rest(
    dealt: list[Script], markers: list[User]
) -> None:
    found = sheet_of(dealt[0], markers[0])
    fields = typed(found, **{"mark-a": "2", "action": "complete", "comment": "Nice."})
    answer = Visitor(markers[0]).post(page(found), LATER, **fields)
    found.refresh_from_db()
    assert answer.status_code == 422
    assert "part b has no mark" in answer.content.decode()
    assert (found.marks, found.comment, found.completed_at) == ({"a": "2"}, "Nice.", None)


def test_a_mark_off_the_step_says_so_at_its_part(dealt: list[Script], markers: list[User]) -> None:
    found = sheet_of(dealt[0], markers[0])
    fields = typed(found, **{"mark-a": "1.3", "mark-b": "9"})
    answer = Visitor(markers[0]).post(page(found), LATER, **fields)
    text = answer.content.decode()
    assert answer.status_code == 422
    for words in ("steps of 0.5", "0 to 4 points", 'value="1.3"'):
        assert words in text
    found.refresh_from_db()
    assert found.version == 0


def test_what_another_window_saved_is_shown_beside_and_not_overwritten(
    dealt: list[Script], markers: list[User]
) -> None:
    found = sheet_of(dealt[0], markers[0])
    stale = typed(found, **{"mark-a": "1", "mark-b": "1"})
    mark(dealt[0], markers[0], "3", "4", complete=False, comment="From elsewhere.")
    answer = Visitor(markers[0]).post(page(found), LATER, **stale)
    text = answer.content.decode()
    found.refresh_from_db()
    assert answer.status_code == 409
    assert found.marks == {"a": "3", "b": "4"}
    for words in ("Stored", "From elsewhere.", 'value="1"'):
        assert words in text
    again = typed(found, **{"mark-a": "1", "mark-b": "1"})
    assert Visitor(markers[0]).post(page(found), LATER, **again).status_code == 302


@pytest.mark.parametrize("text", ["", "abc", "-1", "9" * 40])
def test_a_form_of_nonsense_changes_nothing(
    dealt: list[Script], markers: list[User], text: str
) -> None:
    found = sheet_of(dealt[0], markers[0])
    fields = typed(found, version=text, annotations=text)
    assert Visitor(markers[0]).post(page(found), LATER, **fields).status_code in {409, 422}
    found.refresh_from_db()
    assert found.version == 0


def test_the_others_marks_show_once_both_are_in_and_then_nothing_changes(
    dealt: list[Script], markers: list[User]
) -> None:
    mark(dealt[0], markers[0], "3", "4", comment="From the first.")
    mine = sheet_of(dealt[0], markers[1])
    assert "From the first." not in Visitor(markers[1]).read(page(mine), LATER)
    mark(dealt[0], markers[1], "0", "0")
    text = Visitor(markers[1]).read(page(mine), LATER)
    assert "From the first." in text
    assert "Marker-0" not in text
    assert 'name="mark-a"' not in text
    fields = typed(mine, version=1, **{"mark-a": "3", "mark-b": "4"})
    assert Visitor(markers[1]).post(page(mine), LATER, **fields).status_code == 409


def test_whoever_decides_sees_both_and_settles_it(dealt: list[Script], markers: list[User]) -> None:
    mark(dealt[0], markers[0], "3", "4", comment="Full.")
    mark(dealt[0], markers[1], "0", "1", comment="Gap.")
    judge = Visitor(markers[2])
    assert dealt[0].code in judge.read(
        reverse("judging:marking_queue", args=[dealt[0].problem_id]), LATER
    )
    answer = judge.post(reverse("judging:decide", args=[dealt[0].pk]), LATER)
    text = judge.read(answer["Location"], LATER)
    for words in ("Full.", "Gap.", "6 points apart"):
        assert words in text
    mine = sheet_of(dealt[0], markers[2])
    fields = typed(mine, **{"mark-a": "2", "mark-b": "3", "action": "complete_next"})
    judge.post(page(mine), LATER, **fields)
    dealt[0].refresh_from_db()
    assert dealt[0].points == 5
    for marker in markers[:2]:  # the decision is none of the two
        assert "6 points apart" in Visitor(marker).read(page(sheet_of(dealt[0], marker)), LATER)
    assert Visitor(markers[3]).post(
        reverse("judging:decide", args=[dealt[0].pk]), LATER
    ).status_code == 404  # fmt: skip


def test_comments_are_kept_and_the_used_ones_come_first(
    dealt: list[Script], markers: list[User], organiser: User
) -> None:
    problem = dealt[0].problem
    made = [
        keep_comment(problem=problem, text=words, by=organiser, at=START)
        for words in ("One", "Two")
    ]
    found = sheet_of(dealt[0], markers[0])
    fields = typed(found, used=f"{made[1].pk} x", action="keep", comment="A third one")
    Visitor(markers[0]).post(page(found), LATER, **fields)
    texts = list(Comment.objects.order_by("-uses", "id").values_list("text", flat=True))
    assert texts == ["Two", "One", "A third one"]


def test_a_scheme_is_written_refused_and_approved(proof: PaperProblem, organiser: User) -> None:
    save = reverse("judging:scheme_action", args=[proof.pk, "save"])
    row: dict[str, Any] = {"version": 0, "markers": 2, "tolerance": "1", "then": "approve"}
    row |= {"p0-letter": "A", "p0-title": "Lemma", "p0-points": "3", "p0-step": "0.5"}
    chief = Visitor(organiser)
    answer = chief.post(save, **row)
    assert answer.status_code == 422
    assert "Lemma" in answer.content.decode()
    row |= {"p1-letter": "b", "p1-title": "Rest", "p1-points": "4", "p1-step": "1", "version": 1}
    assert chief.post(save, **row).status_code == 302
    scheme = scheme_of(proof)
    assert scheme.approved_at == START
    assert [one.letter for one in scheme.parts.all()] == ["a", "b"]


def test_only_organisers_lead(dealt: list[Script], markers: list[User]) -> None:
    problem = dealt[0].problem
    arbiter = markers[3]
    grant(user=arbiter, scope=problem.paper.stage.tournament_id, role=Role.ARBITER)
    for user in (markers[0], arbiter):
        leading = reverse("judging:marking_progress", args=[problem.pk])
        assert Visitor(user).get(leading, LATER).status_code == 404
        for what in ("approve", "add"):
            url = reverse("judging:scheme_action", args=[problem.pk, what])
            assert Visitor(user).post(url, LATER).status_code == 404


def test_leading_shows_how_far_and_reassigns(
    dealt: list[Script], markers: list[User], organiser: User
) -> None:
    problem = dealt[0].problem
    chief = Visitor(organiser)
    mark(dealt[0], markers[0], "3", "4")
    mark(dealt[0], markers[1], "3", "4")
    url = reverse("judging:marking_progress", args=[problem.pk])
    text = chief.read(url, LATER)
    for words in ("1 / 2", "7 / 7", "<circle"):
        assert words in text
    chief.post(
        reverse("judging:marking_action", args=[problem.pk, "person"]), LATER, username="marker3"
    )
    chief.post(
        reverse("judging:marking_action", args=[problem.pk, "reassign"]), LATER,
        from_user=markers[0].pk, to_user=markers[3].pk,
    )  # fmt: skip
    assert sheet_of(dealt[1], markers[3]).version > 0


def test_an_added_part_flags_and_a_new_round_shows_the_old_marks(
    dealt: list[Script], markers: list[User], organiser: User
) -> None:
    for marker in markers[:2]:
        mark(dealt[0], marker, "3", "4", comment="As it was.")
    problem, chief = dealt[0].problem, Visitor(organiser)
    part: dict[str, Any] = {"letter": "c", "title": "Another way", "points": "2", "step": "1"}
    chief.post(reverse("judging:scheme_action", args=[problem.pk, "add"]), LATER, **part)
    assert Script.objects.get(pk=dealt[0].pk).flagged
    chief.post(reverse("judging:marking_action", args=[problem.pk, "reopen"]), LATER)
    fresh = Marking.objects.get(round__script=dealt[0], round__number=2, marker=markers[0])
    text = Visitor(markers[0]).read(page(fresh), LATER)
    assert "Another way" in text
    assert "Round 1" in text


def test_the_pages_cost_the_same_however_many_scripts(
    dealt: list[Script],
    markers: list[User],
    organiser: User,
    django_assert_max_num_queries: Any,
) -> None:
    marker, chief = Visitor(markers[0]), Visitor(organiser)
    with django_assert_max_num_queries(12):
        marker.read(reverse("judging:marking"), LATER)
    with django_assert_max_num_queries(24):
        marker.read(page(sheet_of(dealt[0], markers[0])), LATER)
    with django_assert_max_num_queries(34):
        chief.read(reverse("judging:marking_progress", args=[dealt[0].problem_id]), LATER)


def test_a_marker_takes_a_sheet_to_fill_in_by_hand(
    dealt: list[Script], markers: list[User], organiser: User
) -> None:
    problem = dealt[0].problem
    address = reverse("judging:marks_print", args=[problem.pk])
    for user in (markers[0], organiser):
        visitor = Client()
        visitor.force_login(user)
        answer = visitor.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF")
    page = Client()
    page.force_login(markers[0])
    assert address in page.get(reverse("judging:marking_queue", args=[problem.pk])).content.decode()
    stranger = Client()
    stranger.force_login(markers[3])
    assert stranger.get(address).status_code == 404
    assert Client().get(address).status_code == 404


def test_the_printed_sheet_has_ones_own_marks_and_nobody_elses(
    dealt: list[Script], markers: list[User], organiser: User
) -> None:
    first, second, decides = markers[:3]
    mark(dealt[0], first)
    problem = dealt[0].problem
    codes = [one.code for one in dealt]
    assert printed_rows(problem, first) == [
        (codes[0], {"a": "1", "b": "2"}, "3"), (codes[1], {}, ""),
    ]  # fmt: skip
    assert printed_rows(problem, second) == [(code, {}, "") for code in codes]
    assert printed_rows(problem, organiser) == [(code, {}, "") for code in codes]
    assert printed_rows(problem, decides) == []
