"""Results of a whole round on one page, the byes board, and the timer of a round."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.rehearsal import RehearsalForm
from tournaments.forms.round_results import RoundResultsForm
from tournaments.models import ByeKind, RoundState, Tournament
from tournaments.names import round_name
from tournaments.seats import people_at
from tournaments.services.byes_board import byes_board
from tournaments.services.formats.registry import format_of
from tournaments.services.overview import overview
from tournaments.services.presence import set_absence
from tournaments.services.rehearsal import rehearse
from tournaments.services.results import set_round_arbiters
from tournaments.services.round_results import RoundResultsError, Typed, enter_round
from tournaments.services.series_results import COUNTED, most_games
from tournaments.services.staff import arbiters
from tournaments.services.timer import set_timer
from tournaments.views import typed
from tournaments.views.access import action, arrived_at, back, form, page, person
from tournaments.views.context import desk_context
from tournaments.views.desk_seating import get_round
from tournaments.words import BYES


@form
def round_results(request: HttpRequest, tournament: Tournament, ordinal: int) -> HttpResponse:
    """Every pairing of a round with a field for its result; saved together."""
    seen = overview(tournament, arrived_at(request), ordinal)
    round_ = seen.current
    if round_ is None:
        raise Http404
    if round_.state == RoundState.DRAFT or not format_of(round_.stage).pairs:
        return redirect("tournaments:desk", tournament.pk)
    posted = request.POST.dict() if request.method == "POST" else None
    most = most_games(round_, [row.table for row in seen.rows])
    counted = tournament.game == COUNTED
    entered = RoundResultsForm(seen.rows, posted, most, counted=counted)
    if posted is not None:
        found = entered.typed()
        if not entered.wrong and (saved := _save(request, round_.pk, entered, found)) is not None:
            words = ngettext("%(n)s result is saved.", "%(n)s results are saved.", len(saved))
            messages.success(request, words % {"n": len(saved)})
            return redirect("tournaments:desk", tournament.pk)
    context = desk_context(
        request,
        tournament,
        "tables",
        seen=seen,
        form=entered,
        round_name=round_name(round_),
        ordinal=ordinal,
        draws=format_of(round_.stage).draws,
    )
    status = 422 if entered.wrong else 200
    return render(request, "tournaments/desk/round_results.html", context, status=status)


def _save(
    request: HttpRequest, round_id: int, entered: RoundResultsForm, found: dict[int, Typed]
) -> list[int] | None:
    try:
        return enter_round(
            round_id=round_id, typed=found, by=person(request), at=arrived_at(request)
        )
    except RoundResultsError as error:
        entered.refuse(error.params["errors"])
        return None


@form
def round_arbiters(request: HttpRequest, tournament: Tournament, ordinal: int) -> HttpResponse:
    """Who looks after which table of a round; fields a1, a2 … hold a person's id."""
    round_ = get_round(tournament, ordinal)
    people = arbiters(tournament)
    tables = list(
        round_.tables.select_related("arbiter").prefetch_related(people_at()).order_by("number")
    )
    if request.method == "POST":
        known = {str(one.pk): one for one in people}
        given = {one.number: request.POST.get(f"a{one.number}") for one in tables}
        changed = set_round_arbiters(
            round_id=round_.pk,
            chosen={n: known.get(key) for n, key in given.items() if key is not None},
            by=person(request),
            at=arrived_at(request),
        )
        words = ngettext("%(n)s change is saved.", "%(n)s changes are saved.", len(changed))
        messages.success(request, words % {"n": len(changed)})
        return redirect("tournaments:desk", tournament.pk)
    context = desk_context(
        request,
        tournament,
        "tables",
        tables=tables,
        people=people,
        round_name=round_name(round_),
        ordinal=ordinal,
    )
    return render(request, "tournaments/desk/round_arbiters.html", context)


@page
def byes_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who sits out which round, with a choice for every round to come."""
    context = desk_context(
        request, tournament, "entries", board=byes_board(tournament), kinds=list(BYES.items())
    )
    return render(request, "tournaments/desk/byes.html", context)


@action
def save_byes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Store what was chosen: fields named ``<entry number>-<ordinal>`` with a kind or empty."""
    changed = 0
    board = byes_board(tournament)
    for row in board.rows:
        for cell in row.cells:
            wanted = request.POST.get(f"{row.entry.number}-{cell.column.ordinal}")
            now = cell.kind if cell.kind in BYES else ""
            if not cell.column.open or wanted is None or wanted == now:
                continue
            if wanted and wanted not in BYES:
                continue
            row.entry.tournament = tournament
            set_absence(
                entry=row.entry,
                ordinal=cell.column.ordinal,
                absent=bool(wanted),
                kind=ByeKind(wanted or ByeKind.ZERO),
                by=person(request),
                at=arrived_at(request),
            )
            changed += 1
    words = ngettext("%(n)s change is saved.", "%(n)s changes are saved.", changed)
    messages.success(request, words % {"n": changed})
    return redirect("tournaments:byes", tournament.pk)


@page
def dry_run(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rest of the tournament at random: rounds, matches, hours."""
    wanted = RehearsalForm(request.GET.dict(), tournament.game)
    shown = None
    if wanted.is_valid():
        shown = rehearse(tournament, wanted.wishes(), arrived_at(request))
    context = desk_context(request, tournament, "settings", form=wanted, shown=shown)
    status = 200 if shown else 422
    return render(request, "tournaments/desk/dry_run.html", context, status=status)


@action
def timer(request: HttpRequest, tournament: Tournament, ordinal: int) -> HttpResponse:
    """Start the timer of a round for so many minutes, or take it away with 0."""
    set_timer(
        round_id=get_round(tournament, ordinal).pk,
        minutes=min(typed.number(request, "minutes"), 24 * 60),
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(request, _("The timer is set."))
    return back(request, tournament)
