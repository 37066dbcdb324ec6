"""Nothing leaves before its time: every address is fetched by everybody, and what is read is
compared with what that person may know by then."""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import product
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponseNotFound
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.middleware import ARRIVED
from accounts.models import Role, User
from accounts.services.roles import grant
from config import urls
from judging.models import (
    Appeal,
    Bank,
    Feedback,
    Kind,
    Marking,
    Paper,
    PaperProblem,
    Problem,
    Script,
    Sitting,
    Submission,
    Upload,
)
from judging.services.boards import refresh
from judging.services.contests import change_contest, contest_of
from judging.services.dealing import deal_scripts, set_duties
from judging.services.drain import drain
from judging.services.marking import save_marks
from judging.services.papers import add_to_paper, close_paper, set_paper
from judging.services.schemes import PartDraft, approve_scheme, save_scheme
from tests.judging.conftest import HOUR, START, after, begin, send
from tournaments.models import Entry, PublicationState
from tournaments.services.publications import publish

pytestmark = pytest.mark.django_db

TITLE, AUTHOR, STATEMENT, SOLUTION, KEY = (
    "ZzTitle", "ZzAuthor", "ZzStatement", "ZzSolution", "ZzKey",
)  # fmt: skip
ANSWER, PROOF, COMMENT, NOTE, PART, SCORE, WORTH = (
    "ZzAnswer", "ZzProof", "ZzComment", "ZzNote", "ZzPart", "83.19", "97.43",
)  # fmt: skip
SECRETS = (
    TITLE, AUTHOR, STATEMENT, SOLUTION, KEY, ANSWER, PROOF, COMMENT, NOTE, PART, SCORE, WORTH,
)  # fmt: skip
NOBODY, OWNER, RIVAL, OTHER_MARKER, MARKER, ARBITER, ORGANISER, COMMITTEE = (
    "nobody", "owner", "rival", "other marker", "marker", "arbiter", "organiser",
    "committee",
)  # fmt: skip
INSIDE = ("", "t/", "desk/", "papers/", "race/", "uploads/", "scripts/", "bank/", "j/", "marking/")
API = tuple(f"api/v1/{start}" for start in ("tournaments/", *"abcprsu", "mark"))
"""Where anything of a contest could be."""


@dataclass
class World:
    paper: Paper
    worded: PaperProblem
    """Its key, and the owner's answer to it, are words to look for."""
    proof: PaperProblem
    people: Mapping[str, User | None]
    sittings: dict[str, Sitting] = field(default_factory=dict)

    def ids(self) -> dict[str, list[Any]]:
        """Everything there is, by the name it has in an address; ``found_id`` is anything."""
        problems = [self.worded.pk, self.proof.pk]
        sheets = list(Marking.objects.values_list("pk", flat=True))
        scripts = list(Script.objects.values_list("pk", flat=True))
        bank = [Problem.objects.earliest("number").bank_id]
        own = [self.worded.source.problem_id]
        return {
            "tournament_id": [self.paper.stage.tournament_id],
            "bank_id": bank,
            "api/v1/problems/problem_id": own,
            "appeal_id": list(Appeal.objects.values_list("pk", flat=True)),
            "stage_order": [1],
            "order": [1],
            "ordinal": [1],
            "paper_id": [self.paper.pk],
            "problem_id": problems,
            "marking_id": sheets,
            "script_id": scripts,
            "upload_id": list(Upload.objects.values_list("pk", flat=True)),
            "number": [1],
            "submission_id": list(Submission.objects.values_list("public_id", flat=True)),
            "sitting_id": list(Sitting.objects.values_list("pk", flat=True)),
            "entry_id": list(Entry.objects.values_list("pk", flat=True)),
            "kind": ["csv"],
            "form": ["csv"],
            "what": ["solutions"],
            "bank/problems/found_id": own,
            "bank/found_id": bank,
            "desk/papers/found_id": [self.paper.pk],
            "marking/problems/found_id": problems,
            "marking/scripts/found_id": scripts,
            "marking/found_id": sheets,
            "desk/appeals/found_id": list(Appeal.objects.values_list("pk", flat=True)),
        }


def routes(found: Any = None, before: str = "") -> Iterator[str]:
    for one in get_resolver().url_patterns if found is None else found:
        path = before + str(one.pattern).lstrip("^").rstrip("$")
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, path)
        elif (path == "" or path.startswith((*INSIDE[1:], *API))) and answers(one):
            yield path


def answers(one: URLPattern) -> bool:
    """A class of the API without ``get`` has nothing that could tell."""
    kind = getattr(one.callback, "cls", None)
    return kind is None or hasattr(kind, "get")


