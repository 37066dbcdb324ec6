"""Proofs marked by people: schemes, scripts, rounds, marks, appeals, comments."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from judging.records.papers import PaperProblem
from judging.records.sitting import Sitting, Submission


class MarkScheme(models.Model):
    """What earns how many points. Approved before anybody marks."""

    problem = models.OneToOneField(PaperProblem, on_delete=models.CASCADE, related_name="scheme")
    tolerance = models.DecimalField(max_digits=7, decimal_places=2, default=0)
    """Two totals that differ by no more agree."""
    part_tolerance = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    """The same for each part; None: only the totals matter."""
    markers = models.PositiveSmallIntegerField(default=2)
    version = models.PositiveIntegerField(default=0)
    """Raised with every change; a form sends the one it saw."""
    approved_at = models.DateTimeField(null=True, blank=True)
    approved_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    notes = models.TextField(max_length=20_000, blank=True)
    """For markers, Markdown."""

    def __str__(self) -> str:
        return str(self.problem)


class SchemePart(models.Model):
    """A lettered part of a scheme."""

    scheme = models.ForeignKey(MarkScheme, on_delete=models.CASCADE, related_name="parts")
    letter = models.CharField(max_length=3)
    title = models.CharField(max_length=500)
    points = models.DecimalField(max_digits=7, decimal_places=2)
    step = models.DecimalField(max_digits=7, decimal_places=2, default=1)
    """Marks are multiples of it."""
    added_at = models.DateTimeField(null=True, blank=True)
    """Added after the approval, for a new kind of solution; else None."""

    class Meta:
        ordering: ClassVar = ["scheme", "letter"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scheme", "letter"], name="part_letter_once")
        ]

    def __str__(self) -> str:
        return self.letter


class ScriptState(models.TextChoices):
    WAITING = "waiting"
    """For markers."""
    MARKING = "marking"
    DISAGREED = "disagreed"
    """Waits for an adjudicator."""
    DONE = "done"


class Script(models.Model):
    """What one contestant handed in for one proof, as markers see it: without a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="scripts")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="scripts")
    submission = models.ForeignKey(Submission, on_delete=models.RESTRICT, null=True, blank=True)
    """The last that counts; None: nothing was handed in."""
    code = models.CharField(max_length=8)
    """Drawn by lot, so that it tells nothing of the contestant."""
    blank = models.BooleanField(default=False)
    """Zero points, without a marker."""
    state = models.CharField(max_length=9, choices=ScriptState.choices, default=ScriptState.WAITING)
    points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    """Of the last finished round: an appeal that is open or refused leaves them."""
    flagged = models.BooleanField(default=False)
    """A part was added to the scheme after this one was marked."""

    class Meta:
        ordering: ClassVar = ["problem", "code"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["problem", "sitting"], name="script_once"),
            models.UniqueConstraint(fields=["problem", "code"], name="script_code_once"),
        ]

    def __str__(self) -> str:
        return self.code


class MarkRound(models.Model):
    """One marking of a script by two markers, or of an appeal. Frozen when it is finished."""

    class Reason(models.TextChoices):
        FIRST = "first"
        SCHEME = "scheme"
        """A part was added."""
        APPEAL = "appeal"

    script = models.ForeignKey(Script, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=6, choices=Reason.choices, default=Reason.FIRST)
    points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    adjudicated = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["script", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["script", "number"], name="mark_round_once"),
            models.UniqueConstraint(
                fields=["script"], condition=Q(finished_at=None), name="mark_round_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.script} round {self.number}"


class Marking(models.Model):
    """One marker's sheet for a script in a round: the first, the second, or the adjudicator's."""

    class Place(models.TextChoices):
        FIRST = "first"
        SECOND = "second"
        ADJUDICATOR = "adjudicator"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(MarkRound, on_delete=models.CASCADE, related_name="markings")
    place = models.CharField(max_length=11, choices=Place.choices)
    marker = models.ForeignKey(User, on_delete=models.PROTECT, related_name="markings")
    version = models.PositiveIntegerField(default=0)
    """Raised with every change; a form sends the one it saw."""
    marks = models.JSONField(default=dict, blank=True)
    """Points by the letter of the part, as text: ``{"a": "2", "b": "0.5"}``."""
    comment = models.TextField(max_length=10_000, blank=True)
    """For the contestant, when released."""
    note = models.TextField(max_length=10_000, blank=True)
    """For the other markers."""
    annotations = models.JSONField(default=list, blank=True)
    """[{"page": 1, "x": 0.4, "y": 0.2, "text": "…"}]: where on the page, from 0 to 1."""
    total = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    assigned_at = models.DateTimeField()
    changed_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["round", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "place"], name="marking_place_once"),
            models.UniqueConstraint(fields=["round", "marker"], name="marking_marker_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.place}"


class MarkerDuty(models.Model):
    """A marker who marks one problem; scripts are dealt to those on duty."""

    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="duties")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="duties")
    adjudicates = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["problem", "user"], name="duty_once")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.problem}"


class Comment(models.Model):
    """A comment markers use again, for one problem."""

    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="comments")
    text = models.CharField(max_length=1000)
    letter = models.CharField(max_length=3, blank=True)
    """The part it belongs to, if to one."""
    uses = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["problem", "-uses", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["problem", "text"], name="comment_once")
        ]

    def __str__(self) -> str:
        return self.text


class Appeal(models.Model):
    """A contestant asks for another look at a mark."""

    class State(models.TextChoices):
        OPEN = "open"
        MARKING = "marking"
        """Taken up: a new round is being marked."""
        SETTLED = "settled"
        """The new round is finished."""
        REFUSED = "refused"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    script = models.ForeignKey(Script, on_delete=models.CASCADE, related_name="appeals")
    text = models.TextField(max_length=5_000)
    state = models.CharField(max_length=7, choices=State.choices, default=State.OPEN)
    answer = models.TextField(max_length=5_000, blank=True)
    before = models.DecimalField(max_digits=7, decimal_places=2)
    """The points appealed against."""
    after = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    round = models.OneToOneField(
        MarkRound, on_delete=models.SET_NULL, null=True, blank=True, related_name="appeal"
    )
    at = models.DateTimeField()
    decided_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["script"],
                condition=Q(state__in=["open", "marking"]),
                name="appeal_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.script} {self.state}"
