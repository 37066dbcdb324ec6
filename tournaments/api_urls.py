"""The addresses of tournaments in the API."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import (
    advancement,
    entries,
    exports,
    jobs,
    making,
    ratings,
    rounds,
    standings,
    tables,
    tournaments,
)

one = [
    path("", tournaments.OneTournament.as_view(), name="api-tournament"),
    path("announcements/", tournaments.Announcements.as_view(), name="api-announcements"),
    path("jobs/<uuid:job_id>/", jobs.OneJob.as_view(), name="api-job"),
    path("copies/", making.Copies.as_view(), name="api-copies"),
    path("staff/", making.Staff.as_view(), name="api-staff"),
    path("staff/<int:member_id>/", making.OneMember.as_view(), name="api-member"),
    path("stages/<int:order>/advancement/", advancement.Advancements.as_view(),
         name="api-advancement"),
    path("entries/", entries.Entries.as_view(), name="api-entries"),
    path("entries/<uuid:entry_id>/", entries.OneEntry.as_view(), name="api-entry"),
    path("entries/<uuid:entry_id>/actions/", entries.EntryActions.as_view(),
         name="api-entry-actions"),
    path("rounds/", rounds.Rounds.as_view(), name="api-rounds"),
    path("rounds/<int:ordinal>/", rounds.OneRound.as_view(), name="api-round"),
    path("rounds/<int:ordinal>/results/", rounds.RoundResults.as_view(),
         name="api-round-results"),
    path("rounds/<int:ordinal>/actions/", rounds.RoundActions.as_view(), name="api-round-actions"),
    path("tables/<uuid:table_id>/", tables.OneTable.as_view(), name="api-table"),
    path("tables/<uuid:table_id>/result/", tables.Result.as_view(), name="api-result"),
    path("tables/<uuid:table_id>/report/", tables.Report.as_view(), name="api-report"),
    path("tables/<uuid:table_id>/actions/", tables.TableActions.as_view(),
         name="api-table-actions"),
    path("files/archive.json", exports.ArchiveFile.as_view(), name="api-archive-file"),
    path("files/stages/<int:order>.trf", exports.ReportFile.as_view(), name="api-report-file"),
    path("files/rounds/<int:ordinal>.<slug:kind>", exports.PairingsFile.as_view(),
         name="api-pairings-file"),
    path("files/<slug:what>.<slug:kind>", exports.ListFiles.as_view(), name="api-list-file"),
    path("standings/", standings.Standings.as_view(), name="api-standings"),
    path("publications/", standings.Publications.as_view(), name="api-publications"),
    path("publications/withdraw/", standings.WithdrawPublication.as_view(),
         name="api-publications-withdraw"),
]  # fmt: skip

urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/", tournaments.Tournaments.as_view(), name="api-tournaments"),
    path("tournaments/<uuid:tournament_id>/", include(one)),
    path("ratings/<uuid:pool_id>/people/", ratings.RatingPeople.as_view(),
         name="api-rating-people"),
]  # fmt: skip
