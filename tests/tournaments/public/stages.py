"""Tournaments in the state that a test of public pages needs."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import finish
from tournaments.models import Entry, PublicationState, Round, Stage, Tournament
from tournaments.presets import Plan, final, preliminary
from tournaments.services.advancement import decide, propose
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries
from tournaments.services.presence import check_in_all
from tournaments.services.publications import publish
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.tournaments import create_tournament


def make(
    by: User, names: Sequence[str] | int = 8, *, rounds: int = 2, public: bool = True
) -> Tournament:
    """People entered and checked in, nothing drawn."""
    plan = Plan(
        name="第5回 共円オリンピック",
        name_en="5th JKO",
        is_public=public,
        stages=(preliminary(rounds), final(4)),
    )
    at = timezone.now() - timedelta(hours=1)
    tournament = create_tournament(plan=plan, by=by, at=at)
    people = [f"選手{n}" for n in range(1, names + 1)] if isinstance(names, int) else names
    create_entries(tournament, [Details(name=name, club="北辰") for name in people], at=at)
    check_in_all(tournament=tournament, by=by, at=at)
    return tournament


def draft(tournament: Tournament, seed: int = 1) -> Round:
    return draw_round(tournament=tournament, seed=seed, by=None, at=timezone.now())


def begin(tournament: Tournament, seed: int = 1) -> Round:
    """The next round drawn, published and started."""
    at = timezone.now()
    round_ = draft(tournament, seed)
    publish_round(round_id=round_.pk, by=None, at=at)
    start_round(round_id=round_.pk, by=None, at=at)
    round_.refresh_from_db()
    return round_


def play(tournament: Tournament, seed: int = 1) -> Round:
    """The next round with a result entered for every table, closed."""
    round_ = begin(tournament, seed)
    finish(round_, at=timezone.now())
    close_round(round_id=round_.pk, by=None, at=timezone.now())
    return round_


def publish_after(
    round_: Round,
    state: PublicationState = PublicationState.PROVISIONAL,
    embargo_until: datetime | None = None,
) -> int:
    """The version made."""
    tournament = Tournament.objects.get(stages__rounds=round_)
    return publish(
        tournament=tournament,
        stage=Stage.objects.get(rounds=round_),
        after_round=round_.number,
        state=state,
        embargo_until=embargo_until,
        by=None,
        at=timezone.now(),
    ).version


def play_final(tournament: Tournament) -> Round:
    """Decide who goes on (ties by order of the standings) and play the final."""
    target = Stage.objects.get(tournament=tournament, part="final")
    chosen: list[str] = []
    for question in propose(target).decision.questions:
        chosen += [str(key) for key in question.keys[: question.places]]
    decide(target=target, chosen=chosen, by=None, at=timezone.now())
    return play(tournament, 9)


def entry(tournament: Tournament, number: int = 1) -> Entry:
    return Entry.objects.get(tournament=tournament, number=number)
