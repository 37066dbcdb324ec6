"""The API of many problems at once: generated from a seed, read from a list, taken out."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.words import error_words
from judging.api.bank import problem_json
from judging.api.bank_bodies import (
    GeneratedAnswer,
    ImageAnswer,
    KeptBody,
    ListAnswer,
    ListBody,
    ProblemAnswer,
    ProblemQuery,
    WishBody,
)
from judging.api.papers import FILE
from judging.forms.bank_lists import Line, look_at_list
from judging.generator import Wish
from judging.models import BankImage, Kind, Problem
from judging.permissions import bank_of
from judging.services.images import add_image
from judging.services.problem_lists import (
    Candidate,
    Found,
    exported,
    faults_of,
    keep_generated,
    propose,
)
from judging.services.problems import Written, add_problems, find_problems
from judging.services.uploads import refuse_length
from tournaments.api.common import arrived, asker, query, sent

TAGS = ["problem banks"]
WORDS_OF_KEPT = ("title", "statement", "statement_en", "tags", "ready", "numbers", "seed")


def _wish(asked: dict[str, Any]) -> Wish:
    """Raise WishError."""
    given = {name: value for name, value in asked.items() if name not in WORDS_OF_KEPT}
    if given["shape"] == "triangle":
        given["rows"] = given["columns"]
    return Wish.from_json(given)


def _candidate(one: Candidate) -> dict[str, Any]:
    names = ("number", "content", "key", "answer", "stage", "difficulty", "score")
    features = one.made.features
    return {
        **{name: getattr(one.made, name) for name in names},
        "features": features.to_json() if features else None,
        "known": one.known,
    }


class BankCandidates(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Generate problems to choose from",
        description="The same wish and seed make the same again. Stores nothing.",
        request=WishBody,
        responses={200: GeneratedAnswer, 400: OpenApiResponse(description="`invalid_wish`")},
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        bank = bank_of(asker(request), bank_id)
        asked = sent(WishBody, request)
        made, error = propose(bank, _wish(asked), asked["seed"])
        return Response(
            {
                "results": [_candidate(one) for one in made],
                "short": error_words(error) if error else "",
            }
        )


class BankGenerated(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Keep generated problems",
        description="Those of the wish and seed whose `numbers` are named.",
        request=KeptBody,
        responses={
            201: ProblemAnswer(many=True),
            400: OpenApiResponse(description="`invalid_wish`"),
        },
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        bank = bank_of(asker(request), bank_id)
        asked = sent(KeptBody, request)
        wish = _wish(asked)
        model = Written(
            title=asked["title"],
            kind=Kind(wish.kind.value),
            statement=asked["statement"],
            statement_en=asked["statement_en"],
            tags=asked["tags"],
        )
        made = keep_generated(
            bank=bank,
            wish=wish,
            seed=asked["seed"],
            numbers=asked["numbers"],
            model=model,
            ready=asked["ready"],
            by=asker(request),
            at=arrived(request),
        )
        return Response([problem_json(one) for one in _fresh(made)], status=201)


def _fresh(made: list[Problem]) -> Any:
    found = Problem.objects.filter(pk__in=[one.pk for one in made]).order_by("number")
    return found.select_related("current").prefetch_related("tags", "authors")


def _line(line: Line, found: Found | None) -> dict[str, Any]:
    written = line.written
    return {
        "line": line.number,
        "title": written.title if written else "",
        "kind": written.kind if written else "",
        "answer": found.checked.solution if found else "",
        "known": found.known if found else "",
        "faults": [*line.faults, *(faults_of(found) if found else ())],
    }


class BankLists(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Read a list of problems",
        description="Looked at; with `keep` all of it is taken (201), if no line has a fault.",
        request=ListBody,
        responses={200: ListAnswer, 201: ListAnswer, 422: ListAnswer},
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        user = asker(request)
        bank = bank_of(user, bank_id)
        asked = sent(ListBody, request)
        asked["tags"] = ",".join(asked["tags"])
        read, looked = look_at_list(bank, asked)
        lines = [_line(one, looked.get(one.number)) for one in read]
        faulty = any(one["faults"] for one in lines)
        written = [one.written for one in read if one.written is not None]
        made: list[Problem] = []
        if asked["keep"] and written and not faulty:
            made = add_problems(bank=bank, written=written, by=user, at=arrived(request))
        status = 201 if made else 422 if faulty else 200
        answer = {"lines": lines, "made": [str(one.pk) for one in made]}
        return Response(answer, status=status)


class BankExport(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Problems as a file",
        description="`csv`, as it is read again, or `txt`: strings of 0, 1 and 2.",
        parameters=[ProblemQuery],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, bank_id: UUID, kind: str) -> HttpResponse:
        bank = bank_of(asker(request), bank_id)
        if kind not in {"csv", "txt"}:
            raise Http404
        content, media = exported(find_problems(bank, **query(ProblemQuery, request)), kind)
        answer = HttpResponse(content, content_type=media)
        answer["Content-Disposition"] = f'attachment; filename="problems.{kind}"'
        answer["Cache-Control"] = "private, no-store"
        return answer


def _image(one: BankImage) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "name": one.name,
        "media_type": one.media_type,
        "url": f"/j/images/{one.pk}/",
    }


class BankImages(APIView):
    permission_classes = (IsAuthenticated,)
    parser_classes = (MultiPartParser,)

    @extend_schema(
        tags=TAGS,
        operation_id="bank_images_list",
        summary="The images of a bank, newest first",
        responses=ImageAnswer(many=True),
    )
    def get(self, request: Request, bank_id: UUID) -> Response:
        bank = bank_of(asker(request), bank_id)
        return Response([_image(one) for one in bank.images.order_by("-at")[:200]])

    @extend_schema(
        tags=TAGS,
        summary="Keep an image for statements",
        request=FILE,
        responses={
            201: ImageAnswer,
            413: OpenApiResponse(description="`upload_too_big`"),
            415: OpenApiResponse(description="`upload_not_a_page`"),
            422: OpenApiResponse(description="`upload_broken`"),
        },
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        user = asker(request)
        bank = bank_of(user, bank_id)
        refuse_length(request.META.get("CONTENT_LENGTH", ""))
        file = request.FILES.get("file")
        if file is None:
            raise ValidationError({"file": [_("This is needed.")]})
        made = add_image(bank=bank, file=file, by=user, at=arrived(request))
        return Response(_image(made), status=201)
