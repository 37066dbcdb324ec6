"""What the API of tournaments takes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.strict import Choice, Strict, Text, Truth, Whole
from tournaments.models import SeatingKind, TournamentState
from tournaments.person_names import one_line
from tournaments.settings import MOST_ROUNDS

SEED = 2**48 - 1
ENTRY_ACTIONS = (
    "check_in", "undo_check_in", "withdraw", "re_enter", "disqualify", "sit_out", "play_after_all",
)  # fmt: skip
ROUND_ACTIONS = (
    "publish", "unpublish", "redraw", "discard", "start", "pause", "resume", "close", "reopen",
)  # fmt: skip
TABLE_ACTIONS = ("start", "no_show", "came", "take_played")


class Line(Text):
    """One line of text that shows something."""

    def to_internal_value(self, data: Any) -> str:
        found = one_line(super().to_internal_value(data))
        if not found and not self.allow_blank:
            self.fail("blank")
        return found


def Reason() -> Text:  # noqa: N802 - stands where a field's class would
    return Text(max_length=500, required=False, allow_blank=True, default="")


class NewEntry(Strict):
    name = Line(max_length=200)
    kana = Line(max_length=200, required=False, allow_blank=True)
    club = Line(max_length=200, required=False, allow_blank=True)
    grade = Line(max_length=50, required=False, allow_blank=True)
    note = Text(max_length=500, required=False, allow_blank=True)
    seed = Whole(min_value=1, required=False, allow_null=True)
    from_round = Whole(
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="The first round of a late entry; by default the next.",
    )
    same_name_ok = Truth(default=False, help_text="This is another person of the same name.")


class EntryChange(NewEntry):
    name = Line(max_length=200, required=False)


class EntryAction(Strict):
    action = Choice(choices=ENTRY_ACTIONS)
    round = Whole(
        min_value=1,
        max_value=99,
        required=False,
        help_text="`withdraw`: the first round without the entry. `sit_out`: the round.",
    )
    reason = Reason()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] in {"sit_out", "play_after_all"} and "round" not in attrs:
            raise serializers.ValidationError({"round": [_("This field is required.")]})
        return attrs


class NewRound(Strict):
    seed = Whole(
        max_value=SEED, required=False, help_text="For drawing the same again; else by lot."
    )
    reason = Reason()


class RoundAction(Strict):
    action = Choice(choices=ROUND_ACTIONS)
    seed = Whole(max_value=SEED, required=False, help_text="For `redraw`.")
    reason = Reason()


class SeatResult(Strict):
    place = Whole(
        min_value=1, max_value=8, required=False, allow_null=True, help_text="Shared: the same."
    )
    kind = Choice(choices=SeatingKind.values, default=SeatingKind.PLAYED.value)


class NewResult(Strict):
    seats = serializers.ListField(
        child=SeatResult(), min_length=1, max_length=8, help_text="In order of play."
    )
    expected_version = Whole(help_text="`version` of the table as the sender has seen it.")
    reason = Reason()
    confirmed = Truth(default=False, help_text="The correction stands although others rest on it.")


class TableAction(Strict):
    action = Choice(choices=TABLE_ACTIONS)
    seat = Whole(min_value=1, max_value=8, required=False, help_text="For `no_show` and `came`.")
    expected_version = Whole(required=False, help_text="For `take_played`.")
    reason = Reason()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = {"no_show": "seat", "came": "seat", "take_played": "expected_version"}
        name = needed.get(attrs["action"])
        if name and name not in attrs:
            raise serializers.ValidationError({name: [_("This field is required.")]})
        return attrs


class NewPublication(Strict):
    round = Whole(min_value=1, max_value=99, help_text="The ordinal of the last round that counts.")
    state = Choice(choices=("draft", "provisional", "final"))
    embargo_until = serializers.DateTimeField(
        required=False, allow_null=True, help_text="The public sees it from then on."
    )


class Withdrawal(Strict):
    reason = Text(max_length=500)


class NewAnnouncement(Strict):
    text = Line(max_length=500)


class TournamentQuery(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=TournamentState.choices, required=False)


class StandingsQuery(serializers.Serializer[Any]):
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, help_text="By default the newest."
    )
    after = serializers.IntegerField(
        min_value=0,
        max_value=99,
        required=False,
        help_text="The ordinal of a round; 0: the whole tournament. By default the newest.",
    )
    draft = serializers.BooleanField(
        default=False, help_text="For the staff: the results as they stand at this moment."
    )
    page = serializers.IntegerField(min_value=1, max_value=10**6, default=1)
    page_size = serializers.IntegerField(min_value=1, max_value=200, default=100)
