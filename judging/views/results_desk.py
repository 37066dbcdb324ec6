"""The desk of results: the staff's board, freezing, publishing, statistics, appeals."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.forms.results import AppealAnswerForm, AppealsUntilForm, PublishForm
from judging.models import Appeal, Contest
from judging.numbers import shown as points_shown
from judging.permissions import appeal_of, managed_contest, staffed_contest
from judging.services import appeals as appeal_service
from judging.services.contest_desk import ContestDesk, appeals_of, contest_desk, contests_of
from judging.services.contests import change_contest
from judging.services.statistics import StageStatistics, statistics
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.board_parts import board_rows, criteria_words
from judging.views.plots import histogram, share_bar
from tournaments.models import Publication, PublicationState, Tournament
from tournaments.names import stage_name, version_words
from tournaments.services.publications import publish, withdraw_publication
from tournaments.views import typed
from tournaments.views.access import organiser_action, organiser_page, page
from tournaments.views.context import desk_context

PAGE = 200


@page
def desk_results(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The results of the newest stage with any papers."""
    found = contests_of(tournament)
    begun = [one for one in found if one.stage.papers.exclude(state="draft").exists()]
    if not found:
        return redirect("judging:desk_papers", tournament.pk)
    chosen = (begun or found[:1])[-1]
    return redirect("judging:desk_contest", tournament.pk, chosen.stage.order)


