"""Publishing standings: versioned snapshots, and the one door the public looks through."""

from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from accounts.db import write
from accounts.models import User
from tournaments.errors import NotFinalError
from tournaments.live import tell
from tournaments.models import (
    Publication,
    PublicationState,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.names import planned_round_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of
from tournaments.services.round_state import missing_tables, missing_words
from tournaments.services.snapshots import make_snapshot

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
) -> Publication:
    """Store a snapshot of the standings of ``stage`` after its round ``after_round``.

    The public sees it from ``embargo_until`` on; a draft never. Publishing the same again
    returns the version there is. Raise NotFinalError while anything is unplayed and
    ``state`` is final.
    """
    with write():
        locked = lock(tournament)
        if state == PublicationState.FINAL:
            _refuse_unfinished(locked, stage, after_round)
        snapshot = make_snapshot(locked, stage, after_round)
        latest = locked.publications.order_by("-version").first()
        if (
            latest is not None
            and latest.state == state
            and latest.embargo_until == embargo_until
            and latest.snapshot == snapshot
        ):
            return latest
        made = _insert(locked, stage, after_round, state, embargo_until, snapshot, by, at)
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
        made = _insert(
            locked,
            latest.stage,
            latest.after_round,
            PublicationState.WITHDRAWN,
            None,
            {},
            by,
            at,
        )
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
    """Whether a snapshot made now would differ from this one."""
    if publication.state == PublicationState.WITHDRAWN:
        return False
    now = make_snapshot(publication.tournament, publication.stage, publication.after_round)
    return bool(now != publication.snapshot)


def _insert(
    tournament: Tournament,
    stage: Stage,
    after_round: int,
    state: PublicationState,
    embargo_until: datetime | None,
    snapshot: dict[str, Any],
    by: User | None,
    at: datetime,
) -> Publication:
    last = tournament.publications.aggregate(last=Max("version"))["last"] or 0
    return Publication.objects.create(
        tournament=tournament,
        stage=stage,
        after_round=after_round,
        version=last + 1,
        state=state,
        embargo_until=embargo_until,
        snapshot=snapshot,
        created_at=at,
        by=by,
    )


def _refuse_unfinished(tournament: Tournament, stage: Stage, after_round: int) -> None:
    missing = missing_tables(tournament, closed_too=True)
    if missing:
        raise NotFinalError(missing=missing_words(missing))
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
    if unplayed:
        raise NotFinalError(missing="; ".join(dict.fromkeys(unplayed)))
    assert last.order == 1 or active_decision(last) is not None
