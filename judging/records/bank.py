"""The problem bank of a committee: problems, what they were at each change, images."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models import Membership, Role, User

HEAD = Role.ORGANISER
"""Manages the committee of a bank (the scope of the membership is the bank's id)."""
AUTHOR = Role.ARBITER
"""Writes problems in it."""
COMMITTEE = (HEAD, AUTHOR)


class Kind(models.TextChoices):
    """What is asked for, and who grades it. The values are those of the pure core."""

    CHOICE = "choice"
    MULTIPLE_CHOICE = "multiple_choice"
    INTEGER = "integer"
    RATIONAL = "rational"
    DECIMAL = "decimal"
    TUPLE = "tuple"
    SET = "set"
    MULTISET = "multiset"
    TEXT = "text"
    HANTEI = "hantei"
    HANTEI_ALL = "hantei_all"
    SAFE_POINT = "safe_point"
    PROOF = "proof"


class BankQuerySet(models.QuerySet["Bank"]):
    def for_committee(self, user: User | None) -> "BankQuerySet":
        """Banks of whose committee the person is; nobody else ever gets one."""
        return self._with_role(user, COMMITTEE)

    def headed_by(self, user: User | None) -> "BankQuerySet":
        return self._with_role(user, (HEAD,))

    def _with_role(self, user: User | None, roles: tuple[Role, ...]) -> "BankQuerySet":
        if user is None or not user.is_active:
            return self.none()
        scopes = Membership.objects.filter(user=user, role__in=roles).values("scope")
        return self.filter(pk__in=scopes)


class Bank(models.Model):
    """Problems of one committee. Who belongs to it: ``Membership`` with the bank's id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar = BankQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class ProblemState(models.TextChoices):
    DRAFT = "draft"
    READY = "ready"
    """Checked, and may be put on a paper."""
    RETIRED = "retired"


class Problem(models.Model):
    """A problem of a bank; its words, board and answer are in its versions."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bank = models.ForeignKey(Bank, on_delete=models.CASCADE, related_name="problems")
    number = models.PositiveIntegerField()
    """In the bank, from 1, in order of making."""
    title = models.CharField(max_length=200)
    """For the committee; contestants never see it."""
    kind = models.CharField(max_length=16, choices=Kind.choices)
    state = models.CharField(
        max_length=10, choices=ProblemState.choices, default=ProblemState.DRAFT
    )
    difficulty = models.PositiveSmallIntegerField(null=True, blank=True)
    """1 easy … 5 hard."""
    authors = models.ManyToManyField(User, related_name="+", blank=True)
    credit = models.CharField(max_length=200, blank=True)
    """Authors who have no account, and sources."""
    used_elsewhere = models.TextField(max_length=1000, blank=True)
    """Past use that this installation does not know of."""
    current = models.ForeignKey(
        "ProblemVersion", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["bank", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bank", "number"], name="problem_number_once")
        ]

    def __str__(self) -> str:
        return self.title


class ProblemTag(models.Model):
    problem = models.ForeignKey(Problem, on_delete=models.CASCADE, related_name="tags")
    text = models.CharField(max_length=50)

    class Meta:
        ordering: ClassVar = ["text"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["problem", "text"], name="problem_tag_once")
        ]

    def __str__(self) -> str:
        return self.text


class ProblemVersion(models.Model):
    """A problem as it stood after one change. Rows are only inserted."""

    problem = models.ForeignKey(Problem, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    statement = models.TextField(max_length=20_000, blank=True)
    """Markdown with formulas, Japanese."""
    statement_en = models.TextField(max_length=20_000, blank=True)
    content = models.JSONField(default=dict, blank=True)
    """What a contestant gets beside the words: the board, the options."""
    key = models.JSONField(default=dict, blank=True)
    """The answer, tolerance and accepted spellings. Never leaves to a contestant."""
    solution = models.TextField(max_length=50_000, blank=True)
    solution_en = models.TextField(max_length=50_000, blank=True)
    made = models.JSONField(default=dict, blank=True)
    """Generated: the seed, the order and the features of the difficulty; else empty."""
    signature = models.CharField(max_length=64, blank=True, db_index=True)
    """The same for boards alike by symmetry; empty without a board."""
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["problem", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["problem", "number"], name="problem_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.problem} v{self.number}"


class BankImage(models.Model):
    """An image statements may show, re-encoded; the address is its unguessable id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bank = models.ForeignKey(Bank, on_delete=models.CASCADE, related_name="images")
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=40)
    path = models.CharField(max_length=200)
    """Under MEDIA_ROOT."""
    size = models.PositiveIntegerField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name
