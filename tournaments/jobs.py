"""Work that takes longer than a request may: asked for, done by a worker, looked at meanwhile."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class JobKind(models.TextChoices):
    DRAW = "draw", _("draw")
    REDRAW = "redraw", _("draw anew")
    PUBLISH = "publish", _("publish")


class JobState(models.TextChoices):
    """There is no state of being worked on: whoever is killed leaves a job waiting."""

    WAITING = "waiting", _("waiting")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Job(models.Model):
    """One step of a tournament, wanted by somebody. Of a kind one is waiting at most."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="jobs"
    )
    kind = models.CharField(max_length=10, choices=JobKind.choices)
    wanted = models.JSONField()
    """What exactly: the arguments of the service, as JSON."""
    subject = models.CharField(max_length=200, blank=True)
    subject_en = models.CharField(max_length=200, blank=True)
    """Of which round, in words."""
    seconds = models.PositiveIntegerField(default=0)
    """What it usually takes."""
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    asked_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    tries = models.PositiveSmallIntegerField(default=0)
    """How often somebody began with it."""
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    said = models.JSONField(default=dict, blank=True)
    """What came of it: ``round`` or ``version``; or ``code``, ``ja`` and ``en`` of the error, and
    ``remedies`` where there are some."""

    class Meta:
        app_label: ClassVar = "tournaments"
        ordering: ClassVar = ["tournament", "asked_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "kind"], name="job_once", condition=Q(state="waiting")
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.state}"
