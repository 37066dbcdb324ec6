"""What the API takes, and the shapes of what it answers (made by games/present.py)."""

from typing import Any, ClassVar

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.strict import Choice, Strict, Text, Truth, Whole
from games.models import Match, Medium, Mode, Seat, Status
from games.presence import Why
from games.record_events import Kind
from games.rules.registry import GAMES
from games.services.errors import ReasonMissingError

POINT = r"^[A-Za-z][0-9]{1,2}$"
WEEK_MS = 7 * 24 * 3600 * 1000
ACTIONS = (
    "start", "ready", "resign", "withdraw", "remove", "restore", "pause", "resume", "clock",
    "takeback", "ruling", "end", "call", "offer_draw", "accept_draw", "decline_draw",
    "adjudicate", "illegal", "abandon", "agree_draw",
)  # fmt: skip
REASONED = {"remove", "restore", "clock", "takeback", "end", "adjudicate"}
"""Corrections of the record, which say why."""
SEATED = {"remove", "restore", "withdraw", "clock", "illegal", "abandon"}
"""Actions on a seat that the request has to name."""


class Point(Text):
    """The name of a point, of whichever board."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.validators.append(RegexValidator(POINT, _("This is not the name of a point.")))


class Seen(Strict):
    """``expected_seq``: the last event that the sender has seen."""

    expected_seq = Whole(help_text="`seq` of the match as the sender has seen it.")
    seat = Whole(
        min_value=1, max_value=99, required=False, help_text="From 1; by default the sender's own."
    )


class MoveSerializer(Seen):
    text = Text(max_length=200, help_text="In the game's notation; a point in Kyōen: `g8`.")


class ClaimSerializer(Seen):
    points = serializers.ListField(
        child=Point(max_length=3),
        max_length=8,
        help_text="Four points, or three beside the last stone.",
    )
    arbiter = Truth(
        default=False, help_text="An arbiter claims, in nobody's name, where the rules allow it."
    )


class ActionSerializer(Strict):
    action = Choice(choices=ACTIONS)
    seat = Whole(min_value=1, max_value=99, required=False, help_text="From 1.")
    ms = Whole(
        min_value=-WEEK_MS,
        max_value=WEEK_MS,
        required=False,
        help_text="For `clock`: what to give (take, when negative). For `plays_on`: what is left.",
    )
    ruling = Choice(choices=("out", "plays_on"), required=False)
    places = serializers.ListField(
        child=Whole(min_value=1, max_value=99),
        max_length=99,
        required=False,
        help_text="For `adjudicate`: the place of each seat. Two that are first have drawn.",
    )
    reason = Text(max_length=500, required=False, allow_blank=True, default="")
    expected_seq = Whole(
        required=False, help_text="With it, the same request made again changes nothing."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        action, missing = attrs["action"], []
        if action in SEATED and "seat" not in attrs:
            missing.append("seat")
        plays_on = action == "ruling" and attrs.get("ruling") == "plays_on"
        if action == "ruling" and "ruling" not in attrs:
            missing.append("ruling")
        if action == "adjudicate" and "places" not in attrs:
            missing.append("places")
        if (action == "clock" or plays_on) and "ms" not in attrs:
            missing.append("ms")
        if missing:
            raise serializers.ValidationError(
                {name: [_("This field is required.")] for name in missing}, code="required"
            )
        if (action in REASONED or plays_on) and not attrs["reason"].strip():
            raise ReasonMissingError()
        return attrs


class EventsQuerySerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=1000, default=500)


class ListQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=Status.choices, required=False)
    game = serializers.ChoiceField(choices=list(GAMES), required=False)
    scope = serializers.UUIDField(
        required=False, help_text="A tournament: the matches of its tables."
    )


# Shapes of answers


class WordsSerializer(serializers.Serializer[Any]):
    ja = serializers.CharField()
    en = serializers.CharField()


class OutcomeSerializer(serializers.Serializer[Any]):
    places = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()
    scores = serializers.ListField(child=serializers.IntegerField(), required=False)


class SummarySeatSerializer(serializers.ModelSerializer[Seat]):
    seat = serializers.SerializerMethodField()

    class Meta:
        model = Seat
        fields: ClassVar = ["seat", "name", "computer"]

    def get_seat(self, seat: Seat) -> int:
        return seat.number + 1


class SummarySerializer(serializers.ModelSerializer[Match]):
    """A match in a list."""

    title = serializers.SerializerMethodField()
    to_move = serializers.SerializerMethodField()
    seats = SummarySeatSerializer(many=True)
    outcome = OutcomeSerializer(allow_null=True)

    class Meta:
        model = Match
        fields: ClassVar = [
            "id", "game", "title", "home", "medium", "is_practice", "seq", "status", "to_move",
            "created_at", "started_at", "finished_at", "seats", "outcome",
        ]  # fmt: skip
        read_only_fields: ClassVar = fields

    def get_title(self, match: Match) -> dict[str, str]:
        return {"ja": match.title_ja or match.title_en, "en": match.title_en or match.title_ja}

    def get_to_move(self, match: Match) -> int | None:
        return None if match.to_move is None else match.to_move + 1


class EventSerializer(serializers.Serializer[Any]):
    """One line of the record."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    points = serializers.ListField(child=serializers.CharField())
    right = serializers.BooleanField(allow_null=True)
    against = serializers.IntegerField(allow_null=True)
    used_ms = serializers.IntegerField(allow_null=True)
    ms = serializers.IntegerField(allow_null=True)
    did = serializers.JSONField(allow_null=True, help_text="What the game tells of a move.")
    out = serializers.ListField(child=serializers.IntegerField())
    undone = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    say = WordsSerializer()


