"""The addresses of judging in the API."""

from django.urls import URLPattern, URLResolver, include, path

from judging.api import bank, bank_lists, contests, desk, leading, marks, papers, staff

one_bank = [
    path("", bank.OneBank.as_view(), name="api-bank"),
    path("members/", bank.BankMembers.as_view(), name="api-bank-members"),
    path("members/<int:member_id>/", bank.OneBankMember.as_view(), name="api-bank-member"),
    path("problems/", bank.BankProblems.as_view(), name="api-bank-problems"),
    path("checks/", bank.BankChecks.as_view(), name="api-bank-checks"),
    path("images/", bank_lists.BankImages.as_view(), name="api-bank-images"),
    path("candidates/", bank_lists.BankCandidates.as_view(), name="api-bank-candidates"),
    path("generated/", bank_lists.BankGenerated.as_view(), name="api-bank-generated"),
    path("lists/", bank_lists.BankLists.as_view(), name="api-bank-lists"),
    path("problems.<slug:kind>", bank_lists.BankExport.as_view(), name="api-bank-export"),
]

one_problem = [
    path("", bank.OneProblem.as_view(), name="api-problem"),
    path("versions/", bank.ProblemVersions.as_view(), name="api-problem-versions"),
    path("state/", bank.ProblemStates.as_view(), name="api-problem-state"),
]

paper = [
    path("", papers.One.as_view(), name="api-paper"),
    path("start/", papers.StartPaper.as_view(), name="api-paper-start"),
    path("take-over/", papers.TakeOverPaper.as_view(), name="api-paper-take-over"),
    path("clock/", papers.PaperClock.as_view(), name="api-paper-clock"),
    path("drafts/<uuid:problem_id>/", papers.DraftOf.as_view(), name="api-draft"),
    path("submissions/", papers.Submissions.as_view(), name="api-submissions"),
    path("uploads/", papers.Uploads.as_view(), name="api-uploads"),
    path("uploads/order/", papers.UploadOrder.as_view(), name="api-upload-order"),
    path("hand-in/", papers.HandIn.as_view(), name="api-hand-in"),
    path("race/", papers.Race.as_view(), name="api-race"),
    path("sittings/", staff.Sittings.as_view(), name="api-sittings"),
    path("actions/", staff.PaperActions.as_view(), name="api-paper-actions"),
    path("setup/", desk.PaperSetup.as_view(), name="api-paper-setup"),
    path("late/", desk.LateOnes.as_view(), name="api-late-ones"),
    path("problems/", desk.PaperProblems.as_view(), name="api-paper-problems"),
    path("problems/<uuid:problem_id>/", desk.OnePaperProblem.as_view(), name="api-paper-problem"),
    path("problems/<uuid:problem_id>/actions/", desk.PaperProblemActions.as_view(),
         name="api-paper-problem-actions"),
]  # fmt: skip

paper_problem = [
    path("keys/", desk.Keys.as_view(), name="api-keys"),
    path("retries/", desk.Retries.as_view(), name="api-retries"),
    path("rejudges/", staff.Rejudges.as_view(), name="api-rejudges"),
    path("scheme/", leading.Scheme.as_view(), name="api-scheme"),
    path("scheme/actions/", leading.SchemeActions.as_view(), name="api-scheme-actions"),
    path("duties/", leading.Duties.as_view(), name="api-duties"),
    path("marking/", leading.MarkingProgress.as_view(), name="api-marking-progress"),
    path("marking/actions/", leading.MarkingActions.as_view(), name="api-marking-actions"),
    path("comments/", leading.Comments.as_view(), name="api-comments"),
]

contest = [
    path("", contests.OneContest.as_view(), name="api-contest"),
    path("board/", staff.ContestBoard.as_view(), name="api-board"),
    path("papers/", desk.StagePapers.as_view(), name="api-stage-papers"),
    path("results/", contests.ContestResults.as_view(), name="api-contest-results"),
    path("mine/", contests.OwnResults.as_view(), name="api-own-results"),
    path("statistics/", contests.ContestStatistics.as_view(), name="api-contest-statistics"),
    path("publications/", contests.ContestPublications.as_view(),
         name="api-contest-publications"),
    path("appeals/", contests.ContestAppeals.as_view(), name="api-contest-appeals"),
]  # fmt: skip

urlpatterns: list[URLPattern | URLResolver] = [
    path("banks/", bank.Banks.as_view(), name="api-banks"),
    path("banks/<uuid:bank_id>/", include(one_bank)),
    path("problems/<uuid:problem_id>/", include(one_problem)),
    path("papers/", papers.Mine.as_view(), name="api-papers"),
    path("papers/<uuid:paper_id>/", include(paper)),
    path("paper-problems/<uuid:problem_id>/", include(paper_problem)),
    path("submissions/<uuid:submission_id>/", papers.OneSubmission.as_view(), name="api-receipt"),
    path("submissions/<uuid:submission_id>/late/", staff.Late.as_view(), name="api-late"),
    path("uploads/<uuid:upload_id>/", papers.OneUpload.as_view(), name="api-upload"),
    path("uploads/<uuid:upload_id>/<int:number>/", papers.OnePdfPage.as_view(),
         name="api-pdf-page"),
    path("sittings/<uuid:sitting_id>/actions/", staff.SittingActions.as_view(),
         name="api-sitting-actions"),
    path("rejudges/<uuid:rejudge_id>/", staff.OneRejudge.as_view(), name="api-rejudge"),
    path("rejudges/<uuid:rejudge_id>/actions/", staff.RejudgeActions.as_view(),
         name="api-rejudge-actions"),
    path("markings/", marks.Markings.as_view(), name="api-markings"),
    path("markings/<uuid:marking_id>/", marks.OneMarking.as_view(), name="api-marking"),
    path("scripts/<uuid:script_id>/", leading.OneScript.as_view(), name="api-script"),
    path("scripts/<uuid:script_id>/adjudication/", leading.Adjudication.as_view(),
         name="api-adjudication"),
    path("scripts/<uuid:script_id>/appeal/", contests.ScriptAppeal.as_view(), name="api-appeal"),
    path("appeals/<uuid:appeal_id>/actions/", contests.AppealActions.as_view(),
         name="api-appeal-actions"),
    path("contests/", contests.NewContests.as_view(), name="api-new-contests"),
    path("tournaments/<uuid:tournament_id>/contests/", contests.Contests.as_view(),
         name="api-contests"),
    path("tournaments/<uuid:tournament_id>/contests/<int:stage_order>/", include(contest)),
]  # fmt: skip
