"""What the pages of markers and of whoever leads them list."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch

from accounts.models import Membership, Role, User
from judging.marking.marks import total
from judging.marking.scheme import Scheme
from judging.models import (
    Comment,
    Kind,
    Marking,
    MarkRound,
    PaperProblem,
    PaperState,
    Script,
    ScriptState,
)
from judging.numbers import fraction, shown
from judging.permissions import marked_problems
from judging.services.dealing import PLACES
from judging.services.marking import core_mark, core_round, keep_comment, use_comment
from judging.services.schemes import core_scheme, scheme_of
from tournaments.models import Tournament

MOST_USES = 20


@dataclass(slots=True)
class QueueCard:
    """One problem of a marker. ``next``: the sheet to go on with."""

    problem: PaperProblem
    adjudicates: bool = False
    approved: bool = False
    done: int = 0
    left: int = 0
    begun: int = 0
    disagreed: int = 0
    next: UUID | None = None

    @property
    def all(self) -> int:
        return self.done + self.left


def my_queues(user: User | None) -> list[QueueCard]:
    """Every problem the person is on duty for; a constant number of queries."""
    problems = marked_problems(user).select_related("scheme", "paper__stage__tournament")
    cards = {
        one.pk: QueueCard(
            one,
            adjudicates=one.decides,
            approved=getattr(getattr(one, "scheme", None), "approved_at", None) is not None,
        )
        for one in problems.annotate(decides=F("duties__adjudicates"))
    }
    sheets = Marking.objects.filter(marker=user, round__script__problem__in=cards).order_by(
        F("version").desc(), "round__script__code"
    )
    for row in sheets.values(
        "id", "version", "completed_at", "round__finished_at", problem=F("round__script__problem")
    ):
        card = cards[row["problem"]]
        if row["completed_at"] is not None or row["round__finished_at"] is not None:
            card.done += 1
            continue
        card.left += 1
        card.begun += row["version"] > 0
        card.next = card.next or row["id"]
    deciding = [pk for pk, card in cards.items() if card.adjudicates]
    waiting = Script.objects.filter(problem__in=deciding, state=ScriptState.DISAGREED)
    for pk, count in Counter(waiting.values_list("problem", flat=True)).items():
        cards[pk].disagreed = count
    return list(cards.values())


def neighbours(marking: Marking) -> tuple[UUID | None, UUID | None, int, int]:
    """The sheets before and after it, by code; which it is, and of how many."""
    found = list(
        Marking.objects.filter(
            round__script__problem=marking.round.script.problem_id, marker=marking.marker_id
        )
        .order_by("round__script__code", "round__number")
        .values_list("pk", flat=True)
    )
    at = found.index(marking.pk)
    return (
        found[at - 1] if at else None,
        found[at + 1] if at + 1 < len(found) else None,
        at + 1,
        len(found),
    )


def waiting_after(marking: Marking) -> Marking | None:
    """The person's next sheet that is not complete: by code, after this one, then from the top."""
    open_ = list(
        Marking.objects.filter(
            round__script__problem=marking.round.script.problem_id,
            round__finished_at=None,
            marker=marking.marker_id,
            completed_at=None,
        )
        .exclude(pk=marking.pk)
        .select_related("round__script")
        .order_by("round__script__code")
    )
    code = marking.round.script.code
    return next((one for one in open_ if one.round.script.code > code), next(iter(open_), None))


def keep_and_count(
    problem: PaperProblem, *, used: Sequence[str], keep: str, by: User | None, at: Any
) -> None:
    """Put ``keep`` into the bank of comments, and count those that were used."""
    keys = [int(one) for one in used[:MOST_USES] if one.isascii() and one.isdigit()]
    for one in Comment.objects.filter(problem=problem, pk__in=keys):
        use_comment(comment=one)
    if keep.strip():
        keep_comment(problem=problem, text=keep, by=by, at=at)


@dataclass(frozen=True, slots=True)
class ScriptRow:
    """A script as whoever leads the marking sees it. Totals only once both are in."""

    script: Script
    round: int
    markers: tuple[str, ...]
    totals: tuple[str, ...]
    apart: str
    """How far the two are apart, where they disagree."""
    result: str
    appeal: bool


