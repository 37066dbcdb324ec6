"""What the API of contestants, markers and the desk answers."""

from typing import Any

from rest_framework import serializers

from judging.api.requests import LeafAnswer, PaperClockAnswer, ReceiptAnswer, UploadAnswer
from judging.models import Counts, Feedback, Kind, Mode, RejudgeState
from judging.windows import Phase


class StartAnswer(serializers.Serializer[Any]):
    """What may be known before the start: nothing of the problems, not even how many."""

    id = serializers.UUIDField()
    tournament = serializers.UUIDField()
    title = serializers.CharField()
    mode = serializers.ChoiceField(choices=Mode.choices)
    intro = serializers.CharField(allow_blank=True)
    rules = serializers.CharField(allow_blank=True)
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    time_zone = serializers.CharField()
    started = serializers.BooleanField()
    handed_in = serializers.BooleanField()
    closed = serializers.BooleanField()
    clock = PaperClockAnswer()


class StartsAnswer(serializers.Serializer[Any]):
    results = StartAnswer(many=True)


class AskedAnswer(serializers.Serializer[Any]):
    """A problem as its contestant has it."""

    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    order = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    points = serializers.CharField()
    penalty = serializers.CharField()
    attempts = serializers.IntegerField(allow_null=True)
    left = serializers.IntegerField(allow_null=True)
    feedback = serializers.ChoiceField(choices=Feedback.choices)
    counts = serializers.ChoiceField(choices=Counts.choices)
    statement = serializers.CharField(allow_blank=True)
    content = serializers.DictField()
    state = serializers.CharField(
        help_text="`open`, `kept` (not sent), `answered`, `queued`, `right`, `partly`, `wrong`, "
        "`spent`."
    )
    draft = serializers.CharField(allow_blank=True)
    seq = serializers.IntegerField()
    saved_at = serializers.DateTimeField(allow_null=True)
    submissions = ReceiptAnswer(many=True)
    uploads = UploadAnswer(many=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class PaperAnswer(StartAnswer):
    """The start page; once started also ``total``, ``device`` and ``problems``."""

    total = serializers.CharField(required=False)
    device = serializers.UUIDField(required=False, allow_null=True)
    problems = AskedAnswer(many=True, required=False)


class RacerAnswer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True)
    place = serializers.IntegerField()
    points = serializers.CharField()


class WrongAnswer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField()


class RacedAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    kind = serializers.ChoiceField(choices=Kind.choices)
    statement = serializers.CharField(allow_blank=True)
    content = serializers.DictField()
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    scored = RacerAnswer(many=True)
    wrong = WrongAnswer(many=True)
    waiting = serializers.IntegerField()
    over = serializers.BooleanField()


class RaceRow(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True)
    points = serializers.CharField()
    wins = serializers.IntegerField()
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()


