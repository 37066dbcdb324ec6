"""A contest made, led and published by a program, with no page at all."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import Role, User
from accounts.services.people import make_person
from accounts.services.roles import grant
from judging.models import (
    Bank,
    Kind,
    Paper,
    PaperProblem,
    Problem,
    Submission,
)
from judging.services.drain import drain
from judging.services.keys import judge_rejudges
from tests.judging.conftest import BOARD, HOUR, START, WRONG, after, begin, send
from tests.judging.test_api import Asker, photo
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
HANTEI = {"title": "盤", "kind": "hantei", "content": BOARD, "key": {"any_set": False}}
PROOF = {"title": "証明", "kind": "proof", "statement": "示せ。", "solution": "略"}


@pytest.fixture
def desk(organiser: User) -> Asker:
    return Asker(organiser)


def done(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content.decode()
    return answer.json() if answer.content else None


def written(desk: Asker, bank: Bank, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = done(desk("post", f"banks/{bank.pk}/problems/", HANTEI | more), 201)
    return made


def test_a_problem_is_written_checked_changed_and_made_ready(desk: Asker, bank: Bank) -> None:
    checked = done(desk("post", f"banks/{bank.pk}/checks/", HANTEI | {"content": {}}))
    assert checked["faults"]
    assert not Problem.objects.exists()
    made = written(desk, bank, tags=["予選"], difficulty=3)
    assert (made["state"], made["check"]["faults"]) == ("draft", [])
    assert made["check"]["facts"]["sets"] == 1
    again = done(desk("post", f"banks/{bank.pk}/checks/", HANTEI))
    assert [one["code"] for one in again["warnings"]]
    path = f"problems/{made['id']}/"
    change = HANTEI | {"statement": "四点は？", "expected_version": 1, "reason": "言葉"}
    assert done(desk("put", path, change))["version"] == 2
    assert done(desk("put", path, change), 409)["code"] == "stale_problem"
    assert [one["number"] for one in done(desk("get", f"{path}versions/"))] == [2, 1]
    assert done(desk("post", f"{path}state/", {"state": "ready"}))["state"] == "ready"
    found = done(desk("get", f"banks/{bank.pk}/problems/?kind=hantei&state=ready"))
    assert [one["id"] for one in found] == [made["id"]]


def test_a_faulty_problem_is_not_ready_and_says_why(desk: Asker, bank: Bank) -> None:
    made = written(desk, bank, content=BOARD | {"stones": ["a1", "b1"]})
    refused = done(desk("post", f"problems/{made['id']}/state/", {"state": "ready"}), 422)
    assert refused["code"] == "problem_faulty"


def test_a_bank_has_a_committee(desk: Asker, bank: Bank) -> None:
    User.objects.create_user("second", "a-long-password", name="二人目")
    new = {"username": "second", "role": "arbiter"}
    found = done(desk("post", f"banks/{bank.pk}/members/", new), 201)
    other = next(one for one in found["members"] if one["username"] == "second")
    assert done(desk("patch", f"banks/{bank.pk}/", {"name": "新しい名"}))["name"] == "新しい名"
    done(desk("delete", f"banks/{bank.pk}/members/{other['id']}/"), 204)
    own = done(desk("get", f"banks/{bank.pk}/"))["members"][0]
    refused = done(desk("delete", f"banks/{bank.pk}/members/{own['id']}/"), 409)
    assert refused["code"] == "last_head"
    listed = done(desk("post", "banks/", {"name": "別"}), 201)
    assert {one["id"] for one in done(desk("get", "banks/"))} == {str(bank.pk), listed["id"]}


def test_problems_are_generated_from_a_seed_and_the_chosen_ones_kept(
    desk: Asker, bank: Bank
) -> None:
    wish = {"count": 3, "fewest": 6, "most": 8, "seed": "12"}
    made = done(desk("post", f"banks/{bank.pk}/candidates/", wish))["results"]
    same = done(desk("post", f"banks/{bank.pk}/candidates/", wish))["results"]
    assert [one["stage"] for one in made] == [one["stage"] for one in same]
    assert {"stones", "near_misses"} <= set(made[0]["features"])
    assert not Problem.objects.exists()
    keep = wish | {"title": "速", "statement": "四点は？", "numbers": [made[0]["number"]]}
    kept = done(desk("post", f"banks/{bank.pk}/generated/", keep), 201)
    assert [(one["state"], one["content"]) for one in kept] == [("ready", made[0]["content"])]
    wrong = done(
        desk("post", f"banks/{bank.pk}/candidates/", wish | {"columns": 3, "rows": 3, "count": 100})
    )
    assert wrong["short"]


def test_a_list_is_looked_at_first_and_taken_whole(desk: Asker, bank: Bank) -> None:
    made = written(desk, bank)
    text = desk("get", f"banks/{bank.pk}/problems.txt").content.decode()
    path = f"banks/{bank.pk}/lists/"
    looked = done(desk("post", path, {"text": text}))
    assert (looked["made"], len(looked["lines"])) == ([], 1)
    assert str(made["number"]) in looked["lines"][0]["known"]
    faulty = done(desk("post", path, {"text": text + "0012\n", "keep": True}), 422)
    assert faulty["made"] == []
    assert len(done(desk("post", path, {"text": text, "keep": True}), 201)["made"]) == 1
    assert b"hantei" in desk("get", f"banks/{bank.pk}/problems.csv").content
    assert desk("get", f"banks/{bank.pk}/problems.exe").status_code == 404


def test_images_are_kept_for_statements(
    desk: Asker, bank: Bank, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    path = f"banks/{bank.pk}/images/"
    made = done(desk("post", path, data={"file": photo("PNG")}), 201)
    assert done(desk("get", path)) == [made]


def set_up(desk: Asker, bank: Bank) -> tuple[dict[str, Any], dict[str, Any]]:
    """A contest of one stage and its paper of two problems, which is set."""
    contest = done(desk("post", "contests/", {"name": "第9回 JKHO", "final": False}), 201)[0]
    base = f"tournaments/{contest['tournament']}/contests/1/"
    times = {"opens_at": START.isoformat(), "closes_at": (START + HOUR).isoformat()}
    paper = done(desk("post", f"{base}papers/", {"title": "予選"} | times), 201)
    for body, worth in ((HANTEI, "3"), (PROOF, "7")):
        made = done(desk("post", f"banks/{bank.pk}/problems/", body), 201)
        done(desk("post", f"problems/{made['id']}/state/", {"state": "ready"}))
        new = {"problem": made["id"], "points": worth, "feedback": "at_once"}
        paper = done(desk("post", f"papers/{paper['id']}/problems/", new), 201)
    assert (paper["total"], paper["faults"]) == ("10", [])
    act = {"action": "set"}
    assert done(desk("post", f"papers/{paper['id']}/actions/", act))["state"] == "set"
    return contest, paper


def test_a_paper_is_assembled_and_a_set_one_stays_as_it_is(desk: Asker, bank: Bank) -> None:
    contest, paper = set_up(desk, bank)
    path, first = f"papers/{paper['id']}/", paper["problems"][0]
    refused = done(desk("patch", f"{path}problems/{first['id']}/", {"points": "4"}), 409)
    assert refused["code"] == "paper_set"
    done(desk("post", f"{path}actions/", {"action": "unset"}))
    one = f"{path}problems/{first['id']}/"
    changed = done(desk("patch", one, {"points": "4.5", "attempts": 2, "label": "A"}))
    assert [one["label"] for one in changed["problems"]] == ["A", "2"]
    assert changed["total"] == "11.5"
    assert desk("patch", one, {"label": "2"}).status_code == 400
    moved = done(desk("post", f"{one}actions/", {"action": "move", "to": 2}))
    assert [one["label"] for one in moved["problems"]] == ["2", "A"]
    change = HANTEI | {"statement": "新", "expected_version": 1}
    done(desk("put", f"problems/{first['source']}/", change))
    assert done(desk("get", f"{path}setup/"))["problems"][1]["newer"]
    newest = done(desk("post", f"{one}actions/", {"action": "newest"}))
    assert newest["problems"][1]["version"] == 2
    assert desk("post", f"{path}problems/", {"problem": first["source"], "points": "1"}
                ).status_code == 400  # fmt: skip
    settings = {"duration_ms": 1_800_000, "grace_ms": 300_000, "title_en": "Qualifier"}
    saved = done(desk("patch", f"{path}setup/", settings))
    assert (saved["duration_ms"], saved["grace_ms"]) == (1_800_000, 300_000)
    wrong = {"closes_at": (START - HOUR).isoformat()}
    assert done(desk("patch", f"{path}setup/", wrong), 422)["code"] == "wrong_times"
    done(desk("delete", one), 204)
    done(desk("delete", f"{path}setup/"), 204)
    listed = f"tournaments/{contest['tournament']}/contests/1/papers/"
    assert done(desk("get", listed)) == []


def test_what_holds_for_a_stage_is_settled(desk: Asker, contest: Tournament) -> None:
    path = f"tournaments/{contest.pk}/contests/1/"
    until = after(days=3).isoformat()
    wanted = {"criteria": ["total", "wrong"], "board_public": True, "appeals_until": until}
    found = done(desk("patch", path, wanted))
    assert (found["criteria"], found["board_public"]) == (["total", "wrong"], True)
    assert desk("patch", path, {"criteria": ["total", "total"]}).status_code == 400
    assert [one["stage"] for one in done(desk("get", f"tournaments/{contest.pk}/contests/"))] == [
        1, 2,
    ]  # fmt: skip


def test_a_race_is_made_too(desk: Asker) -> None:
    made = done(desk("post", "contests/", {"name": "金曜の早解き", "kind": "race"}), 201)
    listed = done(desk("get", f"tournaments/{made[0]['tournament']}/contests/1/papers/"))
    assert [(one["mode"], one["state"]) for one in listed] == [("race", "set")]


def test_time_is_given_before_the_start_and_a_pause_taken_back(
    desk: Asker, paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    given = {"entry": str(entry.pk), "extra_ms": 600_000, "reason": "拡大文字"}
    row = done(desk("post", f"papers/{paper.pk}/sittings/", given))
    assert (row["extra_ms"], row["started_at"]) == (600_000, None)
    assert desk("post", f"papers/{paper.pk}/sittings/", given | {"entry": str(uuid4())}
                ).status_code == 404  # fmt: skip
    actions = f"papers/{paper.pk}/actions/"
    assert done(desk("post", actions, {"action": "undo_pause"}), 409)["code"] == "pause_state"
    done(desk("post", actions, {"action": "pause", "reason": "停電"}, after(minutes=10)))
    done(desk("post", actions, {"action": "resume"}, after(minutes=20)))
    done(desk("post", actions, {"action": "undo_pause"}, after(minutes=21)))
    assert not paper.pauses.filter(undone_at=None).exists()


def test_from_marks_to_publication_and_appeal(desk: Asker, organiser: User, bank: Bank) -> None:
    contest, paper = set_up(desk, bank)
    base = f"tournaments/{contest['tournament']}/contests/1/"
    done(desk("patch", base, {"appeals_until": after(days=9).isoformat()}))
    tournament = Tournament.objects.get(pk=contest["tournament"])
    entry = Entry.objects.create(tournament=tournament, number=1, name="早川 澪",
                                 user=make_person("早川 澪"))  # fmt: skip
    whole = Paper.objects.get(pk=paper["id"])
    hantei, proof = whole.problems.order_by("order")
    begin(whole, entry)
    send(hantei, entry, WRONG, after(minutes=5))
    send(proof, entry, "証明する。", after(minutes=6))
    drain(after(minutes=7))
    done(desk("post", f"papers/{whole.pk}/actions/", {"action": "close"}, after(hours=1)))
    assert done(desk("get", f"papers/{whole.pk}/late/")) == {"late": [], "failed": []}

    marking = f"paper-problems/{proof.pk}/"
    part = {"letter": "a", "title": "示した", "points": "7"}
    scheme = {"expected_version": 0, "parts": [part]}
    assert done(desk("put", f"{marking}scheme/", scheme))["version"] == 1
    assert done(desk("put", f"{marking}scheme/", scheme), 409)["code"] == "stale_mark"
    assert done(desk("post", f"{marking}scheme/actions/", {"action": "approve"}))["approved_at"]
    people = []
    for name in ("採点 一", "採点 二", "採点 三"):
        user = User.objects.create_user(name, "a-long-password", name=name)
        grant(user=user, scope=tournament.pk, role=Role.MARKER)
        people.append(user)
    first, second, third = people
    duties = {"markers": [str(first.pk), str(second.pk)], "adjudicators": [str(third.pk)]}
    done(desk("put", f"{marking}duties/", duties))
    assert desk("put", f"{marking}duties/", {"markers": [str(entry.user_id)]}).status_code == 400
    assert done(desk("post", f"{marking}marking/actions/", {"action": "deal", "seed": 3}))[
        "count"
    ] == 1  # fmt: skip
    kept = done(desk("post", f"{marking}comments/", {"text": "図がない"}), 201)
    assert done(Asker(first)("get", f"{marking}comments/"))[0] == kept
    for user, points in ((first, "7"), (second, "2")):
        sheet = done(Asker(user)("get", "markings/"))["results"][0]["scripts"][0]["marking"]
        body = {"marks": {"a": points}, "expected_version": 0, "complete": True}
        done(Asker(user)("put", f"markings/{sheet}/", body, after(hours=2)))
    state = done(desk("get", f"{marking}marking/"))
    assert (state["disagreed"], sorted(state["rows"][0]["totals"])) == (1, ["2", "7"])
    script = state["rows"][0]["id"]
    decide = f"scripts/{script}/adjudication/"
    assert Asker(first)("post", decide).status_code == 404
    sheet = done(Asker(third)("post", decide))["own"]["id"]
    body = {"marks": {"a": "5"}, "expected_version": 0, "complete": True}
    done(Asker(third)("put", f"markings/{sheet}/", body, after(hours=2)))
    assert done(desk("get", f"scripts/{script}/"))["result"] == "5"

    rows = done(desk("get", f"{base}results/"))
    assert [(one["rank"], one["points"], one["problems"]) for one in rows] == [
        (1, "5", {"1": "0", "2": "5"})
    ]
    assert done(desk("get", f"{base}statistics/"))["agreement"][0]["within"] == 0
    mine = Asker(entry.user)
    assert mine("get", f"{base}mine/", at=after(hours=3)).status_code == 404
    appeal = {"text": "二行目を見てください。"}
    assert mine("post", f"scripts/{script}/appeal/", appeal, after(hours=3)).status_code == 404
    done(desk("post", f"{base}publications/", {"state": "provisional"}, after(hours=3)), 201)
    own = done(mine("get", f"{base}mine/", at=after(hours=4)))
    assert own["papers"][0]["problems"][1]["script"]["result"] == "5"
    assert own["papers"][0]["problems"][0]["solution"]["answer"] == "a1 a2 b1 b2"
    filed = done(mine("post", f"scripts/{script}/appeal/", appeal, after(hours=4)), 201)
    act = f"appeals/{filed['id']}/actions/"
    assert mine("post", act, {"action": "take"}).status_code == 404
    assert desk("post", act, {"action": "refuse"}).status_code == 400
    answered = done(desk("post", act, {"action": "refuse", "answer": "5点です。"}, after(hours=5)))
    assert answered["state"] == "refused"
    assert [one["id"] for one in done(desk("get", f"{base}appeals/"))] == [filed["id"]]
    final = done(desk("post", f"{base}publications/", {"state": "final"}, after(hours=6)), 201)
    assert final["state"] == "final"


def test_a_corrected_key_is_tried_looked_at_and_applied(
    desk: Asker, paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    send(hantei, entry, WRONG, after(minutes=1))
    drain(after(minutes=1))
    path = f"paper-problems/{hantei.pk}/"
    new = {"key": {"everyone": True}, "reason": "図の誤り"}
    made = done(desk("post", f"{path}rejudges/", new, after(minutes=2)), 201)
    judge_rejudges(at=after(minutes=3))
    preview = done(desk("get", f"rejudges/{made['id']}/"))["preview"]
    assert [one["name"] for one in preview["changes"]] == [entry.name]
    apply = {"action": "apply"}
    assert done(desk("post", f"rejudges/{made['id']}/actions/", apply))["state"] == "applied"
    keys = done(desk("get", f"{path}keys/"))
    assert [(one["number"], one["counts"]) for one in keys] == [(2, True), (1, False)]


def test_what_could_not_be_judged_is_seen_and_judged_again(
    desk: Asker, paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    send(hantei, entry)
    Submission.objects.update(status="error", tries=3, fault="ValueError")
    failed = done(desk("get", f"papers/{paper.pk}/late/"))["failed"]
    assert [one["fault"] for one in failed] == ["ValueError"]
    assert done(desk("post", f"paper-problems/{hantei.pk}/retries/")) == {"queued": 1}
    assert drain(START) == 1


@pytest.mark.parametrize(
    "content", [{"stones": "\x00"}, {"\ud800": 1}, {"a": [[0] * 6000]}, {"stones": [1, None]}]
)
def test_content_no_database_keeps_is_refused(
    desk: Asker, bank: Bank, content: dict[str, Any]
) -> None:
    sent = desk("post", f"banks/{bank.pk}/problems/", HANTEI | {"content": content})
    assert sent.status_code in {201, 400}
    assert sent.status_code == 400 or sent.json()["check"]["faults"]


def test_pages_are_put_in_order_and_read_by_their_owner(
    desk: Asker, paper: Paper, write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem], enter: Callable[..., Entry], settings: Any, tmp_path: Any,
) -> None:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path
    proof = put(write_problem(Kind.PROOF), points=7)
    done(desk("post", f"papers/{paper.pk}/actions/", {"action": "set"}))
    entry = enter()
    begin(paper, entry)
    mine, path = Asker(entry.user), f"papers/{paper.pk}/uploads/"
    ids = [
        done(mine("post", f"{path}?problem={proof.pk}", data={"file": photo("PNG", size)}), 201)
        for size in ((60, 80), (61, 80))
    ]
    order = [one["id"] for one in reversed(ids)]
    found = done(mine("put", f"{path}order/", {"problem": str(proof.pk), "pages": order}))
    assert [one["id"] for one in found] == order
    assert mine("get", f"uploads/{order[0]}/").status_code == 200
    assert Asker(enter("別").user)("get", f"uploads/{order[0]}/").status_code == 404
