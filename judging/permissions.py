"""Who gets what: every object of a page is looked up here, for the person who asks.

Whoever may not have it learns not even that it exists (Http404).
"""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import Role, User
from accounts.services.roles import has_role
from judging.models import (
    Appeal,
    Bank,
    Contest,
    MarkerDuty,
    Marking,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    PdfPage,
    Problem,
    Rejudge,
    Script,
    Sitting,
    Submission,
    SubmittedPage,
    Upload,
)
from tournaments.models import Entry, Tournament
from tournaments.services.field import active_decision, seeds_of

STAFF = (Role.ORGANISER, Role.ARBITER)


def bank_of(user: User | None, bank_id: UUID) -> Bank:
    """For its committee."""
    return get_object_or_404(Bank.objects.for_committee(user).filter(pk=bank_id))


def headed_bank(user: User | None, bank_id: UUID) -> Bank:
    """For those who manage its committee."""
    return get_object_or_404(Bank.objects.headed_by(user).filter(pk=bank_id))


def problem_of(user: User | None, problem_id: UUID) -> Problem:
    """For the committee of its bank."""
    found = Problem.objects.filter(bank__in=Bank.objects.for_committee(user), pk=problem_id)
    return get_object_or_404(found.select_related("bank", "current").prefetch_related("tags"))


def staffed_paper(user: User | None, paper_id: UUID) -> Paper:
    """For organisers and arbiters: who writes, and until when."""
    tournaments = Tournament.objects.staffed_by(user)
    return _paper(Paper.objects.filter(stage__tournament__in=tournaments), paper_id)


def managed_paper(user: User | None, paper_id: UUID) -> Paper:
    """For organisers: all of it."""
    tournaments = Tournament.objects.managed_by(user)
    return _paper(Paper.objects.filter(stage__tournament__in=tournaments), paper_id)


def _paper(found: "QuerySet[Paper]", paper_id: UUID) -> Paper:
    return get_object_or_404(found.filter(pk=paper_id).select_related("stage__tournament"))


def may_see_problems(user: User | None, paper: Paper) -> bool:
    """Whether the person may see what is asked before anybody else: the organisers."""
    return has_role(user, paper.stage.tournament_id, [Role.ORGANISER])


def managed_contest(user: User | None, tournament_id: UUID, stage_order: int) -> Contest:
    return _contest(Tournament.objects.managed_by(user), tournament_id, stage_order)


def staffed_contest(user: User | None, tournament_id: UUID, stage_order: int) -> Contest:
    return _contest(Tournament.objects.staffed_by(user), tournament_id, stage_order)


def visible_contest(user: User | None, tournament_id: UUID, stage_order: int) -> Contest:
    """For whoever may look at the tournament."""
    return _contest(Tournament.objects.visible_to(user), tournament_id, stage_order)


def _contest(tournaments: "QuerySet[Tournament]", tournament_id: UUID, stage_order: int) -> Contest:
    found = Contest.objects.filter(
        stage__tournament__in=tournaments,
        stage__tournament_id=tournament_id,
        stage__order=stage_order,
    )
    return get_object_or_404(found.select_related("stage__tournament"))


def paper_problem(user: User | None, problem_id: UUID) -> PaperProblem:
    """For organisers."""
    found = PaperProblem.objects.filter(
        paper__stage__tournament__in=Tournament.objects.managed_by(user), pk=problem_id
    )
    return get_object_or_404(found.select_related("paper__stage__tournament", "source", "key"))


def entry_of(user: User | None, paper: Paper) -> Entry | None:
    """The person's entry, if they may sit the paper: entered, and admitted to its stage."""
    if user is None or not user.is_active:
        return None
    entry = Entry.objects.filter(
        tournament=paper.stage.tournament_id, user=user, listed_only=False
    ).first()
    if entry is None or entry.disqualified_at is not None or entry.withdrawn_from is not None:
        return None
    if paper.stage.order > 1 and paper.mode != Mode.PRACTICE:
        decision = active_decision(paper.stage)
        if decision is None or str(entry.pk) not in seeds_of(decision):
            return None
    return entry


def entrant(paper: Paper, entry_id: UUID) -> Entry:
    """Somebody of its tournament, for its staff."""
    return get_object_or_404(
        Entry.objects.filter(tournament=paper.stage.tournament_id, listed_only=False, pk=entry_id)
    )


def contest_paper(user: User | None, paper_id: UUID) -> tuple[Paper, Entry]:
    """For somebody who may sit it. Says nothing of what is asked."""
    paper = _paper(Paper.objects.exclude(state=PaperState.DRAFT), paper_id)
    entry = entry_of(user, paper)
    if entry is None:
        raise Http404
    return paper, entry


def my_papers(user: User | None) -> list[tuple[Paper, Entry]]:
    """Every paper the person may sit, by tournament and order."""
    if user is None or not user.is_active:
        return []
    entries = {
        entry.tournament_id: entry
        for entry in Entry.objects.filter(
            user=user, listed_only=False, disqualified_at=None, withdrawn_from=None
        )
    }
    papers = (
        Paper.objects.filter(stage__tournament__in=entries)
        .exclude(state=PaperState.DRAFT)
        .select_related("stage__tournament")
        .order_by("stage__tournament__created_at", "stage__order", "order")
    )
    admitted: dict[int, set[str]] = {}
    found = []
    for paper in papers:
        entry = entries[paper.stage.tournament_id]
        if paper.stage.order > 1 and paper.mode != Mode.PRACTICE:
            if paper.stage_id not in admitted:
                decision = active_decision(paper.stage)
                admitted[paper.stage_id] = set(seeds_of(decision)) if decision else set()
            if str(entry.pk) not in admitted[paper.stage_id]:
                continue
        found.append((paper, entry))
    return found


