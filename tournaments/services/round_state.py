"""Rounds, locked: what drawing and running them have in common."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from tournaments.errors import RoundStateError
from tournaments.live import tell
from tournaments.models import Round, RoundState, Table, Tournament
from tournaments.names import later, listed, round_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.formats.values import Defect
from tournaments.words import fault_sentence, tables_words


def locked_round(round_id: int) -> Round:
    """The round with its tournament locked; every change of a tournament queues there."""
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    round_.stage.tournament = lock(Tournament(pk=round_.stage.tournament_id))
    round_.refresh_from_db(fields=["state", "published_at", "started_at", "closed_at", "draw_seed"])
    return round_


def must_be(round_: Round, *states: RoundState) -> None:
    if round_.state not in states:
        raise RoundStateError(round=later(round_name, round_))


def close_now(round_: Round, by: User | None, at: datetime, reason: str = "") -> None:
    round_.state, round_.closed_at = RoundState.CLOSED, at
    round_.started_at = round_.started_at or at
    round_.save(update_fields=["state", "closed_at", "started_at"])
    tournament = round_.stage.tournament
    record(
        tournament=tournament,
        by=by,
        at=at,
        action="round.closed",
        subject=lambda: round_name(round_),
        ref=round_.pk,
        reason=reason,
    )
    tell(tournament, "round", ordinal=round_.ordinal, state="closed")


def close_complete(tournament: Tournament, by: User | None, at: datetime) -> None:
    """Close what has every result before the next round is drawn."""
    going_on = Round.objects.filter(
        stage__tournament=tournament, state__in=[RoundState.PUBLISHED, RoundState.RUNNING]
    ).select_related("stage__tournament")
    for round_ in going_on:
        if not round_.tables.filter(result_source="").exists():
            close_now(round_, by, at)


def missing_tables(tournament: Tournament, *, closed_too: bool = False) -> list[Table]:
    """Tables of published rounds that have no result, in order.

    Those of a round that was closed without them count only with ``closed_too``.
    """
    left_out = [RoundState.DRAFT] if closed_too else [RoundState.DRAFT, RoundState.CLOSED]
    return list(
        Table.objects.filter(round__stage__tournament=tournament, result_source="")
        .exclude(round__state__in=left_out)
        .select_related("round__stage")
        .order_by("round__ordinal", "number")
    )


def missing_words(tables: Sequence[Table]) -> str:
    """Round 2: tables 3 and 5; Round 3: table 1."""
    rounds: dict[str, list[int]] = {}
    for table in tables:
        rounds.setdefault(round_name(table.round), []).append(table.number)
    return "; ".join(tables_words(name, numbers) for name, numbers in rounds.items())


def fault_words(faults: Sequence[Defect], tournament: Tournament) -> str:
    names = {str(pk): name for pk, name in tournament.entries.values_list("pk", "name")}
    said = []
    for fault in faults:
        people = listed(names.get(str(key), "?") for key in fault.keys)
        said.append(fault_sentence(fault.kind, people, fault.table))
    return "; ".join(said)
