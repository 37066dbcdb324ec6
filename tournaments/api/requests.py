"""What the API of tournaments takes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.strict import Choice, Strict, Text, Truth, Whole
from games.models import Medium
from games.rules.registry import GAMES
from tournaments.formats.played_series import RESULTS
from tournaments.formats.swiss_errors import ALLOWED
from tournaments.interchange.people import HIGHEST_RATING, HIGHEST_SEED
from tournaments.models import ByeKind, Registration, SeatingKind, StagePart, TournamentState
from tournaments.person_names import one_line
from tournaments.presets import PRESETS
from tournaments.services.formats.values import Follow
from tournaments.services.pair_results import CODES
from tournaments.services.reports import REPORTABLE
from tournaments.services.series_results import MOST_WRITTEN
from tournaments.settings import MOST_ROUNDS

SEED = 2**48 - 1
ENTRY_ACTIONS = (
    "check_in", "undo_check_in", "withdraw", "re_enter", "disqualify", "sit_out", "play_after_all",
)  # fmt: skip
ROUND_ACTIONS = (
    "publish", "unpublish", "redraw", "discard", "start", "pause", "resume", "close", "reopen",
)  # fmt: skip
KINDS = ("tables", "swiss", "round_robin", "knockout", "double_elimination")
OUTCOMES = tuple(CODES)
DESK_ROLES = ("organiser", "arbiter")
TABLE_ACTIONS = ("start", "no_show", "came", "take_played")


class Line(Text):
    """One line of text that shows something."""

    def to_internal_value(self, data: Any) -> str:
        found = one_line(super().to_internal_value(data))
        if not found and not self.allow_blank:
            self.fail("blank")
        return found


class Score(serializers.DecimalField):
    """A number of games, seeds or pieces."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=7, decimal_places=2, min_value=0, **options)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


def Reason() -> Text:  # noqa: N802 - stands where a field's class would
    return Text(max_length=500, required=False, allow_blank=True, default="")


class NewEntry(Strict):
    name = Line(max_length=200)
    kana = Line(max_length=200, required=False, allow_blank=True)
    club = Line(max_length=200, required=False, allow_blank=True)
    grade = Line(max_length=50, required=False, allow_blank=True)
    note = Text(max_length=500, required=False, allow_blank=True)
    seed = Whole(min_value=1, max_value=HIGHEST_SEED, required=False, allow_null=True)
    rating = Whole(min_value=1, max_value=HIGHEST_RATING, required=False, allow_null=True)
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
    bye = Choice(
        choices=ByeKind.values,
        default=ByeKind.ZERO.value,
        help_text="`sit_out`: what it is worth; `pairing` gives them the bye by hand.",
    )
    reason = Reason()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] in {"sit_out", "play_after_all"} and "round" not in attrs:
            raise serializers.ValidationError({"round": [_("This field is required.")]})
        return attrs


class NewRound(Strict):
    allow = serializers.ListField(
        child=Choice(choices=ALLOWED),
        required=False,
        max_length=3,
        help_text="What may be given up where `no_legal_pairing` was the answer.",
    )
    seed = Whole(
        max_value=SEED, required=False, help_text="For drawing the same again; else by lot."
    )
    reason = Reason()


class RoundAction(Strict):
    action = Choice(choices=ROUND_ACTIONS)
    seed = Whole(max_value=SEED, required=False, help_text="For `redraw`.")
    allow = serializers.ListField(
        child=Choice(choices=ALLOWED), required=False, max_length=3, help_text="For `redraw`."
    )
    reason = Reason()


class SeatResult(Strict):
    place = Whole(
        min_value=1, max_value=8, required=False, allow_null=True, help_text="Shared: the same."
    )
    kind = Choice(choices=SeatingKind.values, default=SeatingKind.PLAYED.value)
    score = Score(required=False, allow_null=True)


class OneGame(Strict):
    result = Choice(choices=tuple(RESULTS), help_text="From the side of the table's first seat.")
    scores = serializers.ListField(
        child=Score(), required=False, min_length=2, max_length=2, help_text="Seeds or pieces."
    )


