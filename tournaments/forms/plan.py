"""The form of a JKO and of Kyōen tables: what is chosen, and what was."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules.base import InvalidRulesError
from games.rules.kyoen.geometry import Lattice, Shape
from games.rules.kyoen.rules import ClaimBy, ClockReset, KyoenRules, TimeUsedUp, WrongClaim
from games.words import error_words
from tournaments.formats.advancement_values import Mode, Rule, Ties
from tournaments.formats.errors import InvalidSettingError
from tournaments.formats.table_values import Avoid, Method
from tournaments.forms.plan_base import Group, PlanBase, number_field, plain_initial
from tournaments.forms.running import policy_of
from tournaments.models import Stage, StagePart, Tournament
from tournaments.presets import Plan, StagePlan, final, preliminary, semi_final
from tournaments.settings import MOST_ROUNDS, SeatOrder, StageConfig, TournamentSettings

PRESETS = (
    ("jko", _("JKO: preliminary tables, then a final table")),
    ("tables", _("Kyōen tables without a final")),
)
LATTICES = (
    (Lattice.SQUARE.value, _("square")),
    (Lattice.TRIANGULAR.value, _("triangular")),
    (Lattice.RECTANGULAR.value, _("rectangles 1:√2")),
)
ADMISSIONS = (
    (Mode.TOP.value, _("the best of the standings")),
    (Mode.PER_GROUP.value, _("the best of each table, then the best others")),
    (Mode.HAND.value, _("chosen by hand")),
)
TIES = (
    (Ties.ASK.value, _("tie-breaks, then ask")),
    (Ties.INCLUDE.value, _("all who are equal go on")),
    (Ties.EXCLUDE.value, _("none who is equal goes on")),
    (Ties.HAND.value, _("chosen by hand among equal points")),
)
SEAT_ORDERS = (
    (SeatOrder.DRAWN.value, _("drawn")),
    (SeatOrder.BY_STANDING.value, _("the best before sits first")),
)
METHODS = ((Method.DRAWN.value, _("by lot")), (Method.SNAKED.value, _("by seeding numbers")))
AVOIDS = (
    (Avoid.NEVER.value, _("does not matter")),
    (Avoid.SOFT.value, _("avoided where it costs little")),
    (Avoid.HARD.value, _("avoided wherever possible")),
)
YES_NO = ((False, _("no")), (True, _("yes")))


class PlanForm(PlanBase):
    """A JKO: everything an organiser chooses, in groups; only the name has no default."""

    preset = forms.ChoiceField(label=_("Kind of tournament"), choices=PRESETS)
    rounds = number_field(_("Preliminary rounds"), 1, MOST_ROUNDS, initial=3)
    smallest = number_field(_("Fewest at a table"), 2, 8, initial=3)
    preferred = number_field(_("Preferred"), 2, 8, initial=4)
    largest = number_field(_("Most at a table"), 2, 8, initial=5)
    first_draw = forms.ChoiceField(label=_("First round drawn"), choices=METHODS)
    clubs = forms.ChoiceField(label=_("Same club at a table"), choices=AVOIDS, initial="soft")
    semi_final = forms.BooleanField(label=_("Play a semi-final"), required=False)
    semi_seats = number_field(_("Places in the semi-final"), 2, 200, initial=8)
    semi_admission = forms.ChoiceField(label=_("Who reaches the semi-final"), choices=ADMISSIONS)
    final_seats = number_field(
        _("Places in the final"),
        2,
        8,
        initial=4,
        help_text=_("Up to eight sit at one table."),
    )
    final_rounds = number_field(_("Rounds of the final"), 1, MOST_ROUNDS, initial=1)
    admission = forms.ChoiceField(label=_("Who reaches the final"), choices=ADMISSIONS)
    ties = forms.ChoiceField(label=_("Equals at the cut"), choices=TIES)
    club_cap = number_field(_("Most from one club"), 1, 200, required=False)
    seat_order = forms.ChoiceField(label=_("Seats in the final"), choices=SEAT_ORDERS)

    lattice = forms.ChoiceField(label=_("Board"), choices=LATTICES)
    columns = number_field(_("Columns"), 3, 19, initial=9)
    rows = number_field(_("Rows"), 3, 19, initial=9)
    shape = forms.ChoiceField(
        label=_("Shape"),
        choices=(
            (Shape.GRID.value, _("rectangle or rhombus")),
            (Shape.TRIANGLE.value, _("triangle")),
        ),
    )
    time_used_up = forms.ChoiceField(
        label=_("Time used up"),
        choices=(
            (TimeUsedUp.ELIMINATE.value, _("the player is out")),
            (TimeUsedUp.ARBITER.value, _("an arbiter rules")),
        ),
    )
    clock_reset = forms.ChoiceField(
        label=_("A claim gives the full time again"),
        choices=(
            (ClockReset.ANY.value, _("any claim")),
            (ClockReset.RIGHT.value, _("right claims only")),
            (ClockReset.NEVER.value, _("never")),
        ),
    )
    resets_per_turn = number_field(
        _("Wrong claims that do so, a turn"),
        0,
        99,
        required=False,
        help_text=_("Empty: all of them."),
    )
    wrong_claim = forms.ChoiceField(
        label=_("A wrong claim"),
        choices=(
            (WrongClaim.NOTHING.value, _("costs nothing")),
            (WrongClaim.OUT.value, _("puts the claimant out")),
            (WrongClaim.SILENCED.value, _("ends the right to claim for this turn")),
            (WrongClaim.LIMIT.value, _("puts the claimant out after several")),
        ),
    )
    wrong_claim_limit = number_field(_("Wrong claims until out"), 1, 99, initial=3)
    claim_by = forms.ChoiceField(
        label=_("A claim names"),
        choices=(
            (ClaimBy.THREE_OR_FOUR.value, _("three points or four")),
            (ClaimBy.FOUR.value, _("four points")),
        ),
    )
    out_may_claim = forms.BooleanField(label=_("Players who are out may claim"), required=False)
    arbiters_may_claim = forms.BooleanField(label=_("Arbiters may claim"), required=False)

    GROUPS = (
        (
            "about",
            _("About"),
            f"preset {PlanBase.ABOUT}",
        ),
        (
            "people",
            pgettext_lazy("group of settings", "People"),
            PlanBase.PEOPLE,
        ),
        (
            "rounds",
            _("Rounds and tables"),
            "rounds smallest preferred largest first_draw clubs",
        ),
        (
            "final",
            _("Semi-final and final"),
            (
                "semi_final semi_seats semi_admission final_seats final_rounds admission ties "
                "club_cap seat_order"
            ),
        ),
        (
            "board",
            _("Board and clock"),
            "lattice shape columns rows timing step_seconds main_minutes periods time_used_up",
        ),
        (
            "claims",
            _("Claims"),
            (
                "claim_by wrong_claim wrong_claim_limit clock_reset resets_per_turn out_may_claim "
                "arbiters_may_claim"
            ),
        ),
        ("running", _("Coming late, illegal moves"), PlanBase.RUNNING),
    )

    def groups(self) -> Iterator[Group]:
        """With what is chosen in each."""
        for key, title, names in self.GROUPS:
            yield self.group(key, title, names)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors:
            return data
        try:
            data["rules"] = KyoenRules.from_json(self._rules(data)).to_json()
        except InvalidRulesError as error:
            name = str(error.params["field"])
            self.add_error(name if name in self.fields else None, error_words(error))
        try:
            data["settings"] = TournamentSettings(
                smallest=data["smallest"],
                preferred=data["preferred"],
                largest=data["largest"],
                clubs=Avoid(data["clubs"]),
                seat_checked_in=data["seat_checked_in"],
                self_check_in=data["self_check_in"],
                late_until=data["late_until"],
                policy=policy_of(data),
            )
        except InvalidSettingError:
            self.add_error("preferred", _("It lies between the fewest and the most at a table."))
        return data

    @staticmethod
    def _rules(data: dict[str, Any]) -> dict[str, Any]:
        names = (
            "lattice shape columns rows out_may_claim arbiters_may_claim claim_by wrong_claim "
            "wrong_claim_limit clock_reset resets_per_turn time_used_up"
        )
        return {name: data[name] for name in names.split()}

    def plan(self) -> Plan:
        """What was chosen; the form is valid."""
        data = self.cleaned_data
        return Plan(
            preset=data["preset"],
            rules=data["rules"],
            settings=data["settings"],
            stages=self._stages(data),
            **self.plain(),
        )

    def _stages(self, data: dict[str, Any]) -> tuple[StagePlan, ...]:
        first = StageConfig(first=Method(data["first_draw"]))
        stages = [_staged(preliminary(data["rounds"]), first)]
        if data["preset"] == "tables":
            return tuple(stages)
        if data["semi_final"]:
            rule = self._rule(data, data["semi_admission"], data["semi_seats"])
            stages.append(_staged(semi_final(), StageConfig(first=Method.SNAKED, admission=rule)))
        rule = self._rule(data, data["admission"], data["final_seats"])
        config = StageConfig(
            first=Method.SNAKED, admission=rule, seat_order=SeatOrder(data["seat_order"])
        )
        stages.append(_staged(final(), config, data["final_rounds"]))
        return tuple(stages)

    @staticmethod
    def _rule(data: dict[str, Any], mode: str, seats: int) -> Rule:
        """Of each table the winner, and the best others up to the number of places."""
        per_group = mode == Mode.PER_GROUP.value
        return Rule(
            mode=Mode(mode),
            count=seats,
            per_group=1 if per_group else 0,
            best_others=0,
            ties=Ties(data["ties"]),
            club_cap=data["club_cap"],
        )


def _staged(plan: StagePlan, config: StageConfig, rounds: int | None = None) -> StagePlan:
    return StagePlan(plan.part, plan.name, plan.name_en, rounds or plan.rounds, config)


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """What the form shows of a tournament that exists."""
    rules = KyoenRules.from_json(tournament.rules).to_json()
    stages = {stage.part: stage for stage in Stage.objects.filter(tournament=tournament)}
    found = {"preset": tournament.preset} | plain_initial(tournament) | rules
    if first := stages.get(StagePart.PRELIMINARY):
        config = StageConfig.from_json(first.config)
        found |= {"rounds": first.planned_rounds, "first_draw": config.first.value}
    if semi := stages.get(StagePart.SEMI_FINAL):
        rule = StageConfig.from_json(semi.config).admission or Rule(count=8)
        found |= {
            "semi_final": True,
            "semi_seats": rule.count,
            "semi_admission": rule.mode.value,
        }
    if last := stages.get(StagePart.FINAL):
        config = StageConfig.from_json(last.config)
        rule = config.admission or Rule(count=4)
        found |= {
            "final_seats": rule.count,
            "final_rounds": last.planned_rounds,
            "admission": rule.mode.value,
            "ties": rule.ties.value,
            "club_cap": rule.club_cap,
            "seat_order": config.seat_order.value,
        }
    return found
