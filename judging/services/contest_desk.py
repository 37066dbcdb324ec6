"""What the desk of a contest shows of its results, and what is taken along as a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from judging.models import Appeal, Contest, Kind, PaperProblem
from judging.numbers import shown
from judging.ranking import Excluded
from judging.services.boards import frozen_at, staff_board
from judging.services.format import unfinished
from judging.services.scores import Scores, stage_scores
from tournaments.models import Entry, Publication, PublicationState, Stage, Tournament
from tournaments.names import stage_name
from tournaments.services.publications import (
    is_outdated,
    latest_made,
    latest_public,
)


@dataclass(frozen=True, slots=True)
class ContestDesk:
    board: dict[str, Any]
    frozen_at: datetime | None
    missing: Sequence[str]
    """What keeps the results from being final, in words."""
    made: Publication | None
    """The newest version of all."""
    public: Publication | None
    outdated: bool
    open_appeals: int
    appeals_until: datetime | None
    """Until then somebody may still appeal; None: nobody can."""
    versions: Sequence[Publication]


def contest_desk(contest: Contest, at: datetime) -> ContestDesk:
    tournament = contest.stage.tournament
    made = latest_made(tournament)
    covers = made is not None and made.stage.order >= contest.stage.order
    return ContestDesk(
        staff_board(contest, at),
        frozen_at(contest, at),
        missing(contest.stage),
        made,
        latest_public(tournament, at),
        covers and made is not None and is_outdated(made),
        Appeal.objects.filter(
            script__problem__paper__stage=contest.stage, state=Appeal.State.OPEN
        ).count(),
        _appeals_until(contest, at),
        list(tournament.publications.defer("snapshot").order_by("-version")[:20]),
    )


def _appeals_until(contest: Contest, at: datetime) -> datetime | None:
    until = contest.appeals_until
    if until is None or at >= until:
        return None
    proofs = PaperProblem.objects.filter(paper__stage=contest.stage, kind=Kind.PROOF)
    return until if proofs.exists() else None


def missing(stage: Stage) -> list[str]:
    """What keeps results from being final: of this stage, then of the others."""
    found = unfinished(stage)
    others = Stage.objects.filter(tournament=stage.tournament_id).exclude(pk=stage.pk)
    for one in others.order_by("order"):
        if left := unfinished(one):
            words = {"stage": stage_name(one), "what": left[0]}
            found.append(_("%(stage)s: %(what)s") % words)
        elif one.order > stage.order:
            found.append(_("results of %(stage)s are the last") % {"stage": stage_name(one)})
    return found


def contests_of(tournament: Tournament) -> list[Contest]:
    found = Contest.objects.filter(stage__tournament=tournament)
    return list(found.select_related("stage__tournament").order_by("stage__order"))


def appeals_of(stage: Stage) -> list[Appeal]:
    """Open ones first, then by when they came."""
    found = Appeal.objects.filter(script__problem__paper__stage=stage).select_related(
        "script__problem__paper", "script__sitting__entry", "decided_by"
    )
    return sorted(found, key=lambda one: (one.state != Appeal.State.OPEN, one.at))


def certified(tournament: Tournament, at: datetime) -> Publication | None:
    """The public final version; None: certificates wait for it (J52)."""
    found = latest_public(tournament, at)
    final = found is not None and found.state == PublicationState.FINAL
    return found if final else None


@dataclass(frozen=True, slots=True)
class Certified:
    key: str
    name: str
    club: str
    rank: int
    shared: bool
    points: str


def certified_people(published: Publication, order: int) -> list[Certified]:
    """Those with a rank in a stage of the published version, best first."""
    whole = Publication.objects.get(pk=published.pk).snapshot
    stage: dict[str, Any] = next(
        (one for one in whole.get("stages", []) if one["order"] == order), {}
    )
    entries = {str(one.pk): one for one in Entry.objects.filter(tournament=published.tournament_id)}
    results = stage.get("judging", {}).get("results", {})
    found = []
    for row in stage.get("standings", []):
        entry = entries.get(row["key"])
        if row.get("rank") is None or entry is None:
            continue
        found.append(
            Certified(
                row["key"],
                entry.name,
                entry.club,
                row["rank"],
                bool(row.get("shared")),
                _sum(results.get(row["key"], {})),
            )
        )
    return found


def _sum(results: dict[str, Any]) -> str:
    return shown(sum((Fraction(cells[0]) for cells in results.values()), Fraction(0)))


HEADERS = ("rank", "number", "name", "club", "status", "points", "hantei", "wrong")


def results_rows(stage: Stage) -> tuple[list[str], list[list[Any]], Sequence[PaperProblem]]:
    """Keys, a row for each contestant best first, and the problems (last columns)."""
    scores: Scores = stage_scores(stage)
    by_key = {str(row.entry.pk): row for row in scores.rows}
    rows = []
    for one in scores.ranking:
        row = by_key[str(one.contestant.key)]
        status = row.excluded or None
        rows.append(
            [
                one.rank,
                row.entry.number,
                row.entry.name,
                row.entry.club,
                status.value if isinstance(status, Excluded) else "",
                float(row.total.points),
                row.total.hantei_solved,
                row.total.wrong,
                *(float(row.scores[problem.pk].points) for problem in scores.problems),
            ]
        )
    keys = [*HEADERS, *(f"problem_{one.label}" for one in scores.problems)]
    return keys, rows, scores.problems
