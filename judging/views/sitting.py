"""A contestant's pages: the start page, the paper, its receipts, its end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from judging.models import Mode, Sitting, Upload
from judging.permissions import contest_paper, own_sitting, pdf_page_of, upload_of
from judging.services import sitting as service
from judging.services.answers import find_problem, understood
from judging.services.paper_view import paper_view
from judging.services.released import released
from judging.services.storing import handed_out
from judging.services.uploads import order_uploads
from judging.views.access import REFUSALS, arrived_at, person, sentence
from judging.views.paper_parts import html_of, moment, problem_part, scripted
from judging.views.paper_words import paper_words
from tournaments.names import tournament_name

View = Callable[..., HttpResponseBase]
LONGEST_PREVIEW = 50_000
INSTANTS = ("starts_at", "ends_at", "hand_in_ends_at", "start_by")


def of_contestant(*methods: str) -> Callable[[View], View]:
    """A page about one's own sitting; somebody not signed in is asked to, others get 404.

    Times are shown as the clocks at the place show them.
    """

    def wrap(view: View) -> View:
        @never_cache
        @require_http_methods(list(methods))
        def handle(request: HttpRequest, paper_id: UUID, **more: Any) -> HttpResponseBase:
            user = person(request)
            if user is None:
                return redirect_to_login(
                    reverse("judging:paper", args=[paper_id]), reverse("accounts:sign_in")
                )
            paper, entry = contest_paper(user, paper_id)
            found = service.sitting_for(paper=paper, entry=entry, at=arrived_at(request))
            with timezone.override(ZoneInfo(paper.stage.tournament.time_zone)):
                return view(request, found, **more)

        handle.__doc__ = view.__doc__
        return handle

    return wrap


@of_contestant("GET", "HEAD")
def paper(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The start page before one's start; then the paper; at last how it ended."""
    if sitting.paper.mode == Mode.RACE:
        return redirect("judging:race", sitting.paper_id)
    shown = paper_view(sitting, arrived_at(request))
    context = common(request, sitting, shown)
    if sitting.started_at is None:
        return render(request, "judging/sitting/start.html", context)
    parts = [problem_part(one) for one in shown["problems"]]
    phase = shown["clock"]["phase"]
    closed = shown["closed"] or phase in {"over", "handed_in"}
    context |= {
        "problems": parts,
        "closed": closed,
        "answered": sum(bool(one["submissions"]) for one in parts),
        "released": closed and released(sitting.paper.stage, arrived_at(request)),
        "page": {
            **context["page"],
            "entry": str(sitting.entry_id),
            "sitting": str(sitting.pk),
            "device": shown["device"],
            "device_name": sitting.device_name,
            "closed": closed,
            "problems": [scripted(one) for one in parts],
            "words": paper_words(),
        },
    }
    answer = render(request, "judging/sitting/paper.html", context)
    if not closed:
        answer["X-Keep-For"] = str(request.user.pk)
    return answer


