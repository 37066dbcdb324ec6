"""The addresses of judging in the API."""

from django.urls import URLPattern, URLResolver, include, path

from judging.api import marks, papers, staff

paper = [
    path("", papers.One.as_view(), name="api-paper"),
    path("start/", papers.StartPaper.as_view(), name="api-paper-start"),
    path("take-over/", papers.TakeOverPaper.as_view(), name="api-paper-take-over"),
    path("clock/", papers.PaperClock.as_view(), name="api-paper-clock"),
    path("drafts/<uuid:problem_id>/", papers.DraftOf.as_view(), name="api-draft"),
    path("submissions/", papers.Submissions.as_view(), name="api-submissions"),
    path("uploads/", papers.Uploads.as_view(), name="api-uploads"),
    path("hand-in/", papers.HandIn.as_view(), name="api-hand-in"),
    path("race/", papers.Race.as_view(), name="api-race"),
    path("sittings/", staff.Sittings.as_view(), name="api-sittings"),
    path("actions/", staff.PaperActions.as_view(), name="api-paper-actions"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("papers/", papers.Mine.as_view(), name="api-papers"),
    path("papers/<uuid:paper_id>/", include(paper)),
    path("submissions/<uuid:submission_id>/", papers.OneSubmission.as_view(), name="api-receipt"),
    path("submissions/<uuid:submission_id>/late/", staff.Late.as_view(), name="api-late"),
    path("uploads/<uuid:upload_id>/", papers.OneUpload.as_view(), name="api-upload"),
    path("sittings/<uuid:sitting_id>/actions/", staff.SittingActions.as_view(),
         name="api-sitting-actions"),
    path("paper-problems/<uuid:problem_id>/rejudges/", staff.Rejudges.as_view(),
         name="api-rejudges"),
    path("rejudges/<uuid:rejudge_id>/", staff.OneRejudge.as_view(), name="api-rejudge"),
    path("rejudges/<uuid:rejudge_id>/actions/", staff.RejudgeActions.as_view(),
         name="api-rejudge-actions"),
    path("markings/", marks.Markings.as_view(), name="api-markings"),
    path("markings/<uuid:marking_id>/", marks.OneMarking.as_view(), name="api-marking"),
    path("tournaments/<uuid:tournament_id>/contests/<int:stage_order>/board/",
         staff.ContestBoard.as_view(), name="api-board"),
]  # fmt: skip
