"""Who gets a public page, and what every one of them shows around its own."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.views.requests import arrived, person
from tournaments.models import Entry, Stage, Tournament
from tournaments.names import tournament_name
from tournaments.public.bracket_page import has_bracket
from tournaments.public.crosstable_page import KINDS
from tournaments.public.following import following
from tournaments.public.front import Happening, Now, happening
from tournaments.public.shot import Shot
from tournaments.public.strip import strip
from tournaments.services.collecting import collect_tournament
from tournaments.services.formats.registry import format_of
from tournaments.views.refreshing import frame, refreshed, wanted

P = ParamSpec("P")
FOLLOW = "follow"
LARGEST = 10**6
LONGEST = 7
ROUND_TABS = 4


def visible_tournament(request: HttpRequest, tournament_id: UUID) -> Tournament:
    """A public one, or one where the reader has a role. Raise Http404."""
    found = Tournament.objects.visible_to(person(request)).filter(pk=tournament_id).first()
    if found is None:
        raise Http404
    return found


View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
Page = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]


def public_page(view: View[P]) -> Page[P]:
    """A page for everybody who may see the tournament, with times in the tournament's zone."""

    @wraps(view)
    def handle(
        request: HttpRequest, tournament_id: UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        tournament = visible_tournament(request, tournament_id)
        collect_tournament(tournament_id=tournament.pk, at=arrived(request))
        with timezone.override(tournament.time_zone):
            if not wanted(request):
                return view(request, tournament, *args, **kwargs)
            following = _uuid(request.COOKIES.get(FOLLOW, ""))
            return refreshed(
                request, tournament, following, lambda: view(request, tournament, *args, **kwargs)
            )

    return handle  # type: ignore[return-value]


def public_context(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """``mine``: the id of the entry the reader follows, else of their own, else empty."""
    seen = happening(tournament, person(request), arrived(request))
    own = str(seen.visitor.entry.pk) if seen.visitor.entry else ""
    mine = _uuid(request.COOKIES.get(FOLLOW, "")) or own
    return {
        "frame": frame(request),
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "happening": seen,
        "strip": strip(tournament, seen),
        "tabs": tabs(tournament, seen, tab, arrived(request)),
        "mine": mine,
        "following": following(tournament, mine) if seen.now is not Now.FINAL else None,
        "own": own,
        "now": arrived(request),
    }


def tabs(
    tournament: Tournament, seen: Happening, current: str, at: datetime
) -> list[dict[str, Any]]:
    """The newest rounds; the others are on the first page."""
    stages = Stage.objects.filter(tournament=tournament).order_by("order")
    home = reverse("tournaments:public", args=[tournament.pk])
    found = [
        ("public", _("Tournament"), home),
        ("standings", _("Standings"), f"{home}standings/"),
    ]
    newest = list(reversed(seen.rounds))
    shown = [
        one for n, one in enumerate(newest) if n < ROUND_TABS or current == f"round{one.ordinal}"
    ]
    if bracket_stages(seen):
        found.append(("bracket", _("Bracket"), f"{home}bracket/"))
    if has_crosstable(seen):
        found.append(("crosstable", _("Crosstable"), f"{home}crosstable/"))
    for form in {format_of(one).kind: format_of(one) for one in stages}.values():
        found += form.public_tabs(tournament, seen.visitor.entry, at)
    found += [(f"round{one.ordinal}", one.name, f"{home}rounds/{one.ordinal}/") for one in shown]
    return [{"name": name, "url": url, "current": key == current} for key, name, url in found]


def bracket_stages(seen: Happening) -> list[Stage]:
    """The stages with a bracket of which a round is public, in order."""
    found = {one.round.stage.order: one.round.stage for one in seen.rounds}
    return [stage for _order, stage in sorted(found.items()) if has_bracket(stage)]


def has_crosstable(seen: Happening) -> bool:
    """Whether the published standings have one."""
    if seen.publication is None:
        return False
    last = seen.publication.stage.order
    return any(
        one.round.stage.kind in KINDS and one.round.stage.order <= last for one in seen.rounds
    )


def shot_of(seen: Happening) -> Shot | None:
    return Shot(seen.publication) if seen.publication else None


def stages_by_order(tournament: Tournament) -> dict[int, Stage]:
    return {stage.order: stage for stage in Stage.objects.filter(tournament=tournament)}


def whole(request: HttpRequest, name: str, default: Any) -> Any:
    """A whole number of the address from 0 on. Raise Http404 for anything else."""
    text = request.GET.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST or int(text) > LARGEST:
        raise Http404
    return int(text)


def followed(tournament: Tournament, text: str) -> str:
    """The id of an entry of the tournament, or empty."""
    key = _uuid(text)
    known = (
        bool(key)
        and Entry.objects.filter(tournament=tournament, pk=key, listed_only=False).exists()
    )
    return key if known else ""


def _uuid(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return ""
