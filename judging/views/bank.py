"""The problem bank: which problems there are, and who writes them."""

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.errors import UserError
from accounts.models import Role
from accounts.services.roles import has_role
from judging.forms.bank import BankForm, FindForm, MemberForm
from judging.models import HEAD, Bank
from judging.permissions import bank_of, headed_bank
from judging.services import banks as service
from judging.services.bank_view import bank_cards, problem_rows
from judging.services.images import image_of
from judging.services.problems import all_tags, find_problems
from judging.services.storing import handed_out
from judging.views.access import arrived_at, opened, person
from tournaments.views.typed import to_number

A_PAGE = 50


def home_of(bank: Bank) -> str:
    return reverse("judging:bank", args=[bank.pk])


def banks(request: HttpRequest) -> HttpResponse:
    """The person's banks; organisers make new ones."""
    user = person(request)
    mine = bank_cards(user)
    if user is None or not (user.is_organiser or mine):
        raise Http404
    form = BankForm(request.POST or None)
    if request.method == "POST" and user.is_organiser and form.is_valid():
        made = service.create_bank(name=form.cleaned_data["name"], by=user, at=arrived_at(request))
        messages.success(request, _("The bank is made. Write its first problem."))
        return redirect("judging:bank", made.pk)
    context = {"banks": mine, "form": form, "may_create": user.is_organiser}
    status = 422 if request.method == "POST" else 200
    return render(request, "judging/bank/banks.html", context, status=status)


@opened(bank_of, "GET", "HEAD", home=home_of)
def bank(request: HttpRequest, found: Bank) -> HttpResponse:
    """Its problems, by words, kind, state, tag and difficulty."""
    return _bank(request, found)


def _bank(
    request: HttpRequest, found: Bank, member_form: MemberForm | None = None, status: int = 200
) -> HttpResponse:
    form = FindForm(request.GET, tags=all_tags(found))
    pages = Paginator(find_problems(found, **form.wanted()), A_PAGE)
    page = pages.get_page(to_number(request.GET.get("page", ""), 1))
    kept = request.GET.copy()
    kept.pop("page", None)
    manages = has_role(person(request), found.pk, [Role(HEAD)])
    context = {
        "bank": found,
        "form": form,
        "page": page,
        "rows": problem_rows(page.object_list),
        "kept": kept.urlencode(),
        "looking": any(form.wanted().values()),
        "all": found.problems.count(),
        "manages": manages,
        "members": service.members(found),
        "member_form": member_form or MemberForm(),
        "name_form": BankForm(initial={"name": found.name}),
        "head": HEAD,
    }
    return render(request, "judging/bank/bank.html", context, status=status)


@opened(headed_bank, "POST", home=home_of)
def bank_rename(request: HttpRequest, found: Bank) -> HttpResponse:
    form = BankForm(request.POST)
    if form.is_valid():
        service.rename_bank(bank=found, name=form.cleaned_data["name"])
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("Write the name first."))
    return redirect(home_of(found))


@opened(headed_bank, "POST", home=home_of)
def member_add(request: HttpRequest, found: Bank) -> HttpResponse:
    """Somebody who signs in with a password joins the committee, or has another role."""
    form = MemberForm(request.POST)
    if form.is_valid():
        try:
            service.add_member(bank=found, **form.cleaned_data)
        except UserError as error:
            form.add_error("username", str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect(home_of(found) + "#committee")
    return _bank(request, found, form, 422)


@opened(headed_bank, "POST", home=home_of)
def member_remove(request: HttpRequest, found: Bank, member_id: int) -> HttpResponse:
    member = next((one for one in service.members(found) if one.pk == member_id), None)
    if member is None:
        raise Http404
    service.remove_member(bank=found, user=member.user)
    messages.success(request, _("%(name)s no longer sees this bank.") % {"name": member.user.name})
    mine = member.user == person(request)
    return redirect("judging:banks" if mine else home_of(found) + "#committee")


def image(request: HttpRequest, image_id: UUID) -> HttpResponseBase:
    """An image of a statement, for whoever may read the statement."""
    found = image_of(person(request), image_id)
    return handed_out(found.path, found.media_type, found.name)
