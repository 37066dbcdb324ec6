"""What the pages of a match have in common: who asks, and what they may see."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext

from accounts.models import User
from accounts.views.requests import arrived, person
from games.faces.base import Face, Line
from games.faces.names import shown_name
from games.faces.registry import face
from games.models import Match, MatchEvent, Mode, Seat, Status
from games.permissions import may_rule, visible_match
from games.present import match_view
from games.rules.registry import game as game_named
from games.rules_words import rules_in_words, run_in_words
from games.series_view import series_summary
from games.services.state import first_state, load_state, load_steps


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as one reader may see it. ``seat`` is theirs, from 1; None: a spectator."""

    match: Match
    seats: list[Seat]
    events: list[MatchEvent]
    view: dict[str, Any]
    seat: int | None
    may_rule: bool

    @property
    def title(self) -> str:
        return title_of(self.match)

    @property
    def game(self) -> Face:
        return face(self.match.game)

    @property
    def rules(self) -> list[Line]:
        """The rules of this match in words, and how it is run."""
        match = self.match
        rules = rules_in_words(match.game, match.rules, match.time_control)
        return [*rules, *self._series_words(), *run_in_words(match.policy, match.game)]

    def _series_words(self) -> list[Line]:
        series = self.match.series
        if series is None:
            return []
        n = {"n": series.games}
        if series.mode == Mode.ALL:
            return [(gettext("Series"), gettext("%(n)s games; their points are added.") % n)]
        return [(gettext("Series"), gettext("Best of %(n)s; it ends when it is decided.") % n)]

    @property
    def over(self) -> bool:
        return self.match.status == Status.FINISHED


def title_of(match: Match) -> str:
    """The match's own title in the reader's language, else what it is."""
    ja, en = match.title_ja, match.title_en
    own = (ja or en) if get_language() == "ja" else (en or ja)
    if own:
        return own
    return gettext("Practice") if match.is_practice else gettext("Match")


def find_match(request: HttpRequest, match_id: UUID) -> Match:
    """A match the reader may see. Raise Http404."""
    return visible_match(request.user, match_id)


def find_ruled_match(request: HttpRequest, match_id: UUID) -> Match:
    """A match the reader may rule on. Raise Http404."""
    return get_object_or_404(Match.objects.ruled_by(person(request)), pk=match_id)


def show(request: HttpRequest, match: Match) -> Shown:
    """Everything the pages of ``match`` show, in the same number of queries for every match."""
    user = person(request)
    seats = list(match.seats.all())
    events = list(MatchEvent.objects.filter(match=match).select_related("by").order_by("seq"))
    state = load_state(match, len(seats))
    own = [seat.number + 1 for seat in seats if user is not None and seat.user_id == user.pk]
    return Shown(
        match,
        seats,
        events,
        in_readers_language(match_view(match, seats, state, arrived(request), events)),
        own[0] if own else None,
        may_rule(match, user),
    )


def in_readers_language(view: dict[str, Any]) -> dict[str, Any]:
    """The view of a match with the names of computer players as its reader calls them."""
    for row in view["seats"]:
        row["name"] = shown_name(row["name"], row["computer"])
    return view


def page_data(shown: Shown, words: Any) -> dict[str, Any]:
    """What the page's script is given."""
    return {
        "match": shown.view,
        "me": shown.seat,
        "arbiter": False,
        "invited": bool(shown.match.invite),
        "pair": game_named(shown.match.game).max_seats == 2,
        "draws": shown.game.draws,
        "series": series_summary(shown.match),
        "words": words,
        "urls": {
            "api": f"/api/v1/matches/{shown.match.pk}/",
            "live": f"/live/matches/{shown.match.pk}",
            "replay": reverse("games:replay", args=[shown.match.pk]),
            "matches": "/matches/",
            "study": f"/api/v1/matches/{shown.match.pk}/study/",
            "board": board_module(shown.match.game),
        },
    }


def board_module(game: str) -> str:
    """The address of the script that shows the game's board."""
    return static(f"js/boards/{game}.js")


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """One match on a screen."""

    title: str
    view: dict[str, Any]


def screen_tables(user: User | None, wanted: list[UUID], at: datetime) -> list[ScreenTable]:
    """The matches in the order wanted, three queries however many there are."""
    matches: QuerySet[Match] = Match.objects.visible_to(user).filter(pk__in=wanted)
    found = {match.pk: match for match in matches.prefetch_related("seats", "events")}
    return [_screen_table(found[pk], at) for pk in wanted if pk in found]


def _screen_table(match: Match, at: datetime) -> ScreenTable:
    seats, events = list(match.seats.all()), list(match.events.all())
    steps = load_steps(match, len(seats), events)
    state = steps[-1][1] if steps else first_state(match, len(seats))
    return ScreenTable(title_of(match), in_readers_language(match_view(match, seats, state, at)))
