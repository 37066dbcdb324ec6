"""The API of contestants: the paper, drafts, submissions, uploads, handing in, races."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging.api.answers import PaperAnswer, RaceAnswer, StartsAnswer
from judging.api.fields import CANONICAL
from judging.api.requests import (
    DraftAnswer,
    Kept,
    OnDevice,
    PagesInOrder,
    PaperClockAnswer,
    ReceiptAnswer,
    Sent,
    Start,
    TakeOver,
    UploadAnswer,
)
from judging.models import Closing, Mode, Sitting
from judging.permissions import (
    contest_paper,
    my_papers,
    own_sitting,
    own_submission,
    pdf_page_of,
    upload_of,
)
from judging.services import answers, sitting, uploads
from judging.services.paper_view import (
    own_receipt,
    own_submissions,
    paper_view,
    receipt_view,
    start_view,
    upload_view,
)
from judging.services.race import race_state
from judging.services.released import told_at
from judging.services.storing import handed_out
from judging.services.timing import clock_json, instant
from tournaments.api.common import arrived, asker, sent

REFUSED = OpenApiResponse(
    description="`not_started`, `paper_over`, `handed_in`, `other_device`, `no_attempts_left`, "
    "`already_right`, `problem_not_open`"
)
TAGS = ["papers"]


class Mine(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="papers_list",
        summary="The papers you may sit",
        responses=StartsAnswer,
        description="Nothing of what is asked on them. `results`: start pages.",
    )
    def get(self, request: Request) -> Response:
        at = arrived(request)
        found = [
            start_view(sitting.sitting_for(paper=paper, entry=entry, at=at), at)
            for paper, entry in my_papers(asker(request))
        ]
        return Response({"results": found})


def _sitting(request: Request, paper_id: UUID) -> Sitting:
    paper, entry = contest_paper(asker(request), paper_id)
    return sitting.sitting_for(paper=paper, entry=entry, at=arrived(request))


class One(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="A paper",
        description="Before you started it, its start page; then the problems with your answers.",
        responses=PaperAnswer,
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        return Response(paper_view(_sitting(request, paper_id), arrived(request)))


class StartPaper(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Start a paper",
        request=Start,
        responses={
            200: PaperAnswer,
            409: OpenApiResponse(description="`not_open`, `paper_over`, `handed_in`"),
        },
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        asked = sent(Start, request)
        at = arrived(request)
        sitting.start(paper_id=paper_id, user=asker(request), at=at, **asked)
        return Response(paper_view(_sitting(request, paper_id), at))


class TakeOverPaper(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Go on with a paper on this device",
        request=TakeOver,
        responses={200: PaperAnswer, 409: REFUSED},
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        asked = sent(TakeOver, request)
        at = arrived(request)
        sitting.take_over(paper_id=paper_id, user=asker(request), at=at, **asked)
        return Response(paper_view(_sitting(request, paper_id), at))


class PaperClock(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="The server's time and your window",
        description="Ask once a minute and whenever the live stream says `paper`. `csrf` is "
        "fresh, for a page that was open while you signed in elsewhere.",
        responses=PaperClockAnswer,
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        found = _sitting(request, paper_id)
        return Response(
            clock_json(found, arrived(request))
            | {
                "closed": found.closed_at is not None,
                "handed_in": found.closing == Closing.HANDED_IN,
                "device": str(found.device) if found.device else None,
                "entry": str(found.entry_id),
                "csrf": get_token(request._request),
            }
        )


class DraftOf(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Keep an answer as it is being made",
        description="Sent in by the server when the time is over.",
        request=Kept,
        responses={200: DraftAnswer, 409: REFUSED},
    )
    def put(self, request: Request, paper_id: UUID, problem_id: UUID) -> Response:
        asked = sent(Kept, request)
        kept = answers.save_draft(
            paper_id=paper_id,
            problem_id=problem_id,
            user=asker(request),
            at=arrived(request),
            **asked,
        )
        return Response(
            {"problem": str(problem_id), "seq": kept.seq, "saved_at": instant(kept.saved_at)}
        )


class Submissions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS, summary="Your receipts of a paper", responses=ReceiptAnswer(many=True)
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        found = own_sitting(asker(request), paper_id)
        told = told_at(found.paper, arrived(request))
        return Response(
            [
                receipt_view(one, told=told[one.problem.feedback])  # type: ignore[index]
                for one in own_submissions(found)
            ]
        )

    @extend_schema(
        tags=TAGS,
        summary="Send an answer in",
        description="201: stored; 200: this form was stored before. The receipt is what the "
        "server has. `malformed` (422) costs no attempt and says what was understood.",
        request=Sent,
        responses={
            201: ReceiptAnswer,
            200: ReceiptAnswer,
            409: REFUSED,
            422: OpenApiResponse(description="`malformed`, `too_long`"),
            429: OpenApiResponse(description="`too_fast`"),
        },
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        asked = sent(Sent, request)
        at = arrived(request)
        receipt = answers.submit(
            paper_id=paper_id,
            problem_id=asked["problem"],
            user=asker(request),
            raw=asked["answer"],
            form_key=asked["form_key"],
            device=asked["device"],
            pages=asked["pages"],
            at=at,
        )
        found = own_receipt(receipt.submission, at) | {"left": receipt.left}
        return Response(found, status=201 if receipt.made else 200)


class OneSubmission(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(tags=TAGS, summary="A receipt of yours", responses=ReceiptAnswer)
    def get(self, request: Request, submission_id: UUID) -> Response:
        found = own_submission(asker(request), submission_id)
        return Response(own_receipt(found, arrived(request)))


class HandIn(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Hand the paper in before its end",
        description="What is kept and was not sent goes in with it.",
        request=OnDevice,
        responses={200: PaperAnswer, 409: REFUSED},
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        asked = sent(OnDevice, request)
        at = arrived(request)
        sitting.hand_in(paper_id=paper_id, user=asker(request), device=asked["device"], at=at)
        return Response(paper_view(_sitting(request, paper_id), at))


PAGE_OF = [
    OpenApiParameter("problem", OpenApiTypes.UUID, required=True),
    OpenApiParameter("device", OpenApiTypes.UUID),
]
FILE: dict[str, Any] = {
    "multipart/form-data": {
        "type": "object",
        "properties": {"file": {"type": "string", "format": "binary"}},
        "required": ["file"],
    }
}


class Uploads(APIView):
    permission_classes = (IsAuthenticated,)
    parser_classes = (MultiPartParser,)

    @extend_schema(
        tags=TAGS,
        summary="Add a page to a proof",
        description="JPEG, PNG, HEIC or PDF, known by its content, at most 10 MB.",
        parameters=PAGE_OF,
        request=FILE,
        responses={
            201: UploadAnswer,
            409: REFUSED,
            413: OpenApiResponse(description="`upload_too_big`"),
            415: OpenApiResponse(description="`upload_not_a_page`"),
            422: OpenApiResponse(description="`upload_broken`, `too_many_pages`"),
        },
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        uploads.refuse_length(request.META.get("CONTENT_LENGTH", ""))
        problem, device = (_uuid(request, name) for name in ("problem", "device"))
        file = request.FILES.get("file")
        if file is None or problem is None:
            missing = "problem" if problem is None else "file"
            raise ValidationError({missing: [_("This is needed.")]})
        made = uploads.add_upload(
            paper_id=paper_id,
            problem_id=problem,
            user=asker(request),
            file=file,
            device=device,
            at=arrived(request),
        )
        return Response(upload_view(made), status=201)


def _uuid(request: Request, name: str) -> UUID | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not CANONICAL.fullmatch(text):
        raise ValidationError({name: [_("This is not an id.")]})
    return UUID(text)


class UploadOrder(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Put the pages of a proof in this order",
        description="Those not named come after.",
        request=PagesInOrder,
        responses={200: UploadAnswer(many=True), 409: REFUSED},
    )
    def put(self, request: Request, paper_id: UUID) -> Response:
        user, at = asker(request), arrived(request)
        asked = sent(PagesInOrder, request)
        given = {"problem_id": asked["problem"], "ids": asked["pages"], "device": asked["device"]}
        uploads.order_uploads(paper_id=paper_id, user=user, at=at, **given)
        found = own_sitting(user, paper_id).uploads.filter(
            problem=asked["problem"], removed_at=None
        )
        return Response([upload_view(one) for one in found.order_by("order")])


class OneUpload(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="The file of a page",
        description="For its owner, the markers of its script and the organisers.",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, upload_id: UUID) -> HttpResponseBase:
        found = upload_of(asker(request), upload_id)
        return handed_out(found.path, "application/octet-stream", found.name)

    @extend_schema(
        tags=TAGS,
        summary="Take a page of yours away",
        parameters=PAGE_OF[1:],
        request=None,
        responses={204: None, 409: REFUSED},
    )
    def delete(self, request: Request, upload_id: UUID) -> Response:
        found = upload_of(asker(request), upload_id)
        uploads.remove_upload(
            upload=found, user=asker(request), device=_uuid(request, "device"), at=arrived(request)
        )
        return Response(status=204)


class OnePdfPage(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="uploads_pages_retrieve",
        summary="A page of a PDF as a picture",
        description="A JPEG, once it is drawn (`pictures` of the upload). For the same people.",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, upload_id: UUID, number: int) -> HttpResponseBase:
        found = pdf_page_of(asker(request), upload_id, number)
        name = f"{found.upload.name}-{number}.jpg"
        return handed_out(found.path, "application/octet-stream", name)


class Race(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="A race as it stands",
        description="The open problem, the table, the last problem with its scorers.",
        responses=RaceAnswer,
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        found = own_sitting(asker(request), paper_id)
        if found.paper.mode != Mode.RACE:
            raise Http404
        return Response(race_state(found.paper, asker(request), arrived(request)))
