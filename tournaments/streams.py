"""Tournaments as a topic. Its messages are not kept: pages fetch what changed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from accounts.models import User
from tournaments.models import Tournament


class TournamentTopics:
    """Whoever missed something is told once that something changed."""

    def visible(self, user: User | None, ids: Collection[UUID]) -> Mapping[UUID, int]:
        found = Tournament.objects.visible_to(user).filter(pk__in=ids)
        return dict(found.values_list("pk", "live_seq"))

    def newest(self, ids: Collection[UUID]) -> Mapping[UUID, int]:
        return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "live_seq"))

    def before_first(self, newest: int) -> int:
        return newest

    def missed(self, topic_id: UUID, after: int) -> Sequence[tuple[int, Mapping[str, Any]]]:
        newest = self.newest([topic_id]).get(topic_id, 0)
        return [(newest, {"kind": "changed"})] if newest > after else []
