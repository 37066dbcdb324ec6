"""What views ask a request."""

from datetime import datetime
from typing import cast

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User


def arrived(request: HttpRequest) -> datetime:
    """The instant the request arrived."""
    return cast("datetime", request.arrived_at)  # type: ignore[attr-defined]


def person(request: HttpRequest) -> User | None:
    """Who asks; None for nobody in particular."""
    return request.user if isinstance(request.user, User) else None


def signed_in(request: HttpRequest) -> User:
    """Who asks, in a view behind ``login_required``."""
    assert isinstance(request.user, User)
    return request.user


def onward(request: HttpRequest, otherwise: str) -> str:
    """The page named by ``next``, when it is one of this site."""
    page = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return page if safe else otherwise


def base_address(request: HttpRequest) -> str:
    """As ``http://192.0.2.1:8000``: what links that leave the site begin with."""
    return f"{request.scheme}://{request.get_host()}"
