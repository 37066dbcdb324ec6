"""Leading the marking: the scheme, who marks, dealing, reassigning, how far it is."""

import secrets
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Role
from accounts.services.people import link_token
from accounts.services.roles import has_role
from accounts.site_address import full_address
from judging.errors import StaleMarkError
from judging.forms.marking import AddPartForm, ReassignForm, SchemeForm, part_forms, scheme_words
from judging.models import PaperProblem
from judging.numbers import shown
from judging.permissions import marked_problem, paper_problem
from judging.services import dealing, marking_pages, schemes
from judging.services.marking_view import agreement, scheme_json
from judging.services.marking_view import progress as how_far
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.marking import problem_context, signed_in
from judging.views.marking_parts import statement_of
from judging.views.paper_parts import html_of
from judging.views.plots import scatter
from tournaments.models import Tournament
from tournaments.services import staff
from tournaments.views import typed
from tournaments.views.access import organiser_page
from tournaments.views.context import desk_context


def scheme_address(problem: PaperProblem) -> str:
    return reverse("judging:scheme", args=[problem.pk])


def progress_address(problem: PaperProblem) -> str:
    return reverse("judging:marking_progress", args=[problem.pk])


@signed_in("GET", "HEAD")
def scheme(request: HttpRequest, found_id: UUID) -> HttpResponse:
    """What earns how many points: to write for organisers, to read for markers."""
    return _scheme(request, marked_problem(person(request), found_id))


