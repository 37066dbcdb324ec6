"""What became of a tournament's play: who went on, what was published, said and recorded."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models import User
from tournaments.choices import PublicationState


class Advancement(models.Model):
    """Who goes on from one stage to the next, decided once and stored with its grounds."""

    source = models.ForeignKey(
        "tournaments.Stage", on_delete=models.CASCADE, related_name="advancements"
    )
    target = models.ForeignKey(
        "tournaments.Stage", on_delete=models.CASCADE, related_name="admissions"
    )
    decision = models.JSONField()
    standings = models.JSONField()
    """The standings it was taken from."""
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label: ClassVar = "tournaments"

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"


class Publication(models.Model):
    """What the public may know, as a versioned snapshot. Rows are only inserted."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="publications"
    )
    stage = models.ForeignKey(
        "tournaments.Stage", on_delete=models.CASCADE, related_name="publications"
    )
    after_round = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=12, choices=PublicationState.choices)
    embargo_until = models.DateTimeField(null=True, blank=True)
    snapshot = models.JSONField()
    inputs = models.CharField(max_length=64, blank=True)
    """A digest of what the snapshot was made from; empty where nobody knows."""
    created_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        app_label: ClassVar = "tournaments"
        ordering: ClassVar = ["tournament", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "version"], name="publication_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} v{self.version} {self.state}"


class AuditEntry(models.Model):
    """Who did what, when and why. Rows are only inserted."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="audit"
    )
    at = models.DateTimeField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=200, blank=True)
    subject_en = models.CharField(max_length=200, blank=True)
    """Where the words depend on the language; else empty."""
    ref = models.CharField(max_length=40, blank=True)
    """The id of what it was done to, for taking it back."""
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        app_label: ClassVar = "tournaments"
        ordering: ClassVar = ["tournament", "id"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"


class Announcement(models.Model):
    """A message to every page of the tournament."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        app_label: ClassVar = "tournaments"
        ordering: ClassVar = ["tournament", "-id"]

    def __str__(self) -> str:
        return self.text
