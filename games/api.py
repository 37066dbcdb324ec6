"""The API of matches: read them, play them, rule on them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.faces.names import names_of
from games.faces.registry import face
from games.models import Match, MatchEvent
from games.permissions import (
    acting_seat,
    analysable_match,
    claiming_seat,
    known,
    may_rule,
    ruled_match,
    startable_match,
    visible_match,
)
from games.present import event_view, match_view, message
from games.serializers import (
    ActionSerializer,
    AnalysisSerializer,
    ClaimSerializer,
    DoneSerializer,
    EventsQuerySerializer,
    EventsSerializer,
    ListQuerySerializer,
    MoveSerializer,
    SeriesSerializer,
    StudySerializer,
    SummarySerializer,
    WholeMatchSerializer,
)
from games.series_view import series_summary
from games.services import arbiter, draws, matches, play
from games.services.state import load_state
from games.steps import revealed_steps

DONE = {
    201: OpenApiResponse(DoneSerializer, "It was done."),
    200: OpenApiResponse(DoneSerializer, "It had been done before, by the same request."),
}


def query(serializer: type[Any], request: Request) -> dict[str, Any]:
    """The checked parameters of the address."""
    asked = serializer(data=request.query_params.dict())
    asked.is_valid(raise_exception=True)
    found: dict[str, Any] = asked.validated_data
    return found


def sent(serializer: type[Any], request: Request) -> dict[str, Any]:
    """The checked body."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    found: dict[str, Any] = body.validated_data
    return found


def asker(request: Request) -> User:
    user = known(request.user)
    assert user is not None
    return user


def arrived(request: Request) -> datetime:
    """The instant the request arrived, before it waited for anything."""
    found: datetime = request.arrived_at  # type: ignore[attr-defined]
    return found


def done(found: MatchEvent | Match) -> Response:
    """What was recorded, if anything, and the match after it."""
    event, match = (found, found.match) if isinstance(found, MatchEvent) else (None, found)
    seats = list(match.seats.all())
    state = load_state(match, len(seats))
    repeated = event is None or event.is_repeated
    return Response(
        message(match, seats, event, state, timezone.now()),
        status=status.HTTP_200_OK if repeated else status.HTTP_201_CREATED,
    )


@extend_schema(
    tags=["matches"],
    summary="The matches I may watch, newest first",
    parameters=[ListQuerySerializer],
)
class Matches(generics.ListAPIView[Match]):
    serializer_class = SummarySerializer
    queryset = Match.objects.none()

    def get_queryset(self) -> QuerySet[Match]:
        found = Match.objects.visible_to(known(self.request.user))
        asked = query(ListQuerySerializer, self.request)
        visible: QuerySet[Match] = found.filter(**asked).prefetch_related("seats")
        return visible.order_by("-created_at", "id")


