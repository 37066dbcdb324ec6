"""The task queue: a doorbell, never the truth."""

import os
from typing import Any

from billiard import pool
from celery import Celery
from celery.schedules import crontab
from celery.signals import celeryd_init, worker_ready

from config.environment import refuse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("taikai")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    result_backend=None,
    worker_prefetch_multiplier=1,
    worker_soft_shutdown_timeout=10,
    task_default_queue="judge",
    task_publish_retry=False,
    broker_connection_timeout=1,
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
        "polling_interval": 0.05,
    },
)
app.conf.beat_schedule = {
    "collect results": {
        "task": "tournaments.tasks.collect_results",
        "schedule": 3.0,
        "options": {"expires": 3.0},
    },
    "finish published": {
        "task": "tournaments.tasks.finish_published",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "prepare published": {
        "task": "tournaments.tasks.prepare_published",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "do jobs": {
        "task": "tournaments.tasks.do_jobs",
        "schedule": 5.0,
        "options": {"expires": 5.0, "queue": "render"},
    },
    "sweep papers": {
        "task": "judging.tasks.sweep",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "tidy people": {"task": "accounts.tasks.tidy", "schedule": crontab(minute="10")},
    "tidy matches": {"task": "games.tasks.tidy", "schedule": crontab(minute="20")},
}
app.autodiscover_tasks()


@celeryd_init.connect
def needs_a_broker(**kwargs: Any) -> None:
    """A worker process of its own would wait for ever for what is told in another's memory."""
    if app.conf.broker_url.startswith("memory:"):
        refuse("REDIS_URL", "a worker needs it; without Redis `manage.py serve` does everything")


@celeryd_init.connect
def end_soon(**kwargs: Any) -> None:
    """A child that ends waits until its results are read, two seconds instead of thirty.

    Nobody reads that of a task which went back to the broker when the worker was told to end.
    """
    pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_LIMIT = 20


@worker_ready.connect
def look_at_once(**kwargs: Any) -> None:
    """What was told while no worker listened is found in the database."""
    app.send_task("judging.tasks.sweep", retry=False, expires=60)
