"""Addresses of the desk of a contest."""

from django.urls import URLPattern, path

from judging.views import desk, desk_key, desk_paper, desk_print, desk_sittings

urlpatterns: list[URLPattern] = [
    path("desk/<uuid:tournament_id>/papers/", desk.desk_papers, name="desk_papers"),
    path("desk/<uuid:tournament_id>/papers/new/", desk.paper_new, name="paper_new"),
    path("desk/<uuid:tournament_id>/contest/<int:stage_order>/settings/", desk.contest_settings,
         name="contest_settings"),
    path("desk/papers/<uuid:found_id>/", desk_paper.desk_paper, name="desk_paper"),
    path("desk/papers/<uuid:found_id>/settings/", desk_paper.paper_settings,
         name="paper_settings"),
    path("desk/papers/<uuid:found_id>/add/", desk_paper.problems_add, name="paper_add"),
    path("desk/papers/<uuid:found_id>/do/<slug:what>/", desk_paper.paper_action,
         name="paper_action"),
    path("desk/papers/<uuid:found_id>/preview/", desk_paper.paper_preview, name="paper_preview"),
    path("desk/papers/<uuid:found_id>/problems/<uuid:problem_id>/do/<slug:what>/",
         desk_paper.problem_action, name="paper_problem_action"),
    path("desk/papers/<uuid:found_id>/problems/<uuid:problem_id>/key/", desk_key.desk_key,
         name="desk_key"),
    path("desk/papers/<uuid:found_id>/problems/<uuid:problem_id>/key/<slug:what>/",
         desk_key.key_decide, name="key_decide"),
    path("desk/papers/<uuid:found_id>/print/<slug:what>.pdf", desk_print.paper_print,
         name="paper_print"),
    path("desk/papers/<uuid:found_id>/sittings/", desk_sittings.desk_sittings,
         name="desk_sittings"),
    path("desk/papers/<uuid:found_id>/sittings/<uuid:entry_id>/", desk_sittings.desk_sitting,
         name="desk_sitting"),
    path("desk/papers/<uuid:found_id>/sittings/<uuid:entry_id>/reopen/",
         desk_sittings.sitting_reopen, name="sitting_reopen"),
    path("desk/papers/<uuid:found_id>/sittings/do/<slug:what>/", desk_sittings.sittings_action,
         name="sittings_action"),
]  # fmt: skip
