"""Who this browser belongs to."""

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.choices import LANGUAGE_COOKIE, LANGUAGES
from accounts.db import write
from accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(request: HttpRequest, user: User) -> None:
    """Begin a session of the person. Whatever session the browser had, its key ends here.

    The language chosen on this device becomes theirs, if they have chosen none before.
    """
    with write():
        login(request, user, backend=BACKEND)
        if not user.language and request.COOKIES.get(LANGUAGE_COOKIE) in LANGUAGES:
            user.language = request.COOKIES[LANGUAGE_COOKIE]
            user.save(update_fields=["language"])
    request.signed_in_language = user.language  # type: ignore[attr-defined]
