"""Appeals: another look at a mark, in a round of its own. Nothing is lost by asking."""

from collections.abc import Sequence
from datetime import datetime

from accounts.db import write
from accounts.models import User
from judging.errors import (
    AppealsClosedError,
    AppealStateError,
    NotEnoughMarkersError,
    UnmarkedScriptsError,
)
from judging.models import Appeal, MarkRound, Script
from judging.services.contests import contest_of
from judging.services.dealing import open_round
from judging.services.dirt import soil
from judging.services.released import released
from judging.services.schemes import scheme_of
from tournaments.services.audit import record

OPEN = (Appeal.State.OPEN, Appeal.State.MARKING)


def appeals_open(script: Script, at: datetime) -> bool:
    """From the release of the marks until the organiser's instant."""
    stage = script.problem.paper.stage
    until = contest_of(stage).appeals_until
    return until is not None and at < until and released(stage, at)


def file_appeal(*, script: Script, text: str, by: User | None, at: datetime) -> Appeal:
    """The contestant asks. Raise AppealsClosedError, AppealStateError, UnmarkedScriptsError."""
    if not appeals_open(script, at):
        raise AppealsClosedError
    with write():
        locked = _lock(script)
        if locked.points is None:
            raise UnmarkedScriptsError
        if locked.appeals.exclude(state=Appeal.State.SETTLED).exists():
            raise AppealStateError
        made = Appeal.objects.create(
            script=locked, text=text.strip()[:5_000], before=locked.points, at=at
        )
        _record(made, "appeal.filed", by, at)
        soil(locked.problem.paper.stage_id, at)
    return made


def take_up_appeal(
    *, appeal: Appeal, markers: Sequence[User] = (), by: User | None, at: datetime
) -> MarkRound:
    """Have it marked again; the old marks are shown, and stay. Raise AppealStateError.

    Without ``markers`` those of the duty list mark who did not before, as far as there are any.
    """
    with write():
        script = _lock(appeal.script)
        fresh = Appeal.objects.get(pk=appeal.pk)
        if fresh.state != Appeal.State.OPEN:
            raise AppealStateError
        needed = scheme_of(script.problem).markers
        chosen = list(markers) or _fresh_eyes(script)[:needed]
        if len(chosen) < needed:
            raise NotEnoughMarkersError(needed=needed)
        made = open_round(script, chosen[:needed], at, MarkRound.Reason.APPEAL)
        fresh.state, fresh.round = Appeal.State.MARKING, made
        fresh.save(update_fields=["state", "round"])
        _record(fresh, "appeal.taken_up", by, at)
    return made


def refuse_appeal(*, appeal: Appeal, answer: str, by: User | None, at: datetime) -> Appeal:
    """The mark stands as it is. Raise AppealStateError."""
    with write():
        script = _lock(appeal.script)
        fresh = Appeal.objects.get(pk=appeal.pk)
        if fresh.state != Appeal.State.OPEN:
            raise AppealStateError
        fresh.state, fresh.answer, fresh.after = Appeal.State.REFUSED, answer[:5_000], fresh.before
        fresh.decided_by, fresh.decided_at = by, at
        fresh.save()
        _record(fresh, "appeal.refused", by, at)
        soil(script.problem.paper.stage_id, at)
    return fresh


def answer_appeal(*, appeal: Appeal, answer: str, by: User | None) -> Appeal:
    """Words for the contestant, also after the round is finished."""
    with write():
        fresh = Appeal.objects.select_for_update().get(pk=appeal.pk)
        fresh.answer, fresh.decided_by = answer[:5_000], by
        fresh.save(update_fields=["answer", "decided_by"])
    return fresh


def _fresh_eyes(script: Script) -> list[User]:
    before = set(script.rounds.values_list("markings__marker", flat=True))
    duties = script.problem.duties.select_related("user").order_by("id")
    people = [one.user for one in duties]
    return sorted(people, key=lambda one: one.pk in before)


def _lock(script: Script) -> Script:
    return (
        Script.objects.select_for_update(of=("self",))
        .select_related("problem__paper__stage__tournament", "sitting__entry")
        .get(pk=script.pk)
    )


def _record(appeal: Appeal, action: str, by: User | None, at: datetime) -> None:
    problem = appeal.script.problem
    record(
        tournament=problem.paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=f"{problem.label} {appeal.script.code}",
        ref=appeal.pk,
        after={"before": str(appeal.before), "state": str(appeal.state)},
        reason=appeal.answer,
    )
