"""The formats by kind. An app above adds its own when it is ready."""

from tournaments.models import Stage
from tournaments.services.formats.base import Format
from tournaments.services.formats.brackets import DOUBLE_ELIMINATION, KNOCKOUT
from tournaments.services.formats.round_robin import ROUND_ROBIN
from tournaments.services.formats.swiss import SWISS
from tournaments.services.formats.tables import TABLES

_formats: dict[str, Format] = {
    one.kind: one for one in (TABLES, SWISS, ROUND_ROBIN, KNOCKOUT, DOUBLE_ELIMINATION)
}


def register(one: Format) -> Format:
    assert one.kind not in _formats, one.kind
    _formats[one.kind] = one
    return one


def format_of(stage: Stage) -> Format:
    return _formats[stage.kind]