def Games() -> serializers.ListField:  # noqa: N802 - stands where a field's class would
    return serializers.ListField(
        child=OneGame(),
        required=False,
        min_length=1,
        max_length=MOST_WRITTEN,
        help_text="Of a series over the board, in order; they say score and outcome.",
    )


def SeriesScore() -> serializers.ListField:  # noqa: N802 - stands where a field's class would
    return serializers.ListField(
        child=Score(),
        required=False,
        min_length=2,
        max_length=2,
        help_text="Of a series over the board, in order of seats, a draw ½; it says the outcome.",
    )


class NewResult(Strict):
    seats = serializers.ListField(
        child=SeatResult(),
        min_length=1,
        max_length=8,
        required=False,
        help_text="In order of play. Either this or `outcome`, `score` or `games`.",
    )
    score = SeriesScore()
    games = Games()
    outcome = Choice(
        choices=OUTCOMES,
        required=False,
        help_text="Of a pairing, from the first mover: `+-` the other did not come, `1-R` won by "
        "ruling.",
    )
    follow = Choice(
        choices=tuple(one.value for one in Follow),
        default=Follow.KEEP.value,
        help_text="What becomes of later matches of a bracket whose players a correction changes.",
    )
    expected_version = Whole(help_text="`version` of the table as the sender has seen it.")
    reason = Reason()
    confirmed = Truth(default=False, help_text="The correction stands although others rest on it.")


class OneOutcome(Strict):
    table = Whole(min_value=1, max_value=32767)
    outcome = Choice(choices=OUTCOMES, required=False)
    score = SeriesScore()
    games = Games()
    expected_version = Whole()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not {"outcome", "score", "games"} & attrs.keys():
            raise serializers.ValidationError({"outcome": [_("This field is required.")]})
        return attrs


class NewRoundResults(Strict):
    results = serializers.ListField(child=OneOutcome(), min_length=1, max_length=1000)


class NewReport(Strict):
    outcome = Choice(choices=REPORTABLE, help_text="From the side of the first mover.")


class NewStage(Strict):
    kind = Choice(choices=KINDS)
    part = Choice(choices=StagePart.values, required=False)
    name = Line(max_length=100, required=False)
    name_en = Line(max_length=100, required=False, allow_blank=True)
    rounds = Whole(min_value=1, max_value=MOST_ROUNDS, required=False)
    config = serializers.DictField(
        required=False, help_text="As `config` of a stage is stored; what is left out is usual."
    )


class NewTournament(Strict):
    name = Line(max_length=200)
    name_en = Line(max_length=200, required=False, allow_blank=True)
    preset = Choice(choices=tuple(PRESETS), default="jko")
    game = Choice(choices=tuple(GAMES), required=False)
    venue = Line(max_length=200, required=False, allow_blank=True)
    organiser_name = Line(max_length=200, required=False, allow_blank=True)
    description = Text(max_length=5000, required=False, allow_blank=True)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    is_public = Truth(required=False)
    registration = Choice(choices=Registration.choices, required=False)
    medium = Choice(choices=Medium.choices, required=False)
    rules = serializers.DictField(required=False, help_text="Of the game; usual where left out.")
    time_control = serializers.DictField(required=False)
    settings = serializers.DictField(required=False)
    stages = serializers.ListField(
        child=NewStage(), required=False, min_length=1, max_length=6, help_text="Else the preset's."
    )


class Copy(Strict):
    name = Line(max_length=200, required=False, allow_blank=True, default="")


class NewMember(Strict):
    role = Choice(choices=DESK_ROLES)
    username = Line(max_length=150, required=False)
    name = Line(max_length=200, required=False, help_text="Makes a person with a link.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("username" in attrs) == ("name" in attrs):
            raise serializers.ValidationError({"username": [_("Write a username or a name.")]})
        return attrs


class AdvancementAction(Strict):
    action = Choice(choices=("decide", "hand", "keep", "promote", "undo"))
    entries = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=1000,
        help_text="`decide`: those chosen among equals. `hand`: exactly those who go on, in order "
        "of seeds. `promote`: the one who drops out.",
    )
    reason = Reason()


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
