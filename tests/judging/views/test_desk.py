"""The desk of a contest: who gets which page, what is next, papers, times, keys."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdfium2 import PdfDocument

from accounts.models import Role, User
from accounts.services.roles import grant
from judging.models import (
    Contest,
    Feedback,
    Kind,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    Problem,
    Sitting,
)
from judging.services.contests import create_race
from judging.services.drain import drain
from judging.services.keys import judge_rejudges
from judging.services.papers import change_paper, set_paper, total_points
from judging.services.sitting import sitting_for
from tests.judging.conftest import HOUR, START, begin, send
from tests.judging.views.test_sitting import Visitor
from tournaments.models import Entry, Tournament
from tournaments.services import presence
from tournaments.services.field import active_decision, seeds_of

Make = Callable[..., Any]


@pytest.fixture
def staff(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def person(name: str, scope: Tournament | None = None, role: Role | None = None) -> User:
    user = User.objects.create_user(name, "a-long-password", name=name)
    if scope is not None and role is not None:
        grant(user=user, scope=scope.pk, role=role)
    return user


def of(paper: Paper, name: str, *more: Any) -> str:
    return reverse(f"judging:{name}", args=[paper.pk, *more])


def errors(answer: Any) -> bool:
    return 'data-level="error"' in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "organisers", "arbiters"),
    [
        ("desk_paper", 200, 404), ("paper_preview", 200, 404), ("desk_sittings", 200, 200),
        ("paper_print", 200, 404), ("desk_key", 200, 404), ("desk_sitting", 200, 200),
    ],
)  # fmt: skip
def test_who_gets_a_page_of_a_paper(
    client: Client, hantei: PaperProblem, organiser: User, enter: Make, name: str,
    organisers: int, arbiters: int,
) -> None:  # fmt: skip
    paper = hantei.paper
    entry: Entry = enter()
    more: dict[str, tuple[Any, ...]] = {
        "paper_print": ("paper",), "desk_key": (hantei.pk,), "desk_sitting": (entry.pk,),
    }  # fmt: skip
    url = of(paper, name, *more.get(name, ()))
    tournament = paper.stage.tournament
    expected = {
        None: 404,
        person("marker", tournament, Role.MARKER): 404,
        person("stranger"): 404,
        entry.user: 404,
        person("arbiter", tournament, Role.ARBITER): arbiters,
        organiser: organisers,
    }
    for user, status in expected.items():
        client.logout()
        if user is not None:
            client.force_login(user)
        assert client.get(url).status_code == status, user


def test_the_entries_of_a_contest_know_no_rounds(
    staff: Client, contest: Tournament, organiser: User, enter: Make
) -> None:
    entry: Entry = enter()
    entries = reverse("tournaments:desk_entries", args=[contest.pk])
    for url in (entries, reverse("tournaments:desk_entry", args=[contest.pk, entry.pk])):
        page = staff.get(url).content.decode()
        assert "早川 澪" in page
        for words in ("check-in", "/byes/", "/absent/", "from_round", "受付", "未到着", "回戦"):
            assert words not in page, words
    presence.withdraw(entry=entry, by=organiser, at=START)
    assert 'data-state="out">棄権</span>' in staff.get(entries).content.decode()


def test_who_is_only_listed_for_a_contest_is_entered_at_the_desk(
    staff: Client, contest: Tournament, enter: Make
) -> None:
    entry: Entry = enter()
    Entry.objects.update(listed_only=True)
    page = staff.get(reverse("tournaments:desk_entries", args=[contest.pk])).content.decode()
    assert "早川 澪さんを登録" in page
    url = reverse("tournaments:entry_action", args=[contest.pk, entry.pk, "check-in"])
    assert url in page
    staff.post(url)
    assert not Entry.objects.get().listed_only


def test_an_arbiter_sees_papers_and_cannot_change_them(
    client: Client, paper: Paper, contest: Tournament
) -> None:
    client.force_login(person("arbiter", contest, Role.ARBITER))
    page = client.get(reverse("judging:desk_papers", args=[contest.pk]))
    assert page.status_code == 200
    for button in page.context["step"].buttons:
        assert client.get(button.url).status_code == 200
    for name in ("paper_settings", "paper_add"):
        assert client.post(of(paper, name)).status_code == 404
    assert client.post(of(paper, "paper_action", "set")).status_code == 404
    for name, more in (("paper_new", ()), ("contest_settings", (1,))):
        url = reverse(f"judging:{name}", args=[contest.pk, *more])
        assert client.get(url).status_code == 404


@pytest.mark.parametrize(("preset", "stages"), [("jkho", 2), ("race", 1)])
def test_a_contest_is_made_where_every_tournament_is(
    staff: Client, preset: str, stages: int
) -> None:
    url = reverse("tournaments:create") + f"?preset={preset}"
    form = staff.get(url).context["form"]
    data = {"name": "第6回", "time_zone": "Asia/Tokyo", "registration": "closed"}
    for one in form.stage_forms:
        for field in one:
            if field.value() not in (None, False, ""):
                data[field.html_name] = field.value()
    made = staff.post(url, data, follow=True)
    assert made.status_code == 200
    tournament = Tournament.objects.get(name="第6回")
    assert tournament.stages.count() == Contest.objects.filter(
        stage__tournament=tournament
    ).count() == stages  # fmt: skip
    assert {one.kind for one in tournament.stages.all()} == {"judging"}
    races = Paper.objects.filter(stage__tournament=tournament, mode=Mode.RACE)
    assert races.count() == (preset == "race")


def test_saving_the_settings_keeps_stages_and_papers(
    staff: Client, paper: Paper, contest: Tournament
) -> None:
    url = reverse("tournaments:desk_settings", args=[contest.pk])
    form = staff.get(url).context["form"]
    data = {"name": "改名", "time_zone": "Asia/Tokyo", "registration": "closed"}
    for one in form.stage_forms:
        for field in one:
            if field.value() not in (None, False, ""):
                data[field.html_name] = field.value()
    assert staff.post(url, data).status_code == 302
    contest.refresh_from_db()
    assert contest.name == "改名"
    assert Paper.objects.filter(pk=paper.pk).exists()


def test_the_next_step_leads_from_an_empty_contest_to_an_open_paper(
    staff: Client, contest: Tournament, organiser: User, write_problem: Make
) -> None:
    desk = reverse("judging:desk_papers", args=[contest.pk])

    def button() -> str:
        return str(staff.get(desk).context["step"].buttons[0].url)

    assert button() == reverse("judging:paper_new", args=[contest.pk]) + "?stage=1"
    now = timezone.now()
    made = staff.post(
        button(),
        {"title": "予選", "mode": "timed", "opens_at": f"{now - HOUR:%Y-%m-%dT%H:%M}",
         "closes_at": f"{now + timedelta(days=2):%Y-%m-%dT%H:%M}"},
    )  # fmt: skip
    assert made.status_code == 302
    paper = Paper.objects.get()
    assert button() == of(paper, "desk_paper")
    problem = write_problem()
    added = {"problem": [str(problem.pk)], "points": "3", "feedback": "at_once", "counts": "best"}
    assert staff.post(of(paper, "paper_add"), added).status_code == 302
    assert total_points(paper) == 3
    set_paper(paper=paper, by=organiser, at=now)
    step = staff.get(desk).context["step"]
    assert step.calm
    assert step.buttons[0].url in {of(paper, "desk_sittings"), of(paper, "desk_paper")}


def test_the_next_step_of_a_closed_qualifier_is_the_cut_and_then_the_end(
    staff: Client, contest: Tournament, hantei: PaperProblem, organiser: User, enter: Make
) -> None:
    paper = hantei.paper
    for name in ("ア", "イ", "ウ"):
        send_right(hantei, enter(name))
    drain()
    desk = reverse("judging:desk_papers", args=[contest.pk])
    assert staff.post(of(paper, "paper_action", "close")).status_code == 302
    step = staff.get(desk).context["step"]
    assert step.buttons[0].url == reverse("tournaments:desk_advancement", args=[contest.pk, 2])
    decision = staff.get(step.buttons[0].url)
    assert decision.status_code == 200
    assert [len(one.names) for one in decision.context["shown"].questions] == [3]
    chosen = [str(one.pk) for one in contest.entries.order_by("number")[:2]]
    cut = step.buttons[0].url
    decided = staff.post(cut, {"what": "decide", "chosen": chosen, "reason": "籤"})
    assert decided.status_code == 302
    promoted = {"what": "promote", "out": chosen[0], "reason": "欠席"}
    assert staff.post(cut, promoted).status_code == 302
    found = active_decision(contest.stages.get(order=2))
    assert found is not None
    left = set(contest.entries.exclude(pk=chosen[0]).values_list("pk", flat=True))
    assert set(seeds_of(found)) == {str(one) for one in left}
    step = staff.get(desk).context["step"]
    assert step.buttons[0].url == reverse("judging:paper_new", args=[contest.pk]) + "?stage=2"


def send_right(problem: PaperProblem, entry: Entry) -> None:
    begin(problem.paper, entry)
    send(problem, entry)


def test_bad_times_keep_what_was_typed(staff: Client, paper: Paper) -> None:
    typed = {"title": "長い題", "opens_at": "2027-08-01 12:00", "closes_at": "2027-08-01 11:00"}
    answer = staff.post(of(paper, "paper_settings"), typed)
    assert answer.status_code == 422
    assert "長い題" in answer.content.decode()
    answer = staff.post(of(paper, "paper_settings"), typed | {"opens_at": "きのう"})
    assert answer.status_code == 422
    assert "きのう" in answer.content.decode()


def test_problems_are_put_on_moved_changed_and_taken_off(
    staff: Client, paper: Paper, write_problem: Make
) -> None:
    first, second = write_problem(title="一"), write_problem(title="二", kind=Kind.INTEGER)
    asked = {"problem": [str(first.pk), str(second.pk)], "points": "2.5", "attempts": "3",
             "feedback": "at_once", "counts": "best"}  # fmt: skip
    staff.post(of(paper, "paper_add"), asked)
    assert total_points(paper) == 5
    one = paper.problems.get(source__problem=second)
    staff.post(of(paper, "paper_problem_action", one.pk, "move"), {"to": "1"})
    assert list(paper.problems.values_list("source__problem__title", flat=True)) == ["二", "一"]
    changed = {"label": "A", "points": "7", "attempts": "", "penalty": "0.5",
               "feedback": "after_paper", "counts": "last"}  # fmt: skip
    staff.post(of(paper, "paper_problem_action", one.pk, "change"), changed)
    one.refresh_from_db()
    assert (one.label, str(one.points), one.attempts, str(one.penalty)) == (
        "A",
        "7.00",
        None,
        "0.50",
    )
    assert one.feedback == Feedback.AFTER_PAPER
    wrong = staff.post(
        of(paper, "paper_problem_action", one.pk, "change"), changed | {"points": "多い"}
    )
    assert wrong.status_code == 422
    assert "多い" in wrong.content.decode()
    staff.post(of(paper, "paper_problem_action", one.pk, "remove"))
    assert paper.problems.count() == 1


def test_the_offer_leaves_out_drafts_and_what_stands_on_the_paper(
    staff: Client, paper: Paper, write_problem: Make, put: Make, bank: Any, organiser: User
) -> None:
    put(write_problem(title="載っている"))
    write_problem(title="載せられる")
    rows = staff.get(of(paper, "desk_paper")).context["offer"]["rows"]
    assert [row.problem.title for row in rows] == ["載せられる"]


def test_a_paper_of_others_problems_cannot_be_assembled(
    client: Client, contest: Tournament, paper: Paper, write_problem: Make
) -> None:
    problem: Problem = write_problem()
    client.force_login(person("other", contest, Role.ORGANISER))
    asked = {"problem": [str(problem.pk)], "points": "1", "feedback": "at_once", "counts": "best"}
    assert client.post(of(paper, "paper_add"), asked).status_code == 422
    assert not paper.problems.exists()


def test_a_faulty_paper_is_not_set_and_says_why(staff: Client, paper: Paper) -> None:
    answer = staff.post(of(paper, "paper_action", "set"), follow=True)
    assert errors(answer)
    paper.refresh_from_db()
    assert paper.state == PaperState.DRAFT


def test_a_set_paper_goes_back_to_a_draft_until_somebody_starts(
    staff: Client, hantei: PaperProblem, enter: Make
) -> None:
    paper = hantei.paper
    staff.post(of(paper, "paper_action", "unset"))
    paper.refresh_from_db()
    assert paper.state == PaperState.DRAFT
    staff.post(of(paper, "paper_action", "set"))
    begin(paper, enter())
    assert errors(staff.post(of(paper, "paper_action", "unset"), follow=True))


def test_more_time_is_given_with_a_reason(staff: Client, hantei: PaperProblem, enter: Make) -> None:
    entry = enter()
    begin(hantei.paper, entry)
    url = of(hantei.paper, "desk_sitting", entry.pk)
    for odd in ({"extra": "15"}, {"reason": "配慮"}, {"extra": "多め", "reason": "配慮"}):
        answer = staff.post(url, odd)
        assert answer.status_code == 422
        assert next(iter(odd.values())) in answer.content.decode()
    assert staff.post(url, {"extra": "15", "delay": "5", "reason": "配慮"}).status_code == 302
    sitting = Sitting.objects.get()
    assert (sitting.extra, sitting.delay) == (timedelta(minutes=15), timedelta(minutes=5))


def test_time_stands_still_for_all_and_that_can_be_undone(
    staff: Client, hantei: PaperProblem
) -> None:
    paper = hantei.paper
    act = "sittings_action"
    assert errors(staff.post(of(paper, act, "pause"), {"reason": ""}, follow=True))
    staff.post(of(paper, act, "pause"), {"reason": "停電"})
    pause = paper.pauses.get()
    assert "停電" in staff.get(of(paper, "desk_sittings")).content.decode()
    staff.post(of(paper, act, "resume"))
    staff.post(of(paper, act, "undo"), {"pause": pause.pk})
    pause.refresh_from_db()
    assert pause.undone_at is not None
    assert errors(staff.post(of(paper, act, "resume"), follow=True))


def test_who_has_not_started_is_absent_once_the_paper_is_over(
    staff: Client, hantei: PaperProblem, enter: Make
) -> None:
    enter()
    now = timezone.now()
    for closes_at, words in ((now + HOUR, "未開始 1"), (now - HOUR, "欠席 1")):
        Paper.objects.update(opens_at=now - 2 * HOUR, closes_at=closes_at)
        page = staff.get(of(hantei.paper, "desk_sittings"), {"lang": "ja"}).content.decode()
        assert words in page


def test_a_late_answer_is_decided(staff: Client, hantei: PaperProblem, enter: Make) -> None:
    entry = enter()
    begin(hantei.paper, entry)
    late = send(hantei, entry, at=START + HOUR + timedelta(seconds=1)).submission
    page = staff.get(of(hantei.paper, "desk_sittings"))
    assert [one["by"] for one in page.context["late"]] in (["1.000秒"], ["1.000 s"])
    asked = {"submission": str(late.public_id), "accept": "yes", "reason": "回線"}
    staff.post(of(hantei.paper, "sittings_action", "late"), asked)
    late.refresh_from_db()
    assert late.late_accepted is True
    asked["submission"] = str(uuid4())
    assert staff.post(of(hantei.paper, "sittings_action", "late"), asked).status_code == 404


def test_a_late_proof_tells_how_a_late_photo_gets_in(
    staff: Client, put: Make, write_problem: Make, organiser: User, enter: Make
) -> None:
    problem = put(write_problem(Kind.PROOF), points=7)
    set_paper(paper=problem.paper, by=organiser, at=START)
    entry = enter()
    begin(problem.paper, entry)
    send(problem, entry, raw="よって示された。", at=START + HOUR + timedelta(seconds=1))
    wanted = "A photo that had not arrived by the end was not taken"
    page = staff.get(of(problem.paper, "desk_sittings"), headers={"Accept-Language": "en"})
    assert wanted in page.content.decode()


def test_a_key_is_corrected_by_way_of_its_preview(
    staff: Client, paper: Paper, put: Make, write_problem: Make, organiser: User, enter: Make
) -> None:
    problem = put(write_problem(kind=Kind.INTEGER))
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    paper.refresh_from_db()
    problem.paper = paper
    right, wrong = enter("ア"), enter("イ")
    for entry, raw in ((right, "12"), (wrong, "13")):
        begin(paper, entry)
        send(problem, entry, raw)
    drain()
    url = of(paper, "desk_key", problem.pk)
    assert staff.post(url, {"accepted": "12\n13"}).status_code == 422, "no reason"
    refused = staff.post(url, {"accepted": "十二", "reason": "誤植"})
    assert refused.status_code == 422
    assert "十二" in refused.content.decode()
    assert staff.post(url, {"accepted": "12\n13", "reason": "誤植"}).status_code == 302
    judge_rejudges(at=START)
    shown = staff.get(url, headers={"HX-Request": "true"})
    assert shown.context["ready"]
    assert [one["name"] for one in shown.context["changes"]] == ["イ"]
    assert {one["name"] for one in shown.context["preview"].ranks} >= {"イ"}
    staff.post(of(paper, "key_decide", problem.pk, "apply"))
    problem.refresh_from_db()
    assert problem.key is not None
    assert problem.key.spec == {"accepted": ["12", "13"]}
    again = staff.post(of(paper, "key_decide", problem.pk, "apply"), follow=True)
    assert errors(again)


def test_a_dropped_correction_changes_nothing(
    staff: Client, hantei: PaperProblem, enter: Make
) -> None:
    send_right(hantei, enter())
    drain()
    url = of(hantei.paper, "desk_key", hantei.pk)
    assert staff.post(url, {"everyone": "on", "reason": "不備"}).status_code == 302
    staff.post(of(hantei.paper, "key_decide", hantei.pk, "drop"))
    hantei.refresh_from_db()
    assert hantei.key is not None
    assert hantei.key.number == 1


def test_the_preview_shows_the_paper_and_no_answer(staff: Client, hantei: PaperProblem) -> None:
    page = staff.get(of(hantei.paper, "paper_preview")).content.decode()
    assert "共円な4点を見つけよ。" in page
    assert 'class="curve"' not in page


@pytest.mark.parametrize("what", ["paper", "answers", "solutions"])
def test_papers_are_printed_in_both_languages(
    staff: Client, hantei: PaperProblem, what: str
) -> None:
    for language in ("ja", "en"):
        answer = staff.get(of(hantei.paper, "paper_print", what), {"language": language})
        assert answer.content.startswith(b"%PDF")
        assert f"{language}.pdf" in answer["Content-Disposition"]
        assert "no-store" in answer["Cache-Control"]
    assert staff.get(of(hantei.paper, "paper_print", "exe")).status_code == 404


@pytest.mark.parametrize(
    ("language", "printed"), [("ja", "2027年8月1日10:00"), ("en", "Aug.1,202710:00")]
)
def test_a_sheet_says_when_it_was_printed(
    organiser: User, hantei: PaperProblem, language: str, printed: str
) -> None:
    url = of(hantei.paper, "paper_print", "paper")
    answer = Visitor(organiser).get(url, START, language=language)
    page = PdfDocument(answer.content)[0].get_textpage().get_text_bounded()
    assert printed in page.replace(" ", "")


@pytest.mark.parametrize(
    ("language", "told"), [("ja", "8月1日 10:00に開きます"), ("en", "opens on August 1, 10:00")]
)
def test_the_desk_tells_when_a_paper_opens(
    organiser: User, hantei: PaperProblem, enter: Make, language: str, told: str
) -> None:
    enter()
    url = reverse("judging:desk_papers", args=[hantei.paper.stage.tournament_id])
    assert told in Visitor(organiser, language).read(url, START - HOUR)


def test_printing_in_another_language_leaves_the_readers_own(
    staff: Client, organiser: User, hantei: PaperProblem
) -> None:
    page = staff.get(of(hantei.paper, "desk_paper"), headers={"accept-language": "ja"})
    links = re.findall(r'href="([^"]+/print/[^"]+)"', page.content.decode())
    assert len(links) == 7
    for link in links:
        answer = staff.get(link.replace("&amp;", "&"), headers={"accept-language": "ja"})
        assert answer.content.startswith(b"%PDF")
        assert not answer.cookies
    organiser.refresh_from_db()
    assert organiser.language == ""


def test_ranking_and_freeze_are_set_for_a_stage(staff: Client, contest: Tournament) -> None:
    url = reverse("judging:contest_settings", args=[contest.pk, 1])
    twice = staff.post(url, {"first": "total", "second": "total"})
    assert twice.status_code == 422
    asked = {"first": "total", "second": "wrong", "freeze_at": "2027-08-01 10:30", "rules": "規則"}
    assert staff.post(url, asked).status_code == 302
    found = Contest.objects.get(stage__tournament=contest, stage__order=1)
    assert found.ranking == {"criteria": ["total", "wrong"]}
    assert found.rules == "規則"
    assert found.freeze_at is not None


def test_the_desk_asks_a_constant_number_of_queries(
    staff: Client,
    hantei: PaperProblem,
    enter: Make,
    django_assert_max_num_queries: Any,
) -> None:
    for n in range(4):
        send_right(hantei, enter(f"参加者{n}"))
    drain()
    tournament = hantei.paper.stage.tournament_id
    for url in (
        reverse("judging:desk_papers", args=[tournament]), of(hantei.paper, "desk_paper"),
        of(hantei.paper, "desk_sittings"), of(hantei.paper, "desk_key", hantei.pk),
    ):  # fmt: skip
        with django_assert_max_num_queries(60):
            staff.get(url)


def test_a_race_takes_problems_while_it_runs(
    staff: Client, organiser: User, write_problem: Make
) -> None:
    race = create_race(name="早解き", by=organiser, at=START)
    asked = {"problem": [str(write_problem().pk)], "points": "1", "feedback": "at_once",
             "counts": "best"}  # fmt: skip
    assert staff.post(of(race, "paper_add"), asked).status_code == 302
    assert race.problems.count() == 1
    desk = staff.get(reverse("judging:desk_papers", args=[race.stage.tournament_id]))
    assert desk.context["step"].buttons[0].url == of(race, "race_host")


def test_times_changed_while_it_is_written_reach_the_sittings(
    staff: Client, hantei: PaperProblem, organiser: User, enter: Make
) -> None:
    entry = enter()
    sitting_for(paper=hantei.paper, entry=entry, at=START)
    begin(hantei.paper, entry)
    change_paper(paper=hantei.paper, by=organiser, at=START, closes_at=START + 2 * HOUR)
    row = staff.get(of(hantei.paper, "desk_sittings")).context["rows"][0]
    assert row["ends_at"] == START + 2 * HOUR
