"""Secrets for addresses: an id and its seal, 43 characters that cannot be guessed.

The text is made from the id and the site's key, so it can be printed again and is stored
nowhere. Whether the link still counts is what the row of that id says.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from uuid import UUID

from django.conf import settings
from django.http import Http404
from django.utils.crypto import constant_time_compare, salted_hmac

SEAL_BYTES = 16


def seal(kind: str, link: UUID) -> str:
    """The text of a link; a text of one kind never opens another."""
    return _text(link, next(_seals(kind, link)))


def unseal(kind: str, text: str) -> UUID:
    """The id in a link's text. Raises Http404 when this site did not make it."""
    try:
        link = UUID(bytes=urlsafe_b64decode(f"{text}=")[:-SEAL_BYTES])
    except ValueError:
        raise Http404 from None
    if not any(constant_time_compare(text, _text(link, mark)) for mark in _seals(kind, link)):
        raise Http404
    return link


def _text(link: UUID, mark: bytes) -> str:
    return urlsafe_b64encode(link.bytes + mark).decode().rstrip("=")


def _seals(kind: str, link: UUID) -> Iterator[bytes]:
    """One for the site's key, then one for each older key it still accepts."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = salted_hmac(f"accounts.links.{kind}", link.bytes, secret=key, algorithm="sha256")
        yield made.digest()[:SEAL_BYTES]
