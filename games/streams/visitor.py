"""Who opens a stream: the person of the session cookie, or of a token."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie

from accounts.models import User
from accounts.services.tokens import live_token


def visitor(cookies: str, authorization: str = "") -> User | None:
    """None for somebody who is not signed in."""
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() == "bearer":
        token = live_token(secret.strip())
        return token.user if token else None
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active else None
