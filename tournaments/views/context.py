"""What every page of the desk shows around its own."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Role
from accounts.services.roles import has_role
from tournaments.job_words import job_view
from tournaments.models import Stage, Tournament
from tournaments.names import tournament_name
from tournaments.services.formats.registry import format_of
from tournaments.services.jobs import told_of
from tournaments.services.overview import Overview, overview
from tournaments.step_words import StepView, step_bar, step_view


def desk_context(
    request: HttpRequest,
    tournament: Tournament,
    tab: str,
    *,
    seen: Overview | None = None,
    **more: Any,
) -> dict[str, Any]:
    """``tab``: the key of the tab that is open."""
    manages = has_role(request.user, tournament.pk, [Role.ORGANISER])
    at = request.arrived_at  # type: ignore[attr-defined]
    seen = seen or overview(tournament, at)
    job = told_of(tournament)
    shown = None if job is None else job_view(job, tournament, at)
    return {
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "manages": manages,
        "tabs": tabs(tournament, tab, seen.stages, manages=manages),
        "now": at,
        "seen": seen,
        "step": step_view(seen, tournament, manages=manages)
        if shown is None or not shown.waiting
        else StepView(shown.text, _("What comes of it is shown here."), (), calm=True),
        "job": shown,
        "job_reloads": tab in {"seating", "standings"},
        "bar": step_bar(seen, tournament),
        # A judging contest has papers: nobody is checked in, seated or given a bye.
        "played": any(format_of(stage).has_rounds for stage in seen.stages),
        **more,
    }


def tabs(
    tournament: Tournament, current: str, stages: Sequence[Stage], *, manages: bool
) -> list[dict[str, Any]]:
    """Those of the tables, and those that formats without rounds have in their place."""
    own = {one[0]: one for stage in stages for one in format_of(stage).desk_tabs(tournament)}
    tables = not own or any(not format_of(stage).desk_tabs(tournament) for stage in stages)
    names = [
        ("tables", _("Tables"), "desk"),
        ("entries", _("Entries"), "desk_entries"),
        ("seating", _("Seating"), "desk_seating"),
        ("standings", _("Standings"), "desk_standings"),
        ("print", _("Print"), "desk_print"),
        ("files", _("Files"), "desk_files"),
        ("settings", _("Settings"), "desk_settings"),
        ("audit", _("Record"), "desk_audit"),
    ]
    found = [
        (key, name, reverse(f"tournaments:{view}", args=[tournament.pk]))
        for key, name, view in names
        if (manages or key != "settings") and (tables or key not in {"tables", "seating"})
    ]
    return [
        {"name": name, "url": url, "current": key == current}
        for key, name, url in (*own.values(), *found)
        if manages or key != "marking"
    ]
