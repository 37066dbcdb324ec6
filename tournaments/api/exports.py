"""The API of files: lists, report files and the archive."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.strict import Choice
from tournaments.api.common import (
    arrived,
    find_round,
    is_staff,
    managed,
    query,
    staffed,
    visible,
)
from tournaments.interchange.tables_out import XLSX_TYPE
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
ROWS = {"type": "array", "items": {"type": "object", "additionalProperties": {}}}
LIST_FILES = {
    (200, "text/csv"): FILE,
    (200, XLSX_TYPE): FILE,
    (200, "application/json"): OpenApiResponse(ROWS, description="The file."),
}
KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=KINDS)


TRUTHS = ("1", "0", "true", "false", "True", "False")
"""As programs write them: `requests` in Python sends the last two."""


class PairingsQuery(serializers.Serializer[Any]):
    bom = Choice(
        TRUTHS,
        default="1",
        help_text="CSV with the mark that makes spreadsheets read UTF-8.",
    )


class ListQuery(PairingsQuery):
    draft = Choice(
        TRUTHS,
        default="0",
        help_text="As it stands now instead of as published; for the staff only.",
    )


def sent_file(file: File) -> HttpResponse:
    answer = HttpResponse(file.content, content_type=file.kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _sent_list(made: List | None, kind: str, asked: dict[str, str]) -> HttpResponse:
    if made is None or kind not in KINDS:
        raise Http404
    return sent_file(make_file(made, kind, bom=_yes(asked["bom"])))


def _yes(text: str) -> bool:
    return text.lower() in {"1", "true"}


@extend_schema(tags=["files"])
class ListFiles(APIView):
    @extend_schema(
        summary="Entries, results or standings as a file",
        description=(
            "Results and standings are those published; 404 while nothing is. The staff gets "
            "more of the entries, and with `draft` what is not published yet."
        ),
        parameters=[
            OpenApiParameter("what", str, OpenApiParameter.PATH, enum=LISTS), KIND, ListQuery,
        ],
        responses=LIST_FILES,
    )  # fmt: skip
    def get(self, request: Request, tournament_id: UUID, what: str, kind: str) -> HttpResponse:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        asked = query(ListQuery, request)
        draft = _yes(asked["draft"])
        if draft and not staff:
            raise Http404
        if what == "entries":
            return _sent_list(entries_list(tournament, staff=staff), kind, asked)
        found = live_snapshot(tournament) if draft else latest_public(tournament, arrived(request))
        return _sent_list(_told(found, tournament, what), kind, asked)


def _told(found: Publication | None, tournament: Tournament, what: str) -> List | None:
    """Raise Http404."""
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
        parameters=[KIND, PairingsQuery],
        responses=LIST_FILES,
    )
    def get(self, request: Request, tournament_id: UUID, ordinal: int, kind: str) -> HttpResponse:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        round_ = find_round(tournament, ordinal, staff=staff)
        asked = query(PairingsQuery, request)
        return _sent_list(pairings_list(round_, results=staff), kind, asked)


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
