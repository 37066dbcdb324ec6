"""The formats by kind. An app above adds its own when it is ready."""

from tournaments.models import Stage
from tournaments.services.formats.base import Format
from tournaments.services.formats.tables import TABLES

_formats: dict[str, Format] = {one.kind: one for one in (TABLES,)}


def register(one: Format) -> Format:
    assert one.kind not in _formats, one.kind
    _formats[one.kind] = one
    return one


def format_of(stage: Stage) -> Format:
    return _formats[stage.kind]
