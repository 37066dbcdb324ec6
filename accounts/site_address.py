"""The address other people reach this site by: on invitations, table cards and QR codes."""

import os

from django.http import HttpRequest

VARIABLE = "TAIKAI_PUBLIC_URL"


def public_address() -> str:
    """As ``http://192.168.1.5:8000``, without a slash at the end; empty when not known.

    ``manage.py serve`` finds it when it serves the local network; behind a proxy whoever runs
    the site sets ``TAIKAI_PUBLIC_URL``.
    """
    return os.environ.get(VARIABLE, "").strip().rstrip("/")


def full_address(path: str, request: HttpRequest | None = None) -> str:
    """``path`` (from its slash on) as another device can open it.

    The public address where it is known, else the host ``request`` was sent to.
    """
    known = public_address()
    if known or request is None:
        return known + path
    return request.build_absolute_uri(path)
