"""Papers: what is asked when, for how many points, under which key."""

import uuid
from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from judging.records.bank import Kind, ProblemVersion
from tournaments.models import Stage


class Contest(models.Model):
    """What a judging stage has beside a stage: ranking, freeze, appeals, and its board."""

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="contest")
    ranking = models.JSONField(default=dict, blank=True)
    """{"criteria": ["total", "hantei", "wrong", "last_right"]} in the organiser's order."""
    freeze_at = models.DateTimeField(null=True, blank=True)
    """The public board stops here until ``thawed_at``; the staff's does not."""
    thawed_at = models.DateTimeField(null=True, blank=True)
    board_public = models.BooleanField(default=False)
    """Whether there is a public board while the papers are written."""
    appeals_until = models.DateTimeField(null=True, blank=True)
    rules = models.TextField(max_length=20_000, blank=True)
    """For the start page, Markdown."""
    rules_en = models.TextField(max_length=20_000, blank=True)
    dirty_at = models.DateTimeField(null=True, blank=True)
    """Since when the board is older than the verdicts; None: it is not."""
    holder = models.UUIDField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)
    """Who computes the board anew; one at a time."""
    board_version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.stage)


class Board(models.Model):
    """The standings of a contest as computed once: for the public, and for the staff."""

    class Audience(models.TextChoices):
        PUBLIC = "public"
        STAFF = "staff"

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="boards")
    audience = models.CharField(max_length=6, choices=Audience.choices)
    version = models.PositiveIntegerField()
    data = models.JSONField()
    frozen = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "audience"], name="board_once")
        ]

    def __str__(self) -> str:
        return f"{self.contest} {self.audience} {self.version}"


class Mode(models.TextChoices):
    TIMED = "timed"
    RACE = "race"
    PRACTICE = "practice"


class PaperState(models.TextChoices):
    DRAFT = "draft"
    SET = "set"
    """Approved: it opens by its times (a race: by its host)."""
    CLOSED = "closed"
    """Nobody writes any more; every sitting is closed."""


class Paper(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="papers")
    order = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=200)
    title_en = models.CharField(max_length=200, blank=True)
    intro = models.TextField(max_length=20_000, blank=True)
    """Shown on the start page before the start, Markdown: nothing of the problems."""
    intro_en = models.TextField(max_length=20_000, blank=True)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.TIMED)
    state = models.CharField(max_length=6, choices=PaperState.choices, default=PaperState.DRAFT)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    """The window for all, half open. With a personal window: when one may press start."""
    duration = models.DurationField(null=True, blank=True)
    """A personal window from the press of start; None: the window is for all."""
    last_at = models.DateTimeField(null=True, blank=True)
    """Nobody's window goes beyond, whatever delay and extra time; a pause shifts it too."""
    grace = models.DurationField(default=timedelta)
    """After the end of work, for handing in what was written on paper."""
    settings = models.JSONField(default=dict, blank=True)
    """{"race_points": [3, 2, 1], "shuffle": false, "min_interval_s": 0}."""
    version = models.PositiveIntegerField(default=0)
    """Raised with every change of its times; open pages hear of it."""
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    set_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["stage", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "order"], name="paper_order_once"),
            models.CheckConstraint(
                condition=Q(closes_at=None)
                | Q(opens_at=None)
                | Q(closes_at__gt=models.F("opens_at")),
                name="paper_window",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Pause(models.Model):
    """Time that counts for nobody: an outage. It shifts the end for all, and can be undone."""

    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="pauses")
    start = models.DateTimeField()
    end = models.DateTimeField(null=True, blank=True)
    """None: still going on."""
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["paper", "start"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["paper"], condition=Q(end=None, undone_at=None), name="pause_open_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.paper} {self.start.isoformat()}"


class Feedback(models.TextChoices):
    """When a contestant hears the verdict on an answer."""

    AT_ONCE = "at_once"
    AFTER_PAPER = "after_paper"
    AFTER_PUBLICATION = "after_publication"


class Counts(models.TextChoices):
    """Which of several answers is worth something."""

    BEST = "best"
    LAST = "last"


class PaperProblem(models.Model):
    """A version of a problem on a paper. What it is worth, and the key it is judged by."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="problems")
    order = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=10)
    """As printed: 1, 2, A."""
    source = models.ForeignKey(ProblemVersion, on_delete=models.PROTECT, related_name="uses")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    points = models.DecimalField(max_digits=7, decimal_places=2)
    attempts = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many well-formed answers are taken; None: any number."""
    penalty = models.DecimalField(max_digits=7, decimal_places=2, default=0)
    """Taken off the points for each wrong attempt before the right one."""
    counts = models.CharField(max_length=4, choices=Counts.choices, default=Counts.BEST)
    feedback = models.CharField(
        max_length=17, choices=Feedback.choices, default=Feedback.AFTER_PUBLICATION
    )
    key = models.ForeignKey("Key", on_delete=models.RESTRICT, null=True, related_name="+")
    """The version that counts."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """Race: shown to all at this instant."""
    closed_at = models.DateTimeField(null=True, blank=True)
    """Race: no answer after it counts."""

    class Meta:
        ordering: ClassVar = ["paper", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["paper", "order"], name="paper_problem_order_once"),
            models.UniqueConstraint(fields=["paper", "label"], name="paper_problem_label_once"),
        ]

    def __str__(self) -> str:
        return f"{self.paper} {self.label}"


class Key(models.Model):
    """A version of the answer to a problem of a paper. Rows are only inserted."""

    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="keys")
    number = models.PositiveSmallIntegerField()
    spec = models.JSONField(default=dict, blank=True)
    """As ``ProblemVersion.key``; {"everyone": true}: whatever was answered is right."""
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["problem", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["problem", "number"], name="key_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.problem} key {self.number}"
