"""Standings of the staff, publishing them, and who goes on."""

import secrets
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.errors import UserError
from tournaments.forms.publishing import PublishForm
from tournaments.models import Publication, PublicationState, Stage, Tournament
from tournaments.names import stage_name, version_words
from tournaments.next_step import Do
from tournaments.services import advancement
from tournaments.services.advancement_view import advancement_page
from tournaments.services.entries import get_entry
from tournaments.services.large import publish_or_ask
from tournaments.services.lots import draw_lots
from tournaments.services.overview import overview
from tournaments.services.publications import (
    known_outdated,
    latest_public,
    withdraw_publication,
)
from tournaments.services.standings_view import explain, shown_round, standings_page
from tournaments.views import typed
from tournaments.views.access import (
    action,
    arrived_at,
    back,
    organiser_action,
    organiser_form,
    page,
    person,
)
from tournaments.views.context import desk_context
from tournaments.views.desk_seating import SEED_BITS


def _after(request: HttpRequest) -> int | None:
    return typed.to_number(request.GET.get("after", "")) or None


@page
def desk_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Standings as they stand, after any round (``?after=`` its ordinal)."""
    return _standings(request, tournament, PublishForm(tournament=tournament))


def _standings(
    request: HttpRequest, tournament: Tournament, form: PublishForm, status: int = 200
) -> HttpResponse:
    page = typed.to_number(request.GET.get("page", "")) or 1
    found = standings_page(tournament, _after(request), page)
    shown = found.round if found else None
    at = arrived_at(request)
    public = latest_public(tournament, at)
    versions = list(tournament.publications.select_related("stage", "by").order_by("-version")[:20])
    seen = overview(tournament, at)
    if seen.step.do is Do.PUBLISH_FINAL or (
        public is not None and public.state == PublicationState.FINAL
    ):
        form.initial["state"] = PublicationState.FINAL
    context = desk_context(
        request,
        tournament,
        "standings",
        seen=seen,
        found=found,
        shown=shown,
        form=form,
        public=public,
        outdated=public is not None and known_outdated(public, seen.stages),
        versions=versions,
        stages=[
            {"order": stage.order, "title": stage_name(stage)}
            for stage in Stage.objects.filter(tournament=tournament, order__gt=1)
        ],
        ordinal=shown.ordinal if shown else None,
    )
    return render(request, "tournaments/desk/standings.html", context, status=status)


@page
def desk_explain(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> HttpResponse:
    """What the values of one entry are made of."""
    shown = shown_round(tournament, _after(request))
    found = shown and explain(tournament, shown.stage, shown.after, str(entry_id))
    if shown is None or not found:
        raise Http404
    in_dialog = request.headers.get("HX-Request") == "true"
    template = "tournaments/desk/explanation.html" if in_dialog else "tournaments/desk/explain.html"
    context = desk_context(
        request, tournament, "standings", shown=shown, found=found, ordinal=shown.ordinal
    )
    return render(request, template, context)


@organiser_action
def publish_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Publish what the page shows."""
    form = PublishForm(request.POST, tournament=tournament)
    shown = shown_round(tournament, _after(request))
    if shown is None:
        raise Http404
    if not form.is_valid():
        return _standings(request, tournament, form, 422)
    try:
        made = publish_or_ask(
            tournament=tournament,
            stage=shown.stage,
            after_round=shown.after,
            state=PublicationState(form.cleaned_data["state"]),
            embargo_until=form.cleaned_data["embargo_until"],
            by=person(request),
            at=arrived_at(request),
        )
    except UserError as error:
        form.add_error("state", str(error))
        return _standings(request, tournament, form, 422)
    if isinstance(made, Publication):
        messages.success(request, version_words(made))
    return redirect("tournaments:desk_standings", tournament.pk)


@organiser_action
def withdraw_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    withdraw_publication(
        tournament=tournament,
        by=person(request),
        at=arrived_at(request),
        reason=typed.reason(request),
    )
    messages.success(request, _("Nothing is public any more."))
    return redirect("tournaments:desk_standings", tournament.pk)


@action
def lots(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    """Draw lots among those who share a rank."""
    stage = Stage.objects.select_related("tournament").get(tournament=tournament, order=stage_order)
    draw_lots(
        stage=stage,
        rank=typed.number(request, "rank"),
        seed=secrets.randbits(SEED_BITS),
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(request, _("Lots are drawn."))
    return back(request, tournament)


@organiser_form
def desk_advancement(
    request: HttpRequest, tournament: Tournament, stage_order: int
) -> HttpResponse:
    """Who goes on to a stage: proposed, asked, decided; and what a correction would change."""
    target = Stage.objects.select_related("tournament").get(
        tournament=tournament, order=stage_order
    )
    if target.order == 1:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            _advance(request, target)
        except UserError as refused:
            error = str(refused)
        else:
            return redirect("tournaments:desk_advancement", tournament.pk, stage_order)
    chosen = request.POST.getlist("chosen")
    context = desk_context(
        request,
        tournament,
        "standings",
        shown=advancement_page(target, chosen),
        target=target,
        target_name=stage_name(target),
        error=error,
        reason=typed.reason(request),
        by_hand=request.GET.get("hand") == "1" or request.POST.get("what") == "hand",
    )
    status = 422 if error else 200
    return render(request, "tournaments/desk/advancement.html", context, status=status)


def _advance(request: HttpRequest, target: Stage) -> None:
    by, at, reason = person(request), arrived_at(request), typed.reason(request)
    known = {str(pk) for pk in target.tournament.entries.values_list("pk", flat=True)}
    chosen = [key for key in request.POST.getlist("chosen") if key in known]
    match request.POST.get("what", ""):
        case "decide":
            advancement.decide(target=target, chosen=chosen, by=by, at=at, reason=reason)
            messages.success(request, _("Decided."))
        case "hand":
            advancement.decide(target=target, by_hand=chosen, by=by, at=at, reason=reason)
            messages.success(request, _("Decided by hand."))
        case "keep":
            advancement.keep_decision(target=target, by=by, at=at, reason=reason)
            messages.success(request, _("The decision stands."))
        case "promote":
            out = get_entry(target.tournament, typed.key(request, "out"))
            advancement.promote_reserve(target=target, out=out, by=by, at=at, reason=reason)
        case "undo":
            advancement.undo_decision(target=target, by=by, at=at)
        case _:
            raise Http404
