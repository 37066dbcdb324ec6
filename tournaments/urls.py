"""Addresses of the desk, of joining, and (public_urls) of what everybody may see."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import (
    desk,
    desk_audit,
    desk_certificates,
    desk_entries,
    desk_files,
    desk_import,
    desk_results,
    desk_seating,
    desk_settings,
    desk_standings,
    desk_tables,
    joining,
    me,
    new_from_file,
    ratings,
)

app_name = "tournaments"

Patterns = list[URLPattern | URLResolver]

entries: Patterns = [
    path("", desk_entries.desk_entries, name="desk_entries"),
    path("check-in-all/", desk_entries.check_in_everybody, name="check_in_all"),
    path("import/", desk_import.desk_import, name="desk_import"),
    path("import/preview/", desk_import.desk_import_preview, name="desk_import_preview"),
    path("import/confirm/", desk_import.import_confirm, name="import_confirm"),
    path("import/drop/", desk_import.import_drop, name="import_drop"),
    path("<uuid:entry_id>/", desk_entries.desk_entry, name="desk_entry"),
    path("<uuid:entry_id>/link/", desk_entries.desk_entry_link, name="desk_entry_link"),
    path("<uuid:entry_id>/do/<slug:what>/", desk_entries.entry_action, name="entry_action"),
]

seating: Patterns = [
    path("", desk_seating.desk_seating, name="desk_seating"),
    path("draw/", desk_seating.draw, name="draw"),
    path("<int:ordinal>/<slug:what>/", desk_seating.seating_action, name="seating_action"),
    path("pairs/add/", desk_seating.pair_add, name="pair_add"),
    path("pairs/<int:pair_id>/remove/", desk_seating.pair_remove, name="pair_remove"),
]

standings: Patterns = [
    path("", desk_standings.desk_standings, name="desk_standings"),
    path("publish/", desk_standings.publish_standings, name="publish_standings"),
    path("withdraw/", desk_standings.withdraw_standings, name="withdraw_standings"),
    path("lots/<int:stage_order>/", desk_standings.lots, name="lots"),
    path("<uuid:entry_id>/", desk_standings.desk_explain, name="desk_explain"),
]

files: Patterns = [
    path("", desk_files.desk_files, name="desk_files"),
    path("archive.json", desk_files.archive_file, name="archive_file"),
    path("stage-<int:stage_order>.trf", desk_files.report_file, name="report_file"),
    path("pairings-<int:ordinal>.<slug:kind>", desk_files.pairings_file, name="pairings_file"),
    path("results.<slug:kind>", desk_files.results_file, name="results_file"),
    path("standings.<slug:kind>", desk_files.live_standings_file, name="live_standings_file"),
    path("rounds/<int:ordinal>/results/", desk_files.results_import, name="results_import"),
    path("rounds/<int:ordinal>/results/enter/", desk_files.results_import_enter,
         name="results_import_enter"),
    path("ratings/", ratings.choose_ratings, name="choose_ratings"),
    path("certificates/", desk_certificates.desk_certificates, name="desk_certificates"),
]  # fmt: skip

settings: Patterns = [
    path("", desk_settings.desk_settings, name="desk_settings"),
    path("copy/", desk_settings.copy, name="copy"),
    path("code/", desk_settings.new_code, name="new_code"),
    path("stages/<int:stage_order>/kind/", desk_settings.stage_kind, name="stage_kind"),
    path("state/", desk_settings.change_state, name="change_state"),
    path("delete/", desk_settings.delete, name="delete"),
    path("staff/add/", desk_settings.staff_add, name="staff_add"),
    path("staff/<int:member_id>/link/", desk_settings.staff_link, name="staff_link"),
    path("staff/<int:member_id>/remove/", desk_settings.staff_remove, name="staff_remove"),
]

one_desk: Patterns = [
    path("", desk.desk, name="desk"),
    path("announce/", desk.announce_view, name="announce"),
    path("undo/", desk.undo, name="undo"),
    path("jobs/<uuid:job_id>/", desk.job, name="job"),
    path("entries/", include(entries)),
    path("seating/", include(seating)),
    path("dry-run/", desk_results.dry_run, name="dry_run"),
    path("byes/", desk_results.byes_page, name="byes"),
    path("byes/save/", desk_results.save_byes, name="save_byes"),
    path("rounds/<int:ordinal>/results/", desk_results.round_results, name="round_results"),
    path("rounds/<int:ordinal>/arbiters/", desk_results.round_arbiters, name="round_arbiters"),
    path("rounds/<int:ordinal>/timer/", desk_results.timer, name="timer"),
    path("rounds/<int:ordinal>/<slug:what>/", desk_seating.round_action, name="round_action"),
    path("tables/<uuid:table_id>/", desk_tables.desk_table, name="desk_table"),
    path("tables/<uuid:table_id>/<slug:what>/", desk_tables.table_action, name="table_action"),
    path("standings/", include(standings)),
    path("advancement/<int:stage_order>/", desk_standings.desk_advancement,
         name="desk_advancement"),
    path("print/", desk_audit.desk_print, name="desk_print"),
    path("files/", include(files)),
    path("settings/", include(settings)),
    path("audit/", desk_audit.desk_audit, name="desk_audit"),
]  # fmt: skip

urlpatterns: Patterns = [
    path("desk/new/", desk_settings.create, name="create"),
    path("desk/new/file/", new_from_file.from_file, name="from_file"),
    path("desk/new/file/look/", new_from_file.from_file_look, name="from_file_look"),
    path("desk/<uuid:tournament_id>/", include(one_desk)),
    path("ratings/<uuid:pool_id>/", ratings.ratings, name="ratings"),
    path("ratings/<uuid:pool_id>/people/", ratings.rating_people, name="rating_people"),
    path("join/", joining.ask_code, name="join"),
    path("join/<str:code>/", joining.join, name="join"),
    path("t/<uuid:tournament_id>/me/", me.me, name="me"),
    path("t/<uuid:tournament_id>/me/report/", me.report, name="report_result"),
    path("t/<uuid:tournament_id>/me/check-in/", me.check_me_in, name="check_me_in"),
    path("", include("tournaments.public_urls")),
]
