"""Matches, their seats and their record. Columns marked *derived* can be rebuilt from it."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import Membership, Role, User


class Status(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    RULING = "ruling"
    FINISHED = "finished"


class Medium(models.TextChoices):
    ONLINE = "online"
    """Players play on their own devices (and an arbiter may play for them)."""
    BOARD = "board"
    """Over the board: stones and claims are entered at the arbiter's console."""


class Mode(models.TextChoices):
    """Which games of a series are played."""

    BEST_OF = "best_of"
    """No more once the winner is certain."""
    ALL = "all"
    """All of them; their sum counts."""


class Series(models.Model):
    """Several games of the same two, first movers alternating. Sides are 0 and 1.

    Who played which game from where, and how it ended, is told by the matches.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    games = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.BEST_OF)
    first_side = models.PositiveSmallIntegerField(default=0)
    """The side that moves first in the first game."""
    drawn_with = models.CharField(max_length=100, blank=True)
    """The seed of the lot that said so; empty: it was set."""

    class Meta:
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return f"{self.mode} {self.games} {self.id}"


class MatchQuerySet(models.QuerySet["Match"]):
    def visible_to(self, user: User | None) -> "MatchQuerySet":
        """Public matches, one's own, and those whose scope one has a role in."""
        found = Q(is_public=True)
        if user is not None and user.is_authenticated:
            scopes = Membership.objects.filter(
                user=user, role__in=[Role.ORGANISER, Role.ARBITER]
            ).values("scope")
            mine = Seat.objects.filter(user=user).values("match")
            found |= Q(pk__in=mine) | Q(scope__in=scopes)
        return self.filter(found)

    def ruled_by(self, user: User | None) -> "MatchQuerySet":
        """Matches the person may rule on, as organiser or arbiter of their scope."""
        if user is None or not user.is_authenticated:
            return self.none()
        scopes = Membership.objects.filter(
            user=user, role__in=[Role.ORGANISER, Role.ARBITER]
        ).values("scope")
        return self.filter(scope__in=scopes)


class Match(models.Model):
    """One playing of one game. It knows nothing of tournaments."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.CharField(max_length=20)
    rules = models.JSONField(default=dict)
    time_control = models.JSONField(default=dict)
    medium = models.CharField(max_length=10, choices=Medium.choices, default=Medium.ONLINE)
    title_ja = models.CharField(max_length=200, blank=True)
    title_en = models.CharField(max_length=200, blank=True)
    home = models.CharField(max_length=200, blank=True)
    """Where the match's page leads back to; a path of this site."""
    scope = models.UUIDField(default=uuid.uuid4, db_index=True)
    """Whose organisers and arbiters rule here: a tournament's id, or one of its own."""
    is_public = models.BooleanField(default=False)
    is_practice = models.BooleanField(default=False)
    """A practice match may show what a tournament match never does (Kyōen 2)."""
    invite = models.CharField(max_length=16, blank=True, db_index=True)
    """A code that gives a free seat to whoever opens its link; empty: none."""
    created_at = models.DateTimeField(default=timezone.now)
    policy = models.JSONField(default=dict, blank=True)
    """games/policy.py; what is left out has its default."""
    called_at = models.DateTimeField(null=True, blank=True)
    """When the players were called to the table."""
    no_show_at = models.DateTimeField(null=True, blank=True)
    """When who is not ready has lost by itself; null: never, or the match has begun."""
    series = models.ForeignKey(
        Series, on_delete=models.CASCADE, null=True, blank=True, related_name="matches"
    )
    game_number = models.PositiveSmallIntegerField(default=0)
    """Of its series, from 1; 0 outside one."""

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    """Derived, like all below."""
    seq = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    """When the flag of the seat on turn falls; null while no clock runs."""
    running_since = models.DateTimeField(null=True, blank=True)
    """When the running turn last began to count; null while no clock runs."""
    settled_until = models.DateTimeField(null=True, blank=True)
    """Until when an absence of the server has been made good."""
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    computer_due = models.DateTimeField(null=True, blank=True)
    """When a computer player looks at the board next."""
    waiting_since = models.DateTimeField(null=True, blank=True)
    """Since when the player on turn is waited for, where the match can be abandoned."""
    away_at = models.DateTimeField(null=True, blank=True)
    """When it has to be looked next whether that player has gone."""

    objects: ClassVar = MatchQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["deadline"], name="match_deadline", condition=Q(deadline__isnull=False)
            ),
            models.Index(
                fields=["computer_due"],
                name="match_computer",
                condition=Q(computer_due__isnull=False),
            ),
            models.Index(
                fields=["no_show_at"], name="match_no_show", condition=Q(no_show_at__isnull=False)
            ),
            models.Index(fields=["away_at"], name="match_away", condition=Q(away_at__isnull=False)),
            models.Index(fields=["status"]),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["series", "game_number"],
                name="series_game_once",
                condition=Q(series__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.title_en or str(self.id)

    @property
    def was_left(self) -> bool:
        """Whether the player on turn has gone for too long, and arbiters have to decide."""
        gone = self.waiting_since is not None and self.away_at is None
        return gone and self.status == Status.RUNNING


class Seat(models.Model):
    """Who sits where. ``number`` counts from 0 in order of play."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    computer = models.CharField(max_length=20, blank=True)
    """The level of a computer player; empty for a person."""
    ready_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When a page of the player was last open, where the match can be abandoned."""

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(
                fields=["match", "user"], name="seat_user_once", condition=Q(user__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number + 1} {self.name}"


class MatchEvent(models.Model):
    """One line of a match's record. Rows are only inserted."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)

    is_repeated = False
    """Not stored: the request that got this for an answer had been made before."""

    class Meta:
        ordering: ClassVar = ["match", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_once")
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind} {self.text}"


class Heartbeat(models.Model):
    """When the clock sweeper was last known to run; an absence is what lies between two."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    away_from = models.DateTimeField(null=True, blank=True)
    away_until = models.DateTimeField(null=True, blank=True)
    """The last absence, while it has not been made good to every running clock."""

    def __str__(self) -> str:
        return f"{self.name} {self.at.isoformat()}"
