"""Which static files of others a site needs."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """`collectstatic` leaves out what no page uses: other viewers of the API, other versions."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "redoc",
        "rest_framework",
        "htmx-4*",
        "htmax-4*",
        "htmx-2-compat-4*",
    ]
