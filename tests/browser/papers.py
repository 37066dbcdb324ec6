"""Papers for the browser tests, made and changed in the state of the running product."""

import atexit
import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.product.running import ROOT, Product

SCRIPT = """
import json, sys
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4
from django.utils import timezone
from accounts.models import User
from accounts.services import people
from judging.models import Feedback, Kind, Marking, Mode, Paper, ProblemState, Sitting, Submission
from judging.services import dealing, papers, schemes, timing
from judging.services.schemes import PartDraft
from judging.services.banks import create_bank
from judging.services.contests import ContestPlan, create_contest, create_race
from judging.services.problems import Written, add_problem, set_problem_state
from tournaments.services.entries import Details, add_entry

BOARD = dict(lattice="square", shape="grid", columns=9, rows=9,
             stones=["b7", "c2", "g2", "g8", "e5", "a1", "h4", "i9"])
CIRCLE = dict(BOARD, stones=["a1", "b1", "a2", "b2", "e7", "i4"])
ALL = dict(BOARD, stones=["a1", "b1", "a2", "b2", "c3", "f3", "g7"])
KINDS = {
    "hantei": dict(content=CIRCLE, key={"any_set": False},
        statement="同じ円の上にある4つの石を選べ。",
        statement_en="Find four stones on one circle."),
    "hantei_all": dict(content=ALL, key={"per_set": "1", "per_wrong": "1"},
        statement="共円な4点をすべて答えよ。", statement_en="Find every set of four."),
    "safe_point": dict(content=dict(CIRCLE, stones=["a1", "b3", "e7"], ask="one"), key={},
        statement="どの3つの石とも共円にならない点を1つ選べ。",
        statement_en="Choose a point that makes no kyōen."),
    "integer": dict(key={"accepted": ["12"]},
        statement="$3 \\\\times 4$ を求めよ。", statement_en="Find $3 \\\\times 4$."),
    "rational": dict(key={"accepted": ["3/4"]},
        statement="$\\\\frac{1}{2}+\\\\frac{1}{4}$ を求めよ。",
        statement_en="Find $\\\\frac{1}{2}+\\\\frac{1}{4}$."),
    "choice": dict(
        content={"options": [{"ja": "正しい", "en": "True"}, {"ja": "正しくない", "en": "False"},
                             {"ja": "決まらない", "en": "It depends"}]},
        key={"options": ["a"]}, statement="長方形の4頂点は必ず共円である。",
        statement_en="The corners of a rectangle are kyōen."),
    "proof": dict(statement="等脚台形の4頂点が共円であることを示せ。",
        statement_en="Show that the corners of an isosceles trapezium are kyōen."),
}

def organiser():
    found = User.objects.filter(username="papers").first()
    return found or User.objects.create_user("papers", "a-long-password", name="西川 静",
                                             is_organiser=True)

def written(paper, kinds, by, now, **fields):
    bank = create_bank(name="試験用", by=by, at=now)
    found = []
    for n, kind in enumerate(kinds):
        made = add_problem(bank=bank, written=Written(title=f"{kind} {n}", kind=Kind(kind),
                           **KINDS[kind]), by=by, at=now)
        set_problem_state(problem=made, state=ProblemState.READY, by=by, at=now)
        values = {} if kind == "proof" else fields
        found.append(papers.add_to_paper(paper=paper, problem=made, points=3, by=by, at=now,
                                         **values))
    papers.set_paper(paper=paper, by=by, at=now)
    return [str(one.pk) for one in found]

def entered(tournament, names, now):
    found = []
    for name in names:
        entry = add_entry(tournament=tournament, details=Details(name=name), by=None, at=now)
        if entry.user is None:
            entry.user = people.make_person(name)
            entry.save()
        found.append(entry.user)
    links = people.link_tokens(found)
    return [links[one.pk] for one in found]

def make(asked):
    now, by = timezone.now(), organiser()
    plan = ContestPlan("第5回 共円判定オリンピック", "5th JKHO")
    tournament = create_contest(plan=plan, by=by, at=now)
    seconds = lambda n: timedelta(seconds=n)
    paper = papers.add_paper(
        stage=tournament.stages.get(order=1), title="予選", title_en="Qualifier", by=by, at=now,
        opens_at=now + seconds(asked["opens"]), closes_at=now + seconds(asked["closes"]),
        duration=seconds(asked["duration"]) if asked["duration"] else None,
        intro="定規と計算機は使えません。", intro_en="No rulers, no calculators.",
    )
    ids = written(paper, asked["kinds"], by, now, attempts=3, feedback=Feedback(asked["feedback"]))
    links = entered(tournament, asked["names"], now)
    return {"paper": str(paper.pk), "tournament": str(tournament.pk), "problems": ids,
            "links": links}

def race(asked):
    now, by = timezone.now(), organiser()
    paper = create_race(name="水曜の早解き", by=by, at=now)
    ids = written(paper, asked["kinds"], by, now)
    tournament = paper.stage.tournament
    links = entered(tournament, asked["names"], now)
    return {"paper": str(paper.pk), "tournament": str(tournament.pk), "problems": ids,
            "links": links}

def act(asked):
    now, by = timezone.now(), organiser()
    paper = Paper.objects.select_related("stage__tournament").get(pk=asked["paper"])
    if asked["act"] == "extend":
        sitting = Sitting.objects.select_related("paper__stage__tournament", "entry").get(
            paper=paper, started_at__isnull=False)
        timing.extend(sitting=sitting, extra=timedelta(seconds=asked["seconds"]),
                      reason="遅れ", by=by, at=now)
    elif asked["act"] == "pause":
        timing.pause_paper(paper=paper, reason="停電", by=by, at=now)
    elif asked["act"] == "end":
        end = now + timedelta(seconds=asked["seconds"])
        papers.change_paper(paper=paper, closes_at=end, by=by, at=now)
    elif asked["act"] == "close":
        papers.close_paper(paper=paper, by=by, at=now)
    elif asked["act"] == "resume":
        timing.resume_paper(paper=paper, by=by, at=now)
    elif asked["act"] == "deal":
        return dealt(paper, by, now)
    elif asked["act"] == "sign_out":
        from django.contrib.sessions.models import Session
        Session.objects.all().delete()
    rows = Submission.objects.filter(problem__paper=paper).order_by("id")
    return {"sent": [
        {"raw": one.raw, "late_ms": one.late_by.total_seconds() * 1000 if one.late_by else None,
         "source": one.source} for one in rows]}

def dealt(paper, by, now):
    # Close it; two mark its proof, a third decides.
    papers.close_paper(paper=paper, by=by, at=now)
    problem = paper.problems.get(kind="proof")
    parts = [PartDraft("a", "補題", Decimal(2)), PartDraft("b", "結論", Decimal(1))]
    schemes.save_scheme(problem=problem, parts=parts, expected_version=0, by=by, at=now)
    schemes.approve_scheme(problem=problem, by=by, at=now)
    users = [people.make_person(name) for name in ("採点 一", "採点 二", "採点 三")]
    dealing.set_duties(problem=problem, markers=users[:2], adjudicators=users[2:], by=by, at=now)
    dealing.deal_scripts(problem=problem, seed=1, by=by, at=now)
    links = people.link_tokens(users)
    return {"sent": [
        {"link": links[user.pk], "sheets": [str(one.pk) for one in Marking.objects.filter(
            marker=user).order_by("round__script__code")]} for user in users]}

for line in sys.stdin:
    asked = json.loads(line)
    do = {"paper": make, "race": race, "act": act}[asked.pop("do")]
    print(json.dumps(do(asked)), flush=True)
"""


