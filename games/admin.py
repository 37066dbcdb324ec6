"""Matches in the administration: to look at. They are changed through their record only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Heartbeat, Match, MatchEvent, Seat


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "name", "user", "computer", "ready_at")


class EventInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = MatchEvent
    fields = ("seq", "at", "kind", "seat", "text", "data", "by", "reason")
    ordering = ("seq",)


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "game", "status", "seq", "created_at", "finished_at")
    list_filter = ("game", "status", "is_practice")
    search_fields = ("id", "title_ja", "title_en", "scope")
    date_hierarchy = "created_at"
    inlines = (SeatInline, EventInline)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "at", "away_from", "away_until")