def own_sitting(user: User | None, paper_id: UUID) -> Sitting:
    """The person's own, once started."""
    found = Sitting.objects.of(user).filter(paper_id=paper_id, started_at__isnull=False)
    return get_object_or_404(
        found.exclude(paper__state=PaperState.DRAFT).select_related(
            "paper__stage__tournament", "entry"
        )
    )


def staffed_sitting(user: User | None, sitting_id: UUID) -> Sitting:
    """For organisers and arbiters."""
    found = Sitting.objects.filter(
        paper__stage__tournament__in=Tournament.objects.staffed_by(user), pk=sitting_id
    )
    return get_object_or_404(found.select_related("paper__stage__tournament", "entry"))


def own_submission(user: User | None, public_id: UUID) -> Submission:
    """The person's own."""
    found = Submission.objects.filter(sitting__in=Sitting.objects.of(user), public_id=public_id)
    return get_object_or_404(
        found.select_related("sitting__paper__stage__tournament", "problem__key", "problem__source")
    )


def managed_submission(user: User | None, public_id: UUID) -> Submission:
    """For organisers."""
    found = Submission.objects.filter(
        problem__paper__stage__tournament__in=Tournament.objects.managed_by(user),
        public_id=public_id,
    )
    return get_object_or_404(found.select_related("sitting__entry", "problem__paper__stage"))


def upload_of(user: User | None, upload_id: UUID) -> Upload:
    """For its owner, the markers of the script, its adjudicators, and the organisers."""
    if user is None or not user.is_active:
        raise Http404
    owner = Q(sitting__entry__user=user, removed_at=None)
    managed = Q(problem__paper__stage__tournament__in=Tournament.objects.managed_by(user))
    duties = MarkerDuty.objects.filter(user=user, adjudicates=True)
    pages = SubmittedPage.objects.filter(upload_id=upload_id, submission__script__isnull=False)
    seen = pages.filter(
        Q(submission__script__rounds__markings__marker=user)
        | Q(submission__script__problem__in=duties.values("problem"))
    )
    marked = Q(pk__in=seen.values("upload"))
    return get_object_or_404(
        Upload.objects.filter(owner | managed | marked, pk=upload_id).select_related("problem")
    )


def pdf_page_of(user: User | None, upload_id: UUID, number: int) -> PdfPage:
    """For whoever may have the PDF."""
    found = PdfPage.objects.filter(upload=upload_of(user, upload_id), number=number)
    return get_object_or_404(found.select_related("upload"))


def marking_of(user: User | None, marking_id: UUID) -> Marking:
    """The marker's own sheet."""
    if user is None or not user.is_active:
        raise Http404
    return get_object_or_404(
        Marking.objects.filter(pk=marking_id, marker=user).select_related(
            "round__script__problem__scheme", "round__script__submission"
        )
    )


def marked_problem(user: User | None, problem_id: UUID) -> PaperProblem:
    """For the markers on duty and the organisers."""
    if user is None or not user.is_active:
        raise Http404
    managed = Q(paper__stage__tournament__in=Tournament.objects.managed_by(user))
    found = PaperProblem.objects.filter(
        managed | Q(duties__user=user), pk=problem_id, kind="proof"
    ).distinct()
    return get_object_or_404(found.select_related("paper__stage__tournament", "source"))


def marked_problems(user: User | None) -> "QuerySet[PaperProblem]":
    """What the person is on duty for."""
    if user is None or not user.is_active:
        return PaperProblem.objects.none()
    found = PaperProblem.objects.filter(duties__user=user)
    return found.select_related("paper__stage__tournament").order_by("paper", "order")


def script_of(user: User | None, script_id: UUID) -> Script:
    """For the organisers and the adjudicators on duty."""
    if user is None or not user.is_active:
        raise Http404
    managed = Q(problem__paper__stage__tournament__in=Tournament.objects.managed_by(user))
    adjudicated = Q(problem__duties__user=user, problem__duties__adjudicates=True)
    found = Script.objects.filter(managed | adjudicated, pk=script_id).distinct()
    return get_object_or_404(found.select_related("problem__paper__stage", "submission"))


def own_script(user: User | None, script_id: UUID) -> Script:
    """The contestant's own; what of it is released is asked of the results."""
    found = Script.objects.filter(sitting__in=Sitting.objects.of(user), pk=script_id)
    return get_object_or_404(found.select_related("problem__paper__stage__tournament"))


def rejudge_of(user: User | None, rejudge_id: UUID) -> Rejudge:
    """For organisers."""
    found = Rejudge.objects.filter(
        problem__paper__stage__tournament__in=Tournament.objects.managed_by(user), pk=rejudge_id
    )
    return get_object_or_404(
        found.select_related("key", "before", "problem__paper__stage__tournament")
    )


def appeal_of(user: User | None, appeal_id: UUID) -> Appeal:
    """For organisers."""
    found = Appeal.objects.filter(
        script__problem__paper__stage__tournament__in=Tournament.objects.managed_by(user),
        pk=appeal_id,
    )
    return get_object_or_404(found.select_related("script__problem__paper__stage__tournament"))
