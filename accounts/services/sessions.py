"""Who this browser belongs to."""

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import translation

from accounts.db import write
from accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(request: HttpRequest, user: User) -> None:
    """Begin a session of the person. Whatever session the browser had, its key ends here."""
    with write():
        login(request, user, backend=BACKEND)
        if not user.language:
            user.language = translation.get_language() or "ja"
            user.save(update_fields=["language"])
    request.signed_in_language = user.language  # type: ignore[attr-defined]
