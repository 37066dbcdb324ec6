"""Which form a new tournament is made with, and which one changes it."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.own_plan import OwnPlanForm, ShapeForm, own_form
from tournaments.forms.plan import PRESETS as OF_TABLES
from tournaments.forms.plan import PlanForm, initial_of
from tournaments.models import Registration, Tournament
from tournaments.presets import PRESETS

AnyPlanForm = PlanForm | OwnPlanForm

OWN = "empty"
STARTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "jko": (_("JKO"), _("Kyōen: preliminary tables, then a final table")),
    "oware_swiss": (_("Oware: Swiss, then a knockout"), _("Five rounds, then the best six")),
    "oware_robin": (_("Oware: round robin"), _("Everybody meets everybody")),
    "rithmomachia_single": (_("Rithmomachia: knockout"), _("Who loses is out")),
    "rithmomachia_double": (_("Rithmomachia: double elimination"), _("Who loses twice is out")),
    "jkho": (_("JKHO"), _("Kyōen hantei: a qualifier on paper, then a final with proofs")),
    "race": (_("Kyōen-hantei race"), _("A host shows problems; the first right answers score")),
    OWN: (_("Your own"), _("Any game, one to three stages of any kind")),
}
"""What an organiser starts from: its name and what it is."""

TABLE_PRESETS = {code for code, _words in OF_TABLES}


def chosen_start(query: Mapping[str, str]) -> str:
    """The preset named in an address, by default the JKO."""
    preset = query.get("preset", "jko")
    return preset if preset in STARTS else "jko"


def shape_form(query: Mapping[str, str]) -> ShapeForm:
    """Of an own tournament, with what the address says."""
    usual = {"game": "oware", "first": "swiss", "second": "", "third": ""}
    return ShapeForm({name: query.get(name, value) for name, value in usual.items()})


def creation_form(query: Mapping[str, str], data: Mapping[str, Any] | None) -> AnyPlanForm | None:
    """None while the shape of an own tournament is not chosen yet."""
    preset = chosen_start(query)
    if preset in TABLE_PRESETS:
        return PlanForm(data)
    if preset != OWN:
        start = PRESETS[preset]
        initial = {"registration": Registration.OPEN} if preset == "race" else None
        return OwnPlanForm(
            data, preset=preset, game=start.game, stages=start.stages, initial=initial
        )
    shape = shape_form(query)
    if not shape.is_valid():
        return None
    return OwnPlanForm(data, preset=OWN, game=shape.cleaned_data["game"], stages=shape.stages())


def of_tables(tournament: Tournament) -> bool:
    """Its form knows tables only."""
    return tournament.preset in TABLE_PRESETS and tournament.game == "kyoen"


def settings_form(tournament: Tournament, data: Mapping[str, Any] | None) -> AnyPlanForm:
    if of_tables(tournament):
        return PlanForm(data, initial=initial_of(tournament))
    return own_form(tournament, data)
