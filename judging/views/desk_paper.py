"""A paper: what is on it, in which order, for how much; setting it; looking at it; print."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.forms.bank import FindForm
from judging.forms.desk import (
    PaperForm,
    PaperProblemForm,
    WorthForm,
    paper_initial,
    problem_initial,
)
from judging.kind_words import SHORT
from judging.models import Paper, PaperProblem, Problem, ProblemState
from judging.numbers import shown
from judging.permissions import managed_paper
from judging.services import papers as service
from judging.services.bank_view import bank_cards, problem_rows
from judging.services.desk_view import cards, problem_lines
from judging.services.paper_view import problem_view, title_of
from judging.services.problems import all_tags, find_problems
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.desk import paper_address, paper_context
from judging.views.paper_parts import html_of, problem_part
from tournaments.views import typed

OFFERED = 40
LANGUAGES = (("ja", "日本語"), ("en", "English"))


@opened(managed_paper, "GET", "HEAD", home=paper_address)
def desk_paper(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Its problems in order, and the bank to take more from."""
    return _page(request, paper)


def _page(
    request: HttpRequest,
    paper: Paper,
    *,
    settings: PaperForm | None = None,
    worth: WorthForm | None = None,
    changed: tuple[PaperProblem, PaperProblemForm] | None = None,
) -> HttpResponse:
    """``settings``, ``worth``, ``changed``: forms with faults, as they were typed."""
    at = arrived_at(request)
    lines = problem_lines(paper)
    wrong = changed[0].pk if changed else None
    rows = [
        {
            "line": line,
            "form": changed[1]
            if changed and line.problem.pk == wrong
            else PaperProblemForm(initial=problem_initial(line.problem), auto_id=f"p{n}_%s"),
            "open": line.problem.pk == wrong,
            "kind": SHORT[line.problem.kind],
            "before": n - 1,
            "after": n + 1,
            "last": n == len(lines),
        }
        for n, line in enumerate(lines, 1)
    ]
    context = paper_context(
        request,
        paper,
        card=cards([paper], at)[0],
        rows=rows,
        total=shown(service.total_points(paper)),
        faults=service.paper_faults(paper),
        settings=settings
        or PaperForm(
            initial=paper_initial(paper), zone=paper.stage.tournament.time_zone, auto_id="s_%s"
        ),
        offer=_offer(request, paper),
        worth=worth or WorthForm(auto_id="w_%s"),
        languages=LANGUAGES,
    )
    faulty = settings or worth or changed
    return render(request, "judging/desk/paper.html", context, status=422 if faulty else 200)


def _offer(request: HttpRequest, paper: Paper) -> dict[str, Any]:
    """Ready problems of the person's banks that are not on the paper (``?bank=`` and filters)."""
    banks = [one.bank for one in bank_cards(person(request))]
    wanted = typed.to_key(request.GET.get("bank", ""))
    bank = next((one for one in banks if one.pk == wanted), banks[0] if banks else None)
    if bank is None:
        return {"banks": (), "rows": ()}
    form = FindForm(request.GET, tags=all_tags(bank))
    found = find_problems(bank, **(form.wanted() | {"state": ProblemState.READY.value}))
    found = found.exclude(versions__uses__paper=paper)
    return {
        "banks": banks,
        "bank": bank,
        "form": form,
        "rows": problem_rows(found[:OFFERED]),
        "more": max(0, found.count() - OFFERED),
        "looking": any(form.wanted().values()),
    }


