"""People, how they prove who they are, and what they may do where."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.names import tidy_username


class UserManager(BaseUserManager["User"]):
    def create_user(
        self, username: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """Make a person. Without a password they sign in by a personal link only."""
        user = self.model(username=tidy_username(username or "") or None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        powers = {"is_organiser": True, "is_staff": True, "is_superuser": True}
        return self.create_user(username, password, **powers | fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username=tidy_username(username or ""))

    def organisers(self) -> "models.QuerySet[User]":
        """Whoever may make tournaments, those who no longer may sign in among them."""
        return self.filter(is_organiser=True)


class User(AbstractBaseUser, PermissionsMixin):
    """An organiser (with a password) or a player (without one, and without a username)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(max_length=150, unique=True, null=True, blank=True)
    name = models.CharField(max_length=200)
    language = models.CharField(max_length=5, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_organiser = models.BooleanField(default=False)
    """May make tournaments."""
    session_epoch = models.PositiveIntegerField(default=0)
    """Raised to end every session of this person."""
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name or self.username or str(self.id)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        mark = f"{self.password}{self.session_epoch}"
        return salted_hmac("accounts.session", mark, secret=secret, algorithm="sha256").hexdigest()

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return tidy_username(username)


class Role(models.TextChoices):
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    MARKER = "marker"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Membership(models.Model):
    """One person's role in one scope: a tournament, or a friendly match (by its id)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    scope = models.UUIDField()
    role = models.CharField(max_length=10, choices=Role.choices)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "scope", "role"], name="membership_once")
        ]
        indexes: ClassVar = [models.Index(fields=["scope", "role"])]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class PersonalLink(models.Model):
    """A link that signs one person in, without a password, until it is revoked.

    The link's text is the row's id, signed: it can be printed again and cannot be guessed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} {self.created_at:%Y-%m-%d}"


class OneTimeLink(models.Model):
    """A link that works once: to become the first organiser, or to choose a password."""

    class Purpose(models.TextChoices):
        SETUP = "setup"
        PASSWORD = "password"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="one_time_links"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.created_at:%Y-%m-%d}"


class ApiToken(models.Model):
    """A secret for programs. Only its digest is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    label = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.label


class Attempt(models.Model):
    """A failed try to sign in or join, counted by who was tried and from where."""

    action = models.CharField(max_length=20)
    account = models.CharField(max_length=200)
    address = models.CharField(max_length=45)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["action", "account", "at"]),
            models.Index(fields=["action", "address", "at"]),
            models.Index(fields=["at"]),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.account}"
