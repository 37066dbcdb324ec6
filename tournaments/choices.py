"""The closed sets of values that tournaments store."""

from django.db import models


class TournamentState(models.TextChoices):
    PREPARING = "preparing"
    RUNNING = "running"
    FINISHED = "finished"
    ARCHIVED = "archived"


class Registration(models.TextChoices):
    CLOSED = "closed"
    OPEN = "open"
    """Whoever has the join code enters."""
    LISTED = "listed"
    """Only people on the imported list take their place with the code."""


class StageKind(models.TextChoices):
    """A format; ``tournaments/services/formats/`` has a module for each."""

    TABLES = "tables"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    DOUBLE_ELIMINATION = "double_elimination"
    JUDGING = "judging"
    """Papers are answered and marked; the app above this one says who stands where."""


class StagePart(models.TextChoices):
    """What a stage is to the tournament; several may have the same part."""

    PRELIMINARY = "preliminary"
    SEMI_FINAL = "semi_final"
    FINAL = "final"


class RoundState(models.TextChoices):
    DRAFT = "draft"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"


class ResultSource(models.TextChoices):
    NONE = ""
    PLAYED = "played"
    ENTERED = "entered"
    AGREED = "agreed"
    """Both players reported the same."""
    FORFEIT = "forfeit"
    """Of a pairing: one did not come, or neither. It goes when they come after all."""


class SeatingKind(models.TextChoices):
    """As ``SeatKind`` of the pure core."""

    PLAYED = "played"
    NO_SHOW = "no_show"
    """Did not come: no points, whatever the place."""
    REMOVED = "removed"
    """Lost the result by ruling: last, without points."""


class ByeKind(models.TextChoices):
    """Why somebody who takes part in a stage has no table in a round, and what it is worth."""

    PAIRING = "pairing"
    """Given by the pairing, or by the organiser in its place: the odd one out."""
    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    """Asked for beforehand, like the two above."""


class PublicationState(models.TextChoices):
    DRAFT = "draft"
    PROVISIONAL = "provisional"
    FINAL = "final"
    WITHDRAWN = "withdrawn"
    """Nothing is public from this version on."""
