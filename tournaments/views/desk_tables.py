"""One table: its result, who did not come, its arbiter."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import (
    DependentsError,
    InvalidPlacesError,
    MatchGoingOnError,
    PlayedOnError,
    ReasonNeededError,
    ResultChangedError,
)
from tournaments.forms.pair_result import PairResultForm
from tournaments.forms.result import ResultForm
from tournaments.models import Table, Tournament
from tournaments.names import round_name
from tournaments.services import results, rounds
from tournaments.services.audit_view import line_views
from tournaments.services.formats.registry import format_of
from tournaments.services.results import dependents
from tournaments.services.staff import arbiters
from tournaments.services.table_view import TablePage, table_page
from tournaments.views import typed
from tournaments.views.access import action, arrived_at, back, form, person
from tournaments.views.context import desk_context

ASKS = (DependentsError, MatchGoingOnError, ReasonNeededError, PlayedOnError)


def get_table(tournament: Tournament, table_id: UUID) -> Table:
    """Raise Table.DoesNotExist."""
    return Table.objects.select_related("round__stage__tournament", "match", "arbiter").get(
        round__stage__tournament=tournament, pk=table_id
    )


@form
def desk_table(request: HttpRequest, tournament: Tournament, table_id: UUID) -> HttpResponse:
    """Everything about a table; htmx gets the result form alone, for the dialog."""
    shown = table_page(get_table(tournament, table_id), arrived_at(request))
    kind = PairResultForm if format_of(shown.table.round.stage).pairs else ResultForm
    entered = kind(request.POST or None, seats=shown.seats, table=shown.table)
    status = 200
    if request.method == "POST":
        if entered.is_valid() and _enter(request, tournament, shown, entered):
            return _done(request, tournament)
        status = 422
        shown = table_page(get_table(tournament, table_id), arrived_at(request))
    in_dialog = request.headers.get("HX-Request") == "true"
    context = desk_context(
        request,
        tournament,
        "tables",
        in_dialog=in_dialog,
        history=line_views(shown.history),
        shown=shown,
        table=shown.table,
        round_name=round_name(shown.table.round),
        form=entered,
        dependents=dependents(shown.table) if shown.table.result_source else [],
        arbiters=arbiters(tournament),
    )
    template = "tournaments/desk/result_form.html" if in_dialog else "tournaments/desk/table.html"
    return render(request, template, context, status=status)


def _enter(
    request: HttpRequest, tournament: Tournament, shown: TablePage, entered: ResultForm
) -> bool:
    data = entered.cleaned_data
    try:
        results.enter_result(
            table_id=shown.table.pk,
            entered=entered.entered(),
            games=entered.games,
            expected_version=data["version"],
            by=person(request),
            at=arrived_at(request),
            reason=data["reason"],
            confirmed=data["confirmed"],
            follow=entered.follow(),
        )
    except InvalidPlacesError as error:
        entered.refuse_places(str(error), error.params.get("seat"))
        return False
    except ASKS as error:
        entered.ask(error)
        return False
    except ResultChangedError as error:
        entered.add_error(None, str(error))
        return False
    messages.success(
        request, _("The result of table %(table)s is saved.") % {"table": shown.table.number}
    )
    return True


def _done(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    response = back(request, tournament)
    if request.headers.get("HX-Request") == "true":
        address = response["Location"]
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
    return response


@action
def table_action(
    request: HttpRequest, tournament: Tournament, table_id: UUID, what: str
) -> HttpResponse:
    """Start, no-show, came, arbiter, or back to the result of play."""
    table = get_table(tournament, table_id)
    by, at = person(request), arrived_at(request)
    match what:
        case "start":
            rounds.start_table(table_id=table.pk, by=by, at=at)
        case "no-show" | "came":
            results.mark_no_show(
                table_id=table.pk,
                seat=typed.number(request, "seat", -1),
                away=what == "no-show",
                by=by,
                at=at,
            )
        case "arbiter":
            results.set_table_arbiter(
                table_id=table.pk,
                arbiter=_arbiter(tournament, request.POST.get("arbiter", "")),
                by=by,
                at=at,
            )
        case "played":
            results.take_played_result(
                table_id=table.pk,
                expected_version=typed.number(request, "version", -1),
                by=by,
                at=at,
                reason=typed.reason(request),
            )
        case _:
            raise Http404
    return back(request, tournament)


def _arbiter(tournament: Tournament, key: str) -> User | None:
    return next((one for one in arbiters(tournament) if str(one.pk) == key), None)