class OneMatch(APIView):
    @extend_schema(
        tags=["matches"], summary="A match with its record", responses=WholeMatchSerializer
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        match = visible_match(request.user, match_id)
        seats = list(match.seats.all())
        events = MatchEvent.objects.filter(match=match, seq__lte=match.seq).order_by("seq")
        state = load_state(match, len(seats))
        user = known(request.user)
        own = [seat.number + 1 for seat in seats if user is not None and seat.user_id == user.pk]
        return Response(
            match_view(match, seats, state, timezone.now(), events)
            | {"your_seat": own[0] if own else None, "may_rule": may_rule(match, user)}
        )


class Events(APIView):
    @extend_schema(
        tags=["matches"],
        summary="The record of a match, from an event on",
        parameters=[EventsQuerySerializer],
        responses=EventsSerializer,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        match = visible_match(request.user, match_id)
        asked = query(EventsQuerySerializer, request)
        names = names_of(match.seats.all())
        events = MatchEvent.objects.filter(match=match, seq__gt=asked["after"]).order_by("seq")
        views = [event_view(event, names, match.game) for event in events[: asked["limit"]]]
        return Response({"events": views, "seq": match.seq})


class Moves(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["matches"],
        summary="Play a move",
        description="`stale_match` (409, with the match as it is now): the board or the turn "
        "changed since `expected_seq`. `time_up`: the flag had fallen, whoever recorded it. "
        "`not_your_turn`, `point_taken`, `match_over`, `paused` …: nothing was changed.",
        request=MoveSerializer,
        responses=DONE,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        move = sent(MoveSerializer, request)
        return done(
            play.play_move(
                match_id=match_id,
                seat=acting_seat(match_id, asker(request), move.get("seat")),
                text=move["text"],
                expected_seq=move["expected_seq"],
                by=asker(request),
                at=arrived(request),
            )
        )


class Claims(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["matches"],
        summary="Claim that the last stone made a kyōen",
        description="`already_claimed` and `too_late` (409, with the match as it is now): "
        "the stone is gone, or is not the last any more; this is not a wrong claim.",
        request=ClaimSerializer,
        responses=DONE,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        claim = sent(ClaimSerializer, request)
        return done(
            play.make_claim(
                match_id=match_id,
                seat=claiming_seat(
                    match_id, asker(request), claim.get("seat"), arbiter=claim["arbiter"]
                ),
                text=" ".join(claim["points"]),
                expected_seq=claim["expected_seq"],
                by=asker(request),
                at=arrived(request),
            )
        )


class Actions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["matches"],
        summary="Begin, be ready, resign, or rule as an arbiter",
        description="Players: `ready`, `resign`, `offer_draw`, `accept_draw`, `decline_draw`, and "
        "`start` in a friendly match. Arbiters: everything; `remove`, `restore`, `clock`, "
        "`takeback`, `end`, `adjudicate` and a ruling that a player plays on need a `reason`.",
        request=ActionSerializer,
        responses=DONE,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        asked = sent(ActionSerializer, request)
        event = ACTIONS[asked["action"]](request, match_id, asked)
        return done(event)


class Analysis(APIView):
    @extend_schema(
        tags=["matches"],
        summary="What nobody could see over the board, step by step",
        description="Exists for matches that are over, and for practice.",
        responses=AnalysisSerializer,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        match = analysable_match(request.user, match_id)
        seats = list(match.seats.all())
        rows = list(MatchEvent.objects.filter(match=match, seq__lte=match.seq).order_by("seq"))
        return Response(revealed_steps(match, seats, rows))


class Study(APIView):
    @extend_schema(
        tags=["matches"],
        summary="What the game tells of the present position",
        description="Reach, sums and the like, in games where the board shows them to everybody.",
        responses=StudySerializer,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        match = visible_match(request.user, match_id)
        state = load_state(match)
        found = face(match.game).study(state.position)
        if found is None:
            raise Http404
        return Response({"position_seq": state.position_seq, "study": found})


class SeriesOfMatch(APIView):
    @extend_schema(
        tags=["matches"],
        summary="The series that a match is a game of, and how it stands",
        responses=SeriesSerializer,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        found = series_summary(visible_match(request.user, match_id))
        if found is None:
            raise Http404
        return Response(found)


Act = Callable[[Request, UUID, Mapping[str, Any]], MatchEvent | Match]


def _common(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "by": asker(request),
        "at": arrived(request),
        "reason": asked["reason"],
        "expected_seq": asked.get("expected_seq"),
    }


def _own(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> int:
    return acting_seat(match_id, asker(request), asked.get("seat"))


def _ready(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> MatchEvent | Match:
    return matches.set_ready(
        match_id=match_id,
        seat=_own(request, match_id, asked),
        by=asker(request),
        at=arrived(request),
    )


def _start(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> MatchEvent:
    startable_match(asker(request), match_id)
    return matches.start_match(**_common(request, match_id, asked))


def _call(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> MatchEvent | Match:
    ruled_match(asker(request), match_id)
    return matches.call_match(match_id=match_id, by=asker(request), at=arrived(request))


def _playing(service: Callable[..., MatchEvent]) -> Act:
    """What a player does with the own seat."""

    def act(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> MatchEvent:
        return service(seat=_own(request, match_id, asked), **_common(request, match_id, asked))

    return act


def _ruling(service: Callable[..., MatchEvent], *names: str) -> Act:
    """An arbiter's action; ``names`` are the values of the request that it needs."""

    def act(request: Request, match_id: UUID, asked: Mapping[str, Any]) -> MatchEvent:
        ruled_match(asker(request), match_id)
        values = {name: asked[name] for name in names if name in asked}
        if "seat" in values:
            values["seat"] -= 1
        return service(**values, **_common(request, match_id, asked))

    return act


ACTIONS: Mapping[str, Act] = {
    "ready": _ready,
    "start": _start,
    "resign": _playing(play.resign),
    "offer_draw": _playing(draws.offer_draw),
    "accept_draw": _playing(draws.accept_draw),
    "decline_draw": _playing(draws.decline_draw),
    "call": _call,
    "withdraw": _ruling(arbiter.withdraw_seat, "seat"),
    "remove": _ruling(arbiter.remove_seat, "seat"),
    "abandon": _ruling(arbiter.declare_abandoned, "seat"),
    "restore": _ruling(arbiter.restore_seat, "seat"),
    "pause": _ruling(arbiter.pause_match),
    "resume": _ruling(arbiter.resume_match),
    "clock": _ruling(arbiter.adjust_clock, "seat", "ms"),
    "takeback": _ruling(arbiter.take_back),
    "ruling": _ruling(arbiter.rule_on_time, "ruling", "ms"),
    "end": _ruling(arbiter.end_match),
    "adjudicate": _ruling(arbiter.adjudicate, "places"),
    "agree_draw": _ruling(draws.agree_draw),
    "illegal": _ruling(arbiter.record_illegal, "seat"),
}
