"""Secrets for programs that act for a person. Shown once; only the digest is kept."""

import hashlib
import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.http import Http404

from accounts.db import write
from accounts.errors import TooManyTokensError
from accounts.models import ApiToken, User
from accounts.names import tidy_name

PREFIX = "taikai_"
MOST = 50
NOTED_EVERY = timedelta(minutes=1)


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_token(*, user: User, label: str, at: datetime) -> tuple[ApiToken, str]:
    """Return the token's row and its secret, which cannot be had again."""
    secret = PREFIX + secrets.token_urlsafe(32)
    with write():
        if ApiToken.objects.filter(user=user, revoked_at=None).count() >= MOST:
            raise TooManyTokensError(limit=MOST)
        token = ApiToken.objects.create(
            user=user, label=tidy_name(label)[:100], digest=digest(secret), created_at=at
        )
    return token, secret


def live_token(secret: str) -> ApiToken | None:
    """The token with its person, unless it was revoked or the person may not sign in."""
    live = ApiToken.objects.filter(revoked_at=None, user__is_active=True)
    return live.select_related("user").filter(digest=digest(secret)).first()


def revoke_token(*, user: User, token: UUID, at: datetime) -> None:
    """End the token. Raises Http404 when the person has no such live token."""
    with write():
        live = ApiToken.objects.filter(user=user, pk=token, revoked_at=None)
        if not live.update(revoked_at=at):
            raise Http404


def note_use(*, token: ApiToken, at: datetime) -> None:
    """Remember when the token was last used, to the minute."""
    if token.last_used_at is None or at - token.last_used_at >= NOTED_EVERY:
        with write():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)
