"""A tournament out of a file: choose it, look at what it says, make it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.errors import UserError
from accounts.models import User
from tournaments.forms.files import OfferForm, ReportForm
from tournaments.interchange.trf_values import TrfError
from tournaments.models import Tournament
from tournaments.offered_files import OfferedFile
from tournaments.services import offered as service
from tournaments.services.restoring import here, read_archive, restore
from tournaments.services.trf_import import import_trf, look, planned
from tournaments.views.access import arrived_at, person


def _organiser(request: HttpRequest) -> User:
    user = person(request)
    if user is None or not user.is_organiser:
        raise Http404
    return user


def trf_sentence(error: TrfError) -> str:
    """What is wrong with a report file, with its line."""
    words = _(error.words) % error.params
    line = error.params["line"]
    if line is None:
        return words
    return _("Line %(line)s: %(what)s") % {"line": line, "what": words}


def from_file(request: HttpRequest) -> HttpResponse:
    """Choose a file; ``POST drop`` forgets the one that was chosen."""
    user = _organiser(request)
    form = OfferForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            service.refuse_large(file.name, file.size)
        except UserError as error:
            form.add_error("file", str(error))
        else:
            service.keep_offer(name=file.name, content=file.read(), by=user, at=arrived_at(request))
            return redirect("tournaments:from_file_look")
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/desk/files_new.html", {"form": form}, status=status)


def from_file_look(request: HttpRequest) -> HttpResponse:
    """What the file says and what it would become; ``POST`` makes it."""
    user = _organiser(request)
    try:
        kept = service.offered(user)
        content = bytes(kept.content)
        if service.is_archive(content):
            return _archive(request, user, kept, content)
        return _report(request, user, kept, content)
    except UserError as error:
        messages.error(request, str(error))
    except TrfError as error:
        messages.error(request, trf_sentence(error))
    return redirect("tournaments:from_file")


def _archive(request: HttpRequest, user: User, kept: OfferedFile, content: bytes) -> HttpResponse:
    archive = read_archive(content)
    old = here(archive)
    if request.method == "POST":
        made = restore(
            archive=archive, copy="copy" in request.POST, by=user, at=arrived_at(request)
        )
        return _done(request, user, made, _("The tournament is restored. Give everybody a new "
                                            "personal link."))  # fmt: skip
    counts = [
        (_("Entries"), archive.count("tournaments.entry")),
        (_("Rounds"), archive.count("tournaments.round")),
        (_("Matches"), archive.count("games.match")),
        (_("Publications"), archive.count("tournaments.publication")),
        (_("Lines of the record"), archive.count("tournaments.auditentry")),
    ]
    context = {"kept": kept, "archive": archive, "old": old, "counts": counts}
    return render(request, "tournaments/desk/files_archive.html", context)


def _report(request: HttpRequest, user: User, kept: OfferedFile, content: bytes) -> HttpResponse:
    seen = look(content)
    initial: dict[str, Any] = {
        "name": seen.name or kept.name.rsplit(".", 1)[0],
        "game": "oware",
        "rounds": seen.rounds,
    }
    form = ReportForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        made = import_trf(
            seen=planned(seen, data["rounds"]),
            game=data["game"],
            name=data["name"],
            by=user,
            at=arrived_at(request),
            file_name=kept.name,
        )
        return _done(request, user, made, _("The tournament is made and goes on from here."))
    status = 422 if request.method == "POST" else 200
    context = {"kept": kept, "seen": seen, "form": form, "first": seen.file.players[:8]}
    return render(request, "tournaments/desk/files_report.html", context, status=status)


def _done(request: HttpRequest, user: User, made: Tournament, words: str) -> HttpResponse:
    service.drop_offer(by=user)
    messages.success(request, words)
    return redirect("tournaments:desk", made.pk)
