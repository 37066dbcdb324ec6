"""What every template may use."""

from typing import Any

from django.http import HttpRequest

THEMES = ("auto", "light", "dark")


def site(request: HttpRequest) -> dict[str, Any]:
    """``theme``: auto, light or dark, as chosen on this device; ``path`` for language links."""
    theme = request.GET.get("theme") or request.COOKIES.get("theme", "auto")
    query = request.GET.copy()
    query.pop("lang", None)
    return {
        "theme": theme if theme in THEMES else "auto",
        "here": request.path,
        "here_query": query.urlencode(),
    }
