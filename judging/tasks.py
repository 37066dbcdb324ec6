"""Work of judging that happens by itself. No task carries anything: the rows say what to do."""

from celery import shared_task
from django.utils import timezone

from judging.services import drain as judge
from judging.services.beginning import begin_opened
from judging.services.boards import refresh_stale
from judging.services.keys import judge_rejudges
from judging.services.pdf_pages import draw_waiting, sweep_pdfs
from judging.services.sitting import close_due


@shared_task
def drain() -> int:
    """Judge what is queued; how many answers that were."""
    return judge.drain()


@shared_task
def rejudge() -> int:
    """Judge under corrected keys; how many answers that were."""
    return judge_rejudges(at=timezone.now())


@shared_task
def draw_pdfs() -> int:
    """Draw the pages of PDFs that were sent; how many PDFs that were."""
    return draw_waiting(timezone.now)


@shared_task
def sweep() -> int:
    """Close what is over, ring for what waits, compute boards; how many sittings were closed."""
    at = timezone.now()
    begin_opened(at)
    closed = close_due(at)
    judge.sweep(at)
    judge_rejudges(at=at, ask_only=True)
    refresh_stale(at)
    sweep_pdfs()
    return closed
