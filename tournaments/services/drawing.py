"""Drawing a round: who sits where, as a draft that nobody else sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.db import write
from accounts.models import User
from tournaments.errors import AdvancementOpenError, ResultsMissingError, RoundsCompleteError
from tournaments.live import tell
from tournaments.models import Round, RoundState, Stage, Tournament
from tournaments.names import draw_label, later, planned_round_name, round_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.field import active_decision, latest_round
from tournaments.services.formats.registry import format_of
from tournaments.services.layout import seating, set_layout
from tournaments.services.makeup import add_tables
from tournaments.services.round_state import (
    close_complete,
    locked_round,
    missing_tables,
    missing_words,
    must_be,
)


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round that could be drawn now."""

    stage: Stage
    number: int
    ordinal: int

    @property
    def name(self) -> str:
        return planned_round_name(self.stage, self.number)

    @property
    def label(self) -> str:
        return draw_label(self.stage, self.name, begun=self.number > 1)


def next_round(tournament: Tournament) -> NextRound:
    """The round after the last. Raise RoundsCompleteError, AdvancementOpenError."""
    latest = latest_round(tournament)
    stages = list(Stage.objects.filter(tournament=tournament))
    for stage in stages:
        stage.tournament = tournament
    ordinal = latest.ordinal + 1 if latest else 1
    if latest is not None:
        latest.stage.tournament = tournament
        number = format_of(latest.stage).next_number(latest.stage)
        if number is not None:
            return NextRound(latest.stage, number, ordinal)
    order = latest.stage.order if latest else 0
    coming = [stage for stage in stages if stage.order > order]
    following = next((stage for stage in coming if format_of(stage).has_rounds), None)
    if following is None:
        raise RoundsCompleteError
    if following.order > 1 and active_decision(following) is None:
        raise AdvancementOpenError(stage=later(planned_round_name, following, 1))
    return NextRound(following, 1, ordinal)


def draw_round(
    *,
    tournament: Tournament,
    seed: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    allow: Sequence[str] = (),
) -> Round:
    """Draw the next round; while a draft lies there, return it unchanged.

    ``reason`` allows it although results of earlier rounds are missing; ``allow`` names what
    the organiser has said yes to where no draw was possible without (``Relax``). Raise
    ResultsMissingError, RoundsCompleteError, AdvancementOpenError, NobodyToSeatError or a
    FormatError.
    """
    with write():
        locked = lock(tournament)
        latest = latest_round(locked)
        if latest is not None:
            if latest.state == RoundState.DRAFT:
                return latest
            refuse_missing(locked, reason)
            close_complete(locked, by, at)
        coming = next_round(locked)
        round_ = Round.objects.create(
            stage=coming.stage,
            number=coming.number,
            ordinal=coming.ordinal,
            draw_seed=seed,
            created_at=at,
        )
        coming.stage.tournament = locked
        _fill(round_, seed, allow)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="round.drawn",
            subject=lambda: coming.name,
            ref=round_.pk,
            after={"seed": seed, "tables": round_.tables.count()}
            | ({"allowed": list(allow)} if allow else {}),
            reason=reason,
        )
        tell(locked, "round")
    return round_


def refuse_missing(tournament: Tournament, reason: str) -> None:
    """Raise ResultsMissingError, unless there is a reason."""
    missing = missing_tables(tournament)
    if missing and not reason.strip():
        raise ResultsMissingError(missing=later(missing_words, missing))


def redraw_round(
    *, round_id: int, seed: int, by: User | None, at: datetime, allow: Sequence[str] = ()
) -> Round:
    """Throw a draft's seating away and draw it anew with another seed."""
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tournament = round_.stage.tournament
        before = round_.draw_seed
        if round_.number == 1:
            round_.stage.draw = {}
        round_.draw_seed = seed
        _fill(round_, seed, allow)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.redrawn",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            before={"seed": before},
            after={"seed": seed},
        )
        tell(tournament, "round")
    return round_


def discard_round(*, round_id: int, by: User | None, at: datetime) -> None:
    """Throw a draft away: nothing was public yet."""
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tournament = round_.stage.tournament
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.discarded",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            before={"seed": round_.draw_seed, "tables": seating(round_)},
        )
        round_.delete()
        tell(tournament, "round")


def _fill(round_: Round, seed: int, allow: Sequence[str]) -> None:
    """Make the tables and byes of a draft that has none."""
    stage = round_.stage
    drawn = format_of(stage).draw(round_, seed, allow)
    round_.draw = {**drawn.record, "by_hand": False}
    round_.save()
    if drawn.frozen is not None:
        stage.draw = dict(drawn.frozen)
    if drawn.rounds is not None:
        stage.planned_rounds = drawn.rounds
    stage.save(update_fields=["draw", "planned_rounds"])
    set_layout(round_, drawn.tables, drawn.byes)
    if drawn.makeup:
        first = stage.rounds.get(number=1)
        first.stage = stage
        add_tables(first, drawn.makeup, format_of(stage).games)
