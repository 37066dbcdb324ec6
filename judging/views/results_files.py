"""Results to take along: CSV, Excel, JSON, and certificates to print."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from judging.forms.results import CertificateForm
from judging.permissions import managed_contest, staffed_contest
from judging.services.contest_desk import certified, certified_people, results_rows
from judging.views.access import arrived_at, person
from judging.views.results_desk import contest_context
from tournaments.models import Publication, Tournament
from tournaments.names import stage_name
from tournaments.printing.certificates import (
    Certificate,
    CertificateText,
    certificate_pages,
    certificates,
    default_body,
    default_heading,
)
from tournaments.public.files import KINDS, List, make_file
from tournaments.views.access import organiser_form, page

PREVIEWED = 1


@page
def results_file(
    request: HttpRequest, tournament: Tournament, stage_order: int, kind: str
) -> HttpResponse:
    """Everybody's points by problem, as they stand; cells are safe to open."""
    if kind not in KINDS:
        raise Http404
    contest = staffed_contest(person(request), tournament.pk, stage_order)
    keys, rows, problems = results_rows(contest.stage)
    headers = [
        _("Rank"), _("No."), _("Name"), _("School or club"), _("State"), _("Points"),
        _("Hantei solved"), _("Wrong answers"), *(one.label for one in problems),
    ]  # fmt: skip
    name = f"results-{stage_order}"
    made = make_file(List(name, stage_name(contest.stage), headers, keys, rows), kind)
    answer = HttpResponse(made.content, content_type=made.kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@organiser_form
def certificates_page(
    request: HttpRequest, tournament: Tournament, stage_order: int
) -> HttpResponse:
    """Words and ranks, with the first one as it will be printed; POST with ``pdf`` prints."""
    contest = managed_contest(person(request), tournament.pk, stage_order)
    published = certified(tournament, arrived_at(request))
    wanted = request.POST.get("language") or request.LANGUAGE_CODE
    language = "en" if wanted == "en" else "ja"
    form = CertificateForm(
        request.POST if request.method == "POST" else None,
        initial=_initial(language, timezone.localdate(arrived_at(request)), tournament),
    )
    people: list[Any] = []
    sheets: list[str] = []
    if published is not None and published.stage.order >= stage_order:
        people = certified_people(published, stage_order)
    if request.method == "POST" and form.is_valid() and people:
        chosen, text = _certificates(form, people, tournament)
        if "pdf" in request.POST and chosen:
            return _pdf(published, certificates(chosen, text, language=language))
        sheets = [
            one.decode() for one in certificate_pages(chosen[:PREVIEWED], text, language=language)
        ]
    context = contest_context(
        request,
        tournament,
        contest,
        form=form,
        published=published,
        people=people,
        sheets=sheets,
    )
    faulty = request.method == "POST" and bool(form.errors)
    template = "judging/results/certificates.html"
    return render(request, template, context, status=422 if faulty else 200)


def _initial(language: str, today: date, tournament: Tournament) -> dict[str, Any]:
    with override(language):
        awards = [_("First prize"), _("Second prize"), _("Third prize")]
    return {
        "language": language,
        "best": 3,
        "heading": default_heading(language),
        "body": default_body(language),
        "awards": "\n".join(awards),
        "date": f"{today.year}年{today.month}月{today.day}日" if language == "ja" else f"{today}",
        "signed": tournament.organiser_name,
    }


def _certificates(
    form: CertificateForm, people: list[Any], tournament: Tournament
) -> tuple[list[Certificate], CertificateText]:
    data = form.cleaned_data
    english = data["language"] == "en"
    contest = (tournament.name_en if english else "") or tournament.name
    chosen = [
        Certificate(
            one.name,
            award=form.award_of(one.rank),
            club=one.club,
            rank=str(one.rank),
            points=one.points,
        )
        for one in people
        if one.rank <= data["best"]
    ]
    signed = [line.strip() for line in data["signed"].splitlines() if line.strip()]
    return chosen, CertificateText(contest, data["heading"], data["body"], data["date"], signed)


def _pdf(published: Publication | None, content: bytes) -> HttpResponse:
    version = published.version if published else 0
    answer = HttpResponse(content, content_type="application/pdf")
    name = f"certificates-v{version}"
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
