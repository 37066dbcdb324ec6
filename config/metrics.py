"""What a monitor may ask: ``/metrics``, for this computer and for staff, in Prometheus' format."""

from collections.abc import Iterator

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.address import client_address
from games.models import Heartbeat, Match
from games.streams.app import viewers
from judging.services.drain import queue_state

HERE = {"127.0.0.1", "::/64"}


class Product(Collector):
    """Matches, their clocks and viewers, and answers to be judged, counted when asked."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        matches = GaugeMetricFamily("taikai_matches", "Matches by status", labels=["status"])
        counts = Match.objects.values_list("status").annotate(Count("pk")).order_by("status")
        for status, count in counts:
            matches.add_metric([status], count)
        yield matches
        age = GaugeMetricFamily(
            "taikai_clock_heartbeat_age_seconds", "Since a clock sweeper was last here"
        )
        for row in Heartbeat.objects.all():
            age.add_metric([], (timezone.now() - row.at).total_seconds())
        yield age
        yield GaugeMetricFamily(
            "taikai_live_viewers", "Open streams of this process", value=viewers()
        )
        queue = queue_state(timezone.now())
        yield GaugeMetricFamily("taikai_answers_queued", "Not judged yet", value=queue.queued)
        yield GaugeMetricFamily(
            "taikai_answers_oldest_queued_seconds", "Age of the oldest", value=queue.oldest_s
        )
        yield GaugeMetricFamily(
            "taikai_answers_failed", "Given up after three tries", value=queue.errors
        )


REGISTRY.register(Product())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if client_address(request) not in HERE and not getattr(request.user, "is_staff", False):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
