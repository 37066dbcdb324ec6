"""What is printed and downloaded: the desk's sheets, and what everybody may take along."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from accounts.site_address import full_address
from accounts.views.requests import arrived
from tournaments.models import Entry, Publication, Round, Tournament
from tournaments.printing import sheets
from tournaments.printing.render import pdf
from tournaments.printing.stage_sheets import stage_sheet, stage_sheets
from tournaments.public.files import KINDS, File, List, entries_list, make_file, standings_list
from tournaments.public.shot import Shot
from tournaments.public.standings import StandingsTable, standings_table
from tournaments.public.tables import RoundView, round_view
from tournaments.public.versions import find_version
from tournaments.services.publications import latest_public
from tournaments.views.access import page
from tournaments.views.public_access import public_page, stages_by_order, whole

RoundSheet = Callable[[Tournament, RoundView, datetime], sheets.Data]
ROUND_SHEETS: Mapping[str, RoundSheet] = {
    "seating": sheets.seating_sheet,
    "pairings": sheets.pairings_sheet,
    "slips": sheets.slips_sheet,
}


def _pdf(name: str, content: bytes) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _download(made: File) -> HttpResponse:
    answer = HttpResponse(made.content, content_type=made.kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _round(tournament: Tournament, ordinal: int, at: datetime) -> RoundView:
    """Any round, drafts too: these sheets are the desk's. Raise Http404."""
    found = (
        Round.objects.filter(stage__tournament=tournament, ordinal=ordinal)
        .select_related("stage")
        .first()
    )
    if found is None:
        raise Http404
    return round_view(tournament, found, None, at)


def _base(request: HttpRequest) -> str:
    return full_address("/", request).rstrip("/")


@page
def print_round(
    request: HttpRequest, tournament: Tournament, ordinal: int, what: str
) -> HttpResponse:
    """``what``: seating, pairings, slips or tables."""
    at = arrived(request)
    shown = _round(tournament, ordinal, at)
    with timezone.override(tournament.time_zone):
        if what == "tables":
            data = sheets.signs_sheet(tournament, shown, at, _base(request))
        elif what in ROUND_SHEETS:
            data = ROUND_SHEETS[what](tournament, shown, at)
        else:
            raise Http404
        return _pdf(f"{what}-{ordinal}", pdf(what, data))


@page
def print_stage(
    request: HttpRequest, tournament: Tournament, stage_order: int, what: str
) -> HttpResponse:
    """``what``: bracket or crosstable."""
    found = [
        one
        for one in stage_sheets(tournament)
        if one.stage.order == stage_order and one.what == what
    ]
    if not found:
        raise Http404
    with timezone.override(tournament.time_zone):
        data = stage_sheet(found[0], arrived(request))
        return _pdf(f"{what}-{stage_order}", pdf(what, data))


@page
def print_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A card for everybody with their personal link; ``?round=`` puts their seat on it."""
    at, ordinal = arrived(request), whole(request, "round", None)
    shown = None if ordinal is None else _round(tournament, ordinal, at)
    entries = list(
        Entry.objects.filter(tournament=tournament, disqualified_at=None, user__isnull=False)
        .select_related("user")
        .order_by("number")
    )
    with timezone.override(tournament.time_zone):
        data = sheets.cards_sheet(tournament, entries, shown, at, _base(request))
        answer = _pdf("cards", pdf("cards", data))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@page
def print_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """As everybody gets them: nothing is printed that is not published."""
    return _standings_pdf(request, tournament)


@page
def entries_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """All the desk knows of the entries."""
    return _file(request, entries_list(tournament, staff=True), kind)


@public_page
def public_entries_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return _file(request, entries_list(tournament, staff=False), kind)


@public_page
def standings_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """``?bom=0``: CSV without the mark that spreadsheets need."""
    return _file(request, standings_list(_standings(request, tournament)), kind)


@public_page
def standings_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _standings_pdf(request, tournament)


def _standings_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    table = _standings(request, tournament)
    with timezone.override(tournament.time_zone):
        data = sheets.standings_sheet(tournament, table, arrived(request))
        return _pdf(f"standings-v{table.shot.publication.version}", pdf("standings", data))


def _standings(request: HttpRequest, tournament: Tournament) -> StandingsTable:
    """The published table the address asks for. Raise Http404."""
    at = arrived(request)
    found: Publication | None = find_version(
        tournament, latest_public(tournament, at), whole(request, "version", None), at
    )
    if found is None:
        raise Http404
    after = whole(request, "after", None)
    table = standings_table(Shot(found), after, stages_by_order(tournament))
    if table is None:
        raise Http404
    return table


def _file(request: HttpRequest, made: List, kind: str) -> HttpResponse:
    if kind not in KINDS:
        raise Http404
    return _download(make_file(made, kind, bom=request.GET.get("bom") != "0"))
