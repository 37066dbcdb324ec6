"""The desk of a contest: its papers, and what holds for a whole stage."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.forms.desk import ContestForm, NewPaperForm, contest_initial
from judging.models import Mode, Paper, PaperState
from judging.permissions import managed_contest
from judging.services.contests import change_contest
from judging.services.desk_view import judging_stages, papers_of
from judging.services.paper_view import title_of
from judging.services.papers import add_paper
from judging.views.access import REFUSALS, arrived_at, person, sentence
from tournaments.forms.desk import AnnouncementForm
from tournaments.models import Tournament
from tournaments.names import stage_name
from tournaments.services.audit import latest_lines
from tournaments.services.audit_view import line_views
from tournaments.views import typed
from tournaments.views.access import form as staff_form
from tournaments.views.access import organiser_form
from tournaments.views.context import desk_context


def desk_of(paper: Paper) -> str:
    """Where its organisers go on."""
    return reverse("judging:desk_papers", args=[paper.stage.tournament_id])


def paper_address(paper: Paper) -> str:
    return reverse("judging:desk_paper", args=[paper.pk])


@staff_form
def desk_papers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The papers of every stage, and how far they are."""
    stages = papers_of(tournament, arrived_at(request))
    context = desk_context(
        request,
        tournament,
        "papers",
        stages=stages,
        lines=line_views(latest_lines(tournament, 8)),
        announcement=AnnouncementForm(),
    )
    return render(request, "judging/desk/papers.html", context)


@organiser_form
def paper_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Another paper for a stage (``?stage=`` its order)."""
    wanted = typed.to_number(request.GET.get("stage", ""), 1)
    stages = judging_stages(tournament)
    stage = next((one for one in stages if one.order == wanted), None)
    if stage is None:
        return redirect("judging:desk_papers", tournament.pk)
    count = Paper.objects.filter(stage=stage).count()
    title = stage.name if not count else f"{stage.name} {count + 1}"
    title_en = stage.name_en if not count else f"{stage.name_en} {count + 1}".strip()
    form = NewPaperForm(
        request.POST or None,
        zone=tournament.time_zone,
        initial={"title": title, "title_en": title_en, "mode": Mode.TIMED},
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = add_paper(
                stage=stage,
                mode=Mode(form.cleaned_data["mode"]),
                by=person(request),
                at=arrived_at(request),
                **form.fields_of_paper(),
            )
        except REFUSALS as error:
            form.add_error("closes_at", sentence(error))
        else:
            messages.success(request, _("The paper is made. Put problems on it."))
            return redirect(paper_address(made))
    context = desk_context(
        request, tournament, "papers", form=form, stage=stage, stage_name=stage_name(stage)
    )
    status = 422 if request.method == "POST" else 200
    return render(request, "judging/desk/paper_new.html", context, status=status)


@organiser_form
def contest_settings(
    request: HttpRequest, tournament: Tournament, stage_order: int
) -> HttpResponse:
    """Ranking, freeze, public board, appeals, rules of a stage."""
    contest = managed_contest(person(request), tournament.pk, stage_order)
    form = ContestForm(
        request.POST or None, zone=tournament.time_zone, initial=contest_initial(contest)
    )
    if request.method == "POST" and form.is_valid():
        change_contest(
            contest=contest,
            by=person(request),
            at=arrived_at(request),
            **form.fields_of_contest(),
        )
        messages.success(request, _("Saved."))
        return redirect("judging:desk_papers", tournament.pk)
    context = desk_context(
        request, tournament, "papers", form=form, stage_name=stage_name(contest.stage)
    )
    status = 422 if request.method == "POST" else 200
    return render(request, "judging/desk/contest_settings.html", context, status=status)


def paper_context(request: HttpRequest, paper: Paper, **more: Any) -> dict[str, Any]:
    """What every page of a paper shows around its own."""
    tournament = paper.stage.tournament
    return desk_context(
        request,
        tournament,
        "papers",
        paper=paper,
        paper_title=title_of(paper),
        race=paper.mode == Mode.RACE,
        draft=paper.state == PaperState.DRAFT,
        stage_name=stage_name(paper.stage),
        **more,
    )


def to_paper(paper_id: UUID) -> HttpResponse:
    return redirect("judging:desk_paper", paper_id)
