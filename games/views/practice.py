"""Friendly matches: against computer players, and against friends by a link."""

import secrets
from random import SystemRandom
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.address import client_address
from accounts.forms import status_of, submit
from accounts.models import User
from accounts.services import people, sessions
from accounts.views.requests import arrived, person
from games.faces.base import NO_CLOCK
from games.faces.names import COMPUTER, shown_name
from games.faces.registry import FACES, face
from games.forms import JoinForm, PracticeForm
from games.models import Match
from games.permissions import seat_of
from games.rules_words import brief_rules, time_in_words
from games.services.matches import NewSeat, create_match, is_free, start_match, take_seat
from games.services.pace import check_pace
from games.services.series import create_series, current

FRIENDLY = {"away_ms": 300_000, "abandoned": "forfeit"}
"""Where no clock ends a match, who leaves it has lost."""

reads_and_posts = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@reads_and_posts
def practice(request: HttpRequest, game: str = "kyoen") -> HttpResponse:
    if game not in FACES:
        raise Http404
    who = person(request)
    form = PracticeForm(game, request.POST or None, initial={"name": who.name if who else ""})
    match = submit(form, lambda typed: begin(request, form, typed))
    if match is not None:
        return redirect("games:match", match.pk)
    context = {"form": form, "game": FACES[game], "games": FACES.values()}
    return render(request, "games/practice.html", context, status=status_of(form))


def begin(request: HttpRequest, form: PracticeForm, typed: dict[str, Any]) -> Match:
    """Make the match; against computer players alone it starts at once."""
    check_pace(user=person(request), address=client_address(request), at=arrived(request))
    user = player(request, typed["name"])
    me = NewSeat(typed["name"] or user.name, user)
    others = [
        NewSeat(COMPUTER.format(n=number), computer=level)
        for number, level in enumerate(form.computers, start=1)
    ]
    others += [NewSeat("")] * form.friends
    made: dict[str, Any] = {
        "game": form.game,
        "rules": form.rules(),
        "time_control": form.time_control(),
        "seats": in_order(me, others, typed["order"]),
        "is_practice": True,
        "invite": secrets.token_urlsafe(9) if form.friends else "",
        "policy": FRIENDLY if form.friends and form.time_control() == NO_CLOCK[2] else {},
    }
    if form.games > 1:
        match = current(create_series(games=form.games, first="given", **made))
    else:
        match = create_match(**made)
    if not form.friends:
        start_match(match_id=match.pk, by=user, at=arrived(request))
    return match


def in_order(me: NewSeat, others: list[NewSeat], order: str) -> list[NewSeat]:
    random = SystemRandom()
    random.shuffle(others)
    place = {"me": 0, "others": len(others)}.get(order, random.randint(0, len(others)))
    return [*others[:place], me, *others[place:]]


def player(request: HttpRequest, name: str) -> User:
    """Who asks; somebody new becomes a person with a session of this browser only."""
    who = person(request)
    if who is None:
        who = people.make_person(name or _("Guest"))
        sessions.sign_in(request, who)
    return who


@never_cache
@reads_and_posts
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind a friend's link: a name, then a seat."""
    match = get_object_or_404(Match.objects.exclude(invite=""), invite=code)
    who = person(request)
    if seat_of(match, who) is not None:
        return redirect("games:match", match.pk)
    form = JoinForm(request.POST or None, initial={"name": who.name if who else ""})
    seat = submit(
        form,
        lambda typed: take_seat(
            match_id=match.pk,
            user=player(request, typed["name"]),
            name=typed["name"],
            at=arrived(request),
        ),
    )
    if seat is not None:
        return redirect("games:match", match.pk)
    seats = list(match.seats.all())
    context = {
        "form": form,
        "game": face(match.game),
        "brief": brief_rules(match.game, match.rules),
        "time": time_in_words(match.time_control, match.game),
        "names": pgettext("between names", ", ").join(
            shown_name(seat.name, seat.computer) for seat in seats if seat.name
        ),
        "free": match.status == "waiting" and any(is_free(seat) for seat in seats),
    }
    return render(request, "games/invite.html", context, status=status_of(form))
