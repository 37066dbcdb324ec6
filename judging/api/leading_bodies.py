"""What the API of those who lead the marking takes, and what it answers."""

from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.strict import Choice, Strict, Text, Whole
from judging.api.fields import Id, Ids, Points, Words
from tournaments.api.requests import Reason

LETTER = RegexValidator(r"^[a-z]{1,3}$", "a–z")
PARTS = 12
WHAT = ("deal", "reassign", "reopen", "keep")


class Part(Strict):
    letter = Text(max_length=3, trim_whitespace=False, validators=[LETTER])
    title = Text(max_length=500)
    points = Points()
    step = Points(default="1")


class SchemeBody(Strict):
    expected_version = Whole(help_text="The version this was written from.")
    parts = serializers.ListField(child=Part(), min_length=1, max_length=PARTS)
    tolerance = Points(default="0", help_text="Totals agree up to this difference.")
    part_tolerance = Points(required=False, allow_null=True, default=None)
    markers = Whole(min_value=1, max_value=2, default=2)
    notes = Words(default="")


class SchemeAction(Strict):
    action = Choice(choices=("approve", "withdraw", "add"))
    part = Part(required=False, help_text="For `add`: a part for a new kind of solution.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] == "add" and "part" not in attrs:
            raise ValidationError({"part": [_("This field is required.")]})
        return attrs


class DutiesBody(Strict):
    """People with a role in the contest."""

    markers = Ids(200)
    adjudicators = Ids(200, required=False, default=list)


class MarkingAction(Strict):
    action = Choice(choices=WHAT)
    seed = Whole(default=1, help_text="For `deal`: chance comes from it.")
    from_user = Id(required=False, help_text="For `reassign`.")
    to_user = Id(required=False, help_text="For `reassign`.")
    script = Id(required=False, help_text="For `keep`: a flagged script whose mark stands.")
    reason = Reason()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = {"reassign": ("from_user", "to_user"), "keep": ("script", "reason")}
        for name in needed.get(attrs["action"], ()):
            if not attrs.get(name):
                raise ValidationError({name: [_("This field is required.")]})
        return attrs


class NewComment(Strict):
    text = Text(max_length=1000)
    letter = Text(max_length=3, required=False, allow_blank=True, default="")


class CommentAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField()
    letter = serializers.CharField(allow_blank=True)
    uses = serializers.IntegerField()


class MarkerAnswer(serializers.Serializer[Any]):
    user = serializers.UUIDField()
    name = serializers.CharField()
    duty = serializers.ChoiceField(choices=("marks", "decides", ""))
    done = serializers.IntegerField()
    left = serializers.IntegerField()


class ScriptRowAnswer(serializers.Serializer[Any]):
    """``totals`` once both are in."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    state = serializers.CharField()
    round = serializers.IntegerField()
    markers = serializers.ListField(child=serializers.CharField())
    totals = serializers.ListField(child=serializers.CharField())
    result = serializers.CharField(allow_blank=True)
    blank = serializers.BooleanField()
    flagged = serializers.BooleanField()
    appeal = serializers.BooleanField()


class MarkingState(serializers.Serializer[Any]):
    problem = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    points = serializers.CharField()
    scripts = serializers.IntegerField()
    blank = serializers.IntegerField()
    marking = serializers.IntegerField()
    disagreed = serializers.IntegerField()
    done = serializers.IntegerField()
    flagged = serializers.IntegerField()
    people = MarkerAnswer(many=True)
    rows = ScriptRowAnswer(many=True)


class Acted(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="Scripts it was done to.")
