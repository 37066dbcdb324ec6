"""Who gets which page of judging, and what a person reads when something is refused."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from judging.models import Paper
from tournaments.views.access import REFUSALS, arrived_at, person, sentence

T = TypeVar("T")
Find = Callable[[User | None, UUID], T]
View = Callable[..., HttpResponse]


def asked_back(request: HttpRequest, home: str) -> HttpResponse:
    """To the page the form stood on, or home."""
    wanted = request.POST.get("next", "")
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return redirect(wanted)
    return redirect(home)


def opened(
    find: Find[T], *methods: str, home: Callable[[T], str]
) -> Callable[[Callable[..., HttpResponse]], View]:
    """A page or an action about one object, which ``find`` looks up for the person; else 404.

    What a service refuses becomes a message on the page the form stood on.
    """

    def wrap(view: Callable[..., HttpResponse]) -> View:
        def handle(request: HttpRequest, found_id: UUID, **more: Any) -> HttpResponse:
            found = find(person(request), found_id)
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            try:
                with _clock_of(found):
                    answer = view(request, found, **more)
            except ObjectDoesNotExist:
                raise Http404 from None
            except REFUSALS as error:
                messages.error(request, sentence(error))
                return asked_back(request, home(found))
            # What is asked stays in no cache that others share.
            answer.headers.setdefault("Cache-Control", "private, no-cache")
            return answer

        handle.__doc__ = view.__doc__
        return handle

    return wrap


def _clock_of(found: object) -> Any:
    """Times of a paper are shown as the clocks at its place show them."""
    if isinstance(found, Paper):
        return timezone.override(ZoneInfo(found.stage.tournament.time_zone))
    return nullcontext()


__all__ = ["REFUSALS", "arrived_at", "asked_back", "opened", "person", "sentence"]
