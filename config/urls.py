"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.views.entrance import admin_sign_in
from config.metrics import metrics
from config.views import health
from tournaments.views.home import home

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("judging.urls")),
    path("", home, name="home"),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("api/v1/", include("config.api")),
    path("admin/login/", admin_sign_in),
    path("admin/", admin.site.urls),
    path("healthz", health),
    path("metrics", metrics),
    path(
        "favicon.ico", RedirectView.as_view(url=f"/{settings.STATIC_URL.strip('/')}/img/mark.svg")
    ),
]
handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
