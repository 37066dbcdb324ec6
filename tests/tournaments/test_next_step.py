"""What the desk says to do next, through the whole life of a JKO."""

from dataclasses import replace

import pytest

from tournaments.next_step import (
    Do,
    NextStep,
    OwnStep,
    Published,
    RoundStage,
    RoundSummary,
    StageSummary,
    Summary,
    TableState,
    next_step,
)

W, P, D = TableState.WAITING, TableState.PLAYING, TableState.DONE
BOARD, MISSING, RULING, PAUSED = (
    TableState.BOARD,
    TableState.MISSING,
    TableState.RULING,
    TableState.PAUSED,
)
TWO_ROUNDS = StageSummary(1, 2)
FINAL = StageSummary(2, 1, decided=False)
START = Summary(stages=(TWO_ROUNDS, FINAL))
FULL = replace(START, entered=8, here=8)


def tables(*states: TableState) -> tuple[tuple[int, TableState], ...]:
    return tuple(enumerate(states, 1))


def round_(
    number: int, state: RoundStage, *states: TableState, stage: int = 1, faults: int = 0
) -> RoundSummary:
    ordinal = number if stage == 1 else 2 + number
    return RoundSummary(ordinal, stage, number, state, tables(*states), faults)


DRAFT, PUBLIC, RUNNING, CLOSED = RoundStage
ONE = round_(1, CLOSED, D, D)
TWO = round_(2, CLOSED, D, D)
LAST = round_(1, CLOSED, D, stage=2)
DECIDED = (TWO_ROUNDS, replace(FINAL, decided=True))


def with_rounds(*rounds: RoundSummary, **more: object) -> Summary:
    return replace(FULL, rounds=rounds, **more)  # type: ignore[arg-type]


LIFE = [
    ("nobody", START, Do.ADD_ENTRIES, ()),
    ("one alone", replace(START, entered=1, here=1), Do.ADD_ENTRIES, ()),
    ("nobody here", replace(START, entered=8), Do.CHECK_IN, ()),
    ("some here", replace(START, entered=8, here=5), Do.CHECK_IN, (Do.DRAW,)),
    ("no check-in", replace(START, entered=8, check_in=False), Do.DRAW, ()),
    ("all here", FULL, Do.DRAW, ()),
    ("a draft", with_rounds(round_(1, DRAFT, W, W)), Do.PUBLISH_ROUND, ()),
    ("a draft to mend", with_rounds(round_(1, DRAFT, W, W, faults=1)), Do.FIX_DRAFT, ()),
    ("public", with_rounds(round_(1, PUBLIC, W, W)), Do.START, ()),
    ("one begun", with_rounds(round_(1, RUNNING, P, W)), Do.START_REST, ()),
    ("playing", with_rounds(round_(1, RUNNING, P, P)), Do.WAIT, ()),
    ("paused", with_rounds(round_(1, RUNNING, P, PAUSED)), Do.RESUME, ()),
    ("a ruling", with_rounds(round_(1, RUNNING, P, RULING)), Do.RULE, ()),
    (
        "a ruling and a result",
        with_rounds(round_(1, RUNNING, MISSING, RULING)),
        Do.RULE,
        (Do.ENTER_RESULTS,),
    ),
    ("over the board", with_rounds(round_(1, RUNNING, BOARD, D)), Do.ENTER_RESULTS, ()),
    ("all in", with_rounds(round_(1, RUNNING, D, D)), Do.CLOSE, ()),
    ("between rounds", with_rounds(ONE), Do.DRAW, (Do.PUBLISH_STANDINGS,)),
    (
        "published between rounds",
        with_rounds(ONE, published=Published.PROVISIONAL, published_ordinal=1),
        Do.DRAW,
        (),
    ),
    (
        "corrected after publishing",
        with_rounds(ONE, published=Published.PROVISIONAL, published_ordinal=1, outdated=True),
        Do.DRAW,
        (Do.PUBLISH_STANDINGS,),
    ),
    ("preliminary over", with_rounds(ONE, TWO), Do.DECIDE_ADVANCEMENT, (Do.PUBLISH_STANDINGS,)),
    ("decided", with_rounds(ONE, TWO, stages=DECIDED), Do.DRAW, (Do.PUBLISH_STANDINGS,)),
    (
        "decided, then corrected",
        with_rounds(ONE, TWO, stages=(TWO_ROUNDS, StageSummary(2, 1, True, True))),
        Do.REVIEW_ADVANCEMENT,
        (),
    ),
    (
        "final over",
        with_rounds(ONE, TWO, LAST, stages=DECIDED),
        Do.PUBLISH_FINAL,
        (),
    ),
    (
        "final published",
        with_rounds(ONE, TWO, LAST, stages=DECIDED, published=Published.FINAL, published_ordinal=3),
        Do.DONE,
        (),
    ),
    (
        "final corrected",
        with_rounds(
            ONE,
            TWO,
            LAST,
            stages=DECIDED,
            published=Published.FINAL,
            published_ordinal=3,
            outdated=True,
        ),
        Do.PUBLISH_AGAIN,
        (),
    ),
]


@pytest.mark.parametrize(
    ("summary", "do", "also"), [row[1:] for row in LIFE], ids=[row[0] for row in LIFE]
)
def test_there_is_always_one_next_step(summary: Summary, do: Do, also: tuple[Do, ...]) -> None:
    step = next_step(summary)
    assert (step.do, tuple(other.do for other in step.also)) == (do, also)


def test_the_step_names_the_tables_it_is_about() -> None:
    step = next_step(with_rounds(round_(1, RUNNING, D, P, MISSING, P, MISSING)))
    assert step == NextStep(Do.ENTER_RESULTS, 1, 1, tables=(3, 5), left=4)


def test_only_waiting_and_the_end_are_calm() -> None:
    assert next_step(with_rounds(round_(1, RUNNING, P, P))).calm
    assert not next_step(FULL).calm


def test_an_earlier_round_left_open_comes_first() -> None:
    summary = with_rounds(round_(1, RUNNING, MISSING, D), round_(2, DRAFT, W, W))
    assert next_step(summary).ordinal == 1


def papers(order: int, *, decided: bool = True, done: bool = False) -> StageSummary:
    own = OwnStep("do it", done=done, calm=False)
    return StageSummary(order, 1, decided, own=own)


def test_stages_without_rounds_say_themselves_what_is_next() -> None:
    step = next_step(Summary(entered=9, stages=(papers(1), papers(2, decided=False))))
    assert (step.do, step.stage, step.own) == (Do.OWN, 1, OwnStep("do it"))


def test_a_graded_qualifier_is_published_and_cut() -> None:
    stages = (papers(1, done=True), papers(2, decided=False))
    step = next_step(Summary(entered=9, stages=stages))
    assert (step.do, step.stage) == (Do.DECIDE_ADVANCEMENT, 2)
    assert [one.do for one in step.also] == [Do.PUBLISH_STANDINGS]


def test_a_contest_ends_with_the_publication_of_its_last_stage() -> None:
    stages = (papers(1, done=True), papers(2, done=True))
    early = Summary(entered=9, stages=stages, published=Published.FINAL, published_stage=1)
    assert next_step(early).do is Do.PUBLISH_FINAL
    over = Summary(entered=9, stages=stages, published=Published.FINAL, published_stage=2)
    assert next_step(over).do is Do.DONE


def test_people_may_be_entered_while_the_papers_are_written() -> None:
    step = next_step(Summary(stages=(papers(1),)))
    assert [step.do, *(one.do for one in step.also)] == [Do.OWN, Do.ADD_ENTRIES]
