"""The task queue: a doorbell, never the truth."""

import os

from celery import Celery

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
app.autodiscover_tasks()
