"""Boards, publishing, one's own results, appeals, statistics, files, certificates."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from accounts.middleware import ARRIVED
from accounts.models import User
from judging.models import (
    Appeal,
    Feedback,
    Kind,
    Marking,
    Paper,
    PaperProblem,
    Problem,
    Script,
)
from judging.services.appeals import file_appeal
from judging.services.contests import change_contest, contest_of
from judging.services.dealing import deal_scripts, set_duties
from judging.services.drain import drain
from judging.services.marking import save_marks
from judging.services.papers import close_paper, set_paper
from judging.services.schemes import PartDraft, approve_scheme, save_scheme
from tests.judging.conftest import RIGHT, START, WRONG, after, begin, send
from tests.judging.views.test_sitting import Visitor
from tournaments.models import Entry, Publication, PublicationState, Tournament
from tournaments.services.publications import publish

pytestmark = pytest.mark.django_db
LATER = after(hours=3)


@pytest.fixture
def entries(enter: Callable[..., Entry]) -> list[Entry]:
    return [enter(name) for name in ("早川 澪", "=中村", "林 さくら")]


@pytest.fixture
def written(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
    entries: list[Entry],
) -> Paper:
    """A hantei problem and a proof: the first is right, the second wrong, the third absent."""
    hantei = put(write_problem(), attempts=3)
    proof = put(write_problem(Kind.PROOF), points=7, feedback=Feedback.AFTER_PUBLICATION)
    set_paper(paper=paper, by=organiser, at=START)
    given: dict[str, Any] = {"problem": proof, "by": organiser, "at": START}
    save_scheme(parts=[PartDraft("a", "All", Decimal(7))], expected_version=0, markers=1, **given)
    approve_scheme(**given)
    set_duties(markers=[organiser], adjudicators=[], **given)
    for entry, raw in zip(entries, (RIGHT, WRONG), strict=False):
        begin(paper, entry)
        send(hantei, entry, raw, at=after(minutes=1))
        send(proof, entry, "示す。", at=after(minutes=2))
    drain(after(minutes=3))
    paper.refresh_from_db()
    return paper


@pytest.fixture
def graded(written: Paper, organiser: User) -> Paper:
    close_paper(paper=written, by=organiser, at=after(hours=1))
    proof = written.problems.get(kind=Kind.PROOF)
    deal_scripts(problem=proof, seed=1, by=organiser, at=after(hours=1))
    for one in Marking.objects.all():
        save_marks(
            marking_id=one.pk, user=organiser, marks={"a": "5"}, comment="Well argued.",
            expected_version=0, complete=True, at=after(hours=2),
        )  # fmt: skip
    return written


@pytest.fixture
def out(graded: Paper, organiser: User) -> Publication:
    """Final: of a contest of one stage."""
    graded.stage.tournament.stages.filter(order=2).delete()
    change_contest(
        contest=contest_of(graded.stage), by=organiser, at=START, appeals_until=after(days=1)
    )
    return publish(
        tournament=graded.stage.tournament, stage=graded.stage, after_round=0,
        state=PublicationState.FINAL, by=organiser, at=after(hours=2),
    )  # fmt: skip


def address(paper: Paper, name: str, *more: Any) -> str:
    return reverse(f"judging:{name}", args=[paper.stage.tournament_id, paper.stage.order, *more])


def test_the_board_is_there_when_it_is_shown(written: Paper, organiser: User) -> None:
    url = address(written, "board")
    assert Visitor(None).get(url, after(minutes=5)).status_code == 404
    Visitor(organiser).post(address(written, "contest_action", "show"), after(minutes=5))
    answer = Visitor(None).get(url, after(minutes=6))
    assert "早川 澪" in answer.content.decode()


def test_an_unchanged_board_is_not_sent_again(written: Paper, organiser: User) -> None:
    Visitor(organiser).post(address(written, "contest_action", "show"), after(minutes=5))
    reader, url = Visitor(None), address(written, "board")
    tag = reader.get(url, after(minutes=6))["ETag"]
    given = {"HTTP_IF_NONE_MATCH": tag, ARRIVED: after(minutes=7).timestamp()}
    assert reader.client.get(url, **given).status_code == 304
    assert reader.client.get(url, {"page": "2"}, **given).status_code == 404
    assert reader.get(url, after(minutes=7), page="x").status_code == 404


def test_a_frozen_board_keeps_its_values(
    written: Paper, organiser: User, entries: list[Entry]
) -> None:
    chief, url = Visitor(organiser), address(written, "board")
    chief.post(address(written, "contest_action", "show"), after(minutes=5))
    chief.post(address(written, "contest_action", "freeze"), after(minutes=6))
    hantei = written.problems.get(kind=Kind.HANTEI)
    send(hantei, entries[1], RIGHT, at=after(minutes=7))
    drain(after(minutes=8))
    text = Visitor(None).read(url, after(minutes=10))
    assert "frozen" in text
    assert text.count('data-state="right"') == 1
    chief.post(address(written, "contest_action", "thaw"), after(minutes=11))
    assert Visitor(None).read(url, after(minutes=14)).count('data-state="right"') == 2


def test_final_is_refused_in_words_and_provisional_goes_out(
    written: Paper, organiser: User
) -> None:
    chief, url = Visitor(organiser), address(written, "contest_action", "publish")
    answer = chief.post(url, after(minutes=30), state="final")
    assert answer.status_code == 422
    assert "is not closed" in answer.content.decode()
    assert chief.post(url, after(minutes=30), state="provisional").status_code == 302
    assert Publication.objects.get().state == PublicationState.PROVISIONAL


def test_ones_own_results_wait_for_publication(graded: Paper, entries: list[Entry]) -> None:
    url = address(graded, "my_results")
    assert Visitor(entries[0].user).get(url, LATER).status_code == 404
    assert Visitor(None).get(url, LATER).status_code == 302


def test_ones_own_results_show_answers_marks_and_comments(
    out: Publication, graded: Paper, entries: list[Entry]
) -> None:
    url = address(graded, "my_results")
    text = Visitor(entries[0].user).read(url, LATER)
    for words in ("You have place 1", "Well argued.", "3 of 3 points", "5 of 7 points", "<svg"):
        assert words in text
    assert "=中村" not in text
    assert "place 2" in Visitor(entries[1].user).read(url, LATER)
    assert "You did not write" in Visitor(entries[2].user).read(url, LATER)


def test_an_appeal_goes_in_and_is_answered(
    out: Publication, graded: Paper, entries: list[Entry], organiser: User
) -> None:
    script = Script.objects.get(sitting__entry=entries[0])
    url = reverse("judging:appeal", args=[script.pk])
    assert Visitor(entries[1].user).post(url, LATER, text="Mine?").status_code == 404
    empty = Visitor(entries[0].user).post(url, LATER, text="")
    assert (empty.status_code, Appeal.objects.count()) == (422, 0)
    Visitor(entries[0].user).post(url, LATER, text="Lemma 2 is right.")
    chief, desk = Visitor(organiser), address(graded, "desk_appeals")
    assert "Lemma 2 is right." in chief.read(desk, LATER)
    refuse = reverse("judging:appeal_action", args=[Appeal.objects.get().pk, "refuse"])
    chief.post(refuse, LATER)
    assert Appeal.objects.get().state == Appeal.State.OPEN
    chief.post(refuse, LATER, answer="It uses itself.")
    text = Visitor(entries[0].user).read(address(graded, "my_results"), LATER)
    assert "It uses itself." in text


def test_appeals_are_spoken_of_to_whoever_can_make_one(
    out: Publication, graded: Paper, entries: list[Entry]
) -> None:
    url, words = address(graded, "my_results"), "You can appeal"
    assert words in Visitor(entries[0].user).read(url, LATER)
    assert words not in Visitor(entries[0].user).read(url, after(days=1))
    assert words not in Visitor(entries[2].user).read(url, LATER)
    script = Script.objects.get(sitting__entry=entries[0])
    Visitor(entries[0].user).post(reverse("judging:appeal", args=[script.pk]), LATER, text="Why?")
    assert words not in Visitor(entries[0].user).read(url, LATER)


def test_without_a_proof_nobody_speaks_of_appeals(
    paper: Paper, hantei: PaperProblem, entries: list[Entry], organiser: User
) -> None:
    begin(paper, entries[0])
    send(hantei, entries[0], RIGHT, at=after(minutes=1))
    drain(after(minutes=3))
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    stage = paper.stage
    change_contest(contest=contest_of(stage), by=organiser, at=START, appeals_until=after(days=1))
    publish(
        tournament=stage.tournament, stage=stage, after_round=0,
        state=PublicationState.PROVISIONAL, by=organiser, at=after(hours=2),
    )  # fmt: skip
    text = Visitor(entries[0].user).read(address(paper, "my_results"), LATER)
    assert "3 of 3 points" in text
    assert "appeal" not in text


def test_statistics_are_for_organisers_and_have_plots(
    graded: Paper, organiser: User, entries: list[Entry]
) -> None:
    url = address(graded, "desk_statistics")
    assert Visitor(entries[0].user).get(url, LATER).status_code == 404
    text = Visitor(organiser).read(url, LATER)
    assert 'class="bar"' in text
    assert "50 %" in text


def test_files_have_everybody_and_safe_cells(graded: Paper, organiser: User) -> None:
    chief = Visitor(organiser)
    text = chief.get(address(graded, "results_file", "csv"), LATER).content.decode("utf-8-sig")
    assert "'=中村" in text
    rows = json.loads(chief.get(address(graded, "results_file", "json"), LATER).content)
    assert "早川 澪" in json.dumps(rows, ensure_ascii=False)
    assert chief.get(address(graded, "results_file", "exe"), LATER).status_code == 404


def test_certificates_wait_for_final_results(graded: Paper, organiser: User) -> None:
    text = Visitor(organiser).read(address(graded, "certificates"), LATER)
    assert "final results only" in text


def test_certificates_are_printed_for_the_best(
    out: Publication, graded: Paper, organiser: User
) -> None:
    chief, url = Visitor(organiser), address(graded, "certificates")
    assert "2 with a rank" in chief.read(url, LATER)
    fields = {"language": "ja", "best": "1", "awards": "金賞\n銀賞", "body": "{name} {points}"}
    shown = chief.post(url, LATER, **fields)
    assert "<svg" in shown.content.decode()
    printed = chief.post(url, LATER, pdf="1", **fields)
    assert printed.content.startswith(b"%PDF")
    assert chief.post(url, LATER, language="ja", best="0").status_code == 422


def test_the_desk_costs_the_same_however_many_contestants(
    graded: Paper, organiser: User, django_assert_max_num_queries: Any
) -> None:
    chief, url = Visitor(organiser), address(graded, "desk_contest")
    chief.read(url, LATER)
    with django_assert_max_num_queries(75):
        chief.read(url, LATER)


def test_files_of_a_contest_are_offered_where_there_are_any(graded: Paper, organiser: User) -> None:
    tournament = graded.stage.tournament
    page = Visitor(organiser).get(reverse("tournaments:desk_files", args=[tournament.pk]), LATER)
    paths = set(re.findall(r'href="([^"]+\.(?:csv|xlsx|json|trf))"', page.content.decode()))
    assert any("standings" in path for path in paths)
    assert not any("results" in path for path in paths)
    for path in paths:
        assert Visitor(organiser).get(path, LATER).status_code == 200


def test_whoever_wrote_is_led_to_their_results(out: Publication, entries: list[Entry]) -> None:
    page = reverse("tournaments:me", args=[out.tournament_id])
    mine = address(Paper.objects.get(), "my_results")
    said = Visitor(entries[0].user).get(page, after(hours=3)).content.decode()
    assert mine in said
    assert "can be appealed against" in said
    assert (
        "can be appealed against"
        not in Visitor(entries[0].user).get(page, after(days=2)).content.decode()
    )
    assert mine not in Visitor(entries[2].user).get(page, after(hours=3)).content.decode()


def test_the_desk_leads_to_the_marking_and_to_the_appeals(
    written: Paper, organiser: User, entries: list[Entry]
) -> None:
    """Where what is still open is done."""
    tournament = written.stage.tournament
    desk = reverse("tournaments:desk_entries", args=[tournament.pk])
    close_paper(paper=written, by=organiser, at=after(hours=1))
    marking = reverse("judging:desk_marking", args=[tournament.pk])
    page = Visitor(organiser).get(desk, after(hours=2)).content.decode()
    assert f'<a class="button primary" href="{marking}"' in page


def test_an_open_appeal_is_led_to(
    out: Publication, graded: Paper, organiser: User, entries: list[Entry]
) -> None:
    script = Script.objects.get(sitting__entry=entries[0])
    file_appeal(script=script, text="Look again.", by=entries[0].user, at=LATER)
    desk = reverse("tournaments:desk_entries", args=[out.tournament_id])
    page = Visitor(organiser).get(desk, LATER).content.decode()
    assert f'<a class="button primary" href="{address(graded, "desk_appeals")}"' in page


def test_before_there_is_a_paper_nobody_is_told_to_wait_for_a_draw(
    contest: Tournament, enter: Callable[..., Entry]
) -> None:
    entry = enter("早川 澪")
    page = reverse("tournaments:me", args=[contest.pk])
    said = Visitor(entry.user).get(page, START).content.decode()
    assert "Your paper appears here when its time is set." in said
    assert "Are you here?" not in said
    assert "Waiting for the draw" not in said
