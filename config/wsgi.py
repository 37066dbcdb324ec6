"""Pages and API."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
import config.celery

application = get_wsgi_application()

__all__ = ["application", "config"]