def script_rows(problem: PaperProblem) -> list[ScriptRow]:
    """By code; those that wait for a decision first."""
    scheme = core_scheme(scheme_of(problem))
    sheets = Marking.objects.select_related("marker").order_by("place")
    rounds = MarkRound.objects.order_by("number").prefetch_related(
        Prefetch("markings", queryset=sheets)
    )
    scripts = Script.objects.filter(problem=problem).prefetch_related(
        Prefetch("rounds", queryset=rounds)
    )
    rows = [_script_row(one, scheme) for one in scripts.order_by("code")]
    return sorted(rows, key=lambda row: row.script.state != ScriptState.DISAGREED)


def _script_row(script: Script, scheme: Scheme) -> ScriptRow:
    rounds = list(script.rounds.all())
    last = rounds[-1] if rounds else None
    two = [one for one in last.markings.all() if one.place in PLACES] if last else []
    both = bool(last) and core_round(last, two).both_in if last else False
    totals = [total(scheme, core_mark(one)) for one in two] if both else []
    apart = max(totals) - min(totals) if totals else Fraction(0)
    return ScriptRow(
        script,
        last.number if last else 0,
        tuple(one.marker.name for one in two),
        tuple(shown(one) for one in totals),
        shown(apart) if apart else "",
        shown(script.points) if script.points is not None else "",
        bool(last and last.reason == MarkRound.Reason.APPEAL),
    )


@dataclass(frozen=True, slots=True)
class Pairs:
    """Totals of both markers in first rounds that are in, and how often each pair came."""

    most: Fraction
    counts: Counter[tuple[Fraction, Fraction]] = field(default_factory=Counter)


def pairs_of(problem: PaperProblem) -> Pairs:
    scheme = core_scheme(scheme_of(problem))
    found: Counter[tuple[Fraction, Fraction]] = Counter()
    rounds = MarkRound.objects.filter(script__problem=problem, number=1)
    for round_ in rounds.prefetch_related("markings"):
        two = sorted(
            (one for one in round_.markings.all() if one.place in PLACES and one.completed_at),
            key=lambda one: one.place,
        )
        if len(two) == 2:
            first, second = (total(scheme, core_mark(one)) for one in two)
            found[first, second] += 1
    return Pairs(fraction(problem.points), found)


@dataclass(frozen=True, slots=True)
class Duty:
    user: User
    duty: str
    """``marks``, ``decides`` or empty."""


def duties(problem: PaperProblem) -> list[Duty]:
    """Everybody with a role in the contest, by name, and what they do for the problem."""
    known = {one.user_id: one.adjudicates for one in problem.duties.all()}
    found = Membership.objects.filter(
        scope=problem.paper.stage.tournament_id,
        role__in=(Role.ORGANISER, Role.ARBITER, Role.MARKER),
        user__is_active=True,
    ).select_related("user")
    people = {one.user_id: one.user for one in found}
    words = {True: "decides", False: "marks", None: ""}
    return [
        Duty(user, words[known.get(pk)])
        for pk, user in sorted(people.items(), key=lambda item: (item[1].name, str(item[0])))
    ]


def proofs_of(tournament: Tournament) -> list[PaperProblem]:
    """Problems that people mark, of every stage."""
    found = PaperProblem.objects.filter(
        paper__stage__tournament=tournament, kind=Kind.PROOF
    ).exclude(paper__state=PaperState.DRAFT)
    return list(
        found.select_related("paper__stage__tournament", "scheme").order_by(
            "paper__stage__order", "paper__order", "order"
        )
    )


@dataclass(frozen=True, slots=True)
class ProofCard:
    problem: PaperProblem
    approved: bool
    markers: int
    scripts: int
    blank: int
    done: int
    disagreed: int
    flagged: int

    @property
    def left(self) -> int:
        return self.scripts - self.done


def proof_cards(tournament: Tournament) -> list[ProofCard]:
    """How far each is; a constant number of queries."""
    problems = proofs_of(tournament)
    keys = [one.pk for one in problems]
    states: dict[UUID, Counter[str]] = {pk: Counter() for pk in keys}
    for pk, state, blank, flagged in Script.objects.filter(problem__in=keys).values_list(
        "problem", "state", "blank", "flagged"
    ):
        states[pk].update({"all": 1, str(state): 1, "blank": int(blank), "flagged": int(flagged)})
    markers = Counter(
        PaperProblem.objects.filter(pk__in=keys, duties__adjudicates=False).values_list(
            "pk", flat=True
        )
    )
    return [
        ProofCard(
            one,
            getattr(getattr(one, "scheme", None), "approved_at", None) is not None,
            markers[one.pk],
            states[one.pk]["all"],
            states[one.pk]["blank"],
            states[one.pk]["done"],
            states[one.pk]["disagreed"],
            states[one.pk]["flagged"],
        )
        for one in problems
    ]
