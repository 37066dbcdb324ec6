"""A contestant at a paper: the time they have, what they keep, what they sent in."""

import uuid
from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from judging.records.papers import Paper, PaperProblem
from tournaments.models import Entry


class Closing(models.TextChoices):
    """Why a sitting is over."""

    NONE = ""
    HANDED_IN = "handed_in"
    TIME = "time"
    """The owner did not hand in; the server closed it."""
    STAFF = "staff"


class SittingQuerySet(models.QuerySet["Sitting"]):
    def of(self, user: User | None) -> "SittingQuerySet":
        """The person's own; nobody else's."""
        if user is None or not user.is_active:
            return self.none()
        return self.filter(entry__user=user, entry__listed_only=False)


class Sitting(models.Model):
    """One entry at one paper. Its row is locked while anything of it is decided."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="sittings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sittings")
    started_at = models.DateTimeField(null=True, blank=True)
    """When start was pressed; nothing of the paper leaves before."""
    delay = models.DurationField(default=timedelta)
    """Shifts the window."""
    extra = models.DurationField(default=timedelta)
    """Extends the end only."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """Kept for finding those that are over; ``window_of`` decides."""
    closed_at = models.DateTimeField(null=True, blank=True)
    closing = models.CharField(
        max_length=9, choices=Closing.choices, default=Closing.NONE, blank=True
    )
    device = models.UUIDField(null=True, blank=True)
    """The page that may write; another takes over and this one is told."""
    device_name = models.CharField(max_length=200, blank=True)
    device_at = models.DateTimeField(null=True, blank=True)
    submissions_made = models.PositiveIntegerField(default=0)
    """Numbers the receipts."""
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar = SittingQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["paper", "entry"], name="sitting_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], condition=Q(closed_at=None), name="sitting_open")
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.paper}"


class SittingEvent(models.Model):
    """What happened to a sitting. Rows are only inserted."""

    class Kind(models.TextChoices):
        STARTED = "started"
        TOOK_OVER = "took_over"
        HANDED_IN = "handed_in"
        CLOSED = "closed"
        REOPENED = "reopened"
        EXTENDED = "extended"
        LATE_ACCEPTED = "late_accepted"
        LATE_REFUSED = "late_refused"

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=13, choices=Kind.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    device = models.UUIDField(null=True, blank=True)
    delay = models.DurationField(null=True, blank=True)
    """Extended: what was added; may be negative to take it back."""
    extra = models.DurationField(null=True, blank=True)
    text = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["sitting", "id"]

    def __str__(self) -> str:
        return f"{self.sitting} {self.kind}"


class Draft(models.Model):
    """An answer as it is being made. Sent in by the server when the time is over."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="drafts")
    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="+")
    answer = models.TextField(max_length=200_000, blank=True)
    seq = models.PositiveBigIntegerField(default=0)
    """Counted by the page; an older one does not overwrite a newer."""
    saved_at = models.DateTimeField()
    """When the server got it."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "problem"], name="draft_once")
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.problem}"


class SubmissionStatus(models.TextChoices):
    QUEUED = "queued"
    JUDGED = "judged"
    ERROR = "error"
    """Three tries failed; the staff see it."""
    PEOPLE = "people"
    """Graded by people: nothing for the machine to do."""


class Submission(models.Model):
    """An answer that was sent in. Rows are only inserted; only the grading columns change."""

    class Source(models.TextChoices):
        SENT = "sent"
        DRAFT = "draft"
        """Taken from what was kept, when the server closed the paper."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="submissions")
    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="submissions")
    number = models.PositiveIntegerField()
    """Of the sitting, from 1: the number of the receipt."""
    form_key = models.UUIDField()
    """Made by the page; the same key again is the same submission."""
    raw = models.TextField(max_length=200_000, blank=True)
    """Exactly as it was typed or clicked."""
    answer = models.TextField(max_length=200_000, blank=True)
    """As it was understood: the canonical form."""
    source = models.CharField(max_length=5, choices=Source.choices, default=Source.SENT)
    received_at = models.DateTimeField()
    """When the request arrived, before any lock."""
    stored_at = models.DateTimeField(default=timezone.now)
    late_by = models.DurationField(null=True, blank=True)
    """None: in time. Late answers are judged and do not count."""
    late_accepted = models.BooleanField(null=True, blank=True)
    """What a person decided of a late one; None: nothing."""
    status = models.CharField(
        max_length=6, choices=SubmissionStatus.choices, default=SubmissionStatus.QUEUED
    )
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    """Tried again not before; None: at once."""
    judged_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=500, blank=True)
    """What the grader raised last, for the staff."""

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "form_key"], name="form_key_once"),
            models.UniqueConstraint(fields=["sitting", "number"], name="receipt_once"),
        ]
        indexes: ClassVar = [
            # Not a partial index: SQLite cannot tell that a bound value is the condition's.
            models.Index(fields=["status", "id"], name="submission_queue"),
            models.Index(fields=["problem", "sitting"]),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.number}"

    @property
    def counts(self) -> bool:
        return self.late_by is None or self.late_accepted is True
