"""The next step as the desk's strip says it, and the bar of steps above the tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Medium
from tournaments.models import Registration, Stage, Tournament
from tournaments.names import draw_label, listed_numbers, planned_round_name, round_name, stage_name
from tournaments.next_step import Do, NextStep, Published, TableState
from tournaments.services.overview import Overview
from tournaments.services.steps_bar import StepBarItem


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    url: str
    post: bool = False
    sheet: bool = False
    """Opens over the page it stands on."""

    @property
    def path(self) -> str:
        """Without what only chooses among the rows of a page."""
        return self.url.split("?")[0]


@dataclass(frozen=True, slots=True)
class StepView:
    """One sentence with a verb, why, and what to press."""

    text: str
    why: str
    buttons: Sequence[Button]
    calm: bool

    @property
    def primary(self) -> Button | None:
        return self.buttons[0] if self.buttons else None


AFTER = {
    Do.REVIEW_ADVANCEMENT,
    Do.DECIDE_ADVANCEMENT,
    Do.PUBLISH_STANDINGS,
    Do.PUBLISH_FINAL,
    Do.PUBLISH_AGAIN,
    Do.DONE,
}
ORGANISERS_ONLY = {
    Do.REVIEW_ADVANCEMENT,
    Do.DECIDE_ADVANCEMENT,
    Do.PUBLISH_STANDINGS,
    Do.PUBLISH_FINAL,
    Do.PUBLISH_AGAIN,
}


def step_view(seen: Overview, tournament: Tournament, *, manages: bool = True) -> StepView:
    """``manages``: for an organiser; an arbiter is told what an organiser has to do."""
    said = _Words(seen, tournament)
    text, why, _button = said.say(seen.step)
    buttons = []
    for step in (seen.step, *seen.step.also):
        found = said.say(step)[2]
        if found and (manages or _for_everybody(step)):
            buttons.append(found)
    if not (manages or _for_everybody(seen.step)):
        why = _("An organiser does this.")
    return StepView(text, why, buttons, seen.step.calm)


def _for_everybody(step: NextStep) -> bool:
    """At the desk, arbiters among them."""
    return step.do not in ORGANISERS_ONLY if step.own is None else step.own.everybody


class _Words:
    def __init__(self, seen: Overview, tournament: Tournament) -> None:
        self.seen = seen
        self.tournament = tournament

    def round_button(self, label: str, step: NextStep, what: str) -> Button:
        return Button(label, self.url("round_action", step.ordinal, what), post=True)

    def url(self, name: str, *args: object) -> str:
        return reverse(f"tournaments:{name}", args=[self.tournament.pk, *args])

    def stage(self, order: int | None) -> Stage:
        return next(stage for stage in self.seen.stages if stage.order == order)

    def round(self, step: NextStep) -> str:
        """The name of the round the step is about, drawn or not."""
        for drawn in self.seen.rounds:
            if drawn.ordinal == step.ordinal:
                return round_name(drawn)
        stage = self.stage(step.stage)
        done = sum(drawn.stage_id == stage.pk for drawn in self.seen.rounds)
        return planned_round_name(stage, done + 1)

    def say(self, step: NextStep) -> tuple[str, str, Button | None]:
        """The sentence, why, and its button."""
        if step.own is not None:
            own = step.own
            return own.text, own.why, Button(own.label, own.url, post=own.post)
        match step.do:
            case (
                Do.ADD_ENTRIES | Do.CHECK_IN | Do.DRAW | Do.FIX_DRAFT | Do.PUBLISH_ROUND | Do.START
            ):
                return self._before(step)
            case (
                Do.RULE
                | Do.DECIDE_RESULT
                | Do.ENTER_RESULTS
                | Do.RESUME
                | Do.START_REST
                | Do.WAIT
                | Do.CLOSE
            ):
                return self._in_round(step)
            case _:
                return self._after(step)

    def _before(self, step: NextStep) -> tuple[str, str, Button | None]:
        match step.do:
            case Do.ADD_ENTRIES:
                return (
                    _("Enter the players"),
                    _("Read a list, let people join with the code, or type names.")
                    if self.tournament.registration != Registration.CLOSED
                    else _(
                        "Read a list or type names. To let people join with the code, open "
                        "registration in the settings."
                    ),
                    Button(_("Read a list"), self.url("desk_import")),
                )
            case Do.CHECK_IN:
                return (
                    ngettext("Check in %(n)s player", "Check in %(n)s players", step.left)
                    % {"n": step.left},
                    _("Only those who are here are seated."),
                    Button(_("Check in"), self.url("desk_entries") + "?show=missing"),
                )
            case Do.DRAW:
                name = self.round(step)
                why = _("You see the seating before anybody else does.")
                if step.left:
                    why = ngettext(
                        "%(n)s player is not here yet and would not be seated.",
                        "%(n)s players are not here yet and would not be seated.",
                        step.left,
                    ) % {"n": step.left}
                stage = self.stage(step.stage)
                begun = any(drawn.stage_id == stage.pk for drawn in self.seen.rounds)
                label = draw_label(stage, name, begun=begun)
                return label, why, Button(label, self.url("draw"), post=True)
            case Do.FIX_DRAFT:
                return (
                    _("Put the seating of %(round)s right") % {"round": self.round(step)},
                    _("Somebody came or left since it was drawn."),
                    Button(_("To the seating"), self.url("desk_seating")),
                )
            case Do.PUBLISH_ROUND:
                return (
                    _("Look at the seating of %(round)s and publish it")
                    % {"round": self.round(step)},
                    _("Nobody but the desk sees it yet."),
                    Button(_("To the seating"), self.url("desk_seating")),
                )
            case _:
                return (
                    _("Start %(round)s when everybody is seated") % {"round": self.round(step)},
                    _("The seating is public. The clocks start at every table.")
                    if self.tournament.medium == Medium.ONLINE
                    else _("The seating is public. Then the tables wait for their results."),
                    self.round_button(_("Start all tables"), step, "start"),
                )

    def _in_round(self, step: NextStep) -> tuple[str, str, Button | None]:
        tables = {"tables": listed_numbers(step.tables), "round": self.round(step)}
        n = len(step.tables)
        left = ngettext(
            "When %(n)s more table is in, %(round)s can be closed.",
            "When %(n)s more tables are in, %(round)s can be closed.",
            step.left,
        ) % {"n": step.left, "round": self.round(step)}
        match step.do:
            case Do.RULE:
                return (
                    ngettext("Rule on table %(tables)s", "Rule on tables %(tables)s", n) % tables,
                    _("Time is used up, or a player went away; the table waits for you."),
                    Button(
                        _("Rule on table %(table)s") % {"table": step.tables[0]},
                        self._console(step),
                    ),
                )
            case Do.DECIDE_RESULT:
                words = ngettext(
                    "Decide the result of table %(tables)s",
                    "Decide the results of tables %(tables)s",
                    n,
                )
                return (
                    words % tables,
                    _("The players have reported different results."),
                    Button(_("Enter result"), self._table(step), sheet=True),
                )
            case Do.ENTER_RESULTS:
                over = self._states(step) == {TableState.MISSING}
                words = (
                    ngettext(
                        "Enter the result of table %(tables)s",
                        "Enter the results of tables %(tables)s",
                        n,
                    )
                    if over
                    else ngettext(
                        "Enter the result of table %(tables)s when it ends",
                        "Enter the results of tables %(tables)s as they end",
                        n,
                    )
                )
                return (
                    words % tables,
                    left,
                    Button(_("Enter result"), self._table(step), sheet=True),
                )
            case Do.RESUME:
                return (
                    ngettext(
                        "The clock of table %(tables)s stands still",
                        "The clocks of tables %(tables)s stand still",
                        n,
                    )
                    % tables,
                    _("Let them go on when everybody is ready."),
                    self.round_button(_("Let all clocks go on"), step, "resume"),
                )
            case Do.START_REST:
                return (
                    ngettext("Start table %(tables)s", "Start tables %(tables)s", n) % tables,
                    _("The others play already.")
                    if step.left > n
                    else _("The others of the round are over."),
                    self.round_button(_("Start the rest"), step, "start"),
                )
            case Do.WAIT:
                return (
                    _("Nothing to do: %(round)s is being played") % tables,
                    left,
                    None,
                )
            case _:
                return (
                    _("Close %(round)s") % tables,
                    _("Every result is in. Have a look at them first."),
                    self.round_button(_("Close %(round)s") % tables, step, "close"),
                )

    def _after(self, step: NextStep) -> tuple[str, str, Button | None]:
        match step.do:
            case Do.REVIEW_ADVANCEMENT | Do.DECIDE_ADVANCEMENT:
                name = planned_round_name(self.stage(step.stage), 1)
                url = self.url("desk_advancement", step.stage)
                if step.do is Do.REVIEW_ADVANCEMENT:
                    return (
                        _("Look again at who plays in %(stage)s") % {"stage": name},
                        _("A result was corrected after it was decided."),
                        Button(_("Look at the difference"), url),
                    )
                return (
                    _("Decide who plays in %(stage)s") % {"stage": name},
                    _("The rule proposes; you decide."),
                    Button(_("To the decision"), url),
                )
            case Do.PUBLISH_STANDINGS | Do.PUBLISH_FINAL | Do.PUBLISH_AGAIN:
                own = self._own(step)
                url = own or self.url("desk_standings") + "#publish"
                if step.do is Do.PUBLISH_FINAL:
                    return (
                        _("Publish the final standings"),
                        self._unpublished(graded=bool(own)),
                        Button(_("To the standings"), url),
                    )
                if step.do is Do.PUBLISH_AGAIN:
                    return (
                        _("Publish the standings again"),
                        _("They have changed since they were published."),
                        Button(_("To the standings"), url),
                    )
                return (
                    _("Publish the standings"),
                    _("After %(round)s.")
                    % {"round": stage_name(self.stage(step.stage)) if own else self.round(step)},
                    Button(_("Publish the standings"), url),
                )
            case _:
                return (
                    _("The tournament is over"),
                    _("The final standings are public."),
                    Button(_("Print"), self.url("desk_print")),
                )

    def _unpublished(self, *, graded: bool) -> str:
        if self.seen.summary.published is Published.PROVISIONAL:
            return _("What is public so far is provisional.")
        if graded:
            return _("Everything is graded. Nothing is public until you say so.")
        return _("Every round is played. Nothing is public until you say so.")

    def _own(self, step: NextStep) -> str:
        """The page on which results of a stage without rounds are published."""
        for one in self.seen.summary.stages:
            if one.order == step.stage and one.own is not None:
                return one.own.results
        return ""

    def _states(self, step: NextStep) -> set[TableState]:
        return {
            state
            for round_ in self.seen.summary.rounds
            for number, state in round_.tables
            if round_.ordinal == step.ordinal and number in step.tables
        }

    def _table(self, step: NextStep) -> str:
        table = self.seen.find(step.ordinal, step.tables[0])
        return self.url("desk_table", table.pk) if table else self.url("desk")

    def _console(self, step: NextStep) -> str:
        table = self.seen.find(step.ordinal, step.tables[0])
        if table is None or table.match_id is None:
            return self.url("desk")
        return reverse("games:console", args=[table.match_id])


@dataclass(frozen=True, slots=True)
class BarView:
    name: str
    note: str
    state: str
    url: str


def step_bar(seen: Overview, tournament: Tournament) -> list[BarView]:
    """Check-in, then every round, as the bar shows them."""
    return [_bar_item(item, seen, tournament) for item in seen.bar]


def _bar_item(item: StepBarItem, seen: Overview, tournament: Tournament) -> BarView:
    desk = reverse("tournaments:desk", args=[tournament.pk])
    url = f"{desk}?round={item.ordinal}" if item.ordinal else ""
    if item.kind == "own":
        return BarView(item.name, item.word, item.state, item.url)
    if item.kind == "check_in":
        if item.word != "own" and seen.settings.seat_checked_in:
            name = _("Check-in")
            note = _("%(here)s of %(total)s here") % {"here": item.count, "total": item.total}
        else:
            name = _("Entries")
            note = ngettext("%(n)s player", "%(n)s players", item.total) % {"n": item.total}
        entries = reverse("tournaments:desk_entries", args=[tournament.pk])
        return BarView(name, note, item.state, entries)
    match item.word:
        case "top":
            note = ngettext("%(n)s place", "%(n)s places", item.total) % {"n": item.total}
        case "not_drawn":
            note = _("not drawn")
        case "draft":
            note = _("draft")
        case "published":
            note = _("published")
        case "tables_left":
            note = ngettext("%(n)s table left", "%(n)s tables left", item.count) % {"n": item.count}
        case "all_in":
            note = _("all results in")
        case _:
            note = ngettext("%(n)s table", "%(n)s tables", item.total) % {"n": item.total}
    return BarView(item.name, note, item.state, url)
