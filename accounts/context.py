"""What every template may use."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.choices import THEME_COOKIE, THEMES


def site(request: HttpRequest) -> dict[str, Any]:
    """``theme`` of this device; ``here`` and ``here_query``: this page again; ``version``.

    The answer to a form is no page of its own: there, ``here`` is the page the form was on.
    """
    theme = request.GET.get("theme") or request.COOKIES.get(THEME_COOKIE, "auto")
    path, query = request.path, request.GET.copy()
    before = request.headers.get("Referer", "")
    if request.method == "POST" and url_has_allowed_host_and_scheme(before, {request.get_host()}):
        path, query = urlsplit(before).path, QueryDict(urlsplit(before).query, mutable=True)
    query.pop("lang", None)
    return {
        "theme": theme if theme in THEMES else "auto",
        "here": path,
        "here_query": query.urlencode(),
        "version": settings.VERSION,
    }
