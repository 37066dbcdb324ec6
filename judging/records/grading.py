"""Verdicts of the machine, and judging anew under a corrected key."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from judging.records.papers import Key, PaperProblem
from judging.records.sitting import Submission


class Verdict(models.Model):
    """What an answer is under one version of the key. Rows are only inserted."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="verdicts")
    key = models.ForeignKey(Key, on_delete=models.CASCADE, related_name="verdicts")
    grader = models.PositiveSmallIntegerField()
    """Version of the program that graded."""
    right = models.BooleanField()
    """Wholly right."""
    malformed = models.BooleanField(default=False)
    """Could not be read, and costs no attempt."""
    share = models.CharField(max_length=40)
    """The part of the points earned, a fraction from 0 to 1 as text: ``2/3``."""
    reason = models.CharField(max_length=40)
    """As ``judging.kinds``: right, wrong, not_four, repeated, not_a_stone, …"""
    detail = models.JSONField(default=dict, blank=True)
    """All of it, as ``Graded.to_json``."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["submission", "key", "grader"], name="verdict_once")
        ]

    def __str__(self) -> str:
        return f"{self.submission} {self.reason}"


class RejudgeState(models.TextChoices):
    JUDGING = "judging"
    READY = "ready"
    """Everything has a verdict under the new key: look at the preview."""
    APPLIED = "applied"
    DROPPED = "dropped"


class Rejudge(models.Model):
    """A corrected key between its making and the decision to apply or drop it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="rejudges")
    key = models.OneToOneField(Key, on_delete=models.CASCADE, related_name="rejudge")
    before = models.ForeignKey(Key, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(
        max_length=7, choices=RejudgeState.choices, default=RejudgeState.JUDGING
    )
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    decided_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    report = models.JSONField(default=dict, blank=True)
    """The differences as they were when it was applied."""

    class Meta:
        ordering: ClassVar = ["problem", "-at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["problem"],
                condition=Q(state__in=["judging", "ready"]),
                name="rejudge_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.problem} → {self.key.number}"


class Lease(models.Model):
    """A name that one worker holds at a time, taken by compare-and-set."""

    name = models.CharField(max_length=60, primary_key=True)
    holder = models.UUIDField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
