"""What an organiser does next, at every moment of a tournament's life. No Django here."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

FEWEST = 2
"""People without whom nothing can be drawn."""


class TableState(Enum):
    WAITING = "waiting"
    PLAYING = "playing"
    BOARD = "board"
    """Played over the board; only its result is wanted."""
    PAUSED = "paused"
    RULING = "ruling"
    DISPUTED = "disputed"
    """The players say different things."""
    MISSING = "missing"
    """Over, or nobody came, and there is no result."""
    DONE = "done"


class RoundStage(Enum):
    DRAFT = "draft"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class RoundSummary:
    ordinal: int
    stage: int
    """Order of its stage."""
    number: int
    """In its stage."""
    state: RoundStage
    tables: tuple[tuple[int, TableState], ...] = ()
    faults: int = 0
    """What keeps a draft from being published."""

    def those(self, *states: TableState) -> tuple[int, ...]:
        return tuple(number for number, state in self.tables if state in states)


@dataclass(frozen=True, slots=True)
class OwnStep:
    """What is to do at a stage that has no rounds, in the words of its format."""

    text: str = ""
    why: str = ""
    label: str = ""
    url: str = ""
    post: bool = False
    calm: bool = False
    done: bool = False
    """All of it is over; only publishing is left."""
    everybody: bool = False
    """An arbiter may do it too."""
    note: str = ""
    """How far it is, in a word."""
    results: str = ""
    """The page its results are published from."""


@dataclass(frozen=True, slots=True)
class StageSummary:
    order: int
    planned_rounds: int
    decided: bool = True
    """Who plays in it is known."""
    in_question: bool = False
    """Standings changed after that was decided."""
    rounds_left: bool | None = None
    """Whether another round follows those drawn; None: by their number."""
    own: OwnStep | None = None
    """Of a stage without rounds."""

    def goes_on(self, after: int) -> bool:
        return after < self.planned_rounds if self.rounds_left is None else self.rounds_left


class Published(Enum):
    NOTHING = "nothing"
    PROVISIONAL = "provisional"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Summary:
    entered: int = 0
    here: int = 0
    check_in: bool = True
    """Only those here are seated."""
    stages: tuple[StageSummary, ...] = ()
    rounds: tuple[RoundSummary, ...] = ()
    """In order."""
    published: Published = Published.NOTHING
    published_ordinal: int = 0
    """The round after which standings were last published."""
    published_stage: int = 0
    """The order of the stage they are of."""
    outdated: bool = False
    """The published standings differ from those that stand now."""


class Do(Enum):
    """The one thing to do; ``Later`` kinds have no hurry and are calm."""

    ADD_ENTRIES = "add_entries"
    CHECK_IN = "check_in"
    DRAW = "draw"
    FIX_DRAFT = "fix_draft"
    PUBLISH_ROUND = "publish_round"
    START = "start"
    RULE = "rule"
    DECIDE_RESULT = "decide_result"
    ENTER_RESULTS = "enter_results"
    RESUME = "resume"
    START_REST = "start_rest"
    WAIT = "wait"
    CLOSE = "close"
    REVIEW_ADVANCEMENT = "review_advancement"
    DECIDE_ADVANCEMENT = "decide_advancement"
    PUBLISH_STANDINGS = "publish_standings"
    PUBLISH_FINAL = "publish_final"
    PUBLISH_AGAIN = "publish_again"
    OWN = "own"
    """What the format of a stage without rounds says."""
    DONE = "done"


CALM = {Do.WAIT, Do.DONE}


@dataclass(frozen=True, slots=True)
class NextStep:
    do: Do
    ordinal: int | None = None
    """The round it is about."""
    stage: int | None = None
    tables: tuple[int, ...] = ()
    """The tables it is about."""
    left: int = 0
    """Tables of the round without a result; or people not here yet."""
    also: tuple["NextStep", ...] = field(default=())
    """What else could be done now, each a plain button."""
    own: OwnStep | None = None

    @property
    def calm(self) -> bool:
        return self.do in CALM or (self.own is not None and self.own.calm)


def next_step(summary: Summary) -> NextStep:
    """The step, with what else lies near.

    >>> next_step(Summary()).do
    <Do.ADD_ENTRIES: 'add_entries'>
    """
    for stage in summary.stages:
        if stage.in_question:
            return NextStep(Do.REVIEW_ADVANCEMENT, stage=stage.order)
    if summary.stages and all(stage.own is not None for stage in summary.stages):
        return _without_rounds(summary)
    for round_ in summary.rounds:
        if round_.state in {RoundStage.PUBLISHED, RoundStage.RUNNING}:
            return _in_round(round_)
    if summary.rounds and summary.rounds[-1].state is RoundStage.DRAFT:
        return _draft(summary.rounds[-1])
    if not summary.rounds:
        return _before(summary)
    return _between(summary, summary.rounds[-1])


def _before(summary: Summary) -> NextStep:
    if summary.entered < FEWEST:
        return NextStep(Do.ADD_ENTRIES)
    absent = summary.entered - summary.here
    draw = NextStep(Do.DRAW, ordinal=1, stage=1, left=absent if summary.check_in else 0)
    if summary.check_in and summary.here < FEWEST:
        return NextStep(Do.CHECK_IN, left=absent)
    if summary.check_in and absent:
        return NextStep(Do.CHECK_IN, left=absent, also=(draw,))
    return draw


def _draft(round_: RoundSummary) -> NextStep:
    if round_.faults:
        return NextStep(Do.FIX_DRAFT, round_.ordinal, round_.stage, left=round_.faults)
    return NextStep(Do.PUBLISH_ROUND, round_.ordinal, round_.stage)


def _in_round(round_: RoundSummary) -> NextStep:
    open_tables = tuple(number for number, state in round_.tables if state is not TableState.DONE)
    left = len(open_tables)

    def step(do: Do, tables: tuple[int, ...] = ()) -> NextStep:
        return NextStep(do, round_.ordinal, round_.stage, tables, left)

    waiting = round_.those(TableState.WAITING)
    if not open_tables:
        return step(Do.CLOSE)
    if round_.state is RoundStage.PUBLISHED and len(waiting) == len(round_.tables):
        return step(Do.START, waiting)
    wanted: list[NextStep] = []
    for do, states in (
        (Do.RULE, (TableState.RULING,)),
        (Do.DECIDE_RESULT, (TableState.DISPUTED,)),
        (Do.ENTER_RESULTS, (TableState.MISSING,)),
        (Do.RESUME, (TableState.PAUSED,)),
        (Do.START_REST, (TableState.WAITING,)),
        (Do.ENTER_RESULTS, (TableState.BOARD,)),
    ):
        if numbers := round_.those(*states):
            wanted.append(step(do, numbers))
    if not wanted:
        return step(Do.WAIT, open_tables)
    first, *others = wanted
    return replace(first, also=tuple(others))


def _between(summary: Summary, last: RoundSummary) -> NextStep:
    """All drawn rounds are closed: go on, decide, publish, or rest."""
    behind = summary.published_ordinal < last.ordinal
    also: list[NextStep] = []
    if behind or summary.outdated:
        also.append(NextStep(Do.PUBLISH_STANDINGS, ordinal=last.ordinal, stage=last.stage))
    stage = _stage(summary.stages, last.stage)
    if stage.goes_on(last.number):
        return NextStep(Do.DRAW, last.ordinal + 1, last.stage, also=tuple(also))
    following = next((one for one in summary.stages if one.order > last.stage), None)
    if following is not None:
        if not following.decided:
            return NextStep(Do.DECIDE_ADVANCEMENT, stage=following.order, also=tuple(also))
        return NextStep(Do.DRAW, last.ordinal + 1, following.order, also=tuple(also))
    if summary.published is not Published.FINAL:
        return NextStep(Do.PUBLISH_FINAL, ordinal=last.ordinal, stage=last.stage)
    if summary.outdated or behind:
        return NextStep(Do.PUBLISH_AGAIN, ordinal=last.ordinal, stage=last.stage)
    return NextStep(Do.DONE)


def _without_rounds(summary: Summary) -> NextStep:
    """Stage after stage: what each asks for, then who goes on, then publishing."""
    also: list[NextStep] = []
    if summary.entered < FEWEST:
        also.append(NextStep(Do.ADD_ENTRIES))
    for stage in summary.stages:
        assert stage.own is not None
        if not stage.decided:
            if summary.published_stage < stage.order - 1:
                also.append(NextStep(Do.PUBLISH_STANDINGS, stage=stage.order - 1))
            return NextStep(Do.DECIDE_ADVANCEMENT, stage=stage.order, also=tuple(also))
        if not stage.own.done:
            return NextStep(Do.OWN, stage=stage.order, also=tuple(also), own=stage.own)
    last = summary.stages[-1].order
    if summary.published is not Published.FINAL or summary.published_stage < last:
        return NextStep(Do.PUBLISH_FINAL, stage=last)
    return NextStep(Do.PUBLISH_AGAIN if summary.outdated else Do.DONE, stage=last)


def _stage(stages: Sequence[StageSummary], order: int) -> StageSummary:
    return next(stage for stage in stages if stage.order == order)
