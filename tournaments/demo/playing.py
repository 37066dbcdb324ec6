"""Matches of the sample, played by computer players: at once, or at human pace."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from games.computers import computer_due, plan
from games.models import Match, Seat
from games.services.play import make_claim, play_move
from games.services.state import load_state
from tournaments.models import Round
from tournaments.services.collecting import collect_results
from tournaments.services.rounds import publish_round, start_round

LEVELS: Mapping[str, Sequence[str]] = {
    "kyoen": ("careless", "careful", "careless", "careless", "careful"),
    "oware": ("steady", "beginner", "steady"),
    "rithmomachia": ("beginner", "steady", "beginner"),
}


def seat_computers(matches: Iterable[Match]) -> None:
    """Let computer players play for everybody; good players see more."""
    for match in matches:
        levels = LEVELS[match.game]
        for seat in match.seats.all():
            seat.computer = levels[(seat.number + match.pk.int) % len(levels)]
            seat.save(update_fields=["computer"])


def wake(matches: Iterable[Match]) -> None:
    """Say when the computer players of matches that have begun act first."""
    for match in matches:
        seats = list(match.seats.all())
        state = load_state(match, len(seats))
        Match.objects.filter(pk=match.pk).update(computer_due=computer_due(match, seats, state))


def play_to_the_end(match: Match) -> datetime:
    """Play a match that has begun as its computers would have; return when it ended."""
    seats = list(match.seats.all())
    while True:
        match.refresh_from_db()
        state = load_state(match, len(seats))
        step = plan(match, seats, state)
        if step is None:
            assert match.finished_at is not None, match.pk
            return match.finished_at
        act = make_claim if step.is_claim else play_move
        act(
            match_id=match.pk,
            seat=step.seat,
            text=step.text,
            expected_seq=state.seq,
            by=None,
            at=step.due,
        )


def matches_of(round_: Round) -> list[Match]:
    found = Match.objects.filter(table__round=round_).order_by("table__number")
    return list(found.prefetch_related("seats"))


def begin(round_: Round, at: datetime) -> list[Match]:
    """Publish the round and start all its tables with computer players."""
    publish_round(round_id=round_.pk, by=None, at=at)
    matches = matches_of(round_)
    seat_computers(matches)
    start_round(round_id=round_.pk, by=None, at=at)
    matches = matches_of(round_)
    wake(matches)
    return matches


def play_round(round_: Round, at: datetime) -> datetime:
    """Publish, start and play a whole round in the past; return when it was over."""
    ends = [play_to_the_end(match) for match in begin(round_, at)]
    Seat.objects.filter(match__table__round=round_).update(computer="")
    Match.objects.filter(table__round=round_).update(computer_due=None)
    over = max(ends)
    collect_results(round_id=round_.pk, at=over)
    return over
