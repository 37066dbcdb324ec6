"""Addresses of contestants: papers, races, pages of proofs."""

from django.urls import URLPattern, path

from judging.views import race, sitting

urlpatterns: list[URLPattern] = [
    path("papers/<uuid:paper_id>/", sitting.paper, name="paper"),
    path("papers/<uuid:paper_id>/worker.js", sitting.worker, name="paper_worker"),
    path("papers/<uuid:paper_id>/start/", sitting.start, name="paper_start"),
    path("papers/<uuid:paper_id>/receipts/", sitting.receipts, name="receipts"),
    path("papers/<uuid:paper_id>/reading/", sitting.reading, name="paper_reading"),
    path("papers/<uuid:paper_id>/pages/", sitting.pages, name="paper_pages"),
    path("papers/<uuid:paper_id>/signed-in/", sitting.signed_in, name="signed_in"),
    path("uploads/<uuid:upload_id>/", sitting.upload, name="upload"),
    path("uploads/<uuid:upload_id>/<int:number>/", sitting.pdf_page, name="pdf_page"),
    path("race/<uuid:paper_id>/", race.race, name="race"),
    path("race/<uuid:paper_id>/join/", race.join, name="race_join"),
    path("race/<uuid:paper_id>/state/", race.state, name="race_state"),
    path("desk/papers/<uuid:paper_id>/host/", race.host, name="race_host"),
    path("desk/papers/<uuid:paper_id>/host/state/", race.host_state, name="race_host_state"),
]
