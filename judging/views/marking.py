"""Markers' pages: their queues, and the sheet of one script."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from judging.errors import FrozenMarksError, StaleMarkError, UnmarkedPartError
from judging.forms.marking import MarksForm
from judging.models import Marking, PaperProblem, Script
from judging.permissions import marked_problem, marking_of, script_of
from judging.services import marking_pages
from judging.services.marking import (
    adjudicates,
    comments,
    open_adjudication,
    save_marks,
    to_adjudicate,
)
from judging.services.marking_view import queue_view, script_view
from judging.services.schemes import core_scheme, scheme_of
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.marking_parts import rounds_shown, sheet_parts, statement_of
from judging.views.paper_parts import html_of
from tournaments.names import tournament_name

Find = Callable[[User | None, UUID], Any]


def signed_in(*methods: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., Any]]:
    """A page of one's own: whoever is not signed in is asked to."""

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., Any]:
        @never_cache
        @require_http_methods(list(methods))
        def handle(request: HttpRequest, **more: Any) -> HttpResponse:
            if person(request) is None:
                back = request.get_full_path() if request.method == "GET" else "/"
                return redirect_to_login(back, reverse("accounts:sign_in"))
            return view(request, **more)

        handle.__doc__ = view.__doc__
        return handle

    return wrap


@signed_in("GET", "HEAD")
def marking(request: HttpRequest) -> HttpResponse:
    """What the person marks, problem by problem."""
    cards = marking_pages.my_queues(person(request))
    first = next((one for one in cards if one.next and one.approved), None)
    decide = next((one for one in cards if one.disagreed), None)
    context = {
        "cards": cards,
        "first": first,
        "decide": decide,
        "left": sum(one.left for one in cards),
        "done": sum(one.done for one in cards),
    }
    return render(request, "judging/marking/queues.html", context)


def queue_address(problem: PaperProblem) -> str:
    return reverse("judging:marking_queue", args=[problem.pk])


def problem_context(request: HttpRequest, problem: PaperProblem, **more: Any) -> dict[str, Any]:
    """What every page of a problem's marking says around its own."""
    tournament = problem.paper.stage.tournament
    english = request.LANGUAGE_CODE == "en"
    return {
        "problem": problem,
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "paper_title": (problem.paper.title_en if english else "") or problem.paper.title,
        **more,
    }


@signed_in("GET", "HEAD")
def marking_queue(request: HttpRequest, found_id: UUID) -> HttpResponse:
    """The person's scripts of one problem, and what waits for their decision."""
    user = person(request)
    problem = marked_problem(user, found_id)
    assert user is not None
    rows = queue_view(problem, user)
    left = [one for one in rows if not one["complete"] and not one["frozen"]]
    decides = adjudicates(problem, user)
    context = problem_context(
        request,
        problem,
        rows=rows,
        left=len(left),
        done=len(rows) - len(left),
        first=next(iter(left), None),
        decides=decides,
        disagreed=to_adjudicate(problem) if decides else [],
        scheme=scheme_of(problem),
        statement=statement_of(problem),
    )
    return render(request, "judging/marking/queue.html", context)


@opened(script_of, "POST", home=lambda script: reverse("judging:marking"))
def decide(request: HttpRequest, script: Script) -> HttpResponse:
    """Open the sheet of whoever decides where the markers disagree."""
    user = person(request)
    assert user is not None
    made = open_adjudication(script=script, user=user, at=arrived_at(request))
    return redirect("judging:sheet", made.pk)


@signed_in("GET", "HEAD", "POST")
def sheet(request: HttpRequest, found_id: UUID) -> HttpResponse:
    """A script, and the marks the person gives it."""
    found = marking_of(person(request), found_id)
    if request.method != "POST":
        return _sheet(request, found)
    scheme = core_scheme(scheme_of(found.round.script.problem))
    form = MarksForm(request.POST, scheme=scheme)
    if not form.is_valid():
        return _sheet(request, found, form, status=422)
    action = request.POST.get("action", "")
    try:
        _save(request, found, form, complete=action.startswith("complete"))
    except UnmarkedPartError as error:
        found = marking_of(person(request), found_id)
        return _sheet(request, found, form, fault=sentence(error), status=422)
    except StaleMarkError as error:
        return _sheet(request, found, form, fault=sentence(error), stale=True, status=409)
    except FrozenMarksError as error:
        return _sheet(request, found, form, fault=sentence(error), stale=True, status=409)
    except REFUSALS as error:
        return _sheet(request, found, form, fault=sentence(error), status=422)
    if action == "complete_next":
        return _to_next(request, found)
    messages.success(
        request, _("The marks are complete.") if action == "complete" else _("The marks are kept.")
    )
    return redirect("judging:sheet", found.pk)


