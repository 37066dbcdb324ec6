"""What the API of problem banks takes, and what it answers."""

from typing import Any

from rest_framework import serializers

from accounts.strict import Choice, Strict, Text, Truth, Whole
from games.rules.kyoen.geometry import Lattice, Shape
from judging.answers.kinds import BOARD_KINDS
from judging.api.fields import Plain, Words
from judging.difficulty import AnswerShape
from judging.forms.bank_problem import LARGEST
from judging.generator import LEAST_STONES, MAX_COUNT, MOST_STONES
from judging.models import AUTHOR, HEAD, Kind, ProblemState
from judging.services.problems import MOST_TAGS
from tournaments.api.requests import Line

MEMBER_ROLES = (HEAD.value, AUTHOR.value)
BOARDS = tuple(sorted(kind.value for kind in BOARD_KINDS))
LATTICES = tuple(one.value for one in Lattice)
SHAPES = tuple(one.value for one in Shape)


class NewBank(Strict):
    name = Line(max_length=200)


class NewBankMember(Strict):
    username = Line(max_length=150)
    role = Choice(choices=MEMBER_ROLES, help_text="`organiser` manages the committee.")


def Tags() -> serializers.ListField:  # noqa: N802 - stands where a field's class would
    return serializers.ListField(
        child=Line(max_length=50), required=False, default=list, max_length=MOST_TAGS
    )


class WrittenBody(Strict):
    """A problem as its author writes it."""

    title = Line(max_length=200, help_text="For the committee; contestants never see it.")
    kind = Choice(choices=Kind.choices)
    statement = Words(default="", help_text="Markdown with formulas, Japanese.")
    statement_en = Words(default="")
    content = Plain(
        default=dict,
        help_text="The board (`lattice`, `shape`, `columns`, `rows`, `stones`), or the `options`.",
    )
    key = Plain(default=dict, help_text="The answer, as the kind has it.")
    solution = Words(default="", max_length=50_000)
    solution_en = Words(default="", max_length=50_000)
    difficulty = Whole(min_value=1, max_value=5, required=False, allow_null=True, default=None)
    tags = Tags()
    credit = Line(max_length=200, required=False, allow_blank=True, default="")
    used_elsewhere = Words(default="", max_length=1000)


class ChangedProblem(WrittenBody):
    expected_version = Whole(min_value=1, help_text="The version this was written from.")
    reason = Words(default="", max_length=500)


class NewState(Strict):
    state = Choice(choices=ProblemState.choices)


class WishBody(Strict):
    """What to generate; the seed makes it the same again."""

    kind = Choice(choices=BOARDS, default="hantei")
    count = Whole(min_value=1, max_value=min(MAX_COUNT, 100), default=10)
    lattice = Choice(choices=LATTICES, default="square")
    shape = Choice(choices=SHAPES, default="grid")
    columns = Whole(min_value=3, max_value=LARGEST, default=9)
    rows = Whole(min_value=3, max_value=LARGEST, default=9)
    fewest = Whole(min_value=LEAST_STONES, max_value=MOST_STONES, default=8)
    most = Whole(min_value=LEAST_STONES, max_value=MOST_STONES, default=11)
    answer = Choice(choices=tuple(one.value for one in AnswerShape), default="any")
    difficulty = Whole(min_value=1, max_value=5, required=False, allow_null=True, default=None)
    seed = Line(max_length=40)


class KeptBody(WishBody):
    """Which of them to keep, and what they are called."""

    title = Line(max_length=180, help_text="They are numbered after it.")
    statement = Text(max_length=20_000)
    statement_en = Words(default="")
    tags = Tags()
    ready = Truth(default=True)
    numbers = serializers.ListField(
        child=Whole(min_value=1, max_value=MAX_COUNT), min_length=1, max_length=100
    )


class ListBody(Strict):
    """Problems as a CSV, or as strings of 0, 1 and 2, one a line."""

    text = Text(max_length=500_000, trim_whitespace=False)
    title = Line(max_length=180, required=False, allow_blank=True, default="")
    lattice = Choice(choices=LATTICES, default="square", help_text="Of bare strings.")
    shape = Choice(choices=SHAPES, default="grid", help_text="Of bare strings.")
    tags = Tags()
    keep = Truth(default=False, help_text="Else the lines are only looked at.")


