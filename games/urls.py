"""The pages of matches."""

from django.urls import path

from games.views.console import console
from games.views.lessons import attempt, lessons
from games.views.match import match, record_as_json, record_as_text
from games.views.practice import invite, practice
from games.views.replay import replay
from games.views.screen import screen

app_name = "games"
urlpatterns = [
    path("matches/<uuid:match_id>/", match, name="match"),
    path("matches/<uuid:match_id>/console/", console, name="console"),
    path("matches/<uuid:match_id>/replay/", replay, name="replay"),
    path("matches/<uuid:match_id>/record.txt", record_as_text, name="record"),
    path("matches/<uuid:match_id>/record.json", record_as_json, name="record_json"),
    path("screen/", screen, name="screen"),
    path("practice/", practice, name="practice"),
    path("practice/<str:game>/", practice, name="practice"),
    path("rules/<str:game>/", lessons, name="rules"),
    path("rules/<str:game>/try/", attempt, name="try"),
    path("m/<str:code>/", invite, name="invite"),
]
