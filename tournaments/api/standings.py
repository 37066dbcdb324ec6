"""The API of standings: the published snapshot for everybody, drafts for the staff."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param
from rest_framework.views import APIView

from games.present import instant
from tournaments.api.common import arrived, asker, is_staff, managed, query, sent, visible
from tournaments.api.jobs import accepted
from tournaments.api.present import publication_json
from tournaments.api.requests import NewPublication, StandingsQuery, Withdrawal
from tournaments.models import (
    Job,
    Publication,
    PublicationState,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.public.shot import Shot, StageShot
from tournaments.public.standings import StandingsTable, standings_table
from tournaments.public.versions import find_version, out_at
from tournaments.serializers import JobSerializer, PublicationSerializer, StandingsSerializer
from tournaments.services import publications
from tournaments.services.large import publish_or_ask
from tournaments.services.snapshots import make_snapshot
from tournaments.standings import Standing
from tournaments.words import criterion_words

JSON = dict[str, Any]


@extend_schema(tags=["standings"])
class Standings(APIView):
    @extend_schema(
        summary="The published standings",
        description="404 while nothing is published. The answer has an ETag.",
        parameters=[StandingsQuery],
        responses={
            200: StandingsSerializer,
            304: OpenApiResponse(description="Not changed since the ETag sent."),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        asked = query(StandingsQuery, request)
        tournament = visible(request, tournament_id)
        publication = _publication(request, tournament, asked)
        made = publication.pk is not None
        key = (publication.version, *(asked.get(name) for name in ("after", "page", "page_size")))
        etag = quote_etag("-".join(map(str, (*key, get_language()))))
        if made:
            unchanged = get_conditional_response(request._request, etag=etag)
            if unchanged is not None:
                return Response(status=unchanged.status_code, headers={"ETag": etag})
        stages = {stage.order: stage for stage in Stage.objects.filter(tournament=tournament)}
        table = standings_table(Shot(publication), asked.get("after"), stages)
        if table is None:
            raise Http404
        response = Response(_body(request, table, publication, asked))
        if made:
            response["ETag"] = etag
            patch_vary_headers(response, ["Authorization"])
        return response


def _publication(request: Request, tournament: Tournament, asked: Mapping[str, Any]) -> Publication:
    """What is published, or for the staff what would be now. Raise Http404."""
    at = arrived(request)
    if not asked["draft"]:
        newest = publications.latest_public(tournament, at)
        found = find_version(tournament, newest, asked.get("version"), at)
        if found is None:
            raise Http404
        return found
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=RoundState.DRAFT)
    last = rounds.select_related("stage__tournament").order_by("-ordinal").first()
    if last is None or not is_staff(request, tournament):
        raise Http404
    return Publication(
        tournament=tournament,
        stage=last.stage,
        after_round=last.number,
        version=0,
        state=PublicationState.DRAFT,
        snapshot=make_snapshot(tournament, last.stage, last.number),
        created_at=at,
    )


def _body(
    request: Request, table: StandingsTable, publication: Publication, asked: Mapping[str, Any]
) -> JSON:
    shot, page, size = table.shot, asked["page"], asked["page_size"]
    made = publication.pk is not None
    shown = table.stage or shot.last
    rows = _stage_rows(shot, table.stage, table.number) if table.stage else _whole_rows(shot)
    first = (page - 1) * size
    if page > 1 and first >= len(rows):
        raise Http404
    address = request.build_absolute_uri()
    return {
        "version": publication.version if made else None,
        "state": publication.state,
        "published_at": instant(out_at(publication)) if made else None,
        "title": table.title,
        "stage": table.stage.order if table.stage else None,
        "round": table.ordinal or shot.ordinal,
        "criteria": [
            dict(zip(("code", "title", "meaning"), (code, *words), strict=True))
            for code in shown.data["criteria"]
            for words in (criterion_words(code, bracket=shown.bracket),)
        ],
        "count": len(rows),
        "next": replace_query_param(address, "page", page + 1)
        if first + size < len(rows)
        else None,
        "previous": _previous(address, page),
        "results": rows[first : first + size],
    }


def _previous(address: str, page: int) -> str | None:
    if page <= 1:
        return None
    if page == 2:
        return remove_query_param(address, "page")
    return replace_query_param(address, "page", page - 1)


def _stage_rows(shot: Shot, stage: StageShot, number: int) -> list[JSON]:
    moved = stage.moved_after(number)
    return [
        _row(
            shot,
            str(row.key),
            row.rank,
            row.shared and row.rank is not None,
            row.status.value,
            moved.get(str(row.key)),
            _lines(stage, row),
            [_value(stage, value.code, row) for value in row.values],
        )
        for row in stage.standings_after(number)
    ]


def _whole_rows(shot: Shot) -> list[JSON]:
    by_stage = [(stage, {str(row.key): row for row in stage.standings}) for stage in shot.stages]
    ranks = [one["rank"] for one in shot.overall]
    shared = {rank for rank in ranks if rank is not None and ranks.count(rank) > 1}
    rows = []
    for one in shot.overall:
        key = str(one["key"])
        found = [(stage, table[key]) for stage, table in by_stage if key in table]
        rows.append(
            _row(
                shot,
                key,
                one["rank"],
                one["rank"] in shared,
                one["status"],
                None,
                [line for stage, row in found for line in _lines(stage, row)],
                [_value(stage, stage.main, row) for stage, row in found],
            )
        )
    return rows


def _row(
    shot: Shot,
    key: str,
    rank: int | None,
    shared: bool,
    status: str,
    moved: int | None,
    rounds: Sequence[JSON],
    values: Sequence[JSON],
) -> JSON:
    person = shot.person(key)
    return {
        "rank": rank,
        "shared": shared,
        "status": status,
        "moved": moved,
        "entry": key,
        "number": person.number,
        "name": person.name,
        "club": person.club,
        "rounds": rounds,
        "values": values,
    }


def _lines(stage: StageShot, row: Standing) -> list[JSON]:
    return [
        {
            "round": stage.rounds.get(line.round, 0),
            "kind": line.kind.value,
            "table": line.table,
            "place": line.place,
            "shared": line.shared,
            "size": line.size,
            "points": str(line.points),
            "met": [str(other) for other in line.met],
            "opponent": None if line.opponent is None else str(line.opponent),
            "moved_first": line.first,
            "score": None if line.score is None else str(line.score),
        }
        for line in row.lines
    ]


def _value(stage: StageShot, code: str, row: Standing) -> JSON:
    value = row.value(code)
    return {
        "code": code,
        "stage": stage.order,
        "amount": None if value.amount is None else str(value.amount),
        "parts": [
            {
                "round": None if part.round is None else stage.rounds.get(part.round),
                "entry": None if part.key is None else str(part.key),
                "amount": None if part.amount is None else str(part.amount),
                "note": part.note,
            }
            for part in value.parts
        ],
    }


@extend_schema(tags=["standings"])
class Publications(generics.ListAPIView[Publication]):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = PublicationSerializer
    queryset = Publication.objects.none()

    @extend_schema(
        summary="The versions of the standings that are public, newest first",
        description="The staff see all versions, drafts and withdrawals too.",
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        found: Any = publications.public_versions(tournament, arrived(request))
        if is_staff(request, tournament):
            found = (
                Publication.objects.filter(tournament=tournament)
                .select_related("stage")
                .defer("snapshot")
                .order_by("-version")
            )
        page = self.paginate_queryset(found) or []
        return self.get_paginated_response([publication_json(one) for one in page])

    @extend_schema(
        summary="Publish the standings after a round",
        description="For organisers. The same again is the version there is. Large "
        "standings are answered with 202 and a job that a worker does.",
        request=NewPublication,
        responses={
            201: PublicationSerializer,
            202: JobSerializer,
            409: OpenApiResponse(description="`not_final`, `being_done`"),
        },
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = managed(request, tournament_id)
        asked = sent(NewPublication, request)
        rounds = Round.objects.filter(stage__tournament=tournament, ordinal=asked["round"])
        round_ = rounds.exclude(state=RoundState.DRAFT).select_related("stage__tournament").first()
        if round_ is None:
            raise Http404
        made = publish_or_ask(
            tournament=tournament,
            stage=round_.stage,
            after_round=round_.number,
            state=PublicationState(asked["state"]),
            embargo_until=asked.get("embargo_until"),
            by=asker(request),
            at=arrived(request),
        )
        if isinstance(made, Job):
            return accepted(made)
        return Response(publication_json(made), status=201)


class WithdrawPublication(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["standings"],
        summary="Take the published standings back",
        description="For organisers. Nothing is public from then on.",
        request=Withdrawal,
        responses={200: PublicationSerializer},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = managed(request, tournament_id)
        made = publications.withdraw_publication(
            tournament=tournament,
            by=asker(request),
            at=arrived(request),
            reason=sent(Withdrawal, request)["reason"],
        )
        if made is None:
            raise Http404
        return Response(publication_json(made))