def addresses(world: World) -> list[str]:
    """Every address with every object there is; what is not known gets an id of nothing."""
    ids = world.ids()
    found = []
    for route in routes():
        parts = re.findall(r"<(?:(\w+):)?(\w+)>", route)
        choices: list[list[Any]] = []
        for kind, name in parts:
            place = route.split("<")[0] + name
            others: dict[str, list[Any]] = {"uuid": [uuid4()], "int": [1]}
            rest = others.get(kind, ["x"])
            choices.append(ids.get(place) or ids.get(name) or rest)
        for chosen in product(*choices):
            url = "/" + route
            for one in chosen:
                url = re.sub(r"<[^>]+>", str(one), url, count=1)
            found.append(url)
    return found


def crawl(world: World, role: str, at: datetime, pages: list[str]) -> dict[str, set[str]]:
    """By secret the addresses that told it. Who asks is not looked up each time anew."""
    client, user = Client(HTTP_ACCEPT_LANGUAGE="en"), world.people[role] or AnonymousUser()
    asking = patch("django.contrib.auth.middleware.get_user", lambda _request: copy(user))
    arrived: dict[str, Any] = {ARRIVED: at.timestamp()}
    told: dict[str, set[str]] = {}
    for url in pages:
        with asking:
            answer: Any = client.get(url, **arrived)
        assert answer.status_code < 500, url
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = body.decode("utf-8", "replace") + str(answer.headers)
        for secret in SECRETS:
            if secret in text:
                told.setdefault(secret, set()).add(url)
    return told


