"""The form of any tournament: a game, and one to three stages of any kind."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.faces.registry import face
from games.rules.base import GameError
from games.rules.registry import GAMES, game
from games.words import error_words
from tournaments.formats.table_values import Avoid
from tournaments.forms.plan_base import Group, PlanBase, plain_initial, summary
from tournaments.forms.running import policy_of
from tournaments.forms.stages import FIELDS, KINDS, StageForm, plan_of
from tournaments.forms.time_control import time_fields
from tournaments.models import Stage, StageKind, Tournament
from tournaments.presets import (
    PRESETS,
    TIME_CONTROLS,
    Plan,
    StagePlan,
    usual_stage,
)
from tournaments.settings import TournamentSettings

MOST_STAGES = 3
PLAYED = (
    "medium", "seat_checked_in", "self_check_in", "late_until", "ready_check", "no_show_minutes",
    "no_show", "away_minutes", "idle_minutes", "abandoned", "illegal_seconds", "illegal_limit",
    "draw_offers",
)  # fmt: skip
"""What is asked only where people play."""
ONLY_TWO = _("Two play this game. Choose another kind of stage, such as a Swiss or a knockout.")
RULE = "rule_"
"""Before the names of the game's own fields."""


class ShapeForm(forms.Form):
    """The first question of an own tournament: which game, and which stages."""

    game = forms.ChoiceField(label=_("Game"))
    first = forms.ChoiceField(label=_("First stage"), choices=KINDS)
    second = forms.ChoiceField(
        label=_("Then"), choices=(("", _("nothing more")), *KINDS), required=False
    )
    third = forms.ChoiceField(
        label=_("And then"), choices=(("", _("nothing more")), *KINDS), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["game"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(name, face(name).title or name) for name in GAMES]

    def stages(self) -> tuple[StagePlan, ...]:
        """Of a valid form."""
        kinds = [self.cleaned_data[name] for name in ("first", "second", "third")]
        return tuple(
            usual_stage(StageKind(kind), order) for order, kind in enumerate(filter(None, kinds), 1)
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "game" in data and game(data["game"]).max_seats == 2:
            for name in ("first", "second", "third"):
                if data.get(name) == StageKind.TABLES:
                    self.add_error(name, ONLY_TWO)
        return data


class OwnPlanForm(PlanBase):
    """Everything an organiser chooses, in groups; only the name has no default."""

    draw_offers = forms.BooleanField(
        label=_("Players may agree on a draw, where the game knows one"),
        required=False,
        initial=True,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        preset: str,
        game: str,
        stages: Sequence[StagePlan],
        initial: Mapping[str, Any] | None = None,
        settings: TournamentSettings | None = None,
    ) -> None:
        clock = time_fields(TIME_CONTROLS.get(game, {"timing": "none"}))
        super().__init__(data, initial=clock | dict(initial or {}))
        self.preset, self.game, self.face = preset, game, face(game)
        self.settings = settings or (
            PRESETS[preset].settings if preset in PRESETS else TournamentSettings()
        )
        """What is not asked comes from them."""
        for name, field in self.face.fields().items():
            self.fields[RULE + name] = field
        self.stage_forms = [
            StageForm(plan.kind, data, first=order == 1, plan=plan, prefix=f"s{order}")
            for order, plan in enumerate(stages, 1)
        ]
        self.papers = all(plan.kind == StageKind.JUDGING for plan in stages)
        """Nothing is played: rules and clocks are left as they are."""
        if self.papers:
            unasked = [RULE + name for name in self.face.fields()]
            for name in (*unasked, *self.CLOCK.split(), *PLAYED):
                self._leave(name)

    def _leave(self, name: str) -> None:
        """Ask nothing: the usual value stands."""
        field = self.fields[name]
        field.disabled = True
        if isinstance(field, forms.ChoiceField) and field.initial is None:
            choices: Any = field.choices
            self.initial.setdefault(name, next(iter(choices))[0])

    def groups(self) -> Iterator[Group]:
        """With what is chosen in each."""
        kinds: dict[Any, Any] = dict(KINDS) | {StageKind.JUDGING: _("papers")}
        yield self.group("about", _("About"), self.ABOUT)
        for order, form in enumerate(self.stage_forms, 1):
            fields = list(form)
            title = _("Stage %(n)s: %(kind)s") % {"n": order, "kind": kinds[form.kind]}
            told = [one for one in fields if not one.name.startswith("name")]
            errors = [str(error) for error in form.non_field_errors()]
            yield Group(f"stage{order}", str(title), fields, summary(told), errors)
        if self.papers:
            asked = " ".join(one for one in self.PEOPLE.split() if one not in PLAYED)
            yield self.group("people", pgettext_lazy("group of settings", "People"), asked)
            return
        rules = [self[RULE + name] for name in self.face.fields()]
        clock = [self[name] for name in self.CLOCK.split()]
        yield Group("board", str(_("Rules and clock")), [*rules, *clock], summary([*rules, *clock]))
        yield self.group("people", pgettext_lazy("group of settings", "People"), self.PEOPLE)
        running = f"{self.RUNNING} draw_offers"
        yield self.group("running", _("Coming late, illegal moves"), running)

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(form.is_valid() for form in self.stage_forms)])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors:
            return data
        chosen = {name: data[RULE + name] for name in self.face.fields()}
        try:
            data["rules"] = game(self.game).rules.from_json(self.face.rules_of(chosen)).to_json()
        except GameError as error:
            name = RULE + str(error.params.get("field", ""))
            self.add_error(name if name in self.fields else None, error_words(error))
        return data

    def plan(self) -> Plan:
        """What was chosen; the form is valid."""
        data = self.cleaned_data
        base = self.settings
        made = [form.made for form in self.stage_forms]
        apart = any(one is not None and one.config.apart for one in made)
        return Plan(
            preset=self.preset,
            game=self.game,
            rules=data["rules"],
            settings=TournamentSettings(
                smallest=base.smallest,
                preferred=base.preferred,
                largest=base.largest,
                clubs=Avoid.SOFT if apart else base.clubs,
                seat_checked_in=data["seat_checked_in"],
                self_check_in=data["self_check_in"],
                late_until=data["late_until"],
                policy=policy_of(data),
            ),
            stages=tuple(one for one in made if one is not None),
            **self.plain(),
        )


def own_form(tournament: Tournament, data: Mapping[str, Any] | None) -> OwnPlanForm:
    """Of a tournament that exists."""
    stages = [plan_of(one) for one in Stage.objects.filter(tournament=tournament)]
    initial = plain_initial(tournament)
    initial |= {RULE + name: value for name, value in tournament.rules.items()}
    return OwnPlanForm(
        data,
        preset=tournament.preset,
        game=tournament.game,
        stages=[one for one in stages if one.kind in FIELDS],
        initial=initial,
        settings=TournamentSettings.from_json(tournament.settings),
    )
