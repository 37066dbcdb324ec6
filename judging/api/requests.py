"""What the API of judging takes, and what it answers."""

from typing import Any

from rest_framework import serializers

from accounts.strict import Choice, Strict, Text, Truth, Whole
from judging.api.fields import MOST_MS, Id, Plain
from judging.models import Upload
from judging.services.answers import LONGEST_PROOF
from tournaments.api.requests import Reason

PAPER_ACTIONS = (
    "set", "unset", "pause", "resume", "undo_pause", "close", "open_problem", "close_problem",
)  # fmt: skip
SITTING_ACTIONS = ("extend", "reopen")


def Device() -> Id:  # noqa: N802 - stands where a field's class would
    return Id(
        required=False,
        allow_null=True,
        default=None,
        help_text="Made by the page and kept in it; the newest device writes.",
    )


class Start(Strict):
    device = Device()
    device_name = Text(max_length=200, required=False, allow_blank=True, default="")


class TakeOver(Strict):
    device = Id()
    device_name = Text(max_length=200, required=False, allow_blank=True, default="")


class OnDevice(Strict):
    device = Device()


class PagesInOrder(Strict):
    problem = Id()
    pages = serializers.ListField(child=Id(), max_length=50)
    device = Device()


class Kept(Strict):
    answer = Text(max_length=LONGEST_PROOF, allow_blank=True, trim_whitespace=False)
    seq = Whole(help_text="Counted by the page: an older one does not replace a newer.")
    device = Device()


class Sent(Strict):
    problem = Id()
    answer = Text(
        max_length=LONGEST_PROOF,
        allow_blank=True,
        trim_whitespace=False,
        help_text="One text for every kind: `b`, `12`, `b7 c2 g2 g8`.",
    )
    form_key = Id(help_text="Made by the page for each form: the same again is the same answer.")
    device = Device()
    pages = serializers.ListField(child=Id(), required=False, default=list, max_length=20)


class PaperAction(Strict):
    action = Choice(choices=PAPER_ACTIONS)
    problem = Id(required=False, help_text="For `open_problem` and `close_problem`.")
    reason = Reason()


class SittingAction(Strict):
    action = Choice(choices=SITTING_ACTIONS)
    delay_ms = Whole(min_value=-MOST_MS, max_value=MOST_MS, required=False, default=0)
    extra_ms = Whole(min_value=-MOST_MS, max_value=MOST_MS, required=False, default=0)
    reason = Reason()


class LateDecision(Strict):
    accept = Truth()
    reason = Text(max_length=500)


class NewKey(Strict):
    key = Plain(help_text="As the kind of the problem has it.")
    reason = Text(max_length=500)


class RejudgeAction(Strict):
    action = Choice(choices=("apply", "drop"))


class Marks(Strict):
    marks = serializers.DictField(
        child=Text(max_length=20, allow_blank=True), help_text="Points by the letter of the part."
    )
    expected_version = Whole()
    complete = Truth()
    comment = Text(max_length=10_000, required=False, allow_blank=True, default="")
    note = Text(max_length=10_000, required=False, allow_blank=True, default="")
    annotations = serializers.ListField(child=Plain(), required=False, default=list, max_length=200)


class Verdict(serializers.Serializer[Any]):
    right = serializers.BooleanField()
    malformed = serializers.BooleanField()
    share = serializers.CharField()
    reason = serializers.CharField()
    words = serializers.CharField()
    details = serializers.DictField()


class ReceiptAnswer(serializers.Serializer[Any]):
    """``verdict`` is there once it may be told."""

    id = serializers.UUIDField()
    problem = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    number = serializers.IntegerField()
    received_at = serializers.DateTimeField()
    stored_at = serializers.DateTimeField()
    late_by_ms = serializers.IntegerField(allow_null=True)
    counts = serializers.BooleanField()
    status = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    answer = serializers.CharField(allow_blank=True)
    understood = serializers.CharField(allow_blank=True)
    verdict = Verdict(allow_null=True)
    left = serializers.IntegerField(allow_null=True, required=False)


class PaperClockAnswer(serializers.Serializer[Any]):
    """The page's countdown shows this and decides nothing."""

    server_time = serializers.DateTimeField()
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    hand_in_ends_at = serializers.DateTimeField(allow_null=True)
    start_by = serializers.DateTimeField(allow_null=True)
    phase = serializers.CharField()
    started_at = serializers.DateTimeField(allow_null=True)
    paused_since = serializers.DateTimeField(allow_null=True)
    closed_early = serializers.BooleanField(help_text="By the organisers, before its time.")
    version = serializers.IntegerField()
    closed = serializers.BooleanField(required=False)
    handed_in = serializers.BooleanField(required=False)
    device = serializers.UUIDField(allow_null=True, required=False)
    entry = serializers.UUIDField(required=False, help_text="Whose paper it is.")
    csrf = serializers.CharField(required=False)


class DraftAnswer(serializers.Serializer[Any]):
    problem = serializers.UUIDField()
    seq = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class LeafAnswer(serializers.Serializer[Any]):
    """A page to look at: a photo, a page of a PDF, or a PDF that is opened by itself.

    ``page``, from 1, is what notes on pages count by. ``original``: of the PDF that begins here.
    """

    page = serializers.IntegerField()
    name = serializers.CharField()
    pages = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Upload.Pictures.choices, allow_blank=True)
    url = serializers.CharField(allow_blank=True)
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    original = serializers.CharField(allow_blank=True)


class UploadAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    order = serializers.IntegerField()
    name = serializers.CharField()
    media_type = serializers.CharField()
    size = serializers.IntegerField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    pages = serializers.IntegerField()
    pictures = serializers.ChoiceField(choices=Upload.Pictures.choices, allow_blank=True)
    received_at = serializers.DateTimeField()
    url = serializers.CharField()