@dataclass(frozen=True)
class Made:
    """A paper, its problems by id, and the addresses that sign its people in."""

    product: Product
    paper: str
    tournament: str
    problems: list[str]
    links: list[str]

    def address(self, path: str) -> str:
        return f"{self.product.url}/{path}/{self.paper}/"

    def act(self, what: str, **more: Any) -> list[dict[str, Any]]:
        """Do something at the desk; what was sent in until now, in order."""
        asked = {"do": "act", "act": what, "paper": self.paper, **more}
        found: list[dict[str, Any]] = hand(self.product).ask(asked)["sent"]
        return found

    def sent(self) -> list[dict[str, Any]]:
        return self.act("look")


class Hand:
    """A process beside the product that works in its state, one line for each wish."""

    def __init__(self, product: Product) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", SCRIPT],
            cwd=ROOT,
            env=product.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self.process.kill)

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found


@cache
def hand(product: Product) -> Hand:
    return Hand(product)


def make_paper(
    product: Product,
    *kinds: str,
    names: tuple[str, ...] = ("早川 澪",),
    opens: int = -60,
    closes: int = 3600,
    duration: int = 0,
    feedback: str = "at_once",
) -> Made:
    """A paper that is set. ``opens`` and ``closes``: seconds from now."""
    asked = {
        "do": "paper", "kinds": kinds or ("hantei",), "names": names, "opens": opens,
        "closes": closes, "duration": duration, "feedback": feedback,
    }  # fmt: skip
    return Made(product, **hand(product).ask(asked))


def make_race(product: Product, *kinds: str, names: tuple[str, ...]) -> Made:
    asked = {"do": "race", "kinds": kinds, "names": names}
    return Made(product, **hand(product).ask(asked))
