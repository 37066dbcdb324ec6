"""The shapes of what the API of tournaments answers; what it takes is in api/requests.py."""

from typing import Any

from rest_framework import serializers

from games.models import Medium
from games.serializers import WordsSerializer
from tournaments.models import (
    ByeKind,
    JobKind,
    JobState,
    PublicationState,
    Registration,
    ResultSource,
    RoundState,
    SeatingKind,
    StageKind,
    StagePart,
    TournamentState,
)
from tournaments.next_step import TableState
from tournaments.standings import LineKind, Status

ROLES = ("organiser", "arbiter", "marker", "player", "spectator")
IN_STANDINGS = ("draft", "provisional", "final")


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament in a list."""

    id = serializers.UUIDField()
    name = WordsSerializer()
    game = serializers.CharField()
    state = serializers.ChoiceField(choices=TournamentState.choices)
    starts_at = serializers.DateTimeField(allow_null=True)
    time_zone = serializers.CharField()
    venue = serializers.CharField()
    organiser_name = serializers.CharField()
    is_public = serializers.BooleanField()


class StageSerializer(serializers.Serializer[Any]):
    order = serializers.IntegerField()
    part = serializers.ChoiceField(choices=StagePart.choices)
    kind = serializers.ChoiceField(choices=StageKind.choices)
    name = WordsSerializer()
    planned_rounds = serializers.IntegerField()


class PublicationSerializer(serializers.Serializer[Any]):
    """A version of the standings; ``round`` is the last round in it, over all stages."""

    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=PublicationState.choices)
    stage = serializers.IntegerField()
    after_round = serializers.IntegerField(help_text="The round of the stage.")
    published_at = serializers.DateTimeField(help_text="When the public could see it first.")


class JobErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="As of the error that an immediate answer would be.")
    title = serializers.CharField()
    remedies = serializers.ListField(child=serializers.CharField())


class JobSerializer(serializers.Serializer[Any]):
    """What a worker does because it takes long; ask again until ``state`` is not ``waiting``."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=JobKind.choices)
    state = serializers.ChoiceField(choices=JobState.choices)
    subject = serializers.CharField(help_text="Which round it is about, in words.")
    seconds = serializers.IntegerField(help_text="What it usually takes.")
    asked_at = serializers.DateTimeField()
    begun_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    round = serializers.IntegerField(allow_null=True, help_text="The ordinal of what was drawn.")
    version = serializers.IntegerField(allow_null=True, help_text="Of what was published.")
    error = JobErrorSerializer(allow_null=True)


class RoundSummarySerializer(serializers.Serializer[Any]):
    ordinal = serializers.IntegerField(help_text="Counted over all stages, from 1.")
    stage = serializers.IntegerField()
    number = serializers.IntegerField(help_text="In its stage, from 1.")
    name = WordsSerializer()
    state = serializers.ChoiceField(choices=RoundState.choices)
    tables = serializers.IntegerField()
    without_result = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class WholeTournamentSerializer(TournamentSerializer):
    description = serializers.CharField()
    medium = serializers.ChoiceField(choices=Medium.choices)
    registration = serializers.ChoiceField(choices=Registration.choices)
    rules = serializers.DictField()
    time_control = serializers.DictField()
    entered = serializers.IntegerField()
    stages = StageSerializer(many=True)
    rounds = RoundSummarySerializer(many=True)
    publication = PublicationSerializer(allow_null=True)
    your_roles = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))
    your_entry = serializers.UUIDField(allow_null=True)


