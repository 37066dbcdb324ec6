"""Ratings that run over several tournaments, and what they were made from."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models import User

ANEW = ["anew"]


class RatingPool(models.Model):
    """Tournaments of one game whose finals count together; its owner chooses which."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    game = models.CharField(max_length=20)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    counted = models.JSONField(default=list, blank=True)
    """Ids of the publications its lines were made from; anything else is counted anew.

    ``ANEW`` where those are the same and who is who is not.
    """

    class Meta:
        app_label: ClassVar = "tournaments"

    def __str__(self) -> str:
        return self.name


class RatedTournament(models.Model):
    """A tournament belongs to one pool at most."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="tournaments")
    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="rated"
    )

    class Meta:
        app_label: ClassVar = "tournaments"

    def __str__(self) -> str:
        return f"{self.pool}: {self.tournament}"


class RatingLine(models.Model):
    """One person after one round."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    """In order of play."""
    person = models.CharField(max_length=450)
    """Whose: ``services/rating_people.py`` says which entries are one person."""
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="rating_lines"
    )
    ordinal = models.PositiveSmallIntegerField()
    """The round in its tournament."""
    mean = models.FloatField()
    deviation = models.FloatField()
    """Both on the scale of people's ratings: 1500 ± 500 at first."""

    class Meta:
        app_label: ClassVar = "tournaments"
        ordering: ClassVar = ["pool", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "number"], name="rating_line_once")
        ]
        indexes: ClassVar = [models.Index(fields=["pool", "person"], name="rating_person")]

    def __str__(self) -> str:
        return f"{self.person} {self.mean:.0f}"


class SamePerson(models.Model):
    """Whether two entries are one person, where names alone do not tell; the owner has said."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="decisions")
    first = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    same = models.BooleanField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label: ClassVar = "tournaments"
        ordering: ClassVar = ["pool", "-at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "first", "second"], name="same_person_once")
        ]

    def __str__(self) -> str:
        return f"{self.first} {'=' if self.same else '≠'} {self.second}"
