"""The sheets of a whole stage: a bracket, or a crosstable, to hang up and to fill in by hand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.db import found_in
from tournaments.models import Entry, Stage, StageKind, Tournament
from tournaments.names import stage_name
from tournaments.printing.sheets import Data, sheet
from tournaments.public.bracket_drawing import Person, draw
from tournaments.public.crosstable import everybody
from tournaments.public.shot import group_letter
from tournaments.services.formats.brackets import Brackets
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.round_robin import RoundRobin

STYLE = (
    "<style>text{font-family:IPAexGothic;font-size:14px;fill:#000}"
    ".thin{fill:none;stroke:#777}path.won{fill:none;stroke:#000;stroke-width:2.5}"
    ".lost,.seed,.id,.head,.hint,.when,.now{fill:#555}.seed,.id{font-size:10px}"
    ".head,.hint,.when,.now{font-size:12px}.score{font-size:13px;text-anchor:end}"
    ".first{font-size:16px}</style>"
)
"""An SVG in a PDF knows no stylesheet of a page."""


@dataclass(frozen=True, slots=True)
class StageSheet:
    stage: Stage
    what: str
    """``bracket`` or ``crosstable``."""

    @property
    def name(self) -> str:
        return stage_name(self.stage)


def stage_sheets(tournament: Tournament) -> list[StageSheet]:
    """Those of the stages that are drawn."""
    found = []
    for stage in Stage.objects.filter(tournament=tournament):
        if stage.draw.get("seeds") and isinstance(format_of(stage), Brackets):
            found.append(StageSheet(stage, "bracket"))
        elif stage.draw.get("groups") and stage.kind == StageKind.ROUND_ROBIN:
            found.append(StageSheet(stage, "crosstable"))
    return found


def stage_sheet(one: StageSheet, at: datetime) -> Data:
    return _bracket(one.stage, at) if one.what == "bracket" else _crosstable(one.stage, at)


def _entries(keys: Sequence[str]) -> dict[str, Entry]:
    return {str(entry.pk): entry for entry in found_in(Entry.objects.all(), "pk", keys)}


def _bracket(stage: Stage, at: datetime) -> Data:
    """What the desk knows; lines without a name are for the pen."""
    form = format_of(stage)
    assert isinstance(form, Brackets)
    seeds = [str(key) for key in stage.draw["seeds"]]
    known = _entries(seeds)
    people = {
        key: Person(known[key].name, known[key].club) if key in known else Person("?")
        for key in seeds
    }
    drawn = draw(form.state(stage), people, name=stage_name(stage))
    svg = re.sub(r"(<svg [^>]*>)", rf"\1{STYLE}", str(drawn.svg), count=1)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    width, height = re.findall(r'(?:width|height)="([\d.]+)"', svg)[:2]
    note = _("Numbers at left: seeds. Write the winner on the next line.")
    return sheet(stage.tournament, at, drawn.name, note) | {
        "svg": svg,
        "width": float(width),
        "height": float(height),
    }


def _crosstable(stage: Stage, at: datetime) -> Data:
    """Results that are in, and empty fields for the others, in the order of the draw."""
    form = format_of(stage)
    assert isinstance(form, RoundRobin)
    groups: list[list[str]] = [[str(key) for key in group] for group in stage.draw["groups"]]
    known = _entries([key for group in groups for key in group])
    names = {key: known[key].name if key in known else "?" for group in groups for key in group}
    apart = len(groups) > 1
    standings = form.by_group(stage) if apart else {"1": form.standings(stage)}
    tables = []
    for number, group in enumerate(groups, 1):
        rows = standings.get(str(number), ())
        lines = {str(line.key): line for line in everybody(rows, names).lines}
        column = {key: line.number - 1 for key, line in lines.items()}
        tables.append(
            {
                "name": _("Group %(letter)s") % {"letter": group_letter(number)} if apart else "",
                "rows": [
                    {
                        "number": str(at_row),
                        "name": names[key],
                        "club": known[key].club if key in known else "",
                        "cells": [
                            None
                            if key == other
                            else "".join(
                                one.sign
                                for one in (
                                    lines[key].cells[column[other]] or ()
                                    if key in lines and other in column
                                    else ()
                                )
                                if one.sign != "…"
                            )
                            for other in group
                        ],
                    }
                    for at_row, key in enumerate(group, 1)
                ],
            }
        )
    note = _("○ won, △ drawn, × lost. Fill in the line of each player.")
    return sheet(stage.tournament, at, stage_name(stage), note) | {"tables": tables}
