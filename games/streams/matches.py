"""Matches as a topic: everybody who may see one may watch it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from games.models import Match, MatchEvent
from games.present import message
from games.services.state import load_state, load_steps


class MatchTopics:
    """Messages are the events of the record, each with the match after it."""

    def visible(self, user: User | None, ids: Collection[UUID]) -> Mapping[UUID, int]:
        return dict(Match.objects.visible_to(user).filter(pk__in=ids).values_list("pk", "seq"))

    def newest(self, ids: Collection[UUID]) -> Mapping[UUID, int]:
        return dict(Match.objects.filter(pk__in=ids).values_list("pk", "seq"))

    def before_first(self, newest: int) -> int:
        return max(newest - 1, 0)

    def missed(self, topic_id: UUID, after: int) -> Sequence[tuple[int, Mapping[str, Any]]]:
        match = Match.objects.get(pk=topic_id)
        seats = list(match.seats.all())
        rows = MatchEvent.objects.filter(match=match, seq__lte=match.seq).order_by("seq")
        if after == match.seq - 1:
            steps = [(rows.get(seq=match.seq), load_state(match, len(seats)))]
        else:
            steps = [
                (event, state)
                for event, state in load_steps(match, len(seats), rows)
                if event.seq > after
            ]
        return [
            (
                event.seq,
                message(
                    match,
                    seats,
                    event,
                    state,
                    timezone.now() if event.seq == match.seq else event.at,
                ),
            )
            for event, state in steps
        ]
