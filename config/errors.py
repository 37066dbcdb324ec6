"""One place where typed errors become pages and API answers (RFC 9457 problem details)."""

import logging
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from accounts.errors import UserError
from config.typed import sent_from_here, typed_values, visible
from games.rules import base
from games.services.errors import MatchError
from games.words import error_params, error_words
from tournaments.format_words import format_error
from tournaments.formats.errors import FormatError

PROBLEM_JSON = "application/problem+json"
STATUS_OF_GAME_ERRORS: Mapping[type[base.GameError], int] = {
    base.InvalidActionError: status.HTTP_400_BAD_REQUEST,
    base.InvalidRulesError: status.HTTP_400_BAD_REQUEST,
    base.GameError: status.HTTP_409_CONFLICT,
}
TYPED = (UserError, base.GameError, FormatError)
logger = logging.getLogger(__name__)


def body(code: str, title: str, status_code: int, **more: Any) -> dict[str, Any]:
    return {
        "type": f"about:blank#{code}",
        "code": code,
        "title": title,
        "status": status_code,
    } | more


def told(error: UserError | base.GameError | FormatError) -> dict[str, Any]:
    """The problem details of a typed error."""
    if isinstance(error, UserError):
        more = _extra(error.params)
        if isinstance(error, MatchError) and error.match is not None:
            more["match"] = error.match
        return body(error.code, str(error), error.status, **more)
    if isinstance(error, FormatError):
        return body(error.code, format_error(error), status.HTTP_409_CONFLICT)
    found = next(code for kind, code in STATUS_OF_GAME_ERRORS.items() if isinstance(error, kind))
    return body(error.code, error_words(error), found, **_extra(error_params(error)))


def not_stored(error: OperationalError) -> dict[str, Any]:
    """The disk is full, or the database is away: what was asked was undone as a whole."""
    logger.error("the database refused: %s", error)
    title = _("The server cannot store anything at this moment. Nothing was changed; try again.")
    return body("not_stored", title, status.HTTP_503_SERVICE_UNAVAILABLE)


def _extra(params: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: str(one) if isinstance(one, Promise) else one for key, one in params.items()}
    plain = {key: value for key, value in said.items() if _plain(value)}
    return {"params": plain} if params else {}


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool | list | dict)


def _with_wait(response: HttpResponse, problem: Mapping[str, Any]) -> None:
    seconds = problem.get("params", {}).get("seconds")
    if problem["status"] == 429 and seconds is not None:
        response.headers["Retry-After"] = str(seconds)


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error of the API as problem details with a stable ``code``."""
    if isinstance(error, TYPED):
        return _answer(told(error))
    if isinstance(error, ObjectDoesNotExist):  # somebody removed it a moment earlier
        error = Http404()
    if isinstance(error, OperationalError):
        return _answer(not_stored(error))
    response = exception_handler(error, context)
    if response is None:
        return None
    answer = _answer(_rest_problem(error, response.status_code))
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in response:
            answer[name] = response[name]
    return answer


def _answer(problem: dict[str, Any]) -> Response:
    response = Response(problem, status=problem["status"], content_type=PROBLEM_JSON)
    _with_wait(response, problem)
    return response


def _rest_problem(error: Exception, status_code: int) -> dict[str, Any]:
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    assert isinstance(error, exceptions.APIException)
    if isinstance(error, exceptions.ValidationError):
        details = error.get_full_details()
        return body("invalid", str(error.default_detail), status_code, errors=details)
    if str(error.detail).startswith("CSRF Failed"):
        return body("csrf_failed", _("This page was open too long. Load it again."), status_code)
    return body(error.default_code, str(error.detail), status_code)


class ErrorPages:
    """Middleware: what a plain view raises becomes a page, an htmx answer, or JSON."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            return self._not_allowed(request, response)
        if response.status_code == 302 and for_htmx(request):
            return _whole_page(request, response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, ObjectDoesNotExist):  # somebody removed it a moment earlier
            return not_found(request, error)
        if isinstance(error, OperationalError):
            return _problem_page(request, not_stored(error))
        if not isinstance(error, TYPED):
            return None
        problem = told(error)
        response = _problem_page(request, problem)
        _with_wait(response, problem)
        return response

    def _not_allowed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        title = _("This address only takes what a form sends.")
        page = _problem_page(request, body("method_not_allowed", title, 405))
        page.headers["Allow"] = response.headers["Allow"]
        return page


