"""What the API of papers and contests takes at the desk, and what it answers."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.strict import Choice, Strict, Text, Truth, Whole
from judging.api.fields import MOST_MS, Id, Points, Words
from judging.models import Counts, Feedback, Kind, Mode, PaperState
from judging.ranking import Criterion
from tournaments.api.requests import Line, Reason
from tournaments.choices import Registration
from tournaments.formats.advancement_values import Ties

CRITERIA = tuple(one.value for one in Criterion)
KINDS_OF_CONTEST = ("contest", "race")


def Instant(**options: Any) -> serializers.DateTimeField:  # noqa: N802
    return serializers.DateTimeField(required=False, allow_null=True, **options)


class NewContest(Strict):
    name = Line(max_length=200)
    name_en = Line(max_length=200, required=False, allow_blank=True, default="")
    kind = Choice(choices=KINDS_OF_CONTEST, default="contest")
    venue = Line(max_length=200, required=False, allow_blank=True, default="")
    organiser_name = Line(max_length=200, required=False, allow_blank=True, default="")
    starts_at = Instant(default=None)
    is_public = Truth(default=True)
    registration = Choice(choices=Registration.choices, default=Registration.CLOSED.value)
    final = Truth(default=True, help_text="Whether the best go on to a final.")
    finalists = Whole(min_value=1, max_value=1000, default=5)
    ties = Choice(choices=tuple(one.value for one in Ties), default=Ties.ASK.value)


class ContestSettings(Strict):
    """What is not named stays."""

    criteria = serializers.ListField(
        child=Choice(choices=CRITERIA), required=False, min_length=1, max_length=4
    )
    board_public = Truth(required=False)
    freeze_at = Instant()
    thawed_at = Instant()
    appeals_until = Instant()
    rules = Words()
    rules_en = Words()

    def validate_criteria(self, value: list[str]) -> list[str]:
        if len(set(value)) != len(value):
            raise serializers.ValidationError(_("Each can be named once."))
        return value


class PaperSettings(Strict):
    """What is not named stays."""

    title = Line(max_length=200, required=False)
    title_en = Line(max_length=200, required=False, allow_blank=True)
    intro = Words(help_text="Markdown on the start page; it is read before the start.")
    intro_en = Words()
    opens_at = Instant()
    closes_at = Instant()
    duration_ms = Whole(
        min_value=60_000, max_value=MOST_MS, required=False, allow_null=True,
        help_text="From pressing start; null: everybody writes from opening to closing.",
    )  # fmt: skip
    last_at = Instant(help_text="Nobody writes later, whatever delay and extra time.")
    grace_ms = Whole(max_value=24 * 3_600_000, required=False)


class NewPaper(PaperSettings):
    title = Line(max_length=200)
    mode = Choice(choices=Mode.choices, default=Mode.TIMED.value)


class Worth(Strict):
    """What is not named stays, or is as usual."""

    label = Line(max_length=10, required=False, allow_blank=True)  # type: ignore[assignment]
    points = Points(required=False)
    attempts = Whole(
        min_value=1, max_value=1000, required=False, allow_null=True, help_text="null: any number."
    )
    penalty = Points(required=False)
    feedback = Choice(choices=Feedback.choices, required=False)
    counts = Choice(choices=Counts.choices, required=False)


class NewOnPaper(Worth):
    problem = Id(help_text="Of one of your banks.")
    points = Points()


class PaperProblemAction(Strict):
    action = Choice(choices=("move", "newest"))
    to = Whole(min_value=1, max_value=1000, default=1, help_text="For `move`: the place, from 1.")


class EntryTime(Strict):
    """More time, or less, for one contestant; also before the start."""

    entry = Id()
    delay_ms = Whole(min_value=-MOST_MS, max_value=MOST_MS, default=0)
    extra_ms = Whole(min_value=-MOST_MS, max_value=MOST_MS, default=0)
    reason = Text(max_length=500)


class NewPublished(Strict):
    state = Choice(choices=("draft", "provisional", "final"))
    embargo_until = Instant(help_text="The public sees it from then on.")
    reason = Reason()


class ContestAnswer(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    stage = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    criteria = serializers.ListField(child=serializers.ChoiceField(choices=CRITERIA))
    board_public = serializers.BooleanField()
    freeze_at = serializers.DateTimeField(allow_null=True)
    thawed_at = serializers.DateTimeField(allow_null=True)
    appeals_until = serializers.DateTimeField(allow_null=True)
    rules = serializers.CharField(allow_blank=True)
    rules_en = serializers.CharField(allow_blank=True)
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="What keeps results from being final, in words."
    )


class PaperSummary(serializers.Serializer[Any]):
    """No word of what is asked: also for arbiters."""

    id = serializers.UUIDField()
    stage = serializers.IntegerField()
    order = serializers.IntegerField()
    title = serializers.CharField()
    title_en = serializers.CharField(allow_blank=True)
    mode = serializers.ChoiceField(choices=Mode.choices)
    state = serializers.ChoiceField(choices=PaperState.choices)
    version = serializers.IntegerField()
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    last_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    grace_ms = serializers.IntegerField()


class OnPaperAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    source = serializers.UUIDField()  # type: ignore[assignment]
    version = serializers.IntegerField()
    newer = serializers.BooleanField(help_text="Whether the bank has a newer version.")
    order = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    title = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=Kind.choices)
    points = serializers.CharField()
    attempts = serializers.IntegerField(allow_null=True)
    penalty = serializers.CharField()
    feedback = serializers.ChoiceField(choices=Feedback.choices)
    counts = serializers.ChoiceField(choices=Counts.choices)
    key = serializers.IntegerField(allow_null=True, help_text="The number of the key that counts.")
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class WholePaperAnswer(PaperSummary):
    """For organisers."""

    intro = serializers.CharField(allow_blank=True)
    intro_en = serializers.CharField(allow_blank=True)
    total = serializers.CharField()
    faults = serializers.ListField(
        child=serializers.CharField(), help_text="What keeps it from being set, in words."
    )
    problems = OnPaperAnswer(many=True)


class KeyAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    key = serializers.DictField()
    reason = serializers.CharField(allow_blank=True)
    counts = serializers.BooleanField()
    rejudge = serializers.UUIDField(allow_null=True)
    at = serializers.DateTimeField()


class LateAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    entry = serializers.UUIDField()
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    received_at = serializers.DateTimeField()
    late_by_ms = serializers.IntegerField(allow_null=True)
    accepted = serializers.BooleanField(allow_null=True)
    status = serializers.CharField()
    fault = serializers.CharField(allow_blank=True)


class LateAnswers(serializers.Serializer[Any]):
    late = LateAnswer(many=True)
    failed = LateAnswer(many=True)


class Retried(serializers.Serializer[Any]):
    queued = serializers.IntegerField()


class ResultRow(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    entry = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    excluded = serializers.CharField(allow_null=True)
    points = serializers.CharField()
    hantei = serializers.IntegerField()
    wrong = serializers.IntegerField()
    problems = serializers.DictField(child=serializers.CharField(), help_text="Points by label.")


class ProblemFigures(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    points = serializers.CharField()
    contestants = serializers.IntegerField()
    tried = serializers.IntegerField()
    solved = serializers.IntegerField()
    mean_share = serializers.FloatField()
    discrimination = serializers.FloatField(allow_null=True)
    upper = serializers.FloatField(allow_null=True)
    lower = serializers.FloatField(allow_null=True)


class BinFigures(serializers.Serializer[Any]):
    low = serializers.CharField()
    high = serializers.CharField()
    count = serializers.IntegerField()


class AgreementFigures(serializers.Serializer[Any]):
    """How the two markers of each script agreed."""

    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField(help_text="Scripts with two marks.")
    same = serializers.IntegerField()
    within = serializers.IntegerField(help_text="Within the tolerance.")
    mean_difference = serializers.FloatField()
    mean_apart = serializers.FloatField()
    correlation = serializers.FloatField(allow_null=True)
    kappa = serializers.FloatField(allow_null=True)


class StatisticsAnswer(serializers.Serializer[Any]):
    most = serializers.CharField()
    problems = ProblemFigures(many=True)
    totals = BinFigures(many=True)
    agreement = AgreementFigures(many=True)


class AppealAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    script = serializers.UUIDField()
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    text = serializers.CharField()
    state = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    before = serializers.CharField()
    after = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)


class NewAppeal(Strict):
    text = Text(max_length=5_000)


class AppealAction(Strict):
    action = Choice(choices=("take", "refuse", "answer"))
    answer = Words(default="", max_length=5_000, help_text="The contestant reads it.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] != "take" and not attrs["answer"].strip():
            raise serializers.ValidationError({"answer": [_("This field is required.")]})
        return attrs


class PublishedAnswer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    state = serializers.CharField()
    embargo_until = serializers.DateTimeField(allow_null=True)
