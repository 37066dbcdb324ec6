"""The API's addresses, version 1."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

import config.schema  # noqa: F401 - tells the description of the API how programs sign in

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("", include("accounts.api_urls")),
    path("", include("games.api_urls")),
    path("", include("tournaments.api_urls")),
    path("", include("judging.api_urls")),
]
