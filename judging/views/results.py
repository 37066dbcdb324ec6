"""Results as everybody may see them, and one's own."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from judging.forms.results import AppealForm
from judging.models import Script
from judging.numbers import shown as in_words
from judging.permissions import own_script, visible_contest
from judging.services.appeals import file_appeal
from judging.services.boards import public_board
from judging.services.released import released
from judging.services.results import own_results
from judging.views.access import REFUSALS, arrived_at, person, sentence
from judging.views.board_parts import board_rows, criteria_words
from judging.views.marking_parts import who
from judging.views.paper_parts import html_of, moment, problem_part
from tournaments.models import Tournament
from tournaments.names import stage_name, tournament_name
from tournaments.views.public_access import public_context, public_page, whole

PAGE = 100


@public_page
def board(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    """The public board while the papers are written; it stands still from the freeze on."""
    contest = visible_contest(person(request), tournament.pk, stage_order)
    contest.stage.tournament = tournament
    shown = public_board(contest, arrived_at(request))
    page = max(1, whole(request, "page", 1))
    pages = max(1, -(-len(shown["rows"]) // PAGE))
    if page > pages:
        raise Http404
    context = public_context(request, tournament, f"contest{stage_order}")
    tag = _tag(request, shown, page, context)
    if request.headers.get("If-None-Match") == tag and not messages.get_messages(request):
        return HttpResponseNotModified(headers={"ETag": tag})
    context |= {
        "contest": contest,
        "stage_title": stage_name(contest.stage),
        "shown": shown,
        "updated": moment(shown["at"]),
        "rows": board_rows(shown, (page - 1) * PAGE, PAGE, context["mine"]),
        "criteria": criteria_words(shown.get("criteria", ())),
        "page": page,
        "mine_url": _mine_url(context, contest.stage, arrived_at(request)),
    }
    answer = render(request, "judging/results/board.html", context)
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _tag(
    request: HttpRequest, shown: Mapping[str, Any], page: int, context: Mapping[str, Any]
) -> str:
    """Of what the page is made of: the board, and who reads it in which language."""
    reader = person(request)
    parts = (
        shown["version"], shown["frozen"], page, get_language(), reader.pk if reader else "",
        request.META.get("QUERY_STRING", ""),
        context["mine"], request.COOKIES.get("theme", ""), context["happening"].now.name,
        context["happening"].publication and context["happening"].publication.version,
    )  # fmt: skip
    return '"' + "-".join(str(one) for one in parts) + '"'


def _mine_url(context: Mapping[str, Any], stage: Any, at: Any) -> str:
    if not context["own"] or not released(stage, at):
        return ""
    return reverse("judging:my_results", args=[stage.tournament_id, stage.order])


@never_cache
@require_http_methods(["GET", "HEAD"])
def my_results(request: HttpRequest, tournament_id: UUID, stage_order: int) -> HttpResponse:
    """Rank, answers, verdicts, marks and comments, once results are out."""
    if person(request) is None:
        return redirect_to_login(request.path, reverse("accounts:sign_in"))
    return _mine(request, tournament_id, stage_order)


def _mine(
    request: HttpRequest,
    tournament_id: UUID,
    stage_order: int,
    failed: tuple[Script, AppealForm] | None = None,
) -> HttpResponse:
    """``failed``: an appeal that was not taken, with what was typed."""
    at = arrived_at(request)
    contest = visible_contest(person(request), tournament_id, stage_order)
    tournament = contest.stage.tournament
    shown = own_results(person(request), contest.stage, at)
    papers = [
        {**paper, "problems": [_problem(one, failed) for one in paper["problems"]]}
        for paper in shown["papers"]
    ]
    with timezone.override(ZoneInfo(tournament.time_zone)):
        context = {
            "tournament": tournament,
            "tournament_name": tournament_name(tournament),
            "stage_title": stage_name(contest.stage),
            "shown": shown,
            "papers": papers,
            "published": moment(shown["publication"]["at"]),
            "appeals_until": contest.appeals_until,
            "may_appeal": any(
                one.get("script", {}).get("may_appeal")
                for paper in papers
                for one in paper["problems"]
            ),
        }
        status = 422 if failed else 200
        return render(request, "judging/results/mine.html", context, status=status)


def _problem(one: Mapping[str, Any], failed: tuple[Script, AppealForm] | None) -> dict[str, Any]:
    part = problem_part(one)
    english = get_language() == "en"
    found: dict[str, Any] = {**part, "solved": None}
    if solution := one.get("solution"):
        words = (solution["words_en"] if english else "") or solution["words"]
        found["solved"] = {
            "html": html_of(words) if words else "",
            "answer": solution["answer"],
            "credit": solution["credit"],
            "drawing": part_drawing(one, solution),
        }
    if script := one.get("script"):
        form = failed[1] if failed and str(failed[0].pk) == script["id"] else None
        found["script"] = _script(script, form)
    return found


def part_drawing(one: Mapping[str, Any], solution: Mapping[str, Any]) -> Any:
    """The right answer on its board."""
    receipt = {
        "received_at": None,
        "verdict": {"details": solution["details"], "words": solution["answer"]},
    }
    drawn = problem_part({**one, "submissions": [receipt]})
    return drawn["receipts"][0]["drawing"] if solution["details"] else ""


def _script(script: Mapping[str, Any], form: AppealForm | None) -> dict[str, Any]:
    letters = [one["letter"] for one in script["scheme"]]
    rounds = [
        {
            **one,
            "sheets": [
                {
                    **sheet,
                    "who": who(sheet["place"]),
                    "row": [_points(sheet["marks"].get(letter)) for letter in letters],
                }
                for sheet in one["sheets"]
            ],
        }
        for one in script["rounds"]
    ]
    return {
        **script,
        "html": html_of(script["text"]) if script["text"].strip() else "",
        "letters": letters,
        "rounds": rounds,
        "notes": _notes(rounds),
        "form": form or AppealForm(auto_id=f"appeal-{script['id']}-%s"),
    }


def _points(text: str | None) -> str:
    return "–" if text is None else in_words(Fraction(text))


def _notes(rounds: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**note, "who": sheet["who"]}
        for one in rounds
        for sheet in one["sheets"]
        for note in sheet["annotations"]
    ]


@require_POST
def appeal(request: HttpRequest, script_id: UUID) -> HttpResponse:
    """Ask for another look at the marks of one's own script."""
    script = own_script(person(request), script_id)
    stage = script.problem.paper.stage
    own_results(person(request), stage, arrived_at(request))
    form = AppealForm(request.POST, auto_id=f"appeal-{script.pk}-%s")
    if form.is_valid():
        try:
            file_appeal(
                script=script,
                text=form.cleaned_data["text"],
                by=person(request),
                at=arrived_at(request),
            )
        except REFUSALS as error:
            form.add_error("text", sentence(error))
    if form.errors:
        return _mine(request, stage.tournament_id, stage.order, (script, form))
    messages.success(request, _("The appeal is filed. You see here what becomes of it."))
    return redirect("judging:my_results", stage.tournament_id, stage.order)
