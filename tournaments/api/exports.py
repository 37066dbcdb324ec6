"""The API of files: lists, report files and the archive."""

from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.api.common import arrived, find_round, is_staff, managed, staffed, visible
from tournaments.models import Publication, Stage, Tournament
from tournaments.public.exports import live_snapshot, pairings_list, results_list
from tournaments.public.files import KINDS, File, List, entries_list, make_file, standings_list
from tournaments.public.shot import Shot
from tournaments.public.standings import standings_table
from tournaments.services.archive import make_archive, write_archive
from tournaments.services.publications import latest_public
from tournaments.services.trf_export import write_report

LISTS = ("entries", "results", "standings")
FILE = OpenApiResponse(OpenApiTypes.BINARY, description="The file.")
KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=KINDS)
DRAFT = OpenApiParameter(
    "draft", bool, description="As it stands now instead of as published; for the staff only."
)
BOM = OpenApiParameter(
    "bom", bool, description="CSV with the mark that makes spreadsheets read UTF-8; true unless 0."
)


def sent_file(file: File) -> HttpResponse:
    answer = HttpResponse(file.content, content_type=file.kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _sent_list(request: Request, made: List | None, kind: str) -> HttpResponse:
    if made is None or kind not in KINDS:
        raise Http404
    bom = request.query_params.get("bom", "").lower() not in {"0", "false"}
    return sent_file(make_file(made, kind, bom=bom))


def _yes(request: Request, name: str) -> bool:
    return request.query_params.get(name, "").lower() in {"1", "true"}


@extend_schema(tags=["files"])
class ListFiles(APIView):
    @extend_schema(
        summary="Entries, results or standings as a file",
        description=(
            "Results and standings are those published; 404 while nothing is. The staff gets "
            "more of the entries, and with `draft` what is not published yet."
        ),
        parameters=[
            OpenApiParameter("what", str, OpenApiParameter.PATH, enum=LISTS), KIND, DRAFT, BOM,
        ],
        responses={(200, "application/octet-stream"): FILE},
    )  # fmt: skip
    def get(self, request: Request, tournament_id: UUID, what: str, kind: str) -> HttpResponse:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        if _yes(request, "draft") and not staff:
            raise Http404
        if what == "entries":
            return _sent_list(request, entries_list(tournament, staff=staff), kind)
        return _sent_list(request, _told(request, tournament, what), kind)


def _told(request: Request, tournament: Tournament, what: str) -> List | None:
    """Raise Http404."""
    found: Publication | None = (
        live_snapshot(tournament)
        if _yes(request, "draft")
        else latest_public(tournament, arrived(request))
    )
    if found is None or what not in LISTS:
        raise Http404
    if what == "results":
        return results_list(found)
    stages = {stage.order: stage for stage in Stage.objects.filter(tournament=tournament)}
    table = standings_table(Shot(found), None, stages)
    return None if table is None else standings_list(table)


@extend_schema(tags=["files"])
class PairingsFile(APIView):
    @extend_schema(
        summary="Who meets whom in a round as a file",
        description="Drafts, and results that are not published, are in it for the staff only.",
        parameters=[KIND, BOM],
        responses={(200, "application/octet-stream"): FILE},
    )
    def get(self, request: Request, tournament_id: UUID, ordinal: int, kind: str) -> HttpResponse:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        round_ = find_round(tournament, ordinal, staff=staff)
        return _sent_list(request, pairings_list(round_, results=staff), kind)


@extend_schema(tags=["files"])
class ReportFile(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="A stage of pairings as a report file (TRF16)",
        description="For the staff: the public rounds of the stage, published or not.",
        responses={(200, "text/plain"): FILE},
    )
    def get(self, request: Request, tournament_id: UUID, order: int) -> HttpResponse:
        tournament = staffed(request, tournament_id)
        stage = Stage.objects.filter(tournament=tournament, order=order).first()
        if stage is None:
            raise Http404
        stage.tournament = tournament
        content = write_report(stage)
        return sent_file(File(f"stage-{order}.trf", "text/plain; charset=utf-8", content))


@extend_schema(tags=["files"])
class ArchiveFile(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="The whole tournament as an archive",
        description="For its organisers. `manage.py restore` and the desk read it on any server.",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        tournament = managed(request, tournament_id)
        content = write_archive(make_archive(tournament, arrived(request)))
        return sent_file(File("tournament.json", "application/json", content))
