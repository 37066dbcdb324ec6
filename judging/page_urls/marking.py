"""Addresses of markers, and of whoever leads them."""

from django.urls import URLPattern, path

from judging.views import desk_print, marking, marking_lead

urlpatterns: list[URLPattern] = [
    path("marking/", marking.marking, name="marking"),
    path("marking/<uuid:found_id>/", marking.sheet, name="sheet"),
    path("marking/scripts/<uuid:found_id>/", marking.script, name="script"),
    path("marking/scripts/<uuid:found_id>/decide/", marking.decide, name="decide"),
    path("marking/problems/<uuid:found_id>/", marking.marking_queue, name="marking_queue"),
    path("marking/problems/<uuid:found_id>/marks.pdf", desk_print.marks_print,
         name="marks_print"),
    path("marking/problems/<uuid:found_id>/scheme/", marking_lead.scheme, name="scheme"),
    path("marking/problems/<uuid:found_id>/scheme/<slug:what>/", marking_lead.scheme_action,
         name="scheme_action"),
    path("marking/problems/<uuid:found_id>/progress/", marking_lead.progress,
         name="marking_progress"),
    path("marking/problems/<uuid:found_id>/do/<slug:what>/", marking_lead.marking_action,
         name="marking_action"),
    path("marking/problems/<uuid:found_id>/people/<uuid:user_id>/", marking_lead.marker_link,
         name="marker_link"),
    path("desk/<uuid:tournament_id>/marking/", marking_lead.desk_marking, name="desk_marking"),
]  # fmt: skip