@of_contestant("GET", "HEAD")
def worker(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The script that shows the paper again without a connection, below its own address."""
    found = finders.find("js/judging/worker.js")
    assert isinstance(found, str)
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")


def common(request: HttpRequest, sitting: Sitting, shown: dict[str, Any]) -> dict[str, Any]:
    """What every page of a sitting says: which paper, whose, by which clock."""
    clock = shown["clock"]
    paper_id = sitting.paper_id
    return {
        "shown": shown,
        "tournament": sitting.paper.stage.tournament,
        "tournament_name": tournament_name(sitting.paper.stage.tournament),
        "stage_order": sitting.paper.stage.order,
        "entry": sitting.entry,
        "rules": html_of(shown["rules"]),
        "intro": html_of(shown["intro"]),
        "minutes": (shown["duration_ms"] or 0) // 60_000,
        **{name: moment(clock[name]) for name in INSTANTS},
        "last_at": sitting.paper.last_at,
        "personal": sitting.paper.duration is not None,
        "extra_minutes": int(sitting.extra.total_seconds() // 60),
        "page": {
            "paper": str(paper_id),
            "live_point": sitting.paper.stage.tournament.live_point,
            "clock": clock,
            "language": request.LANGUAGE_CODE,
            "zone": shown["time_zone"],
            "urls": {
                "api": f"/api/v1/papers/{paper_id}/",
                "submissions": "/api/v1/submissions/",
                "uploads": "/api/v1/uploads/",
                "receipts": reverse("judging:receipts", args=[paper_id]),
                "reading": reverse("judging:paper_reading", args=[paper_id]),
                "pages": reverse("judging:paper_pages", args=[paper_id]),
                "worker": reverse("judging:paper_worker", args=[paper_id]),
                "sign_in": f"{reverse('accounts:sign_in')}?next="
                f"{reverse('judging:signed_in', args=[paper_id])}",
            },
        },
    }


@of_contestant("POST")
def start(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Begin, and go to the paper."""
    try:
        service.start(
            paper_id=sitting.paper_id,
            user=person(request),
            device=_uuid(request.POST.get("device", "")),
            device_name=request.POST.get("device_name", "")[:200],
            at=arrived_at(request),
        )
    except REFUSALS as error:
        messages.error(request, sentence(error))
    return redirect("judging:paper", sitting.paper_id)


@of_contestant("GET", "HEAD")
def receipts(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Every receipt of the paper; with ``problem`` the part of one, for the page itself."""
    own_sitting(person(request), sitting.paper_id)
    shown = paper_view(sitting, arrived_at(request))
    wanted = request.GET.get("problem", "")
    if wanted:
        one = next((one for one in shown["problems"] if one["id"] == wanted), None)
        if one is None:
            raise Http404
        part = problem_part(one)
        html = render(request, "judging/sitting/receipts.html", {"problem": part}).content.decode()
        return JsonResponse({"html": html, "problem": scripted(part)})
    context = common(request, sitting, shown)
    context["problems"] = [problem_part(one) for one in shown["problems"]]
    return render(request, "judging/sitting/all_receipts.html", context)


@of_contestant("POST")
def reading(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """What is made of an answer as it is typed; a proof as it will be read. Nothing is kept."""
    mine = own_sitting(person(request), sitting.paper_id)
    problem = find_problem(mine, _needed(request.POST.get("problem", "")))
    raw = request.POST.get("answer", "")[: LONGEST_PREVIEW + 1]
    if problem.kind == "proof":
        return JsonResponse({"html": html_of(raw)})
    try:
        return JsonResponse({"understood": understood(problem, raw)})
    except REFUSALS as error:
        return JsonResponse({"fault": sentence(error)})


@of_contestant("POST")
def pages(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Put the pages of a proof in this order."""
    try:
        order_uploads(
            paper_id=sitting.paper_id,
            problem_id=_needed(request.POST.get("problem", "")),
            user=person(request),
            ids=[_needed(one) for one in request.POST.getlist("page")[:100]],
            device=_uuid(request.POST.get("device", "")),
            at=arrived_at(request),
        )
    except REFUSALS as error:
        code, status = getattr(error, "code", ""), getattr(error, "status", 409)
        return JsonResponse({"code": code, "title": sentence(error)}, status=status)
    return JsonResponse({})


@of_contestant("GET", "HEAD")
def signed_in(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Where somebody lands who signed in again beside their open paper."""
    return render(request, "judging/sitting/signed_in.html", {"paper_id": sitting.paper_id})


def upload(request: HttpRequest, upload_id: UUID) -> HttpResponseBase:
    """A page of a proof, for its owner, its markers and the organisers."""
    found = upload_of(person(request), upload_id)
    return handed_out(found.path, found.media_type, found.name)


def pdf_page(request: HttpRequest, upload_id: UUID, number: int) -> HttpResponseBase:
    """A page of a PDF as a picture, for the same people."""
    found = pdf_page_of(person(request), upload_id, number)
    return handed_out(found.path, Upload.Type.JPEG, f"{found.upload.name}-{number}.jpg")


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _needed(text: str) -> UUID:
    found = _uuid(text)
    if found is None:
        raise Http404
    return found
