"""The API of advancement: who goes on to a stage, proposed and decided."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.common import arrived, asker, find_entry, managed, sent, staffed
from tournaments.api.requests import AdvancementAction
from tournaments.errors import ReasonNeededError
from tournaments.formats.advancement_values import Decision
from tournaments.models import Entry, Stage, Tournament
from tournaments.serializers import AdvancementSerializer
from tournaments.services import advancement as service
from tournaments.services.field import active_decision
from tournaments.services.round_state import missing_words


def _target(tournament: Tournament, order: int) -> Stage:
    """A stage people advance to. Raise Http404."""
    found = Stage.objects.filter(tournament=tournament, order=order, order__gt=1).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


class Advancements(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["advancement"],
        summary="Who goes on to a stage",
        description="For the staff.",
        responses=AdvancementSerializer,
    )
    def get(self, request: Request, tournament_id: UUID, order: int) -> Response:
        return Response(_json(_target(staffed(request, tournament_id), order)))

    @extend_schema(
        tags=["advancement"],
        summary="Decide who goes on, keep or take back a decision, let the next in line in",
        description="For the organisers.",
        request=AdvancementAction,
        responses={
            200: AdvancementSerializer,
            409: OpenApiResponse(
                description="`results_missing` (a `reason` overrides), `undecided`, "
                "`too_many_chosen`, `round_started`, `no_reserve`, `not_qualified`"
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID, order: int) -> Response:
        tournament = managed(request, tournament_id)
        target = _target(tournament, order)
        asked = sent(AdvancementAction, request)
        named = [find_entry(tournament, key, staff=True) for key in asked.get("entries", [])]
        _act(target, asked, named, {"by": asker(request), "at": arrived(request)})
        return Response(_json(target))


def _act(
    target: Stage, asked: dict[str, Any], named: Sequence[Entry], common: dict[str, Any]
) -> None:
    keys = [str(entry.pk) for entry in named]
    reason = asked["reason"]
    match asked["action"]:
        case "decide":
            service.decide(target=target, chosen=keys, reason=reason, **common)
        case "hand":
            service.decide(target=target, by_hand=keys, reason=reason, **common)
        case "undo":
            service.undo_decision(target=target, **common)
        case action:
            if not reason.strip() or (action == "promote" and not named):
                raise ReasonNeededError
            if action == "keep":
                service.keep_decision(target=target, reason=reason, **common)
            else:
                service.promote_reserve(target=target, out=named[0], reason=reason, **common)


def _json(target: Stage) -> dict[str, Any]:
    decided = active_decision(target)
    proposal = service.propose(target)
    decision = Decision.from_json(decided.decision) if decided else proposal.decision
    names = dict(Entry.objects.filter(tournament=target.tournament_id).values_list("pk", "name"))
    known = {str(pk): name for pk, name in names.items()}
    return {
        "stage": target.order,
        "decided": decided is not None,
        "in_question": decided is not None and service.check_decision(target) is not None,
        "qualifiers": [
            {
                "entry": one.key,
                "name": known.get(str(one.key), "?"),
                "seed": one.seed,
                "rank": one.rank,
            }
            for one in decision.qualifiers
        ],
        "reserves": list(decision.reserves),
        "questions": [
            {"places": one.places, "entries": list(one.keys)}
            for one in (() if decided else decision.questions)
        ],
        "missing": missing_words(proposal.missing),
    }
