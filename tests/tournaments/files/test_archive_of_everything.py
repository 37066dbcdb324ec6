"""One tournament with every kind of stage and everything that can happen, away and back."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model
from django.test import Client

from accounts.models import User
from games.models import Series
from games.rules.registry import game
from games.services.arbiter import declare_abandoned
from games.services.play import play_move
from judging.models import Kind, Paper, ProblemState
from judging.services.banks import create_bank
from judging.services.drain import drain
from judging.services.papers import add_paper, add_to_paper, set_paper
from judging.services.problems import Written, add_problem, set_problem_state
from tests.judging.conftest import BOARD, RIGHT, WRONG, begin, send
from tests.tournaments.conftest import NOON, later, places
from tests.tournaments.files.test_archive import remove
from tests.tournaments.kinds import field
from tournaments.formats.advancement_values import Rule, Ties
from tournaments.formats.played_series import PlayedGame
from tournaments.models import (
    ByeKind,
    Entry,
    PublicationState,
    Stage,
    StagePart,
    Table,
    Tournament,
)
from tournaments.presets import Plan, StagePlan, knockout, papers, preliminary, round_robin, swiss
from tournaments.services.advancement import decide
from tournaments.services.announcements import announce
from tournaments.services.archive import make_archive, write_archive
from tournaments.services.archive_parts import parts
from tournaments.services.collecting import collect_tournament
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries
from tournaments.services.presence import check_in_all, disqualify, set_absence, withdraw
from tournaments.services.publications import publish
from tournaments.services.reports import report_result
from tournaments.services.restoring import read_archive, restore
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_table
from tournaments.services.seating import forbid_pair
from tournaments.services.standings import stage_standings
from tournaments.services.tournaments import create_tournament
from tournaments.settings import StageConfig, TournamentSettings

KINDS = ("tables", "swiss", "round_robin", "knockout", "double_elimination", "judging")


MARKING = {
    f"judging.{name}"
    for name in (
        "appeal", "board", "comment", "draft", "markerduty", "marking", "markround", "markscheme",
        "pause", "problemtag", "rejudge", "schemepart", "script",
    )
}  # fmt: skip
"""What this tournament has none of."""


def after(plan: StagePlan, count: int, **config: Any) -> StagePlan:
    """The plan of a stage that people advance to."""
    admission = Rule(count=count, ties=Ties.ASK).to_json()
    made = StageConfig.from_json(plan.config.to_json() | config | {"admission": admission})
    return StagePlan(StagePart.FINAL, plan.name, plan.name_en, plan.rounds, made, plan.kind)


def goes_on(made: Tournament, order: int, count: int) -> Stage:
    stage = Stage.objects.select_related("tournament").get(tournament=made, order=order)
    here = Entry.objects.filter(tournament=made, withdrawn_from=None, disqualified_at=None)
    keys = [str(pk) for pk in here.order_by("number").values_list("pk", flat=True)[:count]]
    decide(target=stage, by_hand=keys, by=made.created_by, at=NOON, reason="手で選ぶ")
    return stage


def all_rounds(made: Tournament, order: int) -> None:
    """The better one wins everywhere until the stage is over."""
    for _ in range(12):
        stage = Stage.objects.get(tournament=made, order=order)
        drawn = stage.rounds.count()
        if drawn and drawn >= stage.planned_rounds:
            return
        field.better_wins(field.draw(made, seed=order))


def told(made: Tournament, order: int, state: PublicationState, **more: Any) -> None:
    stage = Stage.objects.get(tournament=made, order=order)
    publish(
        tournament=made,
        stage=stage,
        after_round=stage.rounds.count(),
        state=state,
        by=made.created_by,
        at=later(90),
        **more,
    )


def contest(made: Tournament, stage: Stage, organiser: User) -> None:
    """A paper of one problem that two of them answer, with a receipt for each."""
    bank = create_bank(name="問題集", by=organiser, at=NOON)
    problem = add_problem(
        bank=bank,
        written=Written(
            kind=Kind.HANTEI,
            title="問題",
            statement="共円な4点を見つけよ。",
            content=BOARD,
            key={"any_set": False},
        ),
        by=organiser,
        at=NOON,
    )
    ready = set_problem_state(problem=problem, state=ProblemState.READY, by=organiser, at=NOON)
    paper = add_paper(
        stage=stage, title="本選", title_en="", by=organiser, at=NOON,
        opens_at=NOON, closes_at=later(60),
    )  # fmt: skip
    question = add_to_paper(paper=paper, problem=ready, points=3, attempts=2, by=organiser, at=NOON)
    set_paper(paper=paper, by=organiser, at=NOON)
    first, second = Entry.objects.filter(tournament=made).order_by("number")[:2]
    for entry, answers in ((first, (WRONG, RIGHT)), (second, (RIGHT,))):
        begin(Paper.objects.get(pk=paper.pk), entry, later(1))
        for minutes, raw in enumerate(answers, 2):
            send(question, entry, raw, later(minutes))
    drain(later(10))


@pytest.fixture
def everything(organiser: User) -> Tournament:
    double = knockout(double=True)
    plan = Plan(
        name="全部の大会",
        rules=game("kyoen").rules().to_json(),
        settings=TournamentSettings(),
        stages=(
            preliminary(1),
            after(swiss(2), 7, games=[3]),
            after(round_robin(groups=2), 6),
            after(knockout(), 4),
            after(double, 3),
            after(papers("本選", "Final", 2), 2),
        ),
    )
    made = create_tournament(plan=plan, by=organiser, at=NOON)
    people = [Details(name=f"P{n} ﷽", seed=n, club="会" * (n % 3)) for n in range(1, 9)]
    create_entries(made, people, at=NOON)
    check_in_all(tournament=made, by=None, at=NOON)
    forbid_pair(
        tournament=made, first=field.numbered(made, 1), second=field.numbered(made, 2),
        by=organiser, at=NOON, reason="家族",
    )  # fmt: skip
    tables_round(made, organiser)
    series_rounds(made, organiser)
    goes_on(made, 3, 6)
    all_rounds(made, 3)
    told(made, 3, PublicationState.PROVISIONAL)
    for order, count in ((4, 4), (5, 3)):
        goes_on(made, order, count)
        all_rounds(made, order)
    told(made, 5, PublicationState.PROVISIONAL, embargo_until=later(10**6))
    contest(made, goes_on(made, 6, 2), organiser)
    announce(tournament=made, text="昼休み 🍙", by=organiser, at=later(5))
    return Tournament.objects.get(pk=made.pk)


def tables_round(made: Tournament, organiser: User) -> None:
    """A table that is played and abandoned, one entered; somebody leaves for good."""
    round_ = draw_round(tournament=made, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    first, second = round_.tables.order_by("number")
    start_table(table_id=first.pk, by=organiser, at=NOON)
    match = Table.objects.select_related("match").get(pk=first.pk).match
    assert match is not None
    play_move(match_id=match.pk, seat=0, text="a1", expected_seq=1, at=later(0), by=None)
    declare_abandoned(match_id=match.pk, seat=1, by=organiser, at=later(0), reason="来ない")
    table = Table.objects.get(pk=first.pk)
    enter_result(
        table_id=table.pk, entered=places(1, 2, 3, 4), expected_version=table.version,
        by=organiser, at=later(2), reason="打ち切り",
    )  # fmt: skip
    enter_result(
        table_id=second.pk, entered=places(2, 1, 3, 3), expected_version=0,
        by=organiser, at=later(2), reason="",
    )  # fmt: skip
    collect_tournament(tournament_id=made.pk, at=later(3))
    close_round(round_id=round_.pk, by=organiser, at=later(3))
    told(made, 1, PublicationState.PROVISIONAL)
    gone = field.numbered(made, 8)
    disqualify(entry=gone, by=organiser, at=later(4), reason="規則違反")


def series_rounds(made: Tournament, organiser: User) -> None:
    """Best of three: game by game, corrected, said by a player, a bye, one who leaves."""
    goes_on(made, 2, 7)
    set_absence(
        entry=field.numbered(made, 3), ordinal=2, absent=True, kind=ByeKind.HALF, by=None, at=NOON
    )
    round_ = field.draw(made)
    table = round_.tables.prefetch_related("seats__entry__user").order_by("number")[0]
    user = table.seats.all()[0].entry.user
    assert user is not None
    report_result(table_id=table.pk, code="1-0", by=user, at=later(4))
    win = {0: SeatEntered(1, score=2), 1: SeatEntered(2, score=0)}  # type: ignore[arg-type]
    field.enter(table, win, games=(PlayedGame(0), PlayedGame(0)))
    turned = {0: SeatEntered(2, score=0), 1: SeatEntered(1, score=2)}  # type: ignore[arg-type]
    field.enter(table, turned, games=(PlayedGame(1), PlayedGame(1)), reason="誤記", confirmed=True)
    field.better_wins(round_)
    withdraw(entry=field.numbered(made, 7), by=organiser, at=later(5))
    field.better_wins(field.draw(made))
    told(made, 2, PublicationState.PROVISIONAL)


def plain(made: Tournament) -> dict[str, Any]:
    """All rows, ids by the order they come in."""
    data = json.loads(write_archive(make_archive(made, NOON)))
    rows: dict[str, list[dict[str, Any]]] = data["rows"]
    rows["tournaments.auditentry"] = [
        one for one in rows["tournaments.auditentry"] if one["action"] != "tournament.restored"
    ]
    numbers = {
        (name, row["id"]): f"{name} {number}"
        for name, own in rows.items()
        for number, row in enumerate(own)
        if "id" in row
    }
    models = {part.name: part.model for part in parts()}
    texts = {str(old): new for (_name, old), new in numbers.items() if isinstance(old, str)}
    people = {one["id"]: one["name"] for one in data["people"]}
    for name, own in rows.items():
        for row in own:
            for one in foreign(models[name]):
                if one.name in row:
                    label = one.related_model._meta.label_lower
                    row[one.name] = numbers.get((label, row[one.name]), row[one.name])
            if "id" in row:
                row["id"] = numbers[name, row["id"]]
            row.pop("ref", None)
            row.pop("join_code", None)
    text = json.dumps(rows, ensure_ascii=False, sort_keys=True)
    known = texts | people
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", lambda one: known.get(one[0], one[0]), text)
    found: dict[str, Any] = json.loads(text)
    return found


def foreign(model: type[Model]) -> Iterator["ForeignKey[Any, Any]"]:
    return (one for one in model._meta.concrete_fields if isinstance(one, ForeignKey))


@pytest.mark.slow
def test_everything_comes_back_as_it_was(
    everything: Tournament, organiser: User, client: Client
) -> None:
    kinds = list(Stage.objects.filter(tournament=everything).values_list("kind", flat=True))
    assert tuple(kinds) == KINDS
    data = write_archive(make_archive(everything, NOON))
    before = plain(everything)
    bare = [name for name, rows in before.items() if not rows]
    assert set(bare) <= MARKING
    shown = {order: ranks(everything, order) for order in range(1, len(KINDS) + 1)}
    Paper.objects.filter(stage__tournament=everything).delete()
    remove(everything)
    Series.objects.all().delete()
    made = restore(archive=read_archive(data), copy=False, by=organiser, at=later(200))
    again = plain(made)
    assert again.keys() == before.keys()
    for name, rows in before.items():
        assert again[name] == rows, name
    assert {order: ranks(made, order) for order in shown} == shown


def ranks(made: Tournament, order: int) -> list[tuple[str, int | None, str]]:
    stage = Stage.objects.select_related("tournament").get(tournament=made, order=order)
    names = {str(one.pk): one.name for one in Entry.objects.filter(tournament=made)}
    return [(names[str(row.key)], row.rank, str(row.points)) for row in stage_standings(stage)]


LEFT_BEHIND = {
    "games.heartbeat",
    "judging.bankimage",
    "judging.lease",
    "judging.pdfpage",
    "judging.submittedpage",
    "judging.upload",
    "tournaments.job",
    "tournaments.listfile",
    "tournaments.offeredfile",
    "tournaments.ratedtournament",
    "tournaments.ratingline",
    "tournaments.ratingpool",
    "tournaments.sameperson",
}
"""Of the server and of the moment; files; what runs over several tournaments."""


def test_every_kind_of_row_is_archived_or_left_behind_on_purpose() -> None:
    ours = {
        model._meta.label_lower
        for name in ("games", "tournaments", "judging")
        for model in apps.get_app_config(name).get_models()
    }
    assert ours - {part.name for part in parts()} == LEFT_BEHIND
