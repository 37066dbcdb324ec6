"""What a tournament gives out as files, and results that come in as one."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournaments.forms.files import ResultsFileForm
from tournaments.models import Round, RoundState, Tournament
from tournaments.names import round_name, stage_name
from tournaments.public.exports import (
    live_snapshot,
    live_stage,
    live_standings_list,
    pairings_list,
    results_list,
)
from tournaments.public.files import KINDS, List, make_file
from tournaments.rating_records import RatedTournament
from tournaments.services.archive import make_archive, write_archive
from tournaments.services.importing import refuse_large
from tournaments.services.publications import latest_public
from tournaments.services.ratings import pools_of
from tournaments.services.results_import import enter_read, read_results_file
from tournaments.services.trf_export import reportable, write_report
from tournaments.views.access import (
    action,
    arrived_at,
    form,
    organiser_page,
    page,
    person,
)
from tournaments.views.context import desk_context
from tournaments.views.public_access import stages_by_order


@page
def desk_files(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be taken along or brought in."""
    by = person(request)
    assert by is not None
    found = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    rounds = list(found.order_by("-ordinal"))
    public = any(one.state != RoundState.DRAFT for one in rounds)
    context = desk_context(
        request,
        tournament,
        "files",
        rounds=[(one, round_name(one)) for one in rounds],
        results=public,
        standings=live_stage(tournament) is not None,
        reports=[(one, stage_name(one)) for one in reportable(tournament)],
        public=latest_public(tournament, arrived_at(request)),
        kinds=KINDS,
        draft=RoundState.DRAFT,
        rated=RatedTournament.objects.filter(tournament=tournament).select_related("pool").first(),
        pools=pools_of(by, tournament.game),
    )
    return render(request, "tournaments/desk/files.html", context)


def download(name: str, kind: str, content: bytes) -> HttpResponse:
    answer = HttpResponse(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _list(request: HttpRequest, made: List | None, kind: str) -> HttpResponse:
    if made is None or kind not in KINDS:
        raise Http404
    file = make_file(made, kind, bom=request.GET.get("bom") != "0")
    return download(file.name, file.kind, file.content)


@organiser_page
def archive_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    at = arrived_at(request)
    there = at.astimezone(ZoneInfo(tournament.time_zone))
    name = f"tournament-{tournament.pk.hex[:8]}-{there:%Y%m%d-%H%M}.json"
    content = write_archive(make_archive(tournament, at))
    return download(name, "application/json", content)


@page
def report_file(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    stage = tournament.stages.get(order=stage_order)
    stage.tournament = tournament
    return download(f"stage-{stage_order}.trf", "text/plain; charset=utf-8", write_report(stage))


@page
def pairings_file(
    request: HttpRequest, tournament: Tournament, ordinal: int, kind: str
) -> HttpResponse:
    """Of a draft too: the page is the desk's."""
    return _list(request, pairings_list(_round(tournament, ordinal), results=True), kind)


@page
def results_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """All of them as they stand, published or not."""
    found = live_snapshot(tournament)
    return _list(request, None if found is None else results_list(found), kind)


@page
def live_standings_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return _list(request, live_standings_list(tournament, stages_by_order(tournament)), kind)


def _round(tournament: Tournament, ordinal: int) -> Round:
    found = Round.objects.filter(stage__tournament=tournament, ordinal=ordinal)
    one = found.select_related("stage__tournament").first()
    if one is None:
        raise Http404
    return one


@form
def results_import(request: HttpRequest, tournament: Tournament, ordinal: int) -> HttpResponse:
    """Choose a file with results of a round; then what it says, table by table."""
    round_ = _round(tournament, ordinal)
    chosen = ResultsFileForm(request.POST or None, request.FILES or None)
    read = None
    if request.method == "POST" and chosen.is_valid():
        file = chosen.cleaned_data["file"]
        if file is not None:
            refuse_large(file.name, file.size)
        read = read_results_file(round_, chosen.content())
    context = desk_context(
        request,
        tournament,
        "files",
        form=chosen,
        read=read,
        round_name=round_name(round_),
        ordinal=ordinal,
    )
    wrong = request.method == "POST" and (read is None or bool(read.faults))
    return render(
        request, "tournaments/desk/files_results.html", context, status=422 if wrong else 200
    )


@action
def results_import_enter(
    request: HttpRequest, tournament: Tournament, ordinal: int
) -> HttpResponse:
    """Enter what the preview showed, all or nothing."""
    changed = enter_read(
        round_id=_round(tournament, ordinal).pk,
        typed=_typed(request.POST),
        reason=request.POST.get("reason", "")[:500],
        by=person(request),
        at=arrived_at(request),
    )
    words = ngettext("%(n)s result is entered.", "%(n)s results are entered.", changed)
    messages.success(request, words % {"n": changed})
    return redirect("tournaments:desk", tournament.pk)


def _typed(data: Mapping[str, str]) -> dict[int, tuple[str, int]]:
    found = {}
    for name, text in data.items():
        version = data.get(f"v{name[1:]}", "")
        if name.startswith("t") and _short(name[1:]) and _short(version):
            found[int(name[1:])] = (text[:60], int(version))
    return found


def _short(text: str) -> bool:
    return text.isdecimal() and len(text) < 8
