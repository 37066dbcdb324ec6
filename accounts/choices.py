"""Choices of a reader that a device keeps: language and colours."""

from django.conf import settings
from django.http import HttpResponse

LANGUAGES = ("ja", "en")
LANGUAGE_COOKIE = "language"
THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
YEAR_SECONDS = 365 * 86400


def remember(response: HttpResponse, name: str, value: str) -> None:
    """Keep a choice on this device for a year."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR_SECONDS,
        samesite="Lax",
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )
