"""A tournament: stages, rounds and tables, who is entered, what was decided and published.

A pairing of two is a table of two: there is one model of rounds for every format.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import Membership, Role, User
from games.models import Match, Medium
from tournaments import offered_files, rating_records  # noqa: F401
from tournaments.choices import (
    ByeKind,
    PublicationState,
    Registration,
    ResultSource,
    RoundState,
    SeatingKind,
    StageKind,
    StagePart,
    TournamentState,
)
from tournaments.jobs import Job, JobKind, JobState
from tournaments.outcome_records import Advancement, Announcement, AuditEntry, Publication

__all__ = [
    "Absence",
    "Advancement",
    "Announcement",
    "AuditEntry",
    "Bye",
    "ByeKind",
    "Entry",
    "ForbiddenPair",
    "Job",
    "JobKind",
    "JobState",
    "ListFile",
    "Publication",
    "PublicationState",
    "Registration",
    "ResultReport",
    "ResultSource",
    "Round",
    "RoundState",
    "SeatingKind",
    "Stage",
    "StageKind",
    "StagePart",
    "Table",
    "TableSeat",
    "Tournament",
    "TournamentQuerySet",
    "TournamentState",
]


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def _with_role(self, user: User | None, roles: list[str]) -> "TournamentQuerySet":
        if user is None or not user.is_authenticated:
            return self.none()
        scopes = Membership.objects.filter(user=user, role__in=roles).values("scope")
        return self.filter(pk__in=scopes)

    def managed_by(self, user: User | None) -> "TournamentQuerySet":
        """Tournaments the person organises."""
        return self._with_role(user, [Role.ORGANISER])

    def staffed_by(self, user: User | None) -> "TournamentQuerySet":
        """Tournaments the person organises or is an arbiter of."""
        return self._with_role(user, [Role.ORGANISER, Role.ARBITER])

    def public(self) -> "TournamentQuerySet":
        return self.filter(is_public=True)

    def visible_to(self, user: User | None) -> "TournamentQuerySet":
        found = Q(is_public=True)
        if user is not None and user.is_authenticated:
            scopes = Membership.objects.filter(user=user).values("scope")
            found |= Q(pk__in=scopes)
        return self.filter(found)


class Tournament(models.Model):
    """One competition, as JKO 2027."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    name_en = models.CharField(max_length=200, blank=True)
    game = models.CharField(max_length=20, default="kyoen")
    preset = models.CharField(max_length=20, default="jko")
    venue = models.CharField(max_length=200, blank=True)
    organiser_name = models.CharField(max_length=200, blank=True)
    description = models.TextField(max_length=5000, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    """Stored aware; edited and shown in ``time_zone``."""
    time_zone = models.CharField(max_length=50, default="Asia/Tokyo")
    state = models.CharField(
        max_length=10, choices=TournamentState.choices, default=TournamentState.PREPARING
    )
    is_public = models.BooleanField(default=True)
    registration = models.CharField(
        max_length=10, choices=Registration.choices, default=Registration.CLOSED
    )
    join_code = models.CharField(max_length=12, unique=True)
    medium = models.CharField(max_length=10, choices=Medium.choices, default=Medium.ONLINE)
    rules = models.JSONField(default=dict)
    time_control = models.JSONField(default=dict)
    settings = models.JSONField(default=dict)
    """Table sizes, late entry and the like: ``tournaments/settings.py`` reads it."""
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    live_seq = models.PositiveIntegerField(default=0)
    """Counts what pages of the tournament were told."""

    objects: ClassVar = TournamentQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def live_point(self) -> str:
        """From where the stream of a page made now goes on: ``/live/?tournament=<this>``."""
        return f"{self.pk}.{self.live_seq}"


class Entry(models.Model):
    """One person (or team) in one tournament."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    """In order of entering; printed on lists, decides nothing."""
    name = models.CharField(max_length=200)
    kana = models.CharField(max_length=200, blank=True)
    club = models.CharField(max_length=200, blank=True)
    grade = models.CharField(max_length=50, blank=True)
    note = models.CharField(max_length=500, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    """What an imported file says beyond this: title, federation, identity number, birth."""
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="entries")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    listed_only = models.BooleanField(default=False)
    """On the list of those eligible; not entered until they take their place."""
    from_round = models.PositiveSmallIntegerField(default=1)
    """The first round the entry takes part in, counted over all stages."""
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """Takes part in no round from this one on."""
    disqualified_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                name="entry_user_once",
                condition=Q(user__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class ListFile(models.Model):
    """A list of people between its preview and its import; one for each person importing."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "by"], name="list_file_once")
        ]

    def __str__(self) -> str:
        return self.name


class Absence(models.Model):
    """An entry that sits one round out: asked for beforehand, or given the bye by hand."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    ordinal = models.PositiveSmallIntegerField()
    """The round, counted over all stages."""
    kind = models.CharField(max_length=10, choices=ByeKind.choices, default=ByeKind.ZERO)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "ordinal"], name="absence_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.ordinal}"


class ForbiddenPair(models.Model):
    """Two entries that must not meet while it can be avoided."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs"
    )
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second"], name="forbidden_once")
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"


class Stage(models.Model):
    """Part of a tournament with one format: preliminary tables, a semi-final, the final."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField()
    part = models.CharField(max_length=12, choices=StagePart.choices)
    name = models.CharField(max_length=100)
    name_en = models.CharField(max_length=100, blank=True)
    kind = models.CharField(max_length=20, choices=StageKind.choices, default=StageKind.TABLES)
    planned_rounds = models.PositiveSmallIntegerField(default=1)
    config = models.JSONField(default=dict)
    """Drawing, tie-breaks and advancement of this stage: ``tournaments/settings.py`` reads it."""
    draw = models.JSONField(default=dict, blank=True)
    """What was drawn once for all its rounds: seeds of a bracket, groups, numbers of a round robin.

    Frozen when its first round is drawn; the format's module says what is in it.
    """
    lots = models.JSONField(default=dict, blank=True)
    """Place in a playoff or in drawn lots, by entry id; counts among those still tied."""

    class Meta:
        ordering: ClassVar = ["tournament", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "order"], name="stage_order_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """In the stage."""
    ordinal = models.PositiveSmallIntegerField()
    """In the tournament."""
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    draw_seed = models.BigIntegerField(default=0)
    draw = models.JSONField(default=dict)
    """How the draw was made, with its warnings; the draw can be made again from it."""
    created_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    """When the time of the round is over, as the desk's timer shows it; nothing ends by it."""

    class Meta:
        ordering: ClassVar = ["stage", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"


class Table(models.Model):
    """Entries that meet in one round, and the match they play."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    slot = models.CharField(max_length=20, blank=True)
    """The place of the pairing in a bracket or a schedule; its format knows it."""
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of a round robin in groups, from 1."""
    match = models.OneToOneField(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="table"
    )
    arbiter = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    result_source = models.CharField(
        max_length=10, choices=ResultSource.choices, default=ResultSource.NONE, blank=True
    )
    result_at = models.DateTimeField(null=True, blank=True)
    games = models.JSONField(default=list, blank=True)
    """Of a series over the board, in order: ``result`` as 1-0 and ``scores``, first seat first."""
    version = models.PositiveIntegerField(default=0)
    """Raised with every change of the result; a form sends the one it saw."""

    class Meta:
        ordering: ClassVar = ["round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"


class TableSeat(models.Model):
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """Order of play, from 0."""
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seatings")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    """From 1; shared places have the same number."""
    kind = models.CharField(max_length=10, choices=SeatingKind.choices, default=SeatingKind.PLAYED)
    score = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    """What a pairing of two counts beside the place: games of a series, or seeds and pieces."""

    class Meta:
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="table_seat_once")
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.entry}"


class Bye(models.Model):
    """Somebody without a table in a round, and what that is credited with."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=10, choices=ByeKind.choices)
    slot = models.CharField(max_length=20, blank=True)
    """Of a bracket: where there is nobody to play."""

    class Meta:
        ordering: ClassVar = ["round", "entry"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="bye_once")
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.entry} {self.kind}"


class ResultReport(models.Model):
    """What one of two players says the result is; the same from both makes it the result."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    seat = models.PositiveSmallIntegerField()
    """Who says so, from 0."""
    result = models.JSONField()
    """``places``, ``kinds`` and ``scores`` in seat order."""
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["table", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="report_once")
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.seat}"