def _save(request: HttpRequest, found: Marking, form: MarksForm, *, complete: bool) -> None:
    user, at = person(request), arrived_at(request)
    assert user is not None
    data = form.cleaned_data
    save_marks(
        marking_id=found.pk,
        user=user,
        marks=form.marks,
        comment=data["comment"],
        note=data["note"],
        annotations=data["annotations"],
        expected_version=data["version"],
        complete=complete,
        at=at,
    )
    marking_pages.keep_and_count(
        found.round.script.problem,
        used=request.POST.get("used", "").split()[:20],
        keep=data["comment"] if request.POST.get("action") == "keep" else "",
        by=user,
        at=at,
    )


def _to_next(request: HttpRequest, found: Marking) -> HttpResponse:
    following = marking_pages.waiting_after(found)
    code = found.round.script.code
    messages.success(request, _("Script %(code)s is complete.") % {"code": code})
    if following is None:
        return redirect("judging:marking_queue", found.round.script.problem_id)
    return redirect("judging:sheet", following.pk)


def _sheet(
    request: HttpRequest,
    found: Marking,
    form: MarksForm | None = None,
    *,
    fault: str = "",
    stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """``form``: what was typed and not taken; ``stale``: the stored marks are others."""
    user = person(request)
    assert user is not None
    script = found.round.script
    problem = marked_problem_of(script)
    decides = found.place == Marking.Place.ADJUDICATOR and adjudicates(problem, user)
    shown = script_view(script, user, adjudicates=decides)
    own = next(
        sheet for one in shown["rounds"] for sheet in one["sheets"] if sheet["id"] == str(found.pk)
    )
    before, after, number, of = marking_pages.neighbours(found)
    rounds = rounds_shown(shown, found.round.number, str(found.pk))
    frozen = found.round.finished_at is not None or (
        found.completed_at is not None and bool(rounds["others"]) and not decides
    )
    with timezone.override(ZoneInfo(problem.paper.stage.tournament.time_zone)):
        context = problem_context(
            request,
            problem,
            sheet=own,
            script=shown,
            form=form,
            fault=fault or (form_fault(form) if form else ""),
            stale=stale,
            frozen=frozen,
            decides=decides,
            parts=sheet_parts(shown["scheme"]["parts"], own, rounds["others"], form),
            rounds=rounds,
            typed=_typed(own, form),
            text=html_of(shown["text"]) if shown["text"].strip() else "",
            page=_page_data(found, shown, rounds),
            before=before,
            after=after,
            number=number,
            of=of,
            comments=comments(problem)[:9],
            statement=statement_of(problem),
            scheme_approved=shown["scheme"]["approved_at"] is not None,
        )
        return render(request, "judging/marking/sheet.html", context, status=status)


def _page_data(
    found: Marking, shown: Mapping[str, Any], rounds: Mapping[str, Any]
) -> dict[str, Any]:
    """What the page's script needs."""
    return {
        "parts": [one["letter"] for one in shown["scheme"]["parts"]],
        "others": others_notes([{"sheets": rounds["others"]}, *rounds["old"]]),
        "words": {
            "note_on": _("Note %(n)s on page %(page)s"),
            "remove": _("Remove note %(n)s"),
            "offline": _("The server did not answer. What you entered is still here; send again."),
            "unsaved": _("not saved yet"),
        },
    }


def others_notes(rounds: Any) -> list[dict[str, Any]]:
    """Annotations of others on the pages, with whose they are."""
    return [
        {**note, "who": sheet["who"]}
        for one in rounds
        for sheet in one["sheets"]
        for note in sheet["annotations"]
    ]


def marked_problem_of(script: Script) -> PaperProblem:
    return PaperProblem.objects.select_related("paper__stage__tournament", "source", "scheme").get(
        pk=script.problem_id
    )


def form_fault(form: MarksForm) -> str:
    return " ".join(str(one) for one in form.non_field_errors()) or " ".join(
        str(error) for errors in form.errors.values() for error in errors
    )


def _typed(own: Mapping[str, Any], form: MarksForm | None) -> dict[str, Any]:
    """What stands in the fields: what was typed last, else what is stored."""
    if form is None:
        return {name: own[name] for name in ("comment", "note", "annotations")}
    clean = form.cleaned_data if hasattr(form, "cleaned_data") else {}
    return {
        "comment": form.data.get("comment", ""),
        "note": form.data.get("note", ""),
        "annotations": clean.get("annotations", own["annotations"]),
    }


@opened(script_of, "GET", "HEAD", home=lambda script: reverse("judging:marking"))
def script(request: HttpRequest, script: Script) -> HttpResponse:
    """A script with all its rounds, for whoever leads the marking."""
    user = person(request)
    assert user is not None
    problem = marked_problem(user, script.problem_id)
    shown = script_view(script, user, adjudicates=True)
    context = problem_context(
        request,
        problem,
        script=shown,
        rounds=rounds_shown(shown, 0, ""),
        text=html_of(shown["text"]) if shown["text"].strip() else "",
        page={"annotations": [], "others": others_notes(rounds_shown(shown, 0, "")["old"])},
        statement=statement_of(problem),
        disagreed=shown["state"] == "disagreed" and adjudicates(problem, user),
    )
    return render(request, "judging/marking/script.html", context)
