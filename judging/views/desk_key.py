"""Correcting the key of a problem: tried on everything that was answered, then decided."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.answers.kinds import BOARD_KINDS
from judging.answers.kinds import Kind as Core
from judging.drawing import solution_svg
from judging.forms.desk_key import KeyForm, key_initial
from judging.kind_words import KINDS
from judging.kinds.graded import WORDS, ProblemError
from judging.kinds.registry import solution
from judging.models import Kind, Paper, PaperProblem, Rejudge, RejudgeState
from judging.permissions import managed_paper
from judging.services.desk_view import keys_of
from judging.services.keys import apply_rejudge, correct_key, drop_rejudge, preview
from judging.services.paper_view import statement_of
from judging.services.released import released
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.desk import paper_address, paper_context
from judging.views.paper_parts import html_of, options_of

UNDECIDED = (RejudgeState.JUDGING, RejudgeState.READY)


def _problem(paper: Paper, problem_id: UUID) -> PaperProblem:
    problem = paper.problems.select_related("source__problem", "key").get(pk=problem_id)
    if problem.kind == Kind.PROOF or problem.key is None:
        raise Http404
    problem.paper = paper
    return problem


@opened(managed_paper, "GET", "HEAD", "POST", home=paper_address)
def desk_key(request: HttpRequest, paper: Paper, problem_id: UUID) -> HttpResponse:
    """The key that counts, and a correction: from its making to its decision."""
    problem = _problem(paper, problem_id)
    open_ = problem.rejudges.filter(state__in=UNDECIDED).select_related("key", "before").first()
    assert problem.key is not None
    form = KeyForm(
        request.POST or None,
        kind=Core(problem.kind),
        ask=problem.source.content.get("ask", ""),
        initial=key_initial(problem.key.spec),
    )
    if request.method == "POST" and form.is_valid():
        try:
            correct_key(
                problem=problem,
                spec=form.spec(),
                reason=form.cleaned_data["reason"],
                by=person(request),
                at=arrived_at(request),
            )
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            return redirect("judging:desk_key", paper.pk, problem.pk)
    context = paper_context(request, paper, **_shown(problem, form, open_))
    fragment = request.headers.get("HX-Request") == "true"
    template = "judging/desk/rejudge.html" if fragment else "judging/desk/key.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


def _shown(problem: PaperProblem, form: KeyForm, open_: Rejudge | None) -> dict[str, Any]:
    found, left = None, 0
    if open_ is not None:
        open_.problem = problem
        found = preview(open_)
        left = found.left
    assert problem.key is not None
    return {
        "problem": problem,
        "kind": KINDS[problem.kind],
        "statement": html_of(statement_of(problem)),
        "options": options_of(problem.source.content),
        "form": form,
        "key_words": _key_words(problem),
        "drawn": _drawn(problem),
        "rejudge": open_,
        "ready": open_ is not None and (open_.state == RejudgeState.READY or not left),
        "preview": found,
        "changes": [
            {**one, "before": _reason(one["before"]), "after": _reason(one["after"])}
            for one in (found.changes if found else ())
        ],
        "keys": keys_of(problem),
        "old": [
            {"rejudge": one, "changes": len(one.report.get("changes", ()))}
            for one in problem.rejudges.exclude(state__in=UNDECIDED).select_related("key", "by")
        ],
    }


def _reason(code: str) -> str:
    """A verdict in a word: what fills the sentence is in the answer beside it."""
    short = {"right": _("right"), "partly_right": _("partly right"), "wrong": _("wrong")}
    return short.get(code) or (_("wrong") if code in WORDS else code)


def _key_words(problem: PaperProblem) -> str:
    assert problem.key is not None
    if problem.key.spec.get("everyone"):
        return _("everybody who answered has the points")
    try:
        return solution(Core(problem.kind), problem.source.content, problem.key.spec).text
    except ProblemError:
        return "–"


def _drawn(problem: PaperProblem) -> str:
    assert problem.key is not None
    kind = Core(problem.kind)
    if kind not in BOARD_KINDS:
        return ""
    try:
        drawn = solution_svg(kind, problem.source.content, problem.key.spec)
    except ProblemError:
        return ""
    return mark_safe(drawn)


@opened(managed_paper, "POST", home=paper_address)
def key_decide(request: HttpRequest, paper: Paper, problem_id: UUID, what: str) -> HttpResponse:
    """Apply the corrected key, or drop it; as one."""
    problem = _problem(paper, problem_id)
    rejudge = problem.rejudges.filter(state__in=UNDECIDED).select_related("key", "before").first()
    address = reverse("judging:desk_key", args=[paper.pk, problem.pk])
    if rejudge is None:
        messages.error(request, _("This correction has been decided already."))
        return redirect(address)
    rejudge.problem = problem
    match what:
        case "apply":
            found = apply_rejudge(rejudge=rejudge, by=person(request), at=arrived_at(request))
            verdicts, places = len(found.changes), len(found.ranks)
            words = _("The corrected key counts. Changed: %(verdicts)s, %(places)s.") % {
                "verdicts": ngettext("%(n)s verdict", "%(n)s verdicts", verdicts) % {"n": verdicts},
                "places": ngettext("%(n)s place or score", "%(n)s places or scores", places)
                % {"n": places},
            }
            if found.ranks and released(paper.stage, arrived_at(request)):
                words += " " + _("What is public is still of the old key: publish it again.")
            messages.success(request, words)
        case "drop":
            drop_rejudge(rejudge=rejudge, by=person(request), at=arrived_at(request))
            messages.success(request, _("Dropped: the key is as it was."))
        case _:
            raise Http404
    return redirect(address)
