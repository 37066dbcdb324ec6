"""Programs sign in with ``Authorization: Bearer <token>``."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.services.tokens import live_token, note_use


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"bearer":
            return None
        if len(parts) != 2:
            raise AuthenticationFailed(_("The Authorization header must be “Bearer” and a token."))
        token = live_token(parts[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed(_("This token is not valid, or was revoked."))
        note_use(token=token, at=timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
