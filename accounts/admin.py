"""The administration, for emergencies: what the site's own pages do not reach."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from accounts.models import ApiToken, Attempt, Membership, OneTimeLink, PersonalLink, User

admin.site.site_header = admin.site.site_title = "Taikai"
admin.site.unregister(Group)


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ["name", "username", "is_active", "is_organiser", "is_superuser"]
    list_filter = ["is_active", "is_organiser", "is_superuser"]
    search_fields = ["name", "username"]
    ordering = ["name"]
    filter_horizontal = []
    readonly_fields = ["last_login", "date_joined", "session_epoch"]
    fieldsets = [
        (None, {"fields": ["name", "username", "password", "language"]}),
        ("May", {"fields": ["is_active", "is_organiser", "is_staff", "is_superuser"]}),
        ("Seen", {"fields": ["date_joined", "last_login", "session_epoch"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["name", "username", "usable_password", "password1", "password2"]}),
    ]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows made by the product; deleting is the only thing left to do by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["user", "role", "scope", "created_at"]
    list_filter = ["role"]
    list_select_related = ["user"]
    search_fields = ["user__name", "scope"]
    autocomplete_fields = ["user"]


@admin.register(PersonalLink)
class PersonalLinkAdmin(ReadOnly):
    list_display = ["user", "created_at", "last_used_at", "revoked_at"]
    list_select_related = ["user"]
    search_fields = ["user__name"]


@admin.register(OneTimeLink)
class OneTimeLinkAdmin(ReadOnly):
    list_display = ["purpose", "user", "created_at", "used_at", "replaced_at"]
    list_select_related = ["user"]


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    list_display = ["label", "user", "created_at", "last_used_at", "revoked_at"]
    list_select_related = ["user"]
    fields = ["label", "user", "created_at", "last_used_at", "revoked_at"]


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    list_display = ["at", "action", "account", "address"]
    list_filter = ["action"]
    search_fields = ["account", "address"]
