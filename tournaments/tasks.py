"""Work of tournaments that happens by itself."""

from functools import partial

from celery import shared_task
from django.utils import timezone

from tournaments.models import JobKind
from tournaments.public.preparing import prepare_one, prepare_recent
from tournaments.services import jobs
from tournaments.services.collecting import collect_all
from tournaments.services.large import WORKS, publish_asked
from tournaments.services.publications import lift_embargoes


@shared_task
def collect_results() -> int:
    """Take over the results of matches that ended, though nobody looks; how many tables.

    Pages collect on their own: this only spares them waiting for somebody to look.
    """
    return collect_all(at=timezone.now())


@shared_task
def finish_published() -> int:
    """Close tournaments whose final standings have become public; how many."""
    return lift_embargoes(timezone.now())


@shared_task
def prepare_published() -> int:
    """Make the pages of large standings before anybody asks for them; of how many."""
    return prepare_recent(timezone.now())


@shared_task
def do_jobs() -> int:
    """Pair and publish what was too large for a request; how many jobs that were."""
    published = partial(publish_asked, ahead=prepare_one)
    return jobs.do_jobs({**WORKS, JobKind.PUBLISH.value: published}, timezone.now)
