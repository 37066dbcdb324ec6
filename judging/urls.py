"""Addresses of judging: the bank, the desk, papers, marking, results."""

from django.urls import include, path

app_name = "judging"
urlpatterns = [
    path("", include("judging.page_urls.bank")),
    path("", include("judging.page_urls.desk")),
    path("", include("judging.page_urls.sitting")),
    path("", include("judging.page_urls.marking")),
    path("", include("judging.page_urls.results")),
]
