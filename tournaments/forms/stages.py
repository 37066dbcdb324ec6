"""What is asked about one stage, by its kind."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.format_words import format_error, format_words
from tournaments.formats.advancement_values import Mode, Rule, Ties
from tournaments.formats.errors import FormatError, InvalidSettingError
from tournaments.formats.fide_table import Edition
from tournaments.formats.knockout_rules import refuse_even
from tournaments.formats.points import Points
from tournaments.formats.round_robin import Withdrawal
from tournaments.formats.table_values import Method
from tournaments.formats.tie_breaks import UnknownTieBreakError
from tournaments.forms.plan_base import number_field
from tournaments.models import Stage, StageKind, StagePart
from tournaments.presets import StagePlan
from tournaments.settings import MOST_GROUPS, MOST_ROUNDS, StageConfig
from tournaments.standings import criterion
from tournaments.tie_break_words import DUTCH_EDITIONS

KINDS = (
    (StageKind.TABLES, _("Kyōen tables")),
    (StageKind.SWISS, _("Swiss")),
    (StageKind.ROUND_ROBIN, _("Round robin")),
    (StageKind.KNOCKOUT, _("Knockout")),
    (StageKind.DOUBLE_ELIMINATION, _("Double elimination")),
)


def stage_kinds(kinds: Iterable[StageKind]) -> list[tuple[str, str]]:
    """As a list to choose from."""
    words = dict(KINDS)
    return [(kind.value, str(words[kind])) for kind in kinds]


ADMISSIONS = (
    (Mode.TOP.value, _("the best of the standings")),
    (Mode.PER_GROUP.value, _("the best of each group, then the best others")),
    (Mode.HAND.value, _("chosen by hand")),
)
TIES = (
    (Ties.ASK.value, _("tie-breaks, then ask")),
    (Ties.INCLUDE.value, _("all who are equal go on")),
    (Ties.EXCLUDE.value, _("none who is equal goes on")),
    (Ties.HAND.value, _("chosen by hand among equal points")),
)
METHODS = ((Method.SNAKED.value, _("by seeding numbers")), (Method.DRAWN.value, _("by lot")))
WITHDRAWALS = (
    (Withdrawal.HALF.value, _("kept if half of the games were played, else dropped (FIDE)")),
    (Withdrawal.KEEP.value, _("kept")),
    (Withdrawal.DROP.value, _("dropped")),
)
EDITIONS = (
    (Edition.FIDE_2026.value, _("FIDE, from 2026")),
    (Edition.FIDE_2024.value, _("FIDE, 2024")),
)
BEST_OF = _("How many games two play when they meet: 3 is a best of three.")
POINTS = ("win", "draw", "loss", "pairing_bye", "half_bye", "full_bye", "zero_bye", "walkover")


def _points(label: Any, name: str) -> forms.CharField:
    value = getattr(Points(), name)
    shown = "0.5" if value.denominator == 2 else str(value)
    return forms.CharField(label=label, initial=shown, max_length=8)


def _games(help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Games of a pairing, at most"), initial="1", max_length=30, help_text=help_text
    )


def _tie_breaks() -> forms.CharField:
    return forms.CharField(
        label=_("Tie-breaks, in order"),
        required=False,
        max_length=120,
        help_text=_("Empty: the usual ones. Codes such as BH/C1, BH, SB, PS, DE, WIN, KS, DIFF."),
    )


def _common_points() -> dict[str, forms.Field]:
    return {
        "win": _points(_("Points for a win"), "win"),
        "draw": _points(_("For a draw"), "draw"),
        "loss": _points(_("For a loss"), "loss"),
        "walkover": _points(_("For a win by forfeit"), "walkover"),
    }


def _swiss() -> dict[str, forms.Field]:
    return {
        "rounds": number_field(_("Rounds"), 1, MOST_ROUNDS, initial=5),
        "dutch": forms.ChoiceField(
            label=_("Edition of the pairing rules"),
            choices=[(code.value, words) for code, words in DUTCH_EDITIONS.items()],
        ),
        "tie_breaks": _tie_breaks(),
        "edition": forms.ChoiceField(label=_("Edition of the tie-breaks"), choices=EDITIONS),
        "games": _games(BEST_OF),
        **_common_points(),
        "pairing_bye": _points(_("For the bye of the pairing"), "pairing_bye"),
        "full_bye": _points(_("For a full bye asked for"), "full_bye"),
        "half_bye": _points(_("For a half bye asked for"), "half_bye"),
        "zero_bye": _points(_("For a round sat out"), "zero_bye"),
        "apart": forms.BooleanField(
            label=_("Keep people of the same club apart in the pairing"), required=False
        ),
    }


def _round_robin() -> dict[str, forms.Field]:
    return {
        "groups": number_field(_("Groups"), 1, MOST_GROUPS, initial=1),
        "cycles": forms.TypedChoiceField(
            label=_("Everybody meets"), coerce=int, choices=((1, _("once")), (2, _("twice")))
        ),
        "first": forms.ChoiceField(label=_("Numbers and groups"), choices=METHODS),
        "withdrawal": forms.ChoiceField(
            label=_("Results of somebody who leaves"), choices=WITHDRAWALS
        ),
        "tie_breaks": _tie_breaks(),
        "edition": forms.ChoiceField(label=_("Edition of the tie-breaks"), choices=EDITIONS),
        "games": _games(BEST_OF),
        **_common_points(),
    }


def _bracket() -> dict[str, forms.Field]:
    return {
        "first": forms.ChoiceField(label=_("Places in the bracket"), choices=METHODS),
        "games": _games(
            _(
                "From the final backwards: 5, 3, 1 is a final of five, semi-finals of three, "
                "single games before."
            )
        ),
    }


def _knockout() -> dict[str, forms.Field]:
    third = forms.BooleanField(label=_("Match for third place"), required=False, initial=True)
    return {"third_place": third, **_bracket()}


def _double() -> dict[str, forms.Field]:
    reset = forms.BooleanField(
        label=_("Second grand final when the unbeaten one loses the first"),
        required=False,
        initial=True,
    )
    return {"reset": reset, **_bracket()}


def _tables() -> dict[str, forms.Field]:
    return {
        "rounds": number_field(_("Rounds"), 1, MOST_ROUNDS, initial=1),
        "first": forms.ChoiceField(
            label=_("First round drawn"), choices=METHODS, initial=Method.DRAWN.value
        ),
    }


FIELDS: Mapping[StageKind, Callable[[], dict[str, forms.Field]]] = {
    StageKind.TABLES: _tables,
    StageKind.SWISS: _swiss,
    StageKind.ROUND_ROBIN: _round_robin,
    StageKind.KNOCKOUT: _knockout,
    StageKind.DOUBLE_ELIMINATION: _double,
    StageKind.JUDGING: dict,
}


def admission_fields() -> dict[str, forms.Field]:
    return {
        "admission": forms.ChoiceField(label=_("Who goes on to it"), choices=ADMISSIONS),
        "seats": number_field(_("Places in it"), 2, 256, initial=4),
        "per_group": number_field(_("The best of each group"), 1, 64, initial=2),
        "ties": forms.ChoiceField(label=_("Equals at the cut"), choices=TIES),
        "minimum": forms.CharField(label=_("Points needed at least"), required=False, max_length=8),
        "club_cap": number_field(_("Most from one club"), 1, 200, required=False),
    }


class StageForm(forms.Form):
    """A stage of a kind; ``first``: whether everybody plays in it."""

    def __init__(
        self,
        kind: StageKind,
        data: Mapping[str, Any] | None,
        *,
        first: bool,
        plan: StagePlan,
        prefix: str,
    ) -> None:
        super().__init__(data, initial=stage_initial(plan), prefix=prefix)
        self.kind, self.plan, self.first = kind, plan, first
        if not first:
            self.fields |= admission_fields()
        self.fields["name"] = forms.CharField(label=_("Name of the stage"), max_length=100)
        self.fields["name_en"] = forms.CharField(
            label=_("Its name in English"), max_length=100, required=False
        )
        self.fields |= FIELDS[kind]()
        self.made: StagePlan | None = None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.made = self._plan(data)
            except FormatError as error:
                name = FIELD.get(error.code) or str(error.params.get("field", ""))
                self.add_error(name if name in self.fields else None, _refusal(error))
        return data

    def _plan(self, data: Mapping[str, Any]) -> StagePlan:
        given: dict[str, Any] = {
            name: data[name]
            for name in (
                "first", "games", "third_place", "reset", "groups", "cycles", "withdrawal",
                "edition", "dutch", "apart",
            )
            if name in data
        }  # fmt: skip
        points = {name: data[name] for name in POINTS if name in data}
        given["points"] = points
        if "tie_breaks" in data:
            given["tie_breaks"] = codes(data["tie_breaks"])
        if not self.first:
            given["admission"] = _rule(data).to_json()
        config = StageConfig.from_json(given)
        if self.kind in (StageKind.KNOCKOUT, StageKind.DOUBLE_ELIMINATION):
            refuse_even(config.games)
        rounds = data.get("rounds", 1)
        if self.kind == StageKind.KNOCKOUT and not self.first and data["admission"] == "top":
            rounds = max(1, (data["seats"] - 1).bit_length())
        return StagePlan(self.plan.part, data["name"], data["name_en"], rounds, config, self.kind)


FIELD = {UnknownTieBreakError.code: "tie_breaks"}
"""Where an error belongs that names no field."""


def _refusal(error: FormatError) -> str:
    """Below its field, which need not be named again."""
    if isinstance(error, InvalidSettingError):
        return format_words(error, _("This cannot be: %(value)s. Allowed: %(allowed)s."))
    return format_error(error)


def codes(text: str) -> list[str]:
    """Tie-breaks as typed; points come first by themselves. Raise UnknownTieBreakError."""
    typed = text.replace("、", ",").replace("，", ",").replace(" ", ",").upper().split(",")
    found = [one for one in typed if one]
    for one in found:
        criterion(one)
    return ["PTS", *(one for one in found if one != "PTS")] if found else []


def _rule(data: Mapping[str, Any]) -> Rule:
    mode = Mode(data["admission"])
    return Rule.from_json(
        {
            "mode": mode.value,
            "count": data["seats"],
            "per_group": data["per_group"] if mode is Mode.PER_GROUP else 0,
            "ties": data["ties"],
            "minimum": data["minimum"],
            "club_cap": data["club_cap"],
        }
    )


def stage_initial(plan: StagePlan) -> dict[str, Any]:
    """What the fields show of a stage."""
    config = plan.config
    rule = config.admission
    found: dict[str, Any] = {
        "name": plan.name,
        "name_en": plan.name_en,
        "rounds": plan.rounds,
        "first": config.first.value,
        "games": ", ".join(map(str, config.games)),
        "third_place": config.third_place,
        "reset": config.reset,
        "groups": config.groups,
        "cycles": config.cycles,
        "withdrawal": config.withdrawal.value,
        "edition": config.edition or Edition.FIDE_2026.value,
        "dutch": config.dutch.value,
        "apart": config.apart,
        "tie_breaks": ", ".join(code for code in config.tie_breaks if code != "PTS"),
    }
    for name in POINTS:
        value = getattr(config.points, name)
        found[name] = str(float(value)) if value.denominator != 1 else str(value)
    if rule is not None:
        found |= {
            "admission": rule.mode.value,
            "seats": rule.count,
            "per_group": rule.per_group or 2,
            "ties": rule.ties.value,
            "minimum": "" if rule.minimum is None else str(rule.minimum),
            "club_cap": rule.club_cap,
        }
    return found


def plan_of(stage: Stage) -> StagePlan:
    return StagePlan(
        StagePart(stage.part),
        stage.name,
        stage.name_en,
        stage.planned_rounds,
        StageConfig.from_json(stage.config),
        StageKind(stage.kind),
    )
