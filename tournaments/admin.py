"""The administrator's view of tournaments: to look, seldom to change."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import AuditEntry, Entry, Publication, Tournament


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = (
        "name",
        "state",
        "starts_at",
        "registration",
        "is_public",
    )
    list_filter = (
        "state",
        "is_public",
    )
    search_fields = (
        "name",
        "name_en",
        "join_code",
    )
    raw_id_fields = ("created_by",)
    readonly_fields = ("live_seq",)


@admin.register(Entry)
class EntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = (
        "name",
        "club",
        "tournament",
        "number",
        "checked_in_at",
    )
    search_fields = (
        "name",
        "kana",
        "club",
    )
    raw_id_fields = (
        "tournament",
        "user",
    )


class OnlyToRead(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that are only inserted, by the services."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AuditEntry)
class AuditEntryAdmin(OnlyToRead):
    list_display = (
        "at",
        "tournament",
        "by",
        "action",
        "subject",
        "reason",
    )
    list_select_related = (
        "tournament",
        "by",
    )
    search_fields = (
        "subject",
        "reason",
    )


@admin.register(Publication)
class PublicationAdmin(OnlyToRead):
    list_display = (
        "tournament",
        "version",
        "state",
        "created_at",
        "embargo_until",
    )
    list_select_related = ("tournament",)
