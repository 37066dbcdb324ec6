"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("api/v1/", include("config.api")),
    path("admin/", admin.site.urls),
]
