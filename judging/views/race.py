"""Races: the contestant's page, and the host's on the big screen."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging.models import Mode, Paper, Sitting
from judging.permissions import managed_paper
from judging.services import sitting as service
from judging.services.paper_view import own_submissions, receipt_view, start_view, title_of
from judging.services.race import race_state
from judging.services.race_host import host_steps
from judging.views.access import REFUSALS, arrived_at, person, sentence
from judging.views.paper_parts import race_part, scripted_race, solution_part
from judging.views.paper_words import race_words
from judging.views.sitting import common, of_contestant
from tournaments.names import tournament_name


@of_contestant("GET", "HEAD")
def race(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Taking part; before that the door to it."""
    if sitting.paper.mode != Mode.RACE:
        return redirect("judging:paper", sitting.paper_id)
    at = arrived_at(request)
    context = common(request, sitting, start_view(sitting, at))
    if sitting.started_at is None:
        return render(request, "judging/race/door.html", context)
    context["state"] = _mine(request, sitting)
    context["page"] = {
        **context["page"],
        "state": context["state"],
        "words": race_words(),
        "urls": context["page"]["urls"]
        | {"state": reverse("judging:race_state", args=[sitting.paper_id])},
    }
    return render(request, "judging/race/race.html", context)


@of_contestant("POST")
def join(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Take part."""
    if sitting.paper.mode != Mode.RACE:
        raise Http404
    try:
        service.start(
            paper_id=sitting.paper_id, user=person(request), device=None, at=arrived_at(request)
        )
    except REFUSALS as error:
        messages.error(request, sentence(error))
    return redirect("judging:race", sitting.paper_id)


@of_contestant("GET", "HEAD")
def state(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The race as it stands, for one who takes part."""
    if sitting.paper.mode != Mode.RACE or sitting.started_at is None:
        raise Http404
    return JsonResponse(_mine(request, sitting))


def _mine(request: HttpRequest, sitting: Sitting) -> dict[str, Any]:
    found = race_state(sitting.paper, person(request), arrived_at(request))
    sent = [receipt_view(one, told=True) for one in own_submissions(sitting)]
    shown = found["open"] or found["last"]
    mine = [one for one in sent if shown and one["problem"] == shown["id"]]
    part = race_part(found["open"]) if found["open"] else None
    context = {"race": found, "shown": shown, "mine": mine, "me": found["me"]}
    return {
        "version": found["version"],
        "over": found["over"],
        "open": scripted_race(part) if part else None,
        "answered": bool(mine),
        "waiting": any(one["status"] == "queued" for one in mine),
        "problem_html": render_to_string("judging/race/problem.html", {"problem": part})
        if part
        else "",
        "told_html": render_to_string("judging/race/told.html", context),
        "table_html": render_to_string("judging/race/table.html", context),
    }


def _hosted(request: HttpRequest, paper_id: UUID) -> Paper:
    paper = managed_paper(person(request), paper_id)
    if paper.mode != Mode.RACE:
        raise Http404
    return paper


@never_cache
@require_safe
def host(request: HttpRequest, paper_id: UUID) -> HttpResponse:
    """The big screen, with the keys of the host."""
    paper = _hosted(request, paper_id)
    tournament = paper.stage.tournament
    with timezone.override(ZoneInfo(tournament.time_zone)):
        shown = _host(request, paper)
    context = {
        "paper": paper,
        "title": title_of(paper),
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "join": request.build_absolute_uri(reverse("tournaments:join", args=[tournament.join_code]))
        if tournament.join_code
        else "",
        "state": shown,
        "page": {
            "paper": str(paper.pk),
            "live_point": tournament.live_point,
            "state": shown,
            "words": race_words(),
            "urls": {
                "actions": f"/api/v1/papers/{paper.pk}/actions/",
                "state": reverse("judging:race_host_state", args=[paper.pk]),
            },
        },
    }
    return render(request, "judging/race/host.html", context)


@never_cache
@require_safe
def host_state(request: HttpRequest, paper_id: UUID) -> HttpResponse:
    """The race as the big screen shows it."""
    return JsonResponse(_host(request, _hosted(request, paper_id)))


def _host(request: HttpRequest, paper: Paper) -> dict[str, Any]:
    found = race_state(paper, None, arrived_at(request))
    steps = host_steps(paper)
    shown = found["open"] or found["last"]
    part = race_part(shown) if shown else None
    context = {
        "race": found,
        "shown": shown,
        "problem": part,
        "steps": steps,
        "me": None,
        "solution": solution_part(steps.last) if steps.last and not found["open"] else None,
    }
    return {
        "version": found["version"],
        "over": found["over"],
        "open": found["open"]["id"] if found["open"] else None,
        "label": found["open"]["label"] if found["open"] else "",
        "settled": bool(found["open"] and found["open"]["over"]),
        "next": str(steps.next.pk) if steps.next else None,
        "next_label": steps.next.label if steps.next else "",
        "shown": shown["id"] if shown else None,
        "problem_html": render_to_string("judging/race/shown.html", context),
        "told_html": render_to_string("judging/race/scored.html", context),
        "table_html": render_to_string("judging/race/table.html", context),
    }