class EntrySerializer(serializers.Serializer[Any]):
    """What is not public of an entry is null for all but the staff."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    left = serializers.BooleanField()
    kana = serializers.CharField(allow_null=True)
    grade = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    from_round = serializers.IntegerField(allow_null=True)
    withdrawn_from = serializers.IntegerField(allow_null=True)
    disqualified_at = serializers.DateTimeField(allow_null=True)
    listed_only = serializers.BooleanField(
        allow_null=True, help_text="On the list of those eligible, not entered."
    )


class TableSeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(help_text="Order of play, from 1.")
    entry = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.CharField()
    place = serializers.IntegerField(
        allow_null=True, help_text="Null while it is not known, or not published."
    )
    absent = serializers.BooleanField()
    kind = serializers.ChoiceField(
        choices=SeatingKind.choices, allow_null=True, help_text="For the staff."
    )
    score = serializers.CharField(allow_null=True, help_text="For the staff: games, seeds, pieces.")


class GameSerializer(serializers.Serializer[Any]):
    result = serializers.CharField(help_text="From the side of the first seat, as 1-0.")
    scores = serializers.ListField(child=serializers.CharField())


class TableSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    round = serializers.IntegerField(help_text="The ordinal of its round.")
    number = serializers.IntegerField()
    slot = serializers.CharField(help_text="The match of a bracket, as W1-3; else empty.")
    group = serializers.IntegerField(allow_null=True, help_text="Of a round robin, from 1.")
    state = serializers.ChoiceField(choices=[state.value for state in TableState])
    match = serializers.UUIDField(allow_null=True)
    seats = TableSeatSerializer(many=True)
    version = serializers.IntegerField(
        allow_null=True, help_text="For the staff: what a result has to name as seen."
    )
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=[*ResultSource.choices], allow_null=True, help_text="For the staff."
    )
    games = GameSerializer(many=True, help_text="For the staff: of a series over the board.")


class ByeSerializer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ByeKind.choices)


class MemberSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(choices=ROLES)


class QualifierSerializer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    seed = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)


class QuestionSerializer(serializers.Serializer[Any]):
    places = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.UUIDField())


class AdvancementSerializer(serializers.Serializer[Any]):
    """Who goes on to a stage: as decided, or as its rule proposes now."""

    stage = serializers.IntegerField()
    decided = serializers.BooleanField()
    in_question = serializers.BooleanField(help_text="Standings have changed since.")
    qualifiers = QualifierSerializer(many=True)
    reserves = serializers.ListField(child=serializers.UUIDField(), help_text="Next in line.")
    questions = QuestionSerializer(many=True)
    missing = serializers.CharField(help_text="Results that are missing, in words.")


class RoundSerializer(RoundSummarySerializer):
    all_tables = TableSerializer(many=True)
    byes = ByeSerializer(many=True)
    draw_seed = serializers.IntegerField(allow_null=True, help_text="For the staff.")


class CriterionSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    meaning = serializers.CharField()


class LineSerializer(serializers.Serializer[Any]):
    """What one round was to an entry."""

    round = serializers.IntegerField(help_text="The ordinal of the round.")
    kind = serializers.ChoiceField(choices=[kind.value for kind in LineKind])
    table = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    shared = serializers.IntegerField(help_text="How many share the place, this entry included.")
    size = serializers.IntegerField()
    points = serializers.CharField(help_text="An exact fraction: 2/3.")
    met = serializers.ListField(child=serializers.CharField())
    opponent = serializers.CharField(allow_null=True, help_text="Of a pairing, played or not.")
    moved_first = serializers.BooleanField(allow_null=True)
    score = serializers.CharField(allow_null=True, help_text="Own less the opponent's.")


class PartSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(allow_null=True)
    entry = serializers.CharField(allow_null=True)
    amount = serializers.CharField(allow_null=True)
    note = serializers.ChoiceField(choices=["", "dummy", "cut", "cut_dummy"])


class ValueSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    stage = serializers.IntegerField()
    amount = serializers.CharField(allow_null=True, help_text="An exact fraction: 7/3.")
    parts = PartSerializer(many=True)


class StandingSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True, help_text="Null when disqualified.")
    shared = serializers.BooleanField()
    status = serializers.ChoiceField(choices=[status.value for status in Status])
    moved = serializers.IntegerField(
        allow_null=True, help_text="Ranks gained since the round before."
    )
    entry = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    club = serializers.CharField()
    rounds = LineSerializer(many=True)
    values = ValueSerializer(many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(allow_null=True, help_text="Null for a draft.")
    state = serializers.ChoiceField(choices=IN_STANDINGS)
    published_at = serializers.DateTimeField(allow_null=True)
    title = serializers.CharField()
    stage = serializers.IntegerField(allow_null=True, help_text="Null: the whole tournament.")
    round = serializers.IntegerField(help_text="The ordinal of the last round that counts.")
    criteria = CriterionSerializer(many=True)
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = StandingSerializer(many=True)


class AnnouncementSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
