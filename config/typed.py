"""What a person typed into a form that could not be taken, so that it is not lost."""

import re
from urllib.parse import urlsplit

from django.http import HttpRequest

NEVER_SHOWN = re.compile(r"password|secret|csrfmiddlewaretoken", re.IGNORECASE)
MACHINE_MADE = re.compile(r"[\w:.-]{0,40}", re.ASCII)

Typed = list[tuple[str, str]]


def typed_values(request: HttpRequest) -> Typed:
    """Every value sent, in order, without passwords."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if not NEVER_SHOWN.search(name)
        for value in values
    ]


def visible(typed: Typed) -> list[str]:
    """The values a person would miss: text, not the ids and choices of the form.

    >>> visible([("round", "3"), ("reason", "時計の故障")])
    ['時計の故障']
    """
    return [value for _, value in typed if not MACHINE_MADE.fullmatch(value)]


def sent_from_here(request: HttpRequest) -> bool:
    """Whether the browser says that the form stood on a page of this site."""
    origin = request.headers.get("Origin") or request.headers.get("Referer", "")
    return request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin" and (
        urlsplit(origin).netloc == request.get_host()
    )