@pytest.fixture(autouse=True)
def _plain_404(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most answers are one and the same page, which need not be drawn each time."""
    monkeypatch.setattr(urls, "handler404", lambda _request, exception: HttpResponseNotFound())


@pytest.fixture
def world(
    paper: Paper,
    bank: Bank,
    organiser: User,
    write_problem: Callable[..., Problem],
    enter: Callable[..., Entry],
) -> World:
    """A paper that is set, of words, a proof and a second proof; nobody has begun."""
    common: dict[str, Any] = {
        "title": TITLE,
        "credit": AUTHOR,
        "statement": STATEMENT,
        "solution": SOLUTION,
    }
    given: dict[str, Any] = {"paper": paper, "by": organiser, "at": START}
    worded = add_to_paper(
        problem=write_problem(Kind.TEXT, key={"accepted": [KEY]}, **common),
        points=Decimal(3), attempts=3, feedback=Feedback.AT_ONCE, **given,
    )  # fmt: skip
    late: dict[str, Any] = {"feedback": Feedback.AFTER_PUBLICATION}
    proof = add_to_paper(
        problem=write_problem(Kind.PROOF, **common), points=Decimal(WORTH), **late, **given
    )
    other = add_to_paper(
        problem=write_problem(Kind.PROOF, title="Other", statement="Else"),
        points=7,
        **late,
        **given,
    )
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    contest = contest_of(paper.stage)
    change_contest(
        contest=contest, by=organiser, at=START - HOUR, board_public=True,
        freeze_at=after(minutes=30), appeals_until=after(days=9),
    )  # fmt: skip
    people: dict[str, User | None] = {NOBODY: None}
    for role in (OWNER, RIVAL):
        people[role] = enter(role).user
    for role in (MARKER, OTHER_MARKER, ARBITER):
        people[role] = User.objects.create_user(role.replace(" ", ""), "a-long-word", name=role)
    arbiter = people[ARBITER]
    assert arbiter is not None
    grant(user=arbiter, scope=paper.stage.tournament_id, role=Role.ARBITER)
    committee = User.objects.create_user("committee", "a-long-word", name="committee")
    people |= {ORGANISER: organiser, COMMITTEE: committee}
    parts = [PartDraft("a", PART, Decimal(WORTH), Decimal("0.01"))]
    mark: dict[str, Any] = {"by": organiser, "at": START - HOUR}
    for problem, user in ((proof, people[MARKER]), (other, people[OTHER_MARKER])):
        one = parts if problem == proof else [PartDraft("a", "Else", Decimal(7))]
        save_scheme(problem=problem, parts=one, expected_version=0, markers=1, **mark)
        approve_scheme(problem=problem, **mark)
        assert user is not None
        set_duties(problem=problem, markers=[user], adjudicators=[], **mark)
    paper.refresh_from_db()
    return World(paper, worded, proof, people)


def write_it(world: World) -> None:
    """The owner answers right after the freeze; the rival sends nothing."""
    for role in (OWNER, RIVAL):
        entry = Entry.objects.get(user=world.people[role])
        world.sittings[role] = begin(world.paper, entry, after(minutes=1))
    owner = Entry.objects.get(user=world.people[OWNER])
    send(world.worded, owner, ANSWER, after(minutes=40))
    send(world.proof, owner, PROOF, after(minutes=41))
    drain(after(minutes=41))


def mark_it(world: World, organiser: User) -> None:
    close_paper(paper=world.paper, by=organiser, at=after(hours=1))
    for problem in (world.proof, world.paper.problems.order_by("-order")[0]):
        deal_scripts(problem=problem, seed=1, by=organiser, at=after(hours=1))
    sheet = Marking.objects.get(marker=world.people[MARKER])
    save_marks(
        marking_id=sheet.pk, user=sheet.marker, marks={"a": SCORE}, comment=COMMENT, note=NOTE,
        expected_version=0, complete=True, at=after(hours=2),
    )  # fmt: skip


STAFF_KNOWS = {
    MARKER: {STATEMENT, SOLUTION, PART, WORTH},
    ARBITER: {WORTH},
    OTHER_MARKER: set(),
}
OUTSIDERS = (NOBODY, COMMITTEE)
IN_THE_BANK = {TITLE, AUTHOR, STATEMENT, SOLUTION, KEY}


def check(world: World, at: datetime, may: Mapping[str, set[str]]) -> None:
    """``may``: what each role may know; whoever is not named knows nothing."""
    refresh(contest_of(world.paper.stage), at, now=True)
    pages = addresses(world)
    for role in (*OUTSIDERS, OWNER, RIVAL, OTHER_MARKER, MARKER, ARBITER):
        told = crawl(world, role, at, pages)
        beyond = {
            secret: where for secret, where in told.items() if secret not in may.get(role, ())
        }
        assert not beyond, (role, beyond)


def test_before_the_start_nobody_outside_knows_anything(world: World) -> None:
    check(world, START - timedelta(minutes=30), STAFF_KNOWS)


def test_during_the_paper_one_reads_it_after_ones_own_start(world: World) -> None:
    owner = Entry.objects.get(user=world.people[OWNER])
    begin(world.paper, owner, after(minutes=1))
    send(world.worded, owner, ANSWER, after(minutes=2))
    drain(after(minutes=2))
    check(
        world,
        after(minutes=3),
        {
            **STAFF_KNOWS,
            OWNER: {STATEMENT, WORTH, ANSWER},
            **board(NOBODY, *OUTSIDERS, RIVAL, OTHER_MARKER),
        },
    )


def board(*roles: str) -> dict[str, set[str]]:
    """What a problem is worth stands on the public board once everybody may have begun."""
    return {role: {WORTH} for role in roles}


def test_after_the_end_marks_wait_for_publication(world: World, organiser: User) -> None:
    write_it(world)
    mark_it(world, organiser)
    check(
        world,
        after(hours=3),
        {
            **board(*OUTSIDERS, OTHER_MARKER),
            OWNER: {STATEMENT, WORTH, ANSWER, PROOF},
            RIVAL: {STATEMENT, WORTH},
            MARKER: {STATEMENT, SOLUTION, PART, WORTH, PROOF, COMMENT, NOTE, SCORE},
            ARBITER: {WORTH, SCORE},
        },
    )


def test_after_publication_points_are_everybodys_and_the_rest_ones_own(
    world: World, organiser: User
) -> None:
    """J64: who wrote a problem is told with its solution, and never before."""
    write_it(world)
    mark_it(world, organiser)
    publish(
        tournament=world.paper.stage.tournament, stage=world.paper.stage, after_round=0,
        state=PublicationState.PROVISIONAL, by=organiser, at=after(hours=3),
    )  # fmt: skip
    public = {WORTH, SCORE}
    check(
        world,
        after(hours=4),
        {
            **dict.fromkeys((*OUTSIDERS, OTHER_MARKER, ARBITER), public),
            OWNER: public | {STATEMENT, SOLUTION, AUTHOR, KEY, ANSWER, PROOF, COMMENT, PART},
            RIVAL: public | {STATEMENT, SOLUTION, AUTHOR, KEY, PART},
            MARKER: public | {STATEMENT, SOLUTION, PART, PROOF, COMMENT, NOTE},
        },
    )


def test_the_crawl_finds_what_is_there_to_find(world: World, organiser: User) -> None:
    """Else it would show nothing that it finds nothing."""
    write_it(world)
    mark_it(world, organiser)
    at = after(hours=3)
    refresh(contest_of(world.paper.stage), at, now=True)
    pages = addresses(world)
    assert len(pages) > 100
    areas = {ORGANISER: ("/desk/", "/bank/"), MARKER: ("/marking/",), OWNER: ("/papers/",)}
    found: set[str] = set()
    for role, starts in areas.items():
        found |= set(crawl(world, role, at, [url for url in pages if url.startswith(starts)]))
    assert found == set(SECRETS)