class RaceAnswer(serializers.Serializer[Any]):
    """Answers themselves are never shown while their problem is open."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    server_time = serializers.DateTimeField()
    over = serializers.BooleanField()
    problems = serializers.IntegerField()
    open = RacedAnswer(allow_null=True)
    last = RacedAnswer(allow_null=True)
    points = serializers.ListField(child=serializers.CharField())
    table = RaceRow(many=True)
    me = serializers.UUIDField(allow_null=True)


class SittingAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField(allow_null=True)
    entry = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    phase = serializers.ChoiceField(choices=tuple(one.value for one in Phase))
    started_at = serializers.DateTimeField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    delay_ms = serializers.IntegerField()
    extra_ms = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closing = serializers.CharField(allow_blank=True, allow_null=True)
    device = serializers.CharField(allow_blank=True)
    submissions = serializers.IntegerField()


class SittingsAnswer(serializers.Serializer[Any]):
    results = SittingAnswer(many=True)


class PaperStateAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.CharField()
    version = serializers.IntegerField()


class ChangedVerdict(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    submission = serializers.UUIDField()
    answer = serializers.CharField(allow_blank=True)
    before = serializers.JSONField()
    after = serializers.JSONField()


class ChangedRank(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    points_before = serializers.CharField()
    points_after = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)


class PreviewAnswer(serializers.Serializer[Any]):
    """What applying a corrected key would change."""

    changes = ChangedVerdict(many=True, required=False)
    ranks = ChangedRank(many=True, required=False)
    qualifiers = serializers.DictField(
        required=False,
        child=serializers.ListField(child=serializers.CharField()),
        help_text="`added` and `removed`: names.",
    )
    left = serializers.IntegerField(required=False, help_text="Answers not yet judged under it.")


class RejudgeAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    problem = serializers.UUIDField()
    state = serializers.ChoiceField(choices=RejudgeState.choices)
    key = serializers.DictField()
    number = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    preview = PreviewAnswer()


class BoardProblem(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    kind = serializers.ChoiceField(choices=Kind.choices)
    points = serializers.CharField()


class BoardRow(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    points = serializers.CharField()
    hantei = serializers.IntegerField()
    wrong = serializers.IntegerField()
    pending = serializers.IntegerField()
    excluded = serializers.CharField(allow_null=True)
    cells = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField()),
        help_text="By problem: points, right, wrong, pending, used.",
    )


class BoardAnswer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    frozen = serializers.BooleanField()
    at = serializers.DateTimeField()
    problems = BoardProblem(many=True)
    rows = BoardRow(many=True)
    first = serializers.DictField(
        child=serializers.UUIDField(), required=False, help_text="Who solved it first, by problem."
    )
    criteria = serializers.ListField(child=serializers.CharField(), required=False)


class PartAnswer(serializers.Serializer[Any]):
    letter = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    points = serializers.CharField()
    step = serializers.CharField()
    added = serializers.BooleanField()


class SchemeAnswer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    approved_at = serializers.DateTimeField(allow_null=True)
    tolerance = serializers.CharField()
    part_tolerance = serializers.CharField(allow_null=True)
    markers = serializers.IntegerField()
    notes = serializers.CharField(allow_blank=True)
    parts = PartAnswer(many=True)


class NoteAnswer(serializers.Serializer[Any]):
    """On a page, from 1; ``x`` and ``y`` from 0 to 1 of its width and height."""

    page = serializers.IntegerField()
    x = serializers.FloatField()
    y = serializers.FloatField()
    text = serializers.CharField()


class SheetAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    place = serializers.JSONField()
    marker = serializers.CharField()
    version = serializers.IntegerField()
    marks = serializers.DictField(child=serializers.CharField())
    total = serializers.CharField(allow_null=True)
    comment = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    annotations = NoteAnswer(many=True)
    complete = serializers.BooleanField()
    completed_at = serializers.DateTimeField(allow_null=True)


class RoundAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    reason = serializers.CharField()
    finished = serializers.BooleanField()
    adjudicated = serializers.BooleanField()
    points = serializers.CharField(allow_null=True)
    sheets = SheetAnswer(many=True)


class ScriptAnswer(serializers.Serializer[Any]):
    """Without a name; the other's marks are there once both are in."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    problem = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    points = serializers.CharField()
    state = serializers.CharField()
    blank = serializers.BooleanField()
    flagged = serializers.BooleanField()
    result = serializers.CharField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    late = serializers.BooleanField()
    pages = UploadAnswer(many=True)
    leaves = LeafAnswer(many=True)
    drawing = serializers.BooleanField()
    scheme = SchemeAnswer()
    own = SheetAnswer(allow_null=True)
    rounds = RoundAnswer(many=True)


class QueueRow(serializers.Serializer[Any]):
    marking = serializers.UUIDField()
    code = serializers.CharField()
    round = serializers.IntegerField()
    reason = serializers.CharField()
    place = serializers.JSONField()
    total = serializers.CharField(allow_null=True)
    begun = serializers.BooleanField()
    complete = serializers.BooleanField()
    frozen = serializers.BooleanField()


class QueueAnswer(serializers.Serializer[Any]):
    problem = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    paper = serializers.CharField()
    scripts = QueueRow(many=True)


class QueuesAnswer(serializers.Serializer[Any]):
    results = QueueAnswer(many=True)


class OwnPublication(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    state = serializers.CharField()
    at = serializers.DateTimeField()


class OwnSheet(serializers.Serializer[Any]):
    place = serializers.JSONField()
    marks = serializers.DictField(child=serializers.CharField())
    comment = serializers.CharField(allow_blank=True)
    annotations = NoteAnswer(many=True)


class OwnRound(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    reason = serializers.CharField()
    adjudicated = serializers.BooleanField()
    points = serializers.CharField(allow_null=True)
    sheets = OwnSheet(many=True)


class OwnAppeal(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    text = serializers.CharField()
    state = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    before = serializers.CharField()
    after = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)


class OwnScript(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    points = serializers.CharField()
    result = serializers.CharField(allow_null=True)
    blank = serializers.BooleanField()
    text = serializers.CharField(allow_blank=True)
    pages = UploadAnswer(many=True)
    leaves = LeafAnswer(many=True)
    scheme = PartAnswer(many=True)
    rounds = OwnRound(many=True)
    appeal = OwnAppeal(allow_null=True)
    may_appeal = serializers.BooleanField()


class SolutionAnswer(serializers.Serializer[Any]):
    words = serializers.CharField(allow_blank=True)
    words_en = serializers.CharField(allow_blank=True)
    credit = serializers.CharField(allow_blank=True, help_text="Authors and sources.")
    answer = serializers.CharField(allow_blank=True)
    details = serializers.DictField()


class OwnProblem(AskedAnswer):
    score = serializers.CharField()
    right = serializers.BooleanField()
    wrong = serializers.IntegerField()
    solution = SolutionAnswer(allow_null=True)
    script = OwnScript(required=False)


class OwnPaper(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    problems = OwnProblem(many=True)


class OwnResultsAnswer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    stage = serializers.IntegerField()
    publication = OwnPublication()
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    status = serializers.CharField(allow_blank=True)
    papers = OwnPaper(many=True)
