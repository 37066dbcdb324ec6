"""Reading a list of people: choose, look, import."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import UserError
from tournaments.forms.importing import ListForm, ReadingForm, column_choices
from tournaments.list_words import ENCODINGS, column_words, say_issues
from tournaments.models import Registration, Tournament
from tournaments.services import importing as service
from tournaments.step_words import StepView
from tournaments.views.access import action, arrived_at, form, page, person
from tournaments.views.context import desk_context


@form
def desk_import(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose a file or paste a list."""
    chosen = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and chosen.is_valid() and _keep(request, tournament, chosen):
        return redirect("tournaments:desk_import_preview", tournament.pk)
    context = desk_context(request, tournament, "entries", form=chosen)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/desk/import.html", context, status=status)


def _keep(request: HttpRequest, tournament: Tournament, chosen: ListForm) -> bool:
    file = chosen.cleaned_data["file"]
    name = file.name if file is not None else ""
    by = person(request)
    assert by is not None
    try:
        if file is not None:
            service.refuse_large(name, file.size)
        content = file.read() if file is not None else chosen.cleaned_data["text"].encode()
        service.keep_list(
            tournament=tournament, name=name, content=content, by=by, at=arrived_at(request)
        )
    except UserError as error:
        chosen.add_error("file", str(error))
        return False
    return True


@page
def desk_import_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the list says, as it would be imported; the choices stand in the address."""
    by = person(request)
    assert by is not None
    kept = service.kept_list(tournament, by)
    data = request.GET.copy()
    if not data:
        data["listed_only"] = "on" if tournament.registration == Registration.LISTED else ""
    read = ReadingForm(data)
    people = service.read_list(kept, read.reading())
    same_names = _chosen(read, "same_names")
    context = desk_context(
        request,
        tournament,
        "entries",
        step=StepView(
            _("Look at the list, then enter the people"),
            _("Nobody is entered before you press the button."),
            (),
            calm=False,
        ),
        kept=kept,
        form=read,
        people=people,
        encoding=ENCODINGS.get(people.encoding, people.encoding),
        columns=column_choices(people),
        faults=say_issues(people.faults),
        warnings=say_issues(people.warnings),
        headers=[column_words(column.header) for column in people.columns],
        same_names=same_names,
        count=len(people.entering(same_names=same_names)),
        left_out=sum(one.eligible is False for one in people.people),
    )
    return render(request, "tournaments/desk/import_preview.html", context)


@action
def import_confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter everybody on the list, or nobody."""
    by = person(request)
    assert by is not None
    read = ReadingForm(request.POST)
    reading = read.reading()
    made = service.import_list(
        tournament=tournament,
        reading=reading,
        listed_only=_chosen(read, "listed_only"),
        same_names=_chosen(read, "same_names"),
        by=by,
        at=arrived_at(request),
    )
    messages.success(
        request,
        ngettext("%(n)s person is on the list.", "%(n)s people are on the list.", len(made))
        % {"n": len(made)},
    )
    return redirect(reverse("tournaments:desk_entries", args=[tournament.pk]))


def _chosen(read: ReadingForm, name: str) -> bool:
    return bool(read.is_valid() and read.cleaned_data[name])


@action
def import_drop(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    by = person(request)
    assert by is not None
    service.drop_list(tournament=tournament, by=by)
    return redirect("tournaments:desk_import", tournament.pk)
