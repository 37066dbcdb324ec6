"""Forms of the desk of a contest: papers, what a problem is worth, times, the contest itself."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.kind_words import COUNTS, FEEDBACK
from judging.models import Contest, Counts, Feedback, Mode, Paper, PaperProblem
from judging.ranking import DEFAULT, Criterion
from tournaments.forms.fields import NameField, WallTimeField, in_zone

CRITERIA = (
    ("", _("nothing further")),
    (Criterion.TOTAL.value, _("total of points")),
    (Criterion.HANTEI.value, _("most hantei problems solved")),
    (Criterion.WRONG.value, _("fewest wrong answers")),
    (Criterion.LAST_RIGHT.value, _("earliest last right answer")),
)
MODES = (
    (Mode.TIMED.value, _("in its time, each alone")),
    (Mode.RACE.value, _("as a race, led by a host")),
    (Mode.PRACTICE.value, _("for practice, out of the ranking")),
)
LONG = 7 * 24 * 60


def minutes(label: Any, most: int = LONG, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, **more)


def text(label: Any, rows: int = 4, **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=20_000,
        strip=False,
        widget=forms.Textarea({"rows": rows}),
        **more,
    )


class ZonedForm(forms.Form):
    """Its wall times are those of ``zone``."""

    walls: tuple[str, ...] = ()

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in self.walls:
            wall = data.get(name)
            if wall is None:
                continue
            try:
                data[name] = in_zone(wall, self.zone)
            except forms.ValidationError as error:
                self.add_error(name, error)
        return data


def wall(at: datetime | None, zone: str) -> datetime | None:
    """As a clock there shows it."""
    return None if at is None else at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


class PaperForm(ZonedForm):
    walls = ("opens_at", "closes_at", "last_at")
    title = NameField(
        label=_("Title"), error_messages={"required": _("Write the title of the paper first.")}
    )
    title_en = NameField(label=_("Title in English"), required=False)
    opens_at = WallTimeField(label=_("Opens"), required=False)
    closes_at = WallTimeField(label=_("Closes"), required=False)
    duration = minutes(
        _("Minutes for each"),
        help_text=_("Empty: everybody writes from opening to closing. Else from pressing start."),
    )
    last_at = WallTimeField(
        label=_("Nobody later than"),
        required=False,
        help_text=_("Cuts personal times, whatever delay and extra time."),
    )
    grace = minutes(
        _("Minutes to hand in"),
        24 * 60,
        help_text=_("After the time, for sending pages that were written by hand."),
    )
    intro = text(
        _("On the start page"), help_text=_("Markdown. Nothing of the problems: it is read before.")
    )
    intro_en = text(_("On the start page, in English"), 3)

    def fields_of_paper(self) -> dict[str, Any]:
        """The arguments of ``add_paper`` and ``change_paper``."""
        data = self.cleaned_data
        limit = data["duration"]
        return {
            **{name: data[name] for name in ("title", "title_en", *self.walls)},
            "duration": timedelta(minutes=limit) if limit else None,
            "grace": timedelta(minutes=data["grace"] or 0),
            "intro": data["intro"].rstrip(),
            "intro_en": data["intro_en"].rstrip(),
        }


def paper_initial(paper: Paper) -> dict[str, Any]:
    zone = paper.stage.tournament.time_zone
    return {
        **{name: getattr(paper, name) for name in ("title", "title_en", "intro", "intro_en")},
        **{name: wall(getattr(paper, name), zone) for name in PaperForm.walls},
        "duration": paper.duration and int(paper.duration.total_seconds() // 60),
        "grace": int(paper.grace.total_seconds() // 60) or None,
    }


class NewPaperForm(PaperForm):
    mode = forms.ChoiceField(label=_("How it is written"), choices=MODES)
    field_order = ("title", "title_en", "mode")


class WorthForm(forms.Form):
    """What a problem is worth on a paper."""

    points = forms.DecimalField(
        label=_("Points"),
        min_value=Decimal("0.01"),
        max_value=10_000,
        decimal_places=2,
        initial=1,
        localize=False,
    )
    attempts = forms.IntegerField(
        label=_("Answers allowed"),
        min_value=1,
        max_value=1000,
        required=False,
        help_text=_("Empty: any number."),
    )
    penalty = forms.DecimalField(
        label=_("Off for each wrong answer"),
        min_value=0,
        max_value=10_000,
        decimal_places=2,
        required=False,
    )
    feedback = forms.ChoiceField(
        label=_("Verdict is told"),
        choices=tuple(FEEDBACK.items()),
        initial=Feedback.AFTER_PUBLICATION.value,
    )
    counts = forms.ChoiceField(
        label=_("What counts"), choices=tuple(COUNTS.items()), initial=Counts.BEST.value
    )

    def worth(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "points": data["points"],
            "attempts": data["attempts"],
            "penalty": data["penalty"] or Decimal(0),
            "feedback": Feedback(data["feedback"]),
            "counts": Counts(data["counts"]),
        }


class PaperProblemForm(WorthForm):
    label = forms.CharField(
        label=_("Number"),
        max_length=10,
        error_messages={"required": _("Write a number or a letter.")},
    )
    field_order = ("label",)

    def __init__(self, *args: Any, taken: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken = taken or {}

    def clean_label(self) -> str:
        label = str(self.cleaned_data["label"]).strip()
        if label in self.taken:
            raise forms.ValidationError(_("Another problem of this paper has this number."))
        return label


def problem_initial(problem: PaperProblem) -> dict[str, Any]:
    names = ("label", "points", "attempts", "penalty", "feedback", "counts")
    return {name: getattr(problem, name) for name in names}


class ExtendForm(forms.Form):
    """More time for one contestant; less than 0 takes it back."""

    extra = forms.IntegerField(
        label=_("Minutes more at the end"),
        min_value=-LONG,
        max_value=LONG,
        required=False,
        initial=0,
    )
    delay = forms.IntegerField(
        label=_("Minutes later, the whole time"),
        min_value=-LONG,
        max_value=LONG,
        required=False,
        initial=0,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Write why: it is kept in the record.")},
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("extra") and not data.get("delay"):
            self.add_error("extra", _("Write by how many minutes."))
        return data

    def lengths(self) -> dict[str, timedelta]:
        data = self.cleaned_data
        return {name: timedelta(minutes=data[name] or 0) for name in ("extra", "delay")}


class ContestForm(ZonedForm):
    """Ranking, freeze, public board, appeals and rules of a stage."""

    walls = ("freeze_at", "thawed_at", "appeals_until")
    first = forms.ChoiceField(label=_("Ranked by"), choices=CRITERIA[1:])
    second = forms.ChoiceField(label=_("then by"), choices=CRITERIA, required=False)
    third = forms.ChoiceField(label=_("then by"), choices=CRITERIA, required=False)
    fourth = forms.ChoiceField(label=_("then by"), choices=CRITERIA, required=False)
    board_public = forms.BooleanField(
        label=_("There is a public board while the papers are written"), required=False
    )
    freeze_at = WallTimeField(
        label=_("The public board stops"),
        required=False,
        help_text=_("One’s own verdicts go on."),
    )
    thawed_at = WallTimeField(label=_("and goes on"), required=False)
    appeals_until = WallTimeField(
        label=_("Appeals are taken until"),
        required=False,
        help_text=_("From the publication of results. Empty: none are taken."),
    )
    rules = text(_("Rules on the start page"), 6, help_text=_("Markdown."))
    rules_en = text(_("Rules in English"), 4)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [data.get(name) for name in ("first", "second", "third", "fourth")]
        named = [one for one in chosen if one]
        if len(set(named)) != len(named):
            self.add_error("second", _("Each can be named once."))
        data["criteria"] = named
        return data

    def fields_of_contest(self) -> dict[str, Any]:
        """The arguments of ``change_contest``."""
        data = self.cleaned_data
        return {
            "ranking": {"criteria": data["criteria"]},
            "board_public": data["board_public"],
            "rules": data["rules"].rstrip(),
            "rules_en": data["rules_en"].rstrip(),
            **{name: data[name] for name in self.walls},
        }


def contest_initial(contest: Contest) -> dict[str, Any]:
    zone = contest.stage.tournament.time_zone
    named = contest.ranking.get("criteria") or [one.value for one in DEFAULT]
    named = [*named, "", "", "", ""][:4]
    return {
        **dict(zip(("first", "second", "third", "fourth"), named, strict=True)),
        **{name: wall(getattr(contest, name), zone) for name in ContestForm.walls},
        "board_public": contest.board_public,
        "rules": contest.rules,
        "rules_en": contest.rules_en,
    }
