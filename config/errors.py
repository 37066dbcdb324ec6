"""One place where typed errors become pages and API answers (RFC 9457 problem details)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from accounts.errors import UserError
from games.rules import base
from games.words import error_words

STATUS_OF_GAME_ERRORS: Mapping[type[base.GameError], int] = {
    base.InvalidActionError: status.HTTP_400_BAD_REQUEST,
    base.InvalidRulesError: status.HTTP_400_BAD_REQUEST,
    base.GameError: status.HTTP_409_CONFLICT,
}


def problem(code: str, title: str, status_code: int, **more: Any) -> Response:
    body = {"type": f"about:blank#{code}", "code": code, "title": title, "status": status_code}
    return Response(
        body | more, status=status_code, content_type="application/problem+json"
    )


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error of the API as problem details with a stable ``code``."""
    if isinstance(error, base.GameError):
        code = next(code for kind, code in STATUS_OF_GAME_ERRORS.items() if isinstance(error, kind))
        return problem(error.code, error_words(error), code, **_extra(error.params))
    if isinstance(error, UserError):
        return problem(error.code, str(error), error.status, **_extra(error.params))
    response = exception_handler(error, context)
    if response is None:
        return None
    code = "error"
    more: dict[str, Any] = {}
    if isinstance(error, exceptions.ValidationError):
        code, more = "invalid", {"errors": error.get_full_details()}
        title = str(error.default_detail)
    elif isinstance(error, exceptions.APIException):
        code, title = str(error.default_code), str(error.detail)
    else:
        code, title = ("not_found", "Not found.") if response.status_code == 404 else (
            "forbidden",
            "Forbidden.",
        )
    answer = problem(code, title, response.status_code, **more)
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in response:
            answer[name] = response[name]
    return answer


def _extra(params: Mapping[str, Any]) -> dict[str, Any]:
    return {"params": {key: value for key, value in params.items() if _plain(value)}} if params else {}


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool | list | dict)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page was open too long or cookies are off; the person sends it again."""
    return render(request, "errors/csrf.html", {"reason": reason}, status=403)
