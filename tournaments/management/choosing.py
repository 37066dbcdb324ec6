"""What commands are told: which tournament, which file, who organises."""

import sys
from pathlib import Path
from uuid import UUID

from django.core.management.base import CommandError

from accounts.models import User
from tournaments.models import Tournament
from tournaments.services.tournaments import tidy_code


def chosen_tournament(text: str) -> Tournament:
    """By id or join code; CommandError in one line."""
    try:
        found = Tournament.objects.filter(pk=UUID(text)).first()
    except ValueError:
        found = Tournament.objects.filter(join_code=tidy_code(text)).first()
    if found is None:
        raise CommandError(f"There is no tournament {text[:60]!r}: give its id or join code.")
    return found


def chosen_organiser(username: str | None) -> User:
    """Who organises what is made; by default the first organiser of this server."""
    found = User.objects.organisers().filter(is_active=True)
    if username is not None:
        found = found.filter(username=username)
    organiser = found.order_by("date_joined").first()
    if organiser is None:
        who = "nobody" if username is None else f"no organiser {username!r}"
        raise CommandError(f"There is {who} on this server to organise it.")
    return organiser


def file_bytes(name: str) -> bytes:
    """``-`` for standard input; CommandError in one line."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