def _scheme(
    request: HttpRequest,
    problem: PaperProblem,
    *,
    form: SchemeForm | None = None,
    parts: Any = None,
    added: AddPartForm | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    found = scheme_json(problem)
    manages = has_role(request.user, problem.paper.stage.tournament_id, [Role.ORGANISER])
    initial = {name: found[name] for name in ("version", "markers", "tolerance", "notes")}
    context = problem_context(
        request,
        problem,
        scheme=found,
        worth=shown(problem.points),
        manages=manages,
        form=form or SchemeForm(initial=initial | {"part_tolerance": found["part_tolerance"]}),
        parts=parts or part_forms(initial=found["parts"]),
        added=added or AddPartForm(initial={"step": "1"}, auto_id="new_%s"),
        fault=fault,
        statement=statement_of(problem),
        scheme_notes=html_of(found["notes"]) if found["notes"].strip() else "",
    )
    return render(request, "judging/marking/scheme.html", context, status=status)


@opened(paper_problem, "POST", home=scheme_address)
def scheme_action(request: HttpRequest, problem: PaperProblem, what: str) -> HttpResponse:
    """save, approve, withdraw or add a part."""
    by, at = person(request), arrived_at(request)
    match what:
        case "save":
            return _save_scheme(request, problem)
        case "approve":
            schemes.approve_scheme(problem=problem, by=by, at=at)
            messages.success(request, _("The scheme is approved. Scripts can be dealt."))
        case "withdraw":
            schemes.withdraw_approval(problem=problem, by=by, at=at)
            messages.success(request, _("The scheme is a draft again."))
        case "add":
            form = AddPartForm(request.POST, auto_id="new_%s")
            if not form.is_valid():
                return _scheme(request, problem, added=form, status=422)
            try:
                schemes.add_part(problem=problem, part=form.draft(), by=by, at=at)
            except REFUSALS as error:
                form.add_error(None, sentence(error))
                return _scheme(request, problem, added=form, status=422)
            messages.success(
                request,
                _("The part is added for everyone. Scripts that were marked are flagged."),
            )
            return redirect(progress_address(problem))
        case _:
            raise Http404
    return redirect(scheme_address(problem))


def _save_scheme(request: HttpRequest, problem: PaperProblem) -> HttpResponse:
    form, parts = SchemeForm(request.POST), part_forms(request.POST)
    sound = [one.is_valid() for one in parts]
    if not form.is_valid() or not all(sound) or not parts:
        fault = scheme_words([] if parts else [_("Write at least one part.")])
        return _scheme(
            request, problem, form=form, parts=parts or part_forms(), fault=fault, status=422
        )
    data = form.cleaned_data
    try:
        saved = schemes.save_scheme(
            problem=problem,
            parts=[one.draft() for one in parts],
            expected_version=data["version"],
            markers=data["markers"],
            tolerance=data["tolerance"],
            part_tolerance=data["part_tolerance"],
            notes=data["notes"],
            by=person(request),
            at=arrived_at(request),
        )
        if request.POST.get("then") == "approve":
            schemes.approve_scheme(problem=problem, by=person(request), at=arrived_at(request))
            messages.success(request, _("The scheme is approved. Scripts can be dealt."))
            return redirect(progress_address(problem))
    except StaleMarkError as error:
        status = 409
        return _scheme(
            request, problem, form=form, parts=parts, fault=sentence(error), status=status
        )
    except REFUSALS as error:
        # Saved or not: the next try must not be taken for an old one.
        typed_in = request.POST.copy()
        typed_in["version"] = str(schemes.scheme_of(problem).version)
        form = SchemeForm(typed_in)
        return _scheme(request, problem, form=form, parts=parts, fault=sentence(error), status=422)
    messages.success(
        request, _("Saved. It holds once it is approved.") if not saved.approved_at else _("Saved.")
    )
    return redirect(scheme_address(problem))


@opened(paper_problem, "GET", "HEAD", home=progress_address)
def progress(request: HttpRequest, problem: PaperProblem) -> HttpResponse:
    """How far the marking is, who marks how much, how they agree."""
    people = marking_pages.duties(problem)
    choices = [(str(one.user.pk), one.user.name) for one in people]
    found = how_far(problem)
    pairs = marking_pages.pairs_of(problem)
    rows = [
        {
            "one": one,
            "all": one.done + one.left,
            "form": ReassignForm(
                people=[choice for choice in choices if choice[0] != str(one.user.pk)],
                auto_id=f"r{n}_%s",
            ),
        }
        for n, one in enumerate(found.markers)
    ]
    context = problem_context(
        request,
        problem,
        scheme=scheme_json(problem),
        found=found,
        left=found.scripts - found.done,
        rows=rows,
        people=people,
        marks=sum(one.duty == "marks" for one in people),
        scripts=marking_pages.script_rows(problem),
        agreement=agreement(problem),
        plot=scatter(pairs, _("First marker"), _("Second marker")),
        undealt=not found.scripts,
    )
    return render(request, "judging/marking/progress.html", context)


@opened(paper_problem, "POST", home=progress_address)
def marking_action(request: HttpRequest, problem: PaperProblem, what: str) -> HttpResponse:
    """duties, person, deal, reassign, reopen or keep (a flagged script as it is)."""
    by, at = person(request), arrived_at(request)
    match what:
        case "duties":
            _set_duties(request, problem)
            messages.success(request, _("Who marks is settled."))
        case "person":
            _add_person(request, problem)
        case "deal":
            seed = secrets.randbelow(2**31)
            count = dealing.deal_scripts(problem=problem, seed=seed, by=by, at=at)
            words = ngettext(
                "%(n)s script is collected and dealt.",
                "%(n)s scripts are collected and dealt.",
                count,
            )
            messages.success(request, words % {"n": count})
        case "reassign":
            _reassign(request, problem)
        case "reopen":
            count = dealing.reopen_flagged(problem=problem, by=by, at=at)
            words = ngettext(
                "%(n)s script is marked again for the new part.",
                "%(n)s scripts are marked again for the new part.",
                count,
            )
            messages.success(request, words % {"n": count})
        case "keep":
            script = problem.scripts.get(pk=_key(request, "script"))
            reason = typed.reason(request)
            dealing.clear_flag(script=script, by=by, at=at, reason=reason)
            messages.success(request, _("Its mark stands as it is."))
        case _:
            raise Http404
    return redirect(progress_address(problem))


def _key(request: HttpRequest, name: str) -> UUID:
    return typed.key(request, name)


def _set_duties(request: HttpRequest, problem: PaperProblem) -> None:
    people = marking_pages.duties(problem)
    chosen = {one.user: request.POST.get(f"duty-{one.user.pk}", "") for one in people}
    dealing.set_duties(
        problem=problem,
        markers=[user for user, duty in chosen.items() if duty == "marks"],
        adjudicators=[user for user, duty in chosen.items() if duty == "decides"],
        by=person(request),
        at=arrived_at(request),
    )


def _add_person(request: HttpRequest, problem: PaperProblem) -> None:
    """A marker by username, else a new one by name, who signs in by a link."""
    given: dict[str, Any] = {
        "tournament": problem.paper.stage.tournament,
        "role": Role.MARKER,
        "by": person(request),
        "at": arrived_at(request),
    }
    username, name = request.POST.get("username", "").strip(), request.POST.get("name", "").strip()
    if username:
        made = staff.add_by_username(username=username[:150], **given)
    elif name:
        made = staff.add_by_name(name=name[:100], **given)
    else:
        messages.error(request, _("Write a username, or the name of a new person."))
        return
    dealing.add_marker(problem=problem, user=made.user, by=person(request), at=arrived_at(request))
    messages.success(request, _("%(name)s marks this problem now.") % {"name": made.user.name})


def _reassign(request: HttpRequest, problem: PaperProblem) -> None:
    people = {one.user.pk: one.user for one in marking_pages.duties(problem)}
    from_user = people.get(_key(request, "from_user"))
    to_user = people.get(_key(request, "to_user"))
    if from_user is None or to_user is None or from_user == to_user:
        raise Http404
    count = dealing.reassign(
        problem=problem,
        from_user=from_user,
        to_user=to_user,
        by=person(request),
        at=arrived_at(request),
    )
    words = ngettext("%(n)s script went to %(name)s.", "%(n)s scripts went to %(name)s.", count)
    messages.success(request, words % {"n": count, "name": to_user.name})


@opened(paper_problem, "GET", "HEAD", home=progress_address)
def marker_link(request: HttpRequest, problem: PaperProblem, user_id: UUID) -> HttpResponse:
    """The personal link of a marker who has no password."""
    people = {one.user.pk: one.user for one in marking_pages.duties(problem) if one.duty}
    user = people.get(user_id)
    if user is None or user.username is not None:
        raise Http404
    url = full_address(reverse("accounts:personal_link", args=[link_token(user)]), request)
    context = problem_context(request, problem, member=user, url=url)
    return render(request, "judging/marking/link.html", context)


@organiser_page
def desk_marking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The proofs of a contest and how far each is marked."""
    cards = marking_pages.proof_cards(tournament)
    context = desk_context(request, tournament, "marking", cards=cards)
    return render(request, "judging/marking/desk.html", context)
