"""Makes what the pages of large tournaments need as soon as a version is public."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import translation

from tournaments.models import Publication, PublicationState, Stage
from tournaments.public.kept import SECONDS, piece_key
from tournaments.public.own_snapshot import own_shot
from tournaments.public.player import publication_ordinal
from tournaments.public.shot import Shot
from tournaments.public.standings_page import prepare

LARGE = 200
"""Entries; pages of fewer are made in no time."""
RECENT = timedelta(minutes=15)


def prepare_recent(at: datetime) -> int:
    """Make the pages of versions that became public a short while ago; of how many."""
    recent = (
        Publication.objects.filter(
            Q(embargo_until=None, created_at__gte=at - RECENT)
            | Q(embargo_until__gt=at - RECENT, embargo_until__lte=at)
        )
        .filter(state__in=[PublicationState.PROVISIONAL, PublicationState.FINAL])
        .annotate(entries=Count("tournament__entries"))
        .filter(entries__gte=LARGE)
        .select_related("stage")
        .defer("snapshot")
        .order_by("pk")
    )
    return sum(prepare_one(one) for one in recent)


def prepare_one(publication: Publication) -> bool:
    """Make the pages of a version in every language; False where that is done already.

    It need not be stored yet: whoever reads it first finds its pages made.
    """
    with translation.override(None):
        name = piece_key(publication, "prepared")
    if not cache.add(name, 1, SECONDS):
        return False
    stages = {
        stage.order: stage for stage in Stage.objects.filter(tournament=publication.tournament_id)
    }
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            prepare(publication, stages)
            _prepare_rounds(Shot(publication))
            publication_ordinal(publication)
            own_shot(publication, str(publication.tournament_id))
    return True


def _prepare_rounds(shot: Shot) -> None:
    for stage in shot.stages:
        for ordinal in stage.rounds.values():
            shot.table(ordinal, 1)
