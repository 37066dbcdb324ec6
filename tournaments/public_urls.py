"""Addresses of what everybody may see, and of what is printed and downloaded."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import prints, public, public_embed, public_more

pages = [
    path("", public.public, name="public"),
    path("rounds/<int:ordinal>/", public.public_round, name="public_round"),
    path("standings/", public.public_standings, name="public_standings"),
    path("bracket/", public_more.public_bracket, name="public_bracket"),
    path("crosstable/", public_more.public_crosstable, name="public_crosstable"),
    path("rounds.ics", public_more.public_calendar, name="public_calendar"),
    path("embed/standings/", public_embed.embed_standings, name="embed_standings"),
    path("embed/bracket/", public_embed.embed_bracket, name="embed_bracket"),
    path("embed/standings.json", public_embed.embed_json, name="embed_json"),
    path("players/<uuid:entry_id>/", public.public_player, name="public_player"),
    path("follow/", public.follow, name="follow"),
    path("screen/", public.public_screen, name="public_screen"),
    path("standings.pdf", prints.standings_pdf, name="standings_pdf"),
    path("standings.<slug:kind>", prints.standings_file, name="standings_file"),
    path("entries.<slug:kind>", prints.public_entries_file, name="public_entries_file"),
]

desk = [
    path("print/cards.pdf", prints.print_cards, name="print_cards"),
    path("print/standings.pdf", prints.print_standings, name="print_standings"),
    path("print/<int:ordinal>/<slug:what>.pdf", prints.print_round, name="print_round"),
    path("print/stage-<int:stage_order>/<slug:what>.pdf", prints.print_stage, name="print_stage"),
    path("entries.<slug:kind>", prints.entries_file, name="entries_file"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<uuid:tournament_id>/", include(pages)),
    path("desk/<uuid:tournament_id>/", include(desk)),
]