@opened(managed_paper, "POST", home=paper_address)
def paper_settings(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Title, times, start page; also while it is written."""
    form = PaperForm(request.POST, zone=paper.stage.tournament.time_zone, auto_id="s_%s")
    if form.is_valid():
        try:
            service.change_paper(
                paper=paper,
                by=person(request),
                at=arrived_at(request),
                **form.fields_of_paper(),
            )
        except REFUSALS as error:
            form.add_error("closes_at", sentence(error))
        else:
            messages.success(request, _("Saved."))
            return redirect(paper_address(paper))
    return _page(request, paper, settings=form)


@opened(managed_paper, "POST", home=paper_address)
def problems_add(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Put the chosen problems of the bank at the end, each for the same."""
    form = WorthForm(request.POST, auto_id="w_%s")
    keys = [typed.to_key(one) for one in request.POST.getlist("problem")[:100]]
    banks = [one.bank for one in bank_cards(person(request))]
    chosen = {
        one.pk: one
        for one in Problem.objects.filter(bank__in=banks, pk__in=keys)
        .exclude(versions__uses__paper=paper)
        .select_related("current")
    }
    if not form.is_valid():
        return _page(request, paper, worth=form)
    if not chosen:
        form.add_error(None, _("Choose at least one problem."))
        return _page(request, paper, worth=form)
    for key in dict.fromkeys(keys):
        if key in chosen:
            service.add_to_paper(
                paper=paper,
                problem=chosen[key],
                by=person(request),
                at=arrived_at(request),
                **form.worth(),
            )
    words = ngettext(
        "%(n)s problem is on the paper now.", "%(n)s problems are on the paper now.", len(chosen)
    )
    messages.success(request, words % {"n": len(chosen)})
    return redirect(paper_address(paper) + "#problems")


@opened(managed_paper, "POST", home=paper_address)
def problem_action(request: HttpRequest, paper: Paper, problem_id: Any, what: str) -> HttpResponse:
    """change, move, newest or remove one problem of a draft."""
    problem = paper.problems.select_related("paper__stage__tournament").get(pk=problem_id)
    by, at = person(request), arrived_at(request)
    match what:
        case "change":
            taken = set(paper.problems.exclude(pk=problem.pk).values_list("label", flat=True))
            order = problem.order
            form = PaperProblemForm(
                request.POST, taken=dict.fromkeys(taken), auto_id=f"p{order}_%s"
            )
            if not form.is_valid():
                return _page(request, paper, changed=(problem, form))
            fields = form.worth() | {"label": form.cleaned_data["label"]}
            service.change_paper_problem(problem=problem, by=by, at=at, **fields)
        case "move":
            service.move_problem(problem=problem, to=typed.number(request, "to", 1), by=by, at=at)
        case "newest":
            service.take_newest(problem=problem, by=by, at=at)
        case "remove":
            service.remove_from_paper(problem=problem, by=by, at=at)
        case _:
            raise Http404
    return redirect(paper_address(paper) + "#problems")


@opened(managed_paper, "POST", home=paper_address)
def paper_action(request: HttpRequest, paper: Paper, what: str) -> HttpResponse:
    """set, unset, close or remove the paper."""
    by, at = person(request), arrived_at(request)
    match what:
        case "set":
            service.set_paper(paper=paper, by=by, at=at)
            messages.success(request, _("The paper is set. It opens by its times."))
        case "unset":
            service.unset_paper(paper=paper, by=by, at=at)
            messages.success(request, _("The paper is a draft again."))
        case "close":
            service.close_paper(paper=paper, by=by, at=at)
            messages.success(request, _("The paper is closed. What was kept is sent in."))
        case "remove":
            service.remove_paper(paper=paper, by=by, at=at)
            messages.success(request, _("The paper is gone. Its problems are in the bank."))
            return redirect("judging:desk_papers", paper.stage.tournament_id)
        case _:
            raise Http404
    return redirect(paper_address(paper))


@opened(managed_paper, "GET", "HEAD", home=paper_address)
def paper_preview(request: HttpRequest, paper: Paper) -> HttpResponse:
    """As a contestant sees it, from the start page on; nothing can be sent."""
    problems = paper.problems.select_related("source").order_by("order")
    parts = [problem_part(problem_view(one, [], None, [], told=False)) for one in problems]
    for part in parts:
        few = part["left"] == 1
        words = _("1 attempt left of {all}") if few else _("{n} attempts left of {all}")
        part["attempts_words"] = words.format(n=part["left"], all=part["attempts"])
    english = request.LANGUAGE_CODE == "en"
    contest = getattr(paper.stage, "contest", None)
    rules = ((contest.rules_en if english else "") or contest.rules) if contest else ""
    context = paper_context(
        request,
        paper,
        problems=parts,
        title=title_of(paper),
        rules=html_of(rules),
        intro=html_of((paper.intro_en if english else "") or paper.intro),
        minutes=int(paper.duration.total_seconds() // 60) if paper.duration else 0,
        total=shown(service.total_points(paper)),
    )
    return render(request, "judging/desk/preview.html", context)
