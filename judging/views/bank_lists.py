"""Many problems: generated from a seed, read from a list, taken away as one."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import ngettext

from judging.answers.kinds import Kind as Core
from judging.drawing import board_svg, solution_svg
from judging.forms.bank import FindForm
from judging.forms.bank_lists import (
    WORDS,
    KeepForm,
    Line,
    ListForm,
    WishForm,
    look_at_list,
)
from judging.kind_words import SHORT
from judging.models import Bank
from judging.permissions import bank_of
from judging.services.problem_lists import (
    COLUMNS,
    Candidate,
    Found,
    exported,
    faults_of,
    keep_generated,
    propose,
)
from judging.services.problem_view import feature_lines
from judging.services.problems import add_problems, all_tags, find_problems
from judging.views.access import arrived_at, opened, person, sentence
from judging.views.bank import home_of

SHOWN = 60
"""So many candidates or lines are drawn."""


@opened(bank_of, "GET", "HEAD", "POST", home=home_of)
def generate(request: HttpRequest, bank: Bank) -> HttpResponse:
    """Make candidates from a wish and a seed, both in the address; keep the chosen ones."""
    asked = "count" in request.GET
    usual = {name: field.initial for name, field in WishForm.base_fields.items()}
    form = WishForm(request.GET) if asked else WishForm(initial=usual | {"seed": _seed()})
    made: list[Candidate] = []
    short, keep, status = "", None, 200
    if asked and form.is_valid() and form.wish is not None:
        made, error = propose(bank, form.wish, form.cleaned_data["seed"])
        short = sentence(error) if error else ""
        keep = KeepForm(request.POST or None, initial=_names(form))
        if request.method == "POST" and keep.is_valid():
            kept = keep_generated(
                bank=bank,
                wish=form.wish,
                seed=form.cleaned_data["seed"],
                numbers=keep.cleaned_data["numbers"],
                model=keep.model(form.wish),
                ready=keep.cleaned_data["ready"],
                by=person(request),
                at=arrived_at(request),
            )
            words = ngettext("%(n)s problem is in the bank.", "%(n)s problems are in the bank.",
                             len(kept))  # fmt: skip
            messages.success(request, words % {"n": len(kept)})
            return redirect(home_of(bank))
        status = 422 if request.method == "POST" else 200
    chosen = request.POST.getlist("numbers") if request.method == "POST" else None
    context = {
        "bank": bank,
        "form": form,
        "keep": keep,
        "asked": asked,
        "short": short,
        "made": [_candidate(one, chosen) for one in made[:100]],
        "another": _address(request, _seed()),
    }
    return render(request, "judging/bank/generate.html", context, status=status)


def _seed() -> str:
    return str(secrets.randbelow(900_000) + 100_000)


def _names(form: WishForm) -> dict[str, Any]:
    kind = Core(form.cleaned_data["kind"])
    ja, en = WORDS[kind]
    seed = form.cleaned_data["seed"]
    return {"title": f"{SHORT[kind.value]} {seed}", "statement": ja, "statement_en": en,
            "ready": True}  # fmt: skip


def _address(request: HttpRequest, seed: str) -> str:
    query = request.GET.copy()
    query["seed"] = seed
    return f"?{query.urlencode()}"


def _candidate(one: Candidate, chosen: list[str] | None) -> dict[str, Any]:
    made = one.made
    kind = Core.HANTEI if "per_set" not in made.key and "per_point" not in made.key else (
        Core.HANTEI_ALL if "per_set" in made.key else Core.SAFE_POINT
    )  # fmt: skip
    return {
        "number": made.number,
        "level": made.difficulty,
        "score": made.score,
        "stones": len(made.content["stones"]),
        "answer": made.answer,
        "stage": made.stage,
        "board": mark_safe(solution_svg(kind, made.content, made.key)),
        "lines": feature_lines(made.features.to_json()) if made.features else (),
        "known": one.known,
        "chosen": str(made.number) in chosen if chosen is not None else not one.known,
    }


@opened(bank_of, "GET", "HEAD", "POST", home=home_of)
def bank_import(request: HttpRequest, bank: Bank) -> HttpResponse:
    """Read strings of 0, 1 and 2 or a CSV: looked at first, then all of it or nothing."""
    form = ListForm(request.POST or None, request.FILES or None)
    lines: list[dict[str, Any]] = []
    faults = 0
    if request.method == "POST" and form.is_valid():
        read, found = look_at_list(bank, form.cleaned_data)
        lines = [_shown(one, found.get(one.number)) for one in read]
        faults = sum(bool(one["faults"]) for one in lines)
        written = [one.written for one in read if one.written is not None]
        if request.POST.get("what") == "keep" and written and not faults:
            made = add_problems(
                bank=bank, written=written, by=person(request), at=arrived_at(request)
            )
            words = ngettext("%(n)s problem is in the bank, as a draft.",
                             "%(n)s problems are in the bank, as drafts.", len(made))  # fmt: skip
            messages.success(request, words % {"n": len(made)})
            return redirect(home_of(bank))
        form.data = {**request.POST.dict(), "text": form.cleaned_data["text"]}
    context = {
        "bank": bank,
        "form": form,
        "lines": lines[:SHOWN],
        "wrong": [one for one in lines if one["faults"]][:50],
        "count": len(lines),
        "faults": faults,
        "columns": COLUMNS,
    }
    status = 422 if form.errors or faults else 200
    return render(request, "judging/bank/import.html", context, status=status)


def _shown(line: Line, found: Found | None) -> dict[str, Any]:
    written = line.written
    faults = [*line.faults, *(faults_of(found) if found else ())]
    board = ""
    if written is not None and "stones" in written.content and not faults:
        board = mark_safe(board_svg(written.content))
    return {
        "number": line.number,
        "title": written.title if written else "",
        "kind": SHORT[written.kind] if written else "",
        "answer": found.checked.solution if found else "",
        "board": board,
        "known": found.known if found else "",
        "faults": faults,
    }


@opened(bank_of, "GET", "HEAD", home=home_of)
def bank_export(request: HttpRequest, bank: Bank, form: str) -> HttpResponse:
    """The problems the list shows, as CSV or as strings of 0, 1 and 2."""
    wanted = FindForm(request.GET, tags=all_tags(bank)).wanted()
    if form not in {"csv", "txt"}:
        raise Http404
    content, kind = exported(find_problems(bank, **wanted), form)
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="problems.{form}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