class ClockSerializer(serializers.Serializer[Any]):
    timing = serializers.CharField()
    main_ms = serializers.IntegerField(required=False)
    step_ms = serializers.IntegerField(required=False)
    running = serializers.BooleanField()
    turn = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    left_ms = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    main_left_ms = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The main time of each seat when its turn began; `left_ms` has the free time "
        "of a delay and the periods of byo-yomi in it.",
    )
    periods = serializers.ListField(child=serializers.IntegerField())
    server_time = serializers.DateTimeField()


class SeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    computer = serializers.CharField()
    taken = serializers.BooleanField()
    state = serializers.ChoiceField(choices=["placed", "thinking", "next", "in", "out", "absent"])
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(
        allow_null=True, help_text="What the game counts besides places."
    )
    illegal = serializers.IntegerField(help_text="Illegal moves that an arbiter recorded.")
    ready = serializers.BooleanField()
    wrong_claims = serializers.IntegerField()


class LastClaimSerializer(serializers.Serializer[Any]):
    claimant = serializers.IntegerField(allow_null=True)
    points = serializers.ListField(child=serializers.CharField())
    right = serializers.BooleanField()
    against = serializers.IntegerField()
    stone = serializers.CharField()
    curve = serializers.DictField(allow_null=True)


class PositionSeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    reason = serializers.CharField(required=False)
    wrong_claims = serializers.IntegerField(required=False)
    may_claim = serializers.BooleanField(required=False)

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "in": serializers.BooleanField()}


class PositionSerializer(serializers.Serializer[Any]):
    """A position as its game shows it: these are the fields of Kyōen, other games have others.

    Nothing in it helps to find a kyōen.
    """

    lattice = serializers.CharField(required=False)
    shape = serializers.CharField(required=False)
    columns = serializers.IntegerField(required=False)
    rows = serializers.IntegerField(required=False)
    stones = serializers.ListField(child=serializers.CharField(), required=False)
    last = serializers.CharField(allow_null=True, required=False)
    owner = serializers.IntegerField(allow_null=True, required=False)
    claimable = serializers.BooleanField(required=False)
    to_move = serializers.IntegerField(allow_null=True, required=False)
    seats = PositionSeatSerializer(many=True)
    out = serializers.ListField(child=serializers.IntegerField())
    last_claim = LastClaimSerializer(allow_null=True, required=False)
    outcome = OutcomeSerializer(allow_null=True, required=False)


class AwaySerializer(serializers.Serializer[Any]):
    """The player on turn is missed."""

    seat = serializers.IntegerField()
    why = serializers.ChoiceField(
        choices=[why.value for why in Why],
        help_text="`away`: no page of the player is open. `idle`: no move for a long time.",
    )
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(
        help_text="When the match counts as abandoned. Past: the arbiters decide."
    )


class SeriesOfMatchSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    game = serializers.IntegerField(help_text="The number of the game, from 1.")