class ProblemQuery(serializers.Serializer[Any]):
    query = serializers.CharField(max_length=200, required=False)
    kind = serializers.ChoiceField(choices=Kind.choices, required=False)
    state = serializers.ChoiceField(choices=ProblemState.choices, required=False)
    tag = serializers.CharField(max_length=50, required=False)
    difficulty = serializers.IntegerField(min_value=1, max_value=5, required=False)


class BankMemberAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(choices=MEMBER_ROLES)


class BankAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    problems = serializers.IntegerField()
    ready = serializers.IntegerField()


class WholeBankAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    members = BankMemberAnswer(many=True)
    tags = serializers.ListField(child=serializers.CharField())


class FaultAnswer(serializers.Serializer[Any]):
    code = serializers.CharField()
    words = serializers.CharField()


class CheckedAnswer(serializers.Serializer[Any]):
    """A problem with faults is not set; warnings are for the author to weigh."""

    faults = FaultAnswer(many=True)
    warnings = FaultAnswer(many=True)
    facts = serializers.DictField(help_text="Of a board: `stones`, `sets`, `curves`, `safe`.")
    solution = serializers.CharField(allow_blank=True)


class ProblemAnswer(serializers.Serializer[Any]):
    """For the committee of its bank, and nobody else."""

    id = serializers.UUIDField()
    bank = serializers.UUIDField()
    number = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=Kind.choices)
    state = serializers.ChoiceField(choices=ProblemState.choices)
    version = serializers.IntegerField()
    statement = serializers.CharField(allow_blank=True)
    statement_en = serializers.CharField(allow_blank=True)
    content = serializers.DictField()
    key = serializers.DictField()
    solution = serializers.CharField(allow_blank=True)
    solution_en = serializers.CharField(allow_blank=True)
    difficulty = serializers.IntegerField(allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())
    authors = serializers.ListField(child=serializers.CharField())
    credit = serializers.CharField(allow_blank=True)
    used_elsewhere = serializers.CharField(allow_blank=True)
    made = serializers.DictField(help_text="Generated: wish, seed and features; else empty.")
    changed_at = serializers.DateTimeField()


class UseAnswer(serializers.Serializer[Any]):
    tournament = serializers.CharField()
    paper = serializers.UUIDField()
    title = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    version = serializers.IntegerField()


class WholeProblemAnswer(ProblemAnswer):
    check = CheckedAnswer()
    uses = UseAnswer(many=True)


class VersionAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    statement = serializers.CharField(allow_blank=True)
    statement_en = serializers.CharField(allow_blank=True)
    content = serializers.DictField()
    key = serializers.DictField()
    solution = serializers.CharField(allow_blank=True)
    solution_en = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()


class CandidateAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    content = serializers.DictField()
    key = serializers.DictField()
    answer = serializers.CharField(allow_blank=True)
    stage = serializers.CharField(allow_blank=True, help_text="As a string of 0, 1 and 2.")
    difficulty = serializers.IntegerField(allow_null=True)
    score = serializers.FloatField(allow_null=True)
    features = serializers.DictField(allow_null=True)
    known = serializers.CharField(allow_blank=True, help_text="The same board in the bank.")


class GeneratedAnswer(serializers.Serializer[Any]):
    results = CandidateAnswer(many=True)
    short = serializers.CharField(allow_blank=True, help_text="Why there are fewer; else empty.")


class LineAnswer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True)
    kind = serializers.CharField(allow_blank=True)
    answer = serializers.CharField(allow_blank=True)
    known = serializers.CharField(allow_blank=True)
    faults = serializers.ListField(child=serializers.CharField())


class ListAnswer(serializers.Serializer[Any]):
    lines = LineAnswer(many=True)
    made = serializers.ListField(child=serializers.UUIDField())


class ImageAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(help_text="As a statement names it.")
    media_type = serializers.CharField()
    url = serializers.CharField()