@page
def desk_contest(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    """Everybody's points as they stand; what is missing; what is public."""
    contest = staffed_contest(person(request), tournament.pk, stage_order)
    return _contest(request, tournament, contest)


def _contest(
    request: HttpRequest,
    tournament: Tournament,
    contest: Contest,
    *,
    form: PublishForm | None = None,
    appeals: AppealsUntilForm | None = None,
) -> HttpResponse:
    """``form``, ``appeals``: with faults, as they were typed."""
    at = arrived_at(request)
    seen = contest_desk(contest, at)
    first = (max(1, typed.to_number(request.GET.get("page", ""), 1)) - 1) * PAGE
    until = contest.appeals_until
    context = contest_context(
        request,
        tournament,
        contest,
        desk=seen,
        board=seen.board,
        rows=board_rows(seen.board, first, PAGE),
        page=first // PAGE + 1,
        pages=max(1, -(-len(seen.board["rows"]) // PAGE)),
        criteria=criteria_words(seen.board.get("criteria", ())),
        form=form or PublishForm(tournament=tournament, initial={"state": _proposed(seen)}),
        appeals=appeals
        or AppealsUntilForm(
            zone=tournament.time_zone,
            initial={"appeals_until": until and _wall(until)},
            auto_id="until_%s",
        ),
        appeals_open=until is not None and at < until,
    )
    faulty = form is not None or appeals is not None
    return render(request, "judging/results/desk.html", context, status=422 if faulty else 200)


def _proposed(seen: ContestDesk) -> PublicationState:
    """Final once nothing is missing and nobody can appeal any more, and what was final stays so."""
    if seen.public is not None and seen.public.state == PublicationState.FINAL:
        return PublicationState.FINAL
    ready = not seen.missing and seen.appeals_until is None
    return PublicationState.FINAL if ready else PublicationState.PROVISIONAL


def _wall(at: Any) -> Any:
    return timezone.localtime(at).replace(tzinfo=None)


def contest_context(
    request: HttpRequest, tournament: Tournament, contest: Contest, **more: Any
) -> dict[str, Any]:
    """What every page of a stage's results shows around its own."""
    return desk_context(
        request,
        tournament,
        "results",
        contest=contest,
        stages=[(one.stage.order, stage_name(one.stage)) for one in contests_of(tournament)],
        stage_title=stage_name(contest.stage),
        **more,
    )


@organiser_action
def contest_action(
    request: HttpRequest, tournament: Tournament, stage_order: int, what: str
) -> HttpResponse:
    """publish, withdraw, freeze, thaw, show, hide or until (appeals)."""
    contest = managed_contest(person(request), tournament.pk, stage_order)
    by, at = person(request), arrived_at(request)
    given = {"contest": contest, "by": by, "at": at}
    match what:
        case "publish":
            return _publish(request, tournament, contest)
        case "withdraw":
            withdraw_publication(tournament=tournament, by=by, at=at, reason=typed.reason(request))
            messages.success(request, _("Nothing is public any more."))
        case "freeze":
            change_contest(freeze_at=at, thawed_at=None, **given)
            messages.success(request, _("The public board stands still from now on."))
        case "thaw":
            change_contest(thawed_at=at, **given)
            messages.success(request, _("The public board moves again."))
        case "show" | "hide":
            change_contest(board_public=what == "show", **given)
            messages.success(
                request,
                _("Everybody sees the board.") if what == "show" else _("The board is hidden."),
            )
        case "until":
            form = AppealsUntilForm(request.POST, zone=tournament.time_zone, auto_id="until_%s")
            if not form.is_valid():
                return _contest(request, tournament, contest, appeals=form)
            change_contest(appeals_until=form.cleaned_data["appeals_until"], **given)
            messages.success(request, _("Saved."))
        case _:
            raise Http404
    return redirect("judging:desk_contest", tournament.pk, stage_order)


def _publish(request: HttpRequest, tournament: Tournament, contest: Contest) -> HttpResponse:
    form = PublishForm(request.POST, tournament=tournament)
    if form.is_valid():
        try:
            made: Publication = publish(
                tournament=tournament,
                stage=contest.stage,
                after_round=0,
                state=PublicationState(form.cleaned_data["state"]),
                embargo_until=form.cleaned_data["embargo_until"],
                by=person(request),
                at=arrived_at(request),
            )
        except REFUSALS as error:
            form.add_error("state", sentence(error))
        else:
            words = version_words(made)
            messages.success(request, words)
            return redirect("judging:desk_contest", tournament.pk, contest.stage.order)
    return _contest(request, tournament, contest, form=form)


@organiser_page
def desk_statistics(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    """How hard each problem was, how totals are spread, how markers agree."""
    contest = managed_contest(person(request), tournament.pk, stage_order)
    found = statistics(contest.stage)
    context = contest_context(
        request,
        tournament,
        contest,
        found=found,
        rows=_rows(found),
        most=points_shown(found.most),
        plot=histogram(found.bins),
        proofs=[
            (one, found.agreement[one.pk])
            for one in found.problems
            if one.pk in found.agreement and found.agreement[one.pk].count
        ],
    )
    return render(request, "judging/results/statistics.html", context)


def _rows(found: StageStatistics) -> list[Mapping[str, Any]]:
    return [
        {
            "problem": one,
            "points": points_shown(one.points),
            "seen": found.by_problem[one.pk],
            "bar": share_bar(found.by_problem[one.pk].mean_share),
            "percent": round(100 * found.by_problem[one.pk].mean_share),
        }
        for one in found.problems
    ]


@organiser_page
def desk_appeals(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    """What contestants ask to have looked at again."""
    contest = managed_contest(person(request), tournament.pk, stage_order)
    found = appeals_of(contest.stage)
    rows = [
        {
            "appeal": one,
            "before": points_shown(one.before),
            "after": points_shown(one.after) if one.after is not None else "",
            "form": AppealAnswerForm(initial={"answer": one.answer}, auto_id=f"a{n}_%s"),
        }
        for n, one in enumerate(found)
    ]
    context = contest_context(
        request,
        tournament,
        contest,
        rows=rows,
        open=sum(one.state == Appeal.State.OPEN for one in found),
    )
    return render(request, "judging/results/appeals.html", context)


def appeals_address(appeal: Appeal) -> str:
    stage = appeal.script.problem.paper.stage
    return reverse("judging:desk_appeals", args=[stage.tournament_id, stage.order])


@opened(appeal_of, "POST", home=appeals_address)
def appeal_action(request: HttpRequest, appeal: Appeal, what: str) -> HttpResponse:
    """take (have it marked again), refuse or answer."""
    by, at = person(request), arrived_at(request)
    answer = request.POST.get("answer", "")[:5_000]
    match what:
        case "take":
            appeal_service.take_up_appeal(appeal=appeal, by=by, at=at)
            if answer.strip():
                appeal_service.answer_appeal(appeal=appeal, answer=answer, by=by)
            messages.success(request, _("A new round is open; its markers see the old marks."))
        case "refuse":
            if not answer.strip():
                messages.error(request, _("Write why the mark stands; the contestant reads it."))
                return redirect(appeals_address(appeal))
            appeal_service.refuse_appeal(appeal=appeal, answer=answer, by=by, at=at)
            messages.success(request, _("The mark stands. The contestant reads your answer."))
        case "answer":
            appeal_service.answer_appeal(appeal=appeal, answer=answer, by=by)
            messages.success(request, _("The contestant reads your answer."))
        case _:
            raise Http404
    return redirect(appeals_address(appeal))
