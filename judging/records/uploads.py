"""Pages of proofs: what a contestant sent, and PDFs as pictures of their pages."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from judging.records.papers import PaperProblem
from judging.records.sitting import Sitting, Submission


class Upload(models.Model):
    """A page of a proof, re-encoded. Private; its address is its unguessable id."""

    class Type(models.TextChoices):
        JPEG = "image/jpeg"
        PNG = "image/png"
        PDF = "application/pdf"

    class Pictures(models.TextChoices):
        """Of a PDF's pages, which are drawn by a worker."""

        NONE = ""
        """Not a PDF, or one that is only handed out."""
        WAITING = "waiting"
        DRAWN = "drawn"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="uploads")
    problem = models.ForeignKey(PaperProblem, on_delete=models.CASCADE, related_name="uploads")
    order = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    """As the contestant's device called it."""
    media_type = models.CharField(max_length=20, choices=Type.choices)
    path = models.CharField(max_length=200)
    """Under MEDIA_ROOT."""
    size = models.PositiveIntegerField()
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    pages = models.PositiveSmallIntegerField(default=1)
    pictures = models.CharField(
        max_length=7, choices=Pictures.choices, default=Pictures.NONE, blank=True
    )
    digest = models.CharField(max_length=64)
    """SHA-256 of what was sent: the same file again is the same upload."""
    received_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["sitting", "problem", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sitting", "problem", "digest"],
                condition=Q(removed_at=None),
                name="upload_once",
            )
        ]
        indexes: ClassVar = [models.Index(fields=["pictures"], name="upload_pictures")]

    def __str__(self) -> str:
        return self.name


class PdfPage(models.Model):
    """A page of an uploaded PDF as a picture, for whoever may have the PDF."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveSmallIntegerField()
    path = models.CharField(max_length=200)
    """Under MEDIA_ROOT."""
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["upload", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["upload", "number"], name="pdf_page_once")
        ]

    def __str__(self) -> str:
        return f"{self.upload} {self.number}"


class SubmittedPage(models.Model):
    """Which uploads a submission of a proof consists of, in order."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="pages")
    upload = models.ForeignKey(Upload, on_delete=models.RESTRICT, related_name="+")
    order = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["submission", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["submission", "order"], name="submitted_page_once")
        ]

    def __str__(self) -> str:
        return f"{self.submission} p{self.order}"
