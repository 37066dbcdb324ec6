"""A file between its preview and what it becomes."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models import User


class OfferedFile(models.Model):
    """One for each organiser: an archive or a report file that will be a tournament."""

    by = models.OneToOneField(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label: ClassVar = "tournaments"

    def __str__(self) -> str:
        return self.name
