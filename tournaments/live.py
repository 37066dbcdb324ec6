"""Telling every open page of a tournament that something changed."""

from typing import Any

from django.db import transaction
from django.db.models import F

from games import live
from tournaments.models import Tournament


def tell(tournament: Tournament, kind: str, **data: Any) -> None:
    """Publish to ``tournament:<id>`` once committed. Call inside the writing transaction.

    ``kind``: entry, checkin, round, result, publication, announcement, settings. Everybody
    who may see the tournament hears it, so ``data`` holds nothing of drafts and embargoes.
    """
    Tournament.objects.filter(pk=tournament.pk).update(live_seq=F("live_seq") + 1)
    seq = Tournament.objects.values_list("live_seq", flat=True).get(pk=tournament.pk)
    topic, message = f"tournament:{tournament.pk}", {"kind": kind, **data}
    transaction.on_commit(lambda: live.publish(topic, message, seq=seq), robust=True)
