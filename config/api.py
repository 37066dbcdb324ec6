"""The API's addresses, version 1."""

from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from config.schema import Description

urlpatterns = [
    path("schema/", Description.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("", include("accounts.api_urls")),
    path("", include("games.api_urls")),
    path("", include("tournaments.api_urls")),
    path("", include("judging.api_urls")),
]
