"""Matches as a topic: everybody who may see one may watch it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from accounts.models import User
from games.models import Match, MatchEvent


class MatchTopics:
    """Messages are the events of the record, as in games/present.py."""

    def visible(self, user: User | None, ids: Collection[UUID]) -> Mapping[UUID, int]:
        return dict(Match.objects.visible_to(user).filter(pk__in=ids).values_list("pk", "seq"))

    def newest(self, ids: Collection[UUID]) -> Mapping[UUID, int]:
        return dict(Match.objects.filter(pk__in=ids).values_list("pk", "seq"))

    def before_first(self, newest: int) -> int:
        return max(newest - 1, 0)

    def missed(self, topic_id: UUID, after: int) -> Sequence[tuple[int, Mapping[str, Any]]]:
        events = MatchEvent.objects.filter(match=topic_id, seq__gt=after).order_by("seq")
        return [(event.seq, {"event": {"seq": event.seq, "kind": event.kind}}) for event in events]
