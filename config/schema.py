"""What the description of the API says about every operation alike."""

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils import translation
from django.utils.encoding import force_bytes
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details (RFC 9457). `code` is stable; `title` is for people.",
    "properties": {
        "type": {"type": "string"},
        "code": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "params": {"type": "object", "additionalProperties": True},
        "errors": {"description": "By field, what was wrong with the request."},
        "match": {"type": "object", "additionalProperties": True},
    },
    "required": ["type", "code", "title", "status"],
}


class BearerToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a program signs in."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


METHODS = {"get", "post", "put", "patch", "delete"}


def describe_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Every operation may answer with problem details; bodies with names of their own stay."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    answer = {
        "description": "Refused; `code` says why.",
        "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        },
    }
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                responses = operation["responses"]
                responses.setdefault("4XX", answer)
                for status, response in responses.items():
                    if str(status).startswith("4") and "content" not in response:
                        response["content"] = answer["content"]
    return result


class Description(SpectacularAPIView):
    """The same for everybody: made once in each language and form, which takes half a second."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.query_params:
            answer: Response = super().get(request)  # type: ignore[no-untyped-call]
            return answer
        renderer = request.accepted_renderer
        language = translation.get_language() or ""
        return HttpResponse(
            _written(renderer.format, request.accepted_media_type, language),
            content_type="; charset=".join(filter(None, [renderer.media_type, renderer.charset])),
            headers={"Content-Disposition": f'inline; filename="Taikai.{renderer.format}"'},
        )


@lru_cache(maxsize=16)
def _written(form: str, media_type: str, language: str) -> bytes:
    """``language``, as what people read in it is translated."""
    renderer = next(one for one in Description.renderer_classes if one.format == form)
    described = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return force_bytes(renderer().render(described, media_type, {}))
