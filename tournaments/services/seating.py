"""Changing the seating of a draft by hand."""

from datetime import datetime

from accounts.db import write
from accounts.models import User
from tournaments.errors import RoundStateError
from tournaments.live import tell
from tournaments.models import Entry, ForbiddenPair, Round, RoundState, Tournament
from tournaments.names import round_name
from tournaments.services.audit import record
from tournaments.services.formats.values import Pairing
from tournaments.services.layout import seating, set_layout
from tournaments.services.round_state import locked_round, must_be


def swap_seats(*, round_id: int, first: str, second: str, by: User | None, at: datetime) -> Round:
    """Let two entries of a draft change places."""
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tables = seating(round_)
        swapped = {first: second, second: first}
        if not {first, second} <= {key for table in tables for key in table}:
            raise RoundStateError(round=round_name(round_))
        changed = [[swapped.get(key, key) for key in table] for table in tables]
        _save(round_, changed, "seating.swapped", [first, second], by, at)
    return round_


def move_entry(
    *,
    round_id: int,
    entry: str,
    table: int,
    seat: int | None = None,
    by: User | None,
    at: datetime,
) -> Round:
    """Put an entry at ``table`` (its number; one more than there are opens a new one).

    ``seat`` counts from 1 among the seats of that table; by default the last. An entry not
    seated yet is seated by it; a table that is left empty vanishes.
    """
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tables = [[key for key in keys if key != entry] for keys in seating(round_)]
        if table == len(tables) + 1:
            tables.append([])
        if not 1 <= table <= len(tables):
            raise RoundStateError(round=round_name(round_))
        target = tables[table - 1]
        target.insert(len(target) if seat is None else max(0, seat - 1), entry)
        changed = [keys for keys in tables if keys]
        _save(round_, changed, "seating.moved", [entry, table, seat], by, at)
    return round_


def unseat_entry(*, round_id: int, entry: str, by: User | None, at: datetime) -> Round:
    """Take somebody out of a draft who has left meanwhile."""
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        changed = [[key for key in keys if key != entry] for keys in seating(round_)]
        _save(round_, [keys for keys in changed if keys], "seating.removed", [entry], by, at)
    return round_


def _save(
    round_: Round,
    tables: list[list[str]],
    action: str,
    what: list[str | int | None],
    by: User | None,
    at: datetime,
) -> None:
    tournament = round_.stage.tournament
    before = seating(round_)
    if tables == before:
        return
    set_layout(round_, [Pairing(tuple(keys)) for keys in tables])
    round_.draw = {**round_.draw, "by_hand": True}
    round_.save(update_fields=["draw"])
    names = {str(pk): name for pk, name in tournament.entries.values_list("pk", "name")}
    record(
        tournament=tournament,
        by=by,
        at=at,
        action=action,
        subject=lambda: round_name(round_),
        ref=round_.pk,
        before=before,
        after={"seating": tables, "what": [names.get(str(one), one) for one in what]},
    )
    tell(tournament, "round")


def forbid_pair(
    *,
    tournament: Tournament,
    first: Entry,
    second: Entry,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> ForbiddenPair | None:
    """Keep two apart while it can be avoided; None for somebody with himself."""
    if first == second:
        return None
    one, other = sorted((first, second), key=lambda entry: entry.number)
    with write():
        pair, made = ForbiddenPair.objects.get_or_create(
            tournament=tournament, first=one, second=other, defaults={"reason": reason[:200]}
        )
        if made:
            record(
                tournament=tournament,
                by=by,
                at=at,
                action="pair.forbidden",
                subject=f"{one.name} – {other.name}",
                reason=reason,
            )
    return pair


def allow_pair(*, pair: ForbiddenPair, by: User | None, at: datetime) -> None:
    with write():
        record(
            tournament=pair.tournament,
            by=by,
            at=at,
            action="pair.allowed",
            subject=f"{pair.first.name} – {pair.second.name}",
        )
        pair.delete()
