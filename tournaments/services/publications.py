"""Publishing standings: versioned snapshots, and the one door the public looks through."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from accounts import doorbell
from accounts.db import write
from accounts.models import User
from tournaments.errors import NotFinalError
from tournaments.live import tell
from tournaments.models import (
    Publication,
    PublicationState,
    RoundState,
    Stage,
    TableSeat,
    Tournament,
    TournamentState,
)
from tournaments.names import later, planned_round_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of
from tournaments.services.inputs import fingerprint
from tournaments.services.remembered import remembered
from tournaments.services.round_state import missing_tables, missing_words
from tournaments.services.snapshots import make_snapshot

ATTEMPTS = 3
TASK, QUEUE = "tournaments.tasks.prepare_published", "render"
AT_ONCE = 1.5
"""Seconds that a request may take for what a worker could do."""
GOING = (TournamentState.PREPARING, TournamentState.RUNNING)


def publish(
    *,
    tournament: Tournament,
    stage: Stage,
    after_round: int,
    state: PublicationState,
    by: User | None,
    at: datetime,
    embargo_until: datetime | None = None,
    reason: str = "",
    ahead: Callable[[Publication], object] | None = None,
) -> Publication:
    """Store a snapshot of the standings of ``stage`` after its round ``after_round``.

    The public sees it from ``embargo_until`` on; a draft never. Publishing the same again
    returns the version there is. ``ahead`` gets what will be stored, to make its pages before
    anybody can ask for them. Raise NotFinalError while anything is unplayed and
    ``state`` is final.
    """
    if state == PublicationState.FINAL:
        refuse_unfinished(tournament, stage, after_round)
    for _attempt in range(ATTEMPTS):
        # Read before anything is locked: of ten thousand entries it takes a while.
        seen = Tournament.objects.get(pk=tournament.pk)
        inputs = fingerprint(seen, stage, after_round)
        if not inputs:
            break
        made = Made(stage, after_round, make_snapshot(seen, stage, after_round), inputs)
        if ahead is not None and embargo_until is None:
            ahead(_row(seen, made, state, None, by, at))
        with write():
            locked = lock(tournament)
            if _same(locked, seen, stage, after_round, inputs):
                return _publish(locked, made, state, embargo_until, by, at, reason)
    with write():
        locked = lock(tournament)
        snapshot = make_snapshot(locked, stage, after_round)
        made = Made(stage, after_round, snapshot, fingerprint(locked, stage, after_round))
        return _publish(locked, made, state, embargo_until, by, at, reason)


@dataclass(frozen=True, slots=True)
class Made:
    """A snapshot and what it was made from."""

    stage: Stage
    after_round: int
    snapshot: dict[str, Any]
    inputs: str


def _same(
    locked: Tournament, seen: Tournament, stage: Stage, after_round: int, inputs: str
) -> bool:
    """Whether nothing that the snapshot was made from has changed since it was read."""
    if locked.live_seq == seen.live_seq:
        return True
    return fingerprint(locked, stage, after_round) == inputs


def _publish(
    locked: Tournament,
    found: Made,
    state: PublicationState,
    embargo_until: datetime | None,
    by: User | None,
    at: datetime,
    reason: str,
) -> Publication:
    stage, after_round = found.stage, found.after_round
    if state == PublicationState.FINAL:
        refuse_unfinished(locked, stage, after_round)
    latest = locked.publications.order_by("-version").defer("snapshot").first()
    if (
        latest is not None
        and latest.state == state
        and latest.embargo_until == embargo_until
        and (found.inputs == latest.inputs != "" or latest.snapshot == found.snapshot)
    ):
        if latest.inputs != found.inputs:
            # The same standings in another way.
            latest.inputs = found.inputs
            latest.save(update_fields=["inputs"])
        return latest
    made = _insert(locked, found, state, embargo_until, by, at)
    record(
        tournament=locked,
        by=by,
        at=at,
        action="standings.published",
        subject=lambda: planned_round_name(stage, after_round),
        after={
            "version": made.version,
            "state": str(state.value),
            "embargo_until": embargo_until.isoformat() if embargo_until else None,
        },
        reason=reason,
    )
    if embargo_until is None:
        _finish(locked, made)
        transaction.on_commit(lambda: doorbell.ring(TASK, QUEUE), robust=True)
    tell(locked, "publication")
    return made


def _finish(tournament: Tournament, published: Publication) -> None:
    """A tournament whose final standings everybody may read is over."""
    final = published.state == PublicationState.FINAL
    if final and tournament.state in GOING:
        tournament.state = TournamentState.FINISHED
        tournament.save(update_fields=["state"])
        tell(tournament, "publication")


def lift_embargoes(at: datetime) -> int:
    """Finish tournaments whose final standings became public by ``at``; how many that were."""
    due = Publication.objects.filter(
        state=PublicationState.FINAL,
        embargo_until__lte=at,
        tournament__state__in=GOING,
    )
    done = 0
    for tournament_id in set(due.values_list("tournament_id", flat=True)):
        with write():
            locked = Tournament.objects.select_for_update().get(pk=tournament_id)
            latest = latest_public(locked, at)
            if latest is not None:
                _finish(locked, latest)
                done += locked.state == TournamentState.FINISHED
    return done


def withdraw_publication(
    *, tournament: Tournament, by: User | None, at: datetime, reason: str
) -> Publication | None:
    """Take the published standings back, by a version that shows nothing."""
    with write():
        locked = lock(tournament)
        latest = locked.publications.order_by("-version").select_related("stage").first()
        if latest is None or latest.state == PublicationState.WITHDRAWN:
            return latest
        nothing = Made(latest.stage, latest.after_round, {}, "")
        made = _insert(locked, nothing, PublicationState.WITHDRAWN, None, by, at)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="standings.withdrawn",
            before={"version": latest.version},
            after={"version": made.version},
            reason=reason,
        )
        if locked.state == TournamentState.FINISHED:
            locked.state = TournamentState.RUNNING
            locked.save(update_fields=["state"])
        tell(locked, "publication")
    return made


def latest_public(tournament: Tournament, at: datetime) -> Publication | None:
    """What the public may see at an instant; None when nothing is out.

    Its snapshot is read when it is asked for.
    """
    found = (
        Publication.objects.filter(tournament=tournament)
        .exclude(state=PublicationState.DRAFT)
        .filter(Q(embargo_until=None) | Q(embargo_until__lte=at))
        .order_by("-version")
        .select_related("stage")
        .defer("snapshot")
        .first()
    )
    return None if found is None or found.state == PublicationState.WITHDRAWN else found


def public_versions(tournament: Tournament, at: datetime) -> list[Publication]:
    """Every version that is or was public, newest first, but none that was withdrawn.

    A withdrawal takes all versions before it, for ever. Their snapshots are read when asked for.
    """
    withdrawn = Publication.objects.filter(tournament=tournament, state=PublicationState.WITHDRAWN)
    last = withdrawn.aggregate(last=Max("version"))["last"] or 0
    return list(
        Publication.objects.filter(tournament=tournament, version__gt=last)
        .exclude(state=PublicationState.DRAFT)
        .filter(Q(embargo_until=None) | Q(embargo_until__lte=at))
        .order_by("-version")
        .select_related("stage")
        .defer("snapshot")
    )


def latest_made(tournament: Tournament) -> Publication | None:
    """The newest version of all, for the staff."""
    return tournament.publications.order_by("-version").select_related("stage").first()


def is_outdated(publication: Publication) -> bool:
    """Whether a snapshot made now would differ from this one.

    Of large tournaments: whether anything it was made from has changed.
    """
    if publication.state == PublicationState.WITHDRAWN:
        return False
    tournament, stage, after_round = (
        publication.tournament,
        publication.stage,
        publication.after_round,
    )
    if publication.inputs:
        if fingerprint(tournament, stage, after_round) == publication.inputs:
            return False
        if publishing_seconds(tournament, stage) > AT_ONCE:
            return True
    now = make_snapshot(tournament, stage, after_round)
    return bool(now != publication.snapshot)


def known_outdated(publication: Publication, stages: Iterable[Stage]) -> bool:
    """``is_outdated``, computed once for results that stay the same; ``stages``: all there are."""
    versions = ",".join(format_of(one).version(one) for one in stages)
    name = f"outdated:{publication.pk}:{versions}"
    return remembered(publication.tournament, name, partial(is_outdated, publication))


def publishing_seconds(tournament: Tournament, stage: Stage) -> float:
    """About how long a snapshot takes: measured, 0.4 ms a seat."""
    seats = TableSeat.objects.filter(table__round__stage__tournament=tournament)
    return 0.0004 * seats.filter(table__round__stage__order__lte=stage.order).count()


def _insert(
    tournament: Tournament,
    made: Made,
    state: PublicationState,
    embargo_until: datetime | None,
    by: User | None,
    at: datetime,
) -> Publication:
    row = _row(tournament, made, state, embargo_until, by, at)
    row.save(force_insert=True)
    return row


def _row(
    tournament: Tournament,
    made: Made,
    state: PublicationState,
    embargo_until: datetime | None,
    by: User | None,
    at: datetime,
) -> Publication:
    """The next version, not stored."""
    last = tournament.publications.aggregate(last=Max("version"))["last"] or 0
    return Publication(
        tournament=tournament,
        stage=made.stage,
        after_round=made.after_round,
        version=last + 1,
        state=state,
        embargo_until=embargo_until,
        snapshot=made.snapshot,
        inputs=made.inputs,
        created_at=at,
        by=by,
    )


def refuse_unfinished(tournament: Tournament, stage: Stage, after_round: int) -> None:
    """Raise NotFinalError while anything is unplayed."""
    missing = missing_tables(tournament, closed_too=True)
    if missing:
        raise NotFinalError(missing=later(missing_words, missing))
    if _unplayed(tournament, stage, after_round):
        raise NotFinalError(missing=later(_unplayed, tournament, stage, after_round))
    last = tournament.stages.order_by("order").last()
    assert last is not None
    assert last.order == 1 or active_decision(last) is not None


def _unplayed(tournament: Tournament, stage: Stage, after_round: int) -> str:
    """What is still to be drawn, played or graded; empty when everything is over."""
    stages = list(Stage.objects.filter(tournament=tournament))
    unplayed = []
    for one in stages:
        one.tournament = tournament
        form = format_of(one)
        unplayed += form.unfinished(one)
        draft = one.rounds.filter(state=RoundState.DRAFT).first()
        number = draft.number if draft else form.next_number(one)
        if number is not None:
            unplayed.append(planned_round_name(one, number))
    last = stages[-1]
    drawn = last.rounds.order_by("-number").values_list("number", flat=True).first()
    if stage.pk != last.pk or (drawn is not None and after_round != drawn):
        unplayed.append(planned_round_name(last, drawn or 1))
    return "; ".join(dict.fromkeys(unplayed))
