"""The desk's pages of entries."""

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.services.people import link_token, linkable, new_link, revoke_links
from accounts.site_address import full_address
from tournaments.errors import NameTakenError
from tournaments.forms.desk import EntryForm
from tournaments.models import Entry, Tournament
from tournaments.services import entries as service
from tournaments.services import presence
from tournaments.services.audit import record
from tournaments.services.entry_list import entry_list, entry_page
from tournaments.services.field import latest_round, next_ordinal
from tournaments.services.formats.registry import format_of
from tournaments.settings import MOST_ROUNDS
from tournaments.views import typed
from tournaments.views.access import action, arrived_at, back, form, page, person
from tournaments.views.context import desk_context


@form
def desk_entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody on the list; the form at its end enters one more."""
    entered = EntryForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if entered.is_valid() and _add(request, tournament, entered):
            return redirect(reverse("tournaments:desk_entries", args=[tournament.pk]) + "#add")
        status = 422
    show, query, keep = (request.GET.get(name, "") for name in ("show", "q", "keep"))
    listing = entry_list(tournament, show, query, keep)
    join = full_address(reverse("tournaments:join", args=[tournament.join_code]), request)
    context = desk_context(
        request,
        tournament,
        "entries",
        listing=listing,
        form=entered,
        show=show,
        kept=urlencode({"show": show, "q": query}),
        join_url=join,
        late=next_ordinal(tournament) > 1,
    )
    return render(request, "tournaments/desk/entries.html", context, status=status)


def _add(request: HttpRequest, tournament: Tournament, entered: EntryForm) -> bool:
    try:
        made = service.add_entry(
            tournament=tournament,
            details=service.Details(**entered.details()),
            by=person(request),
            at=arrived_at(request),
            from_round=entered.cleaned_data["from_round"],
            same_name_ok=entered.cleaned_data["same_name_ok"],
        )
    except NameTakenError as error:
        entered.add_error("name", str(error))
        entered.ask_same_name = True
        return False
    messages.success(request, _("%(name)s is entered.") % {"name": made.name})
    return True


@form
def desk_entry(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> HttpResponse:
    """One person: details, state, results, personal link."""
    entry = service.get_entry(tournament, entry_id)
    entered = EntryForm(
        request.POST or None,
        initial={name: getattr(entry, name) for name in (*service.Details.__slots__, "from_round")},
    )
    status = 200
    if request.method == "POST":
        if entered.is_valid() and _change(request, entry, entered):
            return redirect("tournaments:desk_entry", tournament.pk, entry.pk)
        status = 422
    context = desk_context(
        request,
        tournament,
        "entries",
        entry=entry,
        form=entered,
        shown=entry_page(entry),
        next_ordinal=next_ordinal(tournament),
        leaving=_leaving(tournament),
    )
    return render(request, "tournaments/desk/entry.html", context, status=status)


def _leaving(tournament: Tournament) -> str:
    latest = latest_round(tournament)
    return format_of(latest.stage).leaving(latest.stage) if latest else ""


def _change(request: HttpRequest, entry: Entry, entered: EntryForm) -> bool:
    try:
        service.change_entry(
            entry=entry,
            details=service.Details(**entered.details()),
            by=person(request),
            at=arrived_at(request),
            from_round=entered.cleaned_data["from_round"],
            same_name_ok=entered.cleaned_data["same_name_ok"],
        )
    except NameTakenError as error:
        entered.add_error("name", str(error))
        entered.ask_same_name = True
        return False
    messages.success(request, _("Saved."))
    return True


@page
def desk_entry_link(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> HttpResponse:
    """The personal link of an entry with its QR code, to show on a screen or hand over."""
    entry = service.get_entry(tournament, entry_id)
    url = ""
    if entry.user is not None and linkable([entry.user]):
        url = full_address(
            reverse("accounts:personal_link", args=[link_token(entry.user)]), request
        )
    context = desk_context(
        request,
        tournament,
        "entries",
        entry=entry,
        url=url,
    )
    return render(request, "tournaments/desk/entry_link.html", context)


@action
def entry_action(
    request: HttpRequest, tournament: Tournament, entry_id: UUID, what: str
) -> HttpResponse:
    """Check in, withdraw, and the like: one step for one entry."""
    entry = service.get_entry(tournament, entry_id)
    by, at = person(request), arrived_at(request)
    reason = typed.reason(request)
    ordinal = min(typed.number(request, "ordinal"), MOST_ROUNDS) or None
    match what:
        case "check-in":
            presence.check_in(entry=entry, by=by, at=at)
        case "undo-check-in":
            presence.check_in(entry=entry, here=False, by=by, at=at)
        case "withdraw":
            presence.withdraw(entry=entry, from_round=ordinal, by=by, at=at, reason=reason)
        case "put-back":
            service.put_back(entry=entry, by=by, at=at)
        case "re-enter":
            presence.re_enter(entry=entry, by=by, at=at, reason=reason)
        case "disqualify":
            presence.disqualify(entry=entry, by=by, at=at, reason=reason)
        case "absent" | "present":
            presence.set_absence(
                entry=entry,
                ordinal=ordinal or next_ordinal(tournament),
                absent=what == "absent",
                by=by,
                at=at,
                reason=reason,
            )
        case "remove":
            service.remove_entry(entry=entry, by=by, at=at, reason=reason)
            messages.success(request, _("%(name)s was taken off the list.") % {"name": entry.name})
            return redirect("tournaments:desk_entries", tournament.pk)
        case "new-link" | "revoke-link":
            _change_link(request, tournament, entry, what)
        case _:
            raise Http404
    return back(request, tournament)


def _change_link(request: HttpRequest, tournament: Tournament, entry: Entry, what: str) -> None:
    """``new-link`` or ``revoke-link``: the old one and the sessions it opened end."""
    if entry.user is None or not linkable([entry.user]):
        raise Http404
    at = arrived_at(request)
    if what == "new-link":
        new_link(entry.user, at)
        messages.success(request, _("The old link is void; this is the new one."))
    else:
        revoke_links(entry.user, at)
        messages.success(request, _("The link is void."))
    record(
        tournament=tournament,
        by=person(request),
        at=at,
        action="entry.new_link",
        subject=str(entry),
    )


@action
def check_in_everybody(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    count = presence.check_in_all(tournament=tournament, by=person(request), at=arrived_at(request))
    messages.success(request, _("%(n)s checked in.") % {"n": count})
    return back(request, tournament)