def _problem_page(request: HttpRequest, problem: dict[str, Any]) -> HttpResponse:
    """The error for whoever asked: a program, a part of a page, or a person."""
    if for_program(request):
        return _json(problem)
    if for_htmx(request):
        response = render(request, "errors/note.html", problem, status=problem["status"])
        response.headers["HX-Retarget"] = "#notes"
        response.headers["HX-Reswap"] = "innerHTML show:top"
        return response
    return render(
        request, "errors/problem.html", problem | _kept(request), status=problem["status"]
    )


def _kept(request: HttpRequest) -> dict[str, Any]:
    """What was typed, and where to go back to."""
    typed = typed_values(request)
    return {
        "typed": typed,
        "visible": visible(typed),
        "files": bool(request.FILES),
        "again": request.get_full_path() if typed else "",
    }


def for_program(request: HttpRequest) -> bool:
    return request.path.startswith(("/api/", "/live/"))


def for_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _wants_page(request: HttpRequest) -> bool:
    return not for_program(request) and not for_htmx(request)


def _whole_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The session ended: the sign-in page is no part of a page, and leads back to it."""
    sign_in = resolve_url(settings.LOGIN_URL)
    if urlsplit(response.headers["Location"]).path != sign_in:
        return response
    here = urlsplit(request.headers.get("HX-Current-URL", ""))
    query = urlencode({"next": here.path + (f"?{here.query}" if here.query else "")})
    return HttpResponse(status=204, headers={"HX-Redirect": f"{sign_in}?{query}"})


def _json(problem: dict[str, Any]) -> JsonResponse:
    return JsonResponse(
        problem,
        status=problem["status"],
        content_type=PROBLEM_JSON,
        json_dumps_params={"ensure_ascii": False},
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _wants_page(request):
        return render(request, "errors/404.html", status=404)
    title = str(exceptions.NotFound.default_detail)
    if for_htmx(request):
        title = _("This is no longer there. Load the page again.")
    return _problem_page(request, body("not_found", title, 404))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _wants_page(request):
        return render(request, "errors/403.html", status=403)
    title = str(exceptions.PermissionDenied.default_detail)
    return _problem_page(request, body("permission_denied", title, 403))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django refused the request before any view saw it; it may not even be readable."""
    if isinstance(exception, RequestDataTooBig):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024 // 1024
        title = _("More was sent than the %(limit)s MB this site takes at once.") % {"limit": limit}
        problem = body("too_large", title, 413, params={"limit": limit})
    else:
        problem = body("bad_request", _("The server could not read what was sent."), 400)
    return _json(problem) if for_program(request) else _bare("errors/400.html", request, problem)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours. The page asks nothing of the database, which may be what failed."""
    problem = body("server_error", _("Something went wrong on the server."), 500)
    return _json(problem) if for_program(request) else _bare("errors/500.html", request, problem)


def _bare(template: str, request: HttpRequest, problem: dict[str, Any]) -> HttpResponse:
    context = problem | {
        "bare": True,
        "theme": request.COOKIES.get("theme", "auto"),
        "version": settings.VERSION,
        "LANGUAGE_CODE": translation.get_language(),
    }
    return HttpResponse(render_to_string(template, context), status=problem["status"])


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page was open too long, or cookies are off: the person sends it again.

    What came from another site is not offered again: its author is not the reader.
    """
    if not _wants_page(request):
        title = _("This page was open too long. Load it again.")
        return _problem_page(request, body("csrf_failed", title, 403))
    kept = _kept(request) if sent_from_here(request) else {}
    return render(request, "errors/csrf.html", kept, status=403)
