"""Where a person goes after signing in. The apps above register what they know."""

from collections.abc import Callable

from django.urls import reverse

from accounts.models import User

Guide = Callable[[User], str | None]
_guides: list[Guide] = []


def register(guide: Guide) -> None:
    """Ask ``guide`` for a person's page, before those registered earlier; for ``AppConfig.ready``.

    It returns an address of this site, or None when it has nothing for the person.
    """
    if guide not in _guides:
        _guides.insert(0, guide)


def landing(user: User) -> str:
    """The page where the person has something to do: their match, their tournament, or home."""
    return next((page for guide in _guides if (page := guide(user))), reverse("home"))
