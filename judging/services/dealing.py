"""Scripts: collected without names, dealt to markers, dealt anew."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from accounts.db import write
from accounts.models import Role, User
from accounts.services.roles import grant
from judging.errors import MarkerConflictError, NotEnoughMarkersError, SchemeNotApprovedError
from judging.models import (
    MarkerDuty,
    Marking,
    MarkRound,
    MarkScheme,
    PaperProblem,
    Script,
    ScriptState,
    Sitting,
    Submission,
)
from judging.services.dirt import soil
from tournaments.services.audit import record

PLACES = (Marking.Place.FIRST, Marking.Place.SECOND)
CODE_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def set_duties(
    *,
    problem: PaperProblem,
    markers: Sequence[User],
    adjudicators: Sequence[User],
    by: User | None,
    at: datetime,
) -> None:
    """Who marks a problem, and who decides where markers disagree."""
    with write():
        wanted = {one.pk: False for one in markers} | {one.pk: True for one in adjudicators}
        both = {one.pk for one in markers}
        problem.duties.exclude(user__in=wanted).delete()
        for user in {one.pk: one for one in (*markers, *adjudicators)}.values():
            MarkerDuty.objects.update_or_create(
                problem=problem, user=user, defaults={"adjudicates": wanted[user.pk]}
            )
            grant(user=user, scope=problem.paper.stage.tournament_id, role=Role.MARKER)
        _record(
            problem, "marking.duties", by, at,
            {"markers": len(both), "adjudicators": len(adjudicators)},
        )  # fmt: skip


def add_marker(*, problem: PaperProblem, user: User, by: User | None, at: datetime) -> None:
    """One more who marks; whoever is on duty already stays as they are."""
    with write():
        MarkerDuty.objects.get_or_create(problem=problem, user=user)
        grant(user=user, scope=problem.paper.stage.tournament_id, role=Role.MARKER)
        count = problem.duties.filter(adjudicates=False).count()
        _record(problem, "marking.duties", by, at, {"markers": count})


def markers_of(problem: PaperProblem) -> list[User]:
    """Those who mark: everybody on duty who does not only adjudicate."""
    duties = problem.duties.filter(adjudicates=False).select_related("user")
    return [one.user for one in duties.order_by("id")]


def deal_scripts(*, problem: PaperProblem, seed: int, by: User | None, at: datetime) -> int:
    """Collect what was handed in and give each to its markers; how many are new.

    What is blank has zero points at once, and no marker. May be done again: who came later is
    dealt then. Raise SchemeNotApprovedError, NotEnoughMarkersError.
    """
    with write():
        scheme = MarkScheme.objects.select_for_update().filter(problem=problem).first()
        if scheme is None or scheme.approved_at is None:
            raise SchemeNotApprovedError
        markers = markers_of(problem)
        if len(markers) < scheme.markers:
            raise NotEnoughMarkersError(needed=scheme.markers)
        luck = random.Random(f"{seed} {problem.pk}")
        new = [_collect(problem, sitting, luck) for sitting in _sat(problem)]
        to_deal = list(
            Script.objects.filter(problem=problem, blank=False, rounds=None).order_by("code")
        )
        luck.shuffle(to_deal)
        load = _load(problem)
        for script in to_deal:
            open_round(script, _least(markers, load, scheme.markers, luck), at)
        count = sum(new)
        _record(problem, "marking.dealt", by, at, {"scripts": count, "dealt": len(to_deal)})
        soil(problem.paper.stage_id, at)
    return count


def _sat(problem: PaperProblem) -> list[Sitting]:
    found = Sitting.objects.filter(paper=problem.paper_id, started_at__isnull=False)
    return list(found.order_by("id"))


def _collect(problem: PaperProblem, sitting: Sitting, luck: random.Random) -> bool:
    """Whether the script is new. One that nobody has marked takes what was sent since."""
    submission = _last(problem, sitting)
    blank = submission is None or (not submission.raw.strip() and not submission.pages.exists())
    script = Script.objects.filter(problem=problem, sitting=sitting).first()
    if script is None:
        Script.objects.create(
            problem=problem,
            sitting=sitting,
            submission=submission,
            code=_code(problem, luck),
            blank=blank,
            points=Decimal(0) if blank else None,
            state=ScriptState.DONE if blank else ScriptState.WAITING,
        )
        return True
    if script.submission_id == (submission.pk if submission else None):
        return False
    marked = Marking.objects.filter(round__script=script, version__gt=0).exists()
    script.submission = submission
    if marked:
        script.flagged = True
    elif script.blank and not blank:
        script.blank, script.points, script.state = False, None, ScriptState.WAITING
    script.save()
    return False


def _last(problem: PaperProblem, sitting: Sitting) -> Submission | None:
    """The last that counts."""
    sent = Submission.objects.filter(problem=problem, sitting=sitting).order_by("-id")
    return next((one for one in sent if one.counts), None)


def _code(problem: PaperProblem, luck: random.Random) -> str:
    taken = set(problem.scripts.values_list("code", flat=True))
    while True:
        code = luck.choice(CODE_LETTERS) + f"{luck.randrange(1000):03}"
        if code not in taken:
            return code


def _load(problem: PaperProblem) -> Counter[object]:
    found = Marking.objects.filter(round__script__problem=problem)
    return Counter(found.values_list("marker_id", flat=True))


def _least(
    markers: Sequence[User], load: Counter[object], count: int, luck: random.Random
) -> list[User]:
    """Those with the fewest scripts; among equals by lot."""
    order = sorted(markers, key=lambda one: (load[one.pk], luck.random()))[:count]
    luck.shuffle(order)
    load.update(one.pk for one in order)
    return order


def open_round(
    script: Script,
    markers: Sequence[User],
    at: datetime,
    reason: MarkRound.Reason = MarkRound.Reason.FIRST,
) -> MarkRound:
    """The next round of a script, inside a transaction. Raise MarkerConflictError."""
    if len({one.pk for one in markers}) != len(markers):
        raise MarkerConflictError
    last = script.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    made = MarkRound.objects.create(script=script, number=last + 1, reason=reason, opened_at=at)
    Marking.objects.bulk_create(
        Marking(round=made, place=place, marker=marker, assigned_at=at)
        for place, marker in zip(PLACES, markers, strict=False)
    )
    script.state = ScriptState.MARKING
    script.save(update_fields=["state"])
    return made


def reassign(
    *,
    problem: PaperProblem,
    from_user: User,
    to_user: User,
    by: User | None,
    at: datetime,
) -> int:
    """Give what one marker has not completed to another; how many scripts.

    What was begun is begun anew: the two of a script judge on their own. Scripts the other
    marks already stay.
    """
    with write():
        open_ = list(
            Marking.objects.select_for_update(of=("self",)).filter(
                round__script__problem=problem,
                round__finished_at=None,
                marker=from_user,
                completed_at=None,
            )
        )
        theirs = set(
            Marking.objects.filter(
                round__in=[one.round_id for one in open_], marker=to_user
            ).values_list("round_id", flat=True)
        )
        moved = [one for one in open_ if one.round_id not in theirs]
        for one in moved:
            one.marker, one.marks, one.total = to_user, {}, None
            one.comment = one.note = ""
            one.annotations = []
            one.version += 1
            one.assigned_at = at
        Marking.objects.bulk_update(
            moved,
            ["marker", "marks", "total", "comment", "note", "annotations", "version",
             "assigned_at"],
        )  # fmt: skip
        MarkerDuty.objects.get_or_create(problem=problem, user=to_user)
        grant(user=to_user, scope=problem.paper.stage.tournament_id, role=Role.MARKER)
        _record(
            problem, "marking.reassigned", by, at,
            {"from": from_user.name, "to": to_user.name, "scripts": len(moved)},
        )  # fmt: skip
    return len(moved)


def reopen_flagged(*, problem: PaperProblem, by: User | None, at: datetime) -> int:
    """A new round for each flagged script, by its markers, with their marks to go on from."""
    with write():
        flagged = list(
            Script.objects.select_for_update(of=("self",)).filter(
                problem=problem, flagged=True, state=ScriptState.DONE
            )
        )
        for script in flagged:
            before = script.rounds.order_by("-number").first()
            sheets = list(before.markings.order_by("place")) if before else []
            two = [one for one in sheets if one.place in PLACES]
            made = open_round(script, [one.marker for one in two], at, MarkRound.Reason.SCHEME)
            for old in two:
                made.markings.filter(place=old.place).update(
                    marks=old.marks, comment=old.comment, note=old.note,
                    annotations=old.annotations,
                )  # fmt: skip
            script.flagged = False
            script.save(update_fields=["flagged"])
        _record(problem, "marking.reopened", by, at, {"scripts": len(flagged)})
    return len(flagged)


def clear_flag(*, script: Script, by: User | None, at: datetime, reason: str) -> None:
    """The new part is nothing for this script: its mark stands."""
    with write():
        Script.objects.filter(pk=script.pk).update(flagged=False)
        _record(script.problem, "marking.flag_cleared", by, at, {"script": script.code}, reason)


def _record(
    problem: PaperProblem,
    action: str,
    by: User | None,
    at: datetime,
    after: dict[str, object],
    reason: str = "",
) -> None:
    record(
        tournament=problem.paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=f"{problem.paper.title} {problem.label}",
        ref=problem.pk,
        after=dict(after),
        reason=reason,
    )
