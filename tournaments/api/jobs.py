"""The API of what a worker does: how far it is, and what came of it."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.present import instant
from tournaments.api.common import staffed
from tournaments.models import Job, JobState
from tournaments.serializers import JobSerializer
from tournaments.services.jobs import error_of, subject_of


def job_json(job: Job) -> dict[str, Any]:
    said = job.said
    error = None
    if job.state == JobState.FAILED:
        error = {
            "code": said["code"],
            "title": error_of(job),
            "remedies": said.get("remedies", []),
        }
    return {
        "id": str(job.pk),
        "kind": job.kind,
        "state": job.state,
        "subject": subject_of(job),
        "seconds": job.seconds,
        "asked_at": instant(job.asked_at),
        "begun_at": job.begun_at and instant(job.begun_at),
        "ended_at": job.ended_at and instant(job.ended_at),
        "round": said.get("round"),
        "version": said.get("version"),
        "error": error,
    }


def accepted(job: Job) -> Response:
    """202, with where to ask how far it is."""
    address = reverse("api-job", args=[job.tournament_id, job.pk])
    return Response(job_json(job), status=202, headers={"Location": address})


class OneJob(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tournaments"],
        summary="How far a job is, and what came of it",
        description="For the staff. What takes long is answered with 202 and a job.",
        responses=JobSerializer,
    )
    def get(self, request: Request, tournament_id: UUID, job_id: UUID) -> Response:
        return Response(job_json(staffed(request, tournament_id).jobs.get(pk=job_id)))
