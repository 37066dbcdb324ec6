"""Certificates: words and ranks, with the first one as it will be printed."""

from base64 import b64encode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.errors import NoFinalStandingsError
from tournaments.forms.certificates import CertificatesForm, usual_words
from tournaments.models import Tournament
from tournaments.printing.certificates import certificate_pages, certificates
from tournaments.services.certificates import awarded, final_publication, placed
from tournaments.views.access import arrived_at, organiser_form
from tournaments.views.context import desk_context


@organiser_form
def desk_certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?language=`` begins with the words of that language; POST with ``pdf`` prints."""
    at = arrived_at(request)
    try:
        found = final_publication(tournament, at)
    except NoFinalStandingsError as error:
        if request.method == "POST":
            raise
        context = desk_context(request, tournament, "files", refused=str(error))
        return render(request, "tournaments/desk/files_certificates.html", context)
    asked = request.GET.get("language", request.LANGUAGE_CODE)
    language = "en" if asked.startswith("en") else "ja"
    usual = usual_words(tournament, language, timezone.localtime(at))
    form = CertificatesForm(request.POST if request.method == "POST" else usual)
    people, picture = [], ""
    if form.is_valid():
        data = form.cleaned_data
        chosen = placed(found, first=data["first"], last=data["last"])
        people = awarded(chosen, form.award_lines(), data["others"])
        language = data["language"]
        if "pdf" in request.POST and people:
            content = certificates(people, form.text(), language=language)
            answer = HttpResponse(content, content_type="application/pdf")
            name = f"certificates-v{found.version}.pdf"
            answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
            answer.headers["Cache-Control"] = "private, no-store"
            return answer
        pages = certificate_pages(people[:1], form.text(), language=language)
        picture = b64encode(pages[0]).decode() if people else ""
    context = desk_context(
        request,
        tournament,
        "files",
        form=form,
        people=people,
        picture=picture,
        version=found.version,
        other="ja" if language == "en" else "en",
    )
    status = 200 if form.is_valid() else 422
    return render(request, "tournaments/desk/files_certificates.html", context, status=status)
