"""Writing a problem: its form, what it looks like, its versions and states."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.errors import UserError
from judging.answers.kinds import BOARD_KINDS, CHOICES, TYPED_KINDS
from judging.forms.bank_problem import BoardFields, ProblemForm, initial_of
from judging.kind_words import KINDS, SHORT, STATES
from judging.kinds.content import read_ground
from judging.kinds.graded import ProblemError
from judging.models import Bank, Kind, Problem, ProblemState
from judging.permissions import bank_of, problem_of
from judging.services.images import add_image
from judging.services.problem_view import problem_view
from judging.services.problems import (
    Written,
    add_problem,
    as_written,
    change_problem,
    set_problem_state,
    uses_of,
)
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.bank import home_of
from tournaments.views import typed

PARTS = {
    "board": " ".join(sorted(kind.value for kind in BOARD_KINDS)),
    "choice": " ".join(sorted(kind.value for kind in CHOICES)),
    "typed": " ".join(sorted(kind.value for kind in TYPED_KINDS - CHOICES)),
}
"""Which kinds a part of the form is for."""


def page_of(problem: Problem) -> str:
    return reverse("judging:problem", args=[problem.pk])


@opened(bank_of, "GET", "HEAD", "POST", home=home_of)
def problem_new(request: HttpRequest, bank: Bank) -> HttpResponse:
    """Write a new problem (``?kind=``)."""
    kind = request.GET.get("kind", "")
    form = ProblemForm(
        request.POST or None,
        initial={"kind": kind if kind in Kind.values else Kind.HANTEI},
    )
    if request.method == "POST" and form.is_valid():
        made = add_problem(
            bank=bank, written=form.written(), by=person(request), at=arrived_at(request)
        )
        messages.success(request, _("Kept as draft %(n)s.") % {"n": made.number})
        return redirect(page_of(made))
    return _form(request, bank, form)


@opened(problem_of, "GET", "HEAD", "POST", home=page_of)
def problem_edit(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Change a problem; whoever saves second is told and keeps what was typed."""
    before = as_written(problem)
    assert problem.current is not None
    form = ProblemForm(request.POST or None, initial=initial_of(before))
    version = problem.current.number
    if request.method == "POST" and form.is_valid():
        try:
            change_problem(
                problem=problem,
                written=form.written(before.made),
                expected_version=typed.number(request, "expected_version"),
                reason=typed.reason(request),
                by=person(request),
                at=arrived_at(request),
            )
        except UserError as error:
            form.add_error(None, str(error))
            return _form(request, problem.bank, form, problem, stale=version)
        messages.success(request, _("Saved."))
        return redirect(page_of(problem))
    expected = typed.number(request, "expected_version", version)
    return _form(request, problem.bank, form, problem, expected=expected)


def _form(
    request: HttpRequest,
    bank: Bank,
    form: ProblemForm,
    problem: Problem | None = None,
    *,
    expected: int = 0,
    stale: int = 0,
) -> HttpResponse:
    """``stale``: the number of the version that came between."""
    asked = (request.POST if request.method == "POST" else form.initial).get("kind", "")
    content = form.board() if form.is_bound and hasattr(form, "cleaned_data") else form.initial
    context = {
        "bank": bank,
        "problem": problem,
        "form": form,
        "parts": PARTS,
        "asked": asked,
        "position": _position(content),
        "expected": expected or stale,
        "stale": stale,
        "images": list(bank.images.order_by("-at")[:50]),
        "preview": reverse("judging:problem_preview", args=[bank.pk])
        + (f"?but={problem.pk}" if problem else ""),
        "reason": request.POST.get("reason", ""),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "judging/bank/problem_form.html", context, status=status)


def _position(content: Mapping[str, Any]) -> dict[str, Any]:
    """The board to draw: stones that are no points of it are left to the check."""
    names = ("lattice", "shape", "columns", "rows")
    usual: dict[str, Any] = {"lattice": "square", "shape": "grid", "columns": 9, "rows": 9}
    board = usual | {name: content[name] for name in names if content.get(name)}
    try:
        ground = read_ground({**board, "stones": []})
    except ProblemError:
        board, ground = usual, read_ground(usual)
    stones = content.get("stones", [])
    stones = stones.split() if isinstance(stones, str) else stones
    known = [name for name in dict.fromkeys(stones) if ground.board.point(name) is not None]
    return {**board, "stones": known}


@opened(bank_of, "POST", home=home_of)
def problem_preview(request: HttpRequest, bank: Bank) -> HttpResponse:
    """What is written so far, as it will look, with what is wrong; stores nothing."""
    form = ProblemForm(request.POST)
    form.is_valid()
    but = Problem.objects.filter(bank=bank, pk=typed.to_key(request.GET.get("but", ""))).first()
    written = form.written()
    return render(
        request,
        "judging/bank/preview.html",
        {"shown": problem_view(bank, written, but), "kind": written.kind, "form": form},
    )


@opened(bank_of, "GET", "HEAD", home=home_of)
def board(request: HttpRequest, bank: Bank) -> HttpResponse:
    """The board of the editor for a lattice, a size and stones in any form."""
    form = BoardFields(request.GET)
    form.is_valid()
    position = _position(form.board())
    context = {"bank": bank, "position": position, "stones": " ".join(form.board()["stones"])}
    return render(request, "judging/bank/board.html", context)


@opened(problem_of, "GET", "HEAD", home=page_of)
def problem(request: HttpRequest, found: Problem) -> HttpResponse:
    """All of it for its committee: solution, checks, versions, past use (``?version=``)."""
    versions = list(found.versions.select_related("by").order_by("-number"))
    wanted = typed.to_number(request.GET.get("version", ""))
    version = next((one for one in versions if one.number == wanted), versions[0])
    written = as_written(found) if version == versions[0] else _as_it_was(found, version)
    context = {
        "bank": found.bank,
        "problem": found,
        "seen": version,
        "newest": version == versions[0],
        "versions": versions,
        "shown": problem_view(found.bank, written, found),
        "kind": KINDS[version.kind],
        "short": SHORT[version.kind],
        "state": STATES[found.state],
        "uses": uses_of(found),
        "authors": list(found.authors.all()),
        "tags": [tag.text for tag in found.tags.all()],
        "made": version.made,
    }
    return render(request, "judging/bank/problem.html", context)


def _as_it_was(problem: Problem, version: Any) -> Written:
    problem.current = version
    return as_written(problem)


@opened(problem_of, "POST", home=page_of)
def problem_state(request: HttpRequest, found: Problem) -> HttpResponse:
    """Ready, back to draft, or retired."""
    wanted = request.POST.get("state", "")
    if wanted not in ProblemState.values:
        raise Http404
    set_problem_state(
        problem=found,
        state=ProblemState(wanted),
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(request, _("This problem is: %(state)s.") % {"state": STATES[wanted]})
    return redirect(page_of(found))


@opened(bank_of, "POST", home=home_of)
def image_add(request: HttpRequest, bank: Bank) -> HttpResponse:
    """Keep an image; the list of images with what to write in the text, or why not."""
    error = ""
    file = request.FILES.get("image")
    if file is None:
        error = _("Choose a photo or a drawing first.")
    else:
        try:
            add_image(bank=bank, file=file, by=person(request), at=arrived_at(request))
        except REFUSALS as refused:
            error = sentence(refused)
    context = {"images": list(bank.images.order_by("-at")[:50]), "error": error, "bank": bank}
    return render(request, "judging/bank/images.html", context, status=422 if error else 200)
