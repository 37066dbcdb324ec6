"""The addresses of matches in the API."""

from django.urls import path

from games import api

urlpatterns = [
    path("matches/", api.Matches.as_view(), name="api-matches"),
    path("matches/<uuid:match_id>/", api.OneMatch.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/events/", api.Events.as_view(), name="api-events"),
    path("matches/<uuid:match_id>/moves/", api.Moves.as_view(), name="api-moves"),
    path("matches/<uuid:match_id>/claims/", api.Claims.as_view(), name="api-claims"),
    path("matches/<uuid:match_id>/actions/", api.Actions.as_view(), name="api-actions"),
    path("matches/<uuid:match_id>/series/", api.SeriesOfMatch.as_view(), name="api-series"),
    path("matches/<uuid:match_id>/study/", api.Study.as_view(), name="api-study"),
    path("matches/<uuid:match_id>/analysis/", api.Analysis.as_view(), name="api-analysis"),
]