class GameOfSeriesSerializer(serializers.Serializer[Any]):
    """Sides count from 1. Places, scores and points are by side."""

    number = serializers.IntegerField()
    match = serializers.UUIDField()
    status = serializers.ChoiceField(choices=Status.choices)
    seats = serializers.ListField(
        child=serializers.IntegerField(), help_text="The sides at the first and the second seat."
    )
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    points = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class SeriesSerializer(serializers.Serializer[Any]):
    """A win counts 1, a draw ½."""

    games = GameOfSeriesSerializer(many=True)
    planned = serializers.IntegerField()
    mode = serializers.ChoiceField(choices=Mode.choices)
    names = serializers.ListField(child=serializers.CharField())
    points = serializers.ListField(child=serializers.FloatField())
    scores = serializers.ListField(child=serializers.IntegerField())
    decided = serializers.BooleanField()
    over = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    current = serializers.UUIDField(help_text="The game being played, or the next.")


class MatchSerializer(serializers.Serializer[Any]):
    """A match as everybody who may watch it sees it."""

    id = serializers.UUIDField()
    game = serializers.CharField()
    title = WordsSerializer()
    home = serializers.CharField()
    medium = serializers.ChoiceField(choices=Medium.choices)
    is_practice = serializers.BooleanField()
    rules = serializers.DictField()
    time_control = serializers.DictField()
    policy = serializers.DictField(help_text="How the match is run; what is left out is usual.")
    series = SeriesOfMatchSerializer(allow_null=True)
    seq = serializers.IntegerField()
    position_seq = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Status.choices)
    to_move = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    no_show_at = serializers.DateTimeField(
        allow_null=True, help_text="Until when the players who were called may come."
    )
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    position = PositionSerializer()
    clock = ClockSerializer()
    seats = SeatSerializer(many=True)
    offer = serializers.IntegerField(allow_null=True, help_text="The seat that offers a draw.")
    away = AwaySerializer(allow_null=True)
    outcome = OutcomeSerializer(allow_null=True)


class WholeMatchSerializer(MatchSerializer):
    """With its record, and who the reader is in it."""

    log = EventSerializer(many=True)
    your_seat = serializers.IntegerField(allow_null=True)
    may_rule = serializers.BooleanField()


class DoneSerializer(serializers.Serializer[Any]):
    """``event``: what was recorded, or null for a change that is no event."""

    event = EventSerializer(allow_null=True)
    match = MatchSerializer()


class EventsSerializer(serializers.Serializer[Any]):
    events = EventSerializer(many=True)
    seq = serializers.IntegerField(help_text="The newest event of the match.")


class LoadedCurveSerializer(serializers.Serializer[Any]):
    stones = serializers.ListField(child=serializers.CharField())
    sets = serializers.IntegerField()
    curve = serializers.DictField()


class AnalysedStepSerializer(serializers.Serializer[Any]):
    """One event; and, in Kyōen, what its position reveals."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField()
    stones = serializers.ListField(child=serializers.CharField(), required=False)
    safe = serializers.ListField(child=serializers.CharField(), required=False)
    made = LoadedCurveSerializer(many=True, required=False)
    standing = LoadedCurveSerializer(many=True, required=False)
    curves_made = serializers.IntegerField(required=False)
    curves_standing = serializers.IntegerField(required=False)


class MadeKyoenSerializer(serializers.Serializer[Any]):
    """A stone that made a kyōen, claimed or missed. ``ply`` is its event."""

    ply = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    point = serializers.CharField()
    missed = serializers.BooleanField()
    claimed_by = serializers.IntegerField(allow_null=True)
    claimed_ply = serializers.IntegerField(allow_null=True)
    claimed_points = serializers.ListField(child=serializers.CharField())
    sets = serializers.IntegerField()
    curves = serializers.ListField(child=serializers.DictField())


class AnalysisSerializer(serializers.Serializer[Any]):
    steps = AnalysedStepSerializer(many=True)
    kyoens = MadeKyoenSerializer(many=True, required=False, help_text="In Kyōen.")


class StudySerializer(serializers.Serializer[Any]):
    """What the game tells of the position; nothing in Kyōen, where there is something to find."""

    position_seq = serializers.IntegerField()
    study = serializers.JSONField()
