"""Pieces of large snapshots, made once for all readers.

A published version never changes, so what is made of it holds for as long as it is kept.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache
from django.utils.translation import get_language

from tournaments.models import Publication

T = TypeVar("T")
SECONDS = 3600


def piece_key(publication: Publication, name: str) -> str:
    """In the language that is active."""
    parts = (
        publication.tournament_id,
        publication.version,
        publication.created_at.isoformat(),
        publication.inputs,
        get_language(),
        name,
    )
    return f"published:{sha256(chr(0).join(map(str, parts)).encode()).hexdigest()}"


def piece(publication: Publication, name: str, make: Callable[[], Mapping[str, object]]) -> object:
    """The piece ``name``; when it is not kept, ``make`` gives it and others by name."""
    found = cache.get(piece_key(publication, name))
    if found is None:
        made = make()
        cache.set_many({piece_key(publication, one): value for one, value in made.items()}, SECONDS)
        found = made.get(name)
    return found
