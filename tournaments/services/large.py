"""Steps that are done at once in small tournaments, and by a worker in large ones."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from accounts.models import User
from tournaments.errors import JobOutdatedError
from tournaments.formats.swiss_errors import BY_HAND
from tournaments.models import (
    Job,
    JobKind,
    Publication,
    PublicationState,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.names import planned_round_name, round_name
from tournaments.services.drawing import draw_round, redraw_round, refuse_missing
from tournaments.services.drawing_ahead import (
    coming_round,
    draw_ahead,
    drawing_seconds,
    redraw_ahead,
)
from tournaments.services.field import latest_round
from tournaments.services.jobs import Work, ask
from tournaments.services.publications import (
    AT_ONCE,
    publish,
    publishing_seconds,
    refuse_unfinished,
)


def draw(
    *,
    tournament: Tournament,
    seed: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    allow: Sequence[str] = (),
) -> Round | Job:
    """The next round as ``draw_round`` makes it; or the job that will."""
    coming = coming_round(tournament)
    seconds = 0.0 if coming is None else drawing_seconds(coming)
    if coming is None or seconds <= AT_ONCE or BY_HAND in allow:
        return draw_round(
            tournament=tournament, seed=seed, by=by, at=at, reason=reason, allow=allow
        )
    refuse_missing(tournament, reason)
    return ask(
        tournament=tournament,
        kind=JobKind.DRAW,
        wanted={
            "ordinal": coming.ordinal,
            "seed": seed,
            "reason": reason,
            "allow": list(allow),
        },
        same=lambda _other: True,
        subject=lambda: planned_round_name(coming.stage, coming.number),
        seconds=seconds,
        by=by,
        at=at,
    )


def redraw(
    *, round_id: int, seed: int, by: User | None, at: datetime, allow: Sequence[str] = ()
) -> Round | Job:
    """A draft drawn anew, or the job that will do it."""
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    seconds = drawing_seconds(round_)
    if round_.state != RoundState.DRAFT or seconds <= AT_ONCE:
        return redraw_round(round_id=round_id, seed=seed, by=by, at=at, allow=allow)
    return ask(
        tournament=round_.stage.tournament,
        kind=JobKind.REDRAW,
        wanted={"round": round_id, "seed": seed, "allow": list(allow)},
        same=lambda other: other["round"] == round_id,
        subject=lambda: round_name(round_),
        seconds=seconds,
        by=by,
        at=at,
    )


def publish_or_ask(
    *,
    tournament: Tournament,
    stage: Stage,
    after_round: int,
    state: PublicationState,
    by: User | None,
    at: datetime,
    embargo_until: datetime | None = None,
    reason: str = "",
) -> Publication | Job:
    """The version as ``publish`` stores it, or the job that will."""
    seconds = publishing_seconds(tournament, stage)
    if seconds <= AT_ONCE:
        return publish(
            tournament=tournament,
            stage=stage,
            after_round=after_round,
            state=state,
            by=by,
            at=at,
            embargo_until=embargo_until,
            reason=reason,
        )
    if state == PublicationState.FINAL:
        refuse_unfinished(tournament, stage, after_round)
    wanted = {
        "stage": stage.order,
        "after_round": after_round,
        "state": str(state.value),
        "embargo_until": None if embargo_until is None else embargo_until.isoformat(),
        "reason": reason,
    }
    return ask(
        tournament=tournament,
        kind=JobKind.PUBLISH,
        wanted=wanted,
        same=lambda other: other == wanted,
        subject=lambda: planned_round_name(stage, after_round),
        seconds=seconds,
        by=by,
        at=at,
    )


def _draw(job: Job, at: datetime) -> dict[str, Any]:
    """Whoever was killed after drawing has drawn: the round after it is nobody's wish."""
    wanted = dict(job.wanted)
    latest = latest_round(job.tournament)
    drawn = latest.ordinal if latest else 0
    ordinal = wanted.pop("ordinal", drawn + 1)
    if drawn >= ordinal:
        return {"round": ordinal}
    if drawn + 1 < ordinal:
        raise JobOutdatedError
    made = draw_ahead(tournament=job.tournament, by=job.by, at=at, **wanted)
    return {"round": made.ordinal}


def _redraw(job: Job, at: datetime) -> dict[str, Any]:
    wanted = dict(job.wanted)
    made = redraw_ahead(round_id=wanted.pop("round"), by=job.by, at=at, **wanted)
    return {"round": made.ordinal}


def publish_asked(
    job: Job, at: datetime, ahead: Callable[[Publication], object] | None = None
) -> dict[str, Any]:
    """Publish what a job asks for; ``ahead`` as for ``publish``."""
    wanted = job.wanted
    embargo = wanted["embargo_until"]
    made = publish(
        tournament=job.tournament,
        stage=Stage.objects.get(tournament=job.tournament, order=wanted["stage"]),
        after_round=wanted["after_round"],
        state=PublicationState(wanted["state"]),
        embargo_until=None if embargo is None else parse_datetime(embargo),
        by=job.by,
        at=at,
        reason=wanted["reason"],
        ahead=ahead,
    )
    return {"version": made.version}


DRAWS = (JobKind.DRAW, JobKind.REDRAW)
WORKS: Mapping[str, Work] = {
    JobKind.DRAW.value: _draw,
    JobKind.REDRAW.value: _redraw,
    JobKind.PUBLISH.value: publish_asked,
}
