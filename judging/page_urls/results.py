"""Addresses of results: the boards, one's own, the desk, certificates, files."""

from django.urls import URLPattern, path

from judging.views import results, results_desk, results_files

urlpatterns: list[URLPattern] = [
    path("t/<uuid:tournament_id>/contest/<int:stage_order>/", results.board, name="board"),
    path("t/<uuid:tournament_id>/contest/<int:stage_order>/mine/", results.my_results,
         name="my_results"),
    path("scripts/<uuid:script_id>/appeal/", results.appeal, name="appeal"),
    path("desk/<uuid:tournament_id>/contest/", results_desk.desk_results, name="desk_results"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/", results_desk.desk_contest,
         name="desk_contest"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/do/<slug:what>/",
         results_desk.contest_action, name="contest_action"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/statistics/",
         results_desk.desk_statistics, name="desk_statistics"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/appeals/",
         results_desk.desk_appeals, name="desk_appeals"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/certificates/",
         results_files.certificates_page, name="certificates"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/results.<slug:kind>",
         results_files.results_file, name="results_file"),
    path("desk/appeals/<uuid:found_id>/<slug:what>/", results_desk.appeal_action,
         name="appeal_action"),
]  # fmt: skip
