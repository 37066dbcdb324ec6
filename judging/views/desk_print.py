"""Problem papers, answer sheets and solutions of a paper as PDF."""

from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.http import content_disposition_header

from judging.answers.kinds import Kind as Core
from judging.models import BankImage, Paper, PaperProblem
from judging.numbers import shown
from judging.permissions import managed_paper, marked_problem
from judging.printing.papers import (
    MarkedScript,
    PaperSheet,
    PrintedImage,
    PrintedPart,
    PrintedProblem,
    SheetName,
    answer_sheet,
    marker_sheet,
    problem_paper,
)
from judging.services.marking_view import printed_rows, scheme_json
from judging.services.paper_view import statement_of, title_of
from judging.services.papers import total_points
from judging.services.sittings_view import sitting_rows
from judging.views.access import arrived_at, opened, person
from judging.views.desk import paper_address
from judging.views.marking import queue_address
from judging.views.paper_parts import IMAGE
from tournaments.instants import dated
from tournaments.names import tournament_name


@opened(managed_paper, "GET", "HEAD", home=paper_address)
def paper_print(request: HttpRequest, paper: Paper, what: str) -> HttpResponse:
    """``paper``, ``answers`` (``?names=1``: one for each contestant) or ``solutions``.

    ``?language=``: that of the sheet; ``?lang=`` would become the reader's own.
    """
    asked = request.GET.get("language", request.LANGUAGE_CODE)
    language = "en" if asked.startswith("en") else "ja"
    with translation.override(language):
        sheet = _sheet(request, paper)
    match what:
        case "paper" | "solutions":
            content = problem_paper(sheet, language=language, solutions=what == "solutions")
        case "answers":
            rows = sitting_rows(paper, arrived_at(request)) if request.GET.get("names") else []
            people = [SheetName(str(one["number"]), one["name"]) for one in rows]
            content = answer_sheet(sheet, language=language, people=people)
        case _:
            raise Http404
    return _pdf(content, f"{what}-{paper.order}-{language}.pdf")


@opened(marked_problem, "GET", "HEAD", home=queue_address)
def marks_print(request: HttpRequest, problem: PaperProblem) -> HttpResponse:
    """A marker's scripts by code with the parts of the scheme, to fill in by hand."""
    language = "en" if request.LANGUAGE_CODE == "en" else "ja"
    user = person(request)
    assert user is not None
    parts = [
        PrintedPart(one["letter"], one["points"], one["title"])
        for one in scheme_json(problem)["parts"]
    ]
    content = marker_sheet(
        PaperSheet(
            contest=tournament_name(problem.paper.stage.tournament),
            title=title_of(problem.paper),
            total=shown(problem.points),
            problems=[],
            stamp=_stamp(request, problem.paper),
        ),
        PrintedProblem(problem.label, shown(problem.points), Core(problem.kind), ""),
        parts,
        [MarkedScript(*row) for row in printed_rows(problem, user)],
        language=language,
        marker=user.name,
    )
    return _pdf(content, f"marks-{problem.label}-{language}.pdf")


def _pdf(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    answer["Cache-Control"] = "private, no-store"
    return answer


def _stamp(request: HttpRequest, paper: Paper) -> str:
    """When it was printed, in the language of the sheet, as the clocks at its place show it."""
    with timezone.override(ZoneInfo(paper.stage.tournament.time_zone)):
        return dated(arrived_at(request))


def _sheet(request: HttpRequest, paper: Paper) -> PaperSheet:
    english = translation.get_language() == "en"
    contest = getattr(paper.stage, "contest", None)
    rules = ((contest.rules_en if english else "") or contest.rules) if contest else ""
    problems = list(paper.problems.select_related("source", "key").order_by("order"))
    printed = [
        PrintedProblem(
            label=one.label,
            points=shown(one.points),
            kind=Core(one.kind),
            statement=statement_of(one),
            content=one.source.content,
            key=one.key.spec if one.key else {},
            solution=(one.source.solution_en if english else "") or one.source.solution,
        )
        for one in problems
    ]
    texts = [one.statement for one in printed] + [one.solution for one in printed]
    tournament = paper.stage.tournament
    return PaperSheet(
        contest=tournament_name(tournament),
        title=title_of(paper),
        total=shown(total_points(paper)),
        problems=printed,
        stamp=_stamp(request, paper),
        rules=rules,
        minutes=_minutes(paper),
        images=_images("\n".join([rules, *texts])),
    )


def _minutes(paper: Paper) -> int | None:
    length = paper.duration
    if length is None and paper.opens_at and paper.closes_at:
        length = paper.closes_at - paper.opens_at
    return None if length is None else int(length.total_seconds() // 60)


def _images(text: str) -> dict[str, PrintedImage]:
    """The images a text names, by what it calls them."""
    names = {name for name in IMAGE.findall(text) if len(name) == 36}
    found = BankImage.objects.filter(pk__in=_ids(names))
    folder = Path(settings.MEDIA_ROOT)
    return {
        str(one.pk): PrintedImage((folder / one.path).read_bytes(), one.width)
        for one in found
        if (folder / one.path).is_file()
    }


def _ids(names: set[str]) -> list[str]:
    """Those that may be ids."""
    return [name for name in names if set(name) <= set("0123456789abcdef-")]
