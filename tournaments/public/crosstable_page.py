"""The page of crosstables: everybody against everybody, a group at a time, or round by round."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.public.crosstable import CrossTable, everybody, rounds
from tournaments.public.shot import Shot, StageShot, group_letter

PAGE_LINES = 100
ROUND_ROBIN = "round_robin"
KINDS = frozenset({ROUND_ROBIN, "swiss"})


@dataclass(frozen=True, slots=True)
class GroupTable:
    name: str
    """Of the group; empty where there is one only."""
    table: CrossTable


@dataclass(frozen=True, slots=True)
class StageLink:
    name: str
    order: int
    current: bool


@dataclass(frozen=True, slots=True)
class CrosstablePage:
    name: str
    order: int
    groups: Sequence[GroupTable]
    stages: Sequence[StageLink]
    pages: int


def crosstable_page(shot: Shot, order: int | None, page: int, mine: str) -> CrosstablePage | None:
    """Of the stage ``order``, by default the last that has one; ``page`` from 1."""
    stages = [one for one in shot.stages if one.kind in KINDS]
    stage = next((one for one in reversed(stages) if order in {None, one.order}), None)
    if stage is None:
        return None
    pages = 1
    if stage.kind == ROUND_ROBIN:
        groups = _groups(shot, stage, mine)
    else:
        pages = max(1, -(-len(stage.standings) // PAGE_LINES))
        table = rounds(
            stage.standings,
            {row.key: shot.person(row.key).name for row in stage.standings},
            mine=mine or None,
            lines_from=(page - 1) * PAGE_LINES,
            most=PAGE_LINES,
        )
        groups = [GroupTable("", table)]
    links = [StageLink(one.name, one.order, one.order == stage.order) for one in stages]
    return CrosstablePage(stage.name, stage.order, groups, links, pages)


def _groups(shot: Shot, stage: StageShot, mine: str) -> list[GroupTable]:
    names = {row.key: shot.person(row.key).name for row in stage.standings}
    found = stage.data.get("groups") or [[str(row.key) for row in stage.standings]]
    tables = []
    for number, group in enumerate(found, 1):
        keys = set(group)
        rows = [row for row in stage.standings if str(row.key) in keys or len(found) == 1]
        name = gettext("Group %(letter)s") % {"letter": group_letter(number)}
        tables.append(
            GroupTable(name if len(found) > 1 else "", everybody(rows, names, mine=mine or None))
        )
    return tables
