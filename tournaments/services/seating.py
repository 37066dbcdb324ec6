"""Changing the seating of a draft by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.db import write
from accounts.models import User
from tournaments.errors import PairingsFixedError, RoundStateError
from tournaments.live import tell
from tournaments.models import ByeKind, Entry, ForbiddenPair, Round, RoundState, Tournament
from tournaments.names import round_name
from tournaments.services.audit import record
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import GivenBye, Pairing
from tournaments.services.layout import byes, pairings, seating, set_layout
from tournaments.services.round_state import locked_round, must_be


def swap_seats(*, round_id: int, first: str, second: str, by: User | None, at: datetime) -> Round:
    """Let two entries of a draft change places; one of them may have the bye.

    Where a bracket or a schedule says who meets whom, they change places there, before its
    first round is public. Raise PairingsFixedError later.
    """
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tables, sitting = pairings(round_), byes(round_)
        known = {key for one in tables for key in one.seats} | {one.key for one in sitting}
        if not {first, second} <= known:
            raise RoundStateError(round=round_name(round_))
        together = any({first, second} <= set(one.seats) for one in tables)
        if format_of(round_.stage).fixed and not together:
            _swap_in_draw(round_, first, second, by, at)
            return round_
        swapped = {first: second, second: first}
        changed = [
            replace(one, seats=tuple(swapped.get(key, key) for key in one.seats)) for one in tables
        ]
        given = [replace(one, key=swapped.get(one.key, one.key)) for one in sitting]
        _save(round_, changed, given, "seating.swapped", [first, second], by, at)
    return round_


def _swap_in_draw(round_: Round, first: str, second: str, by: User | None, at: datetime) -> None:
    """Exchange two in the draw of the stage and lay its first round out anew."""
    if round_.number > 1:
        raise PairingsFixedError(round=round_name(round_))
    stage = round_.stage
    before = seating(round_)
    swapped = {first: second, second: first}
    stage.draw = _renamed(stage.draw, swapped)
    drawn = format_of(stage).draw(round_, round_.draw_seed)
    set_layout(round_, drawn.tables, drawn.byes)
    stage.save(update_fields=["draw"])
    _note(round_, before, "seating.swapped", [first, second], by, at)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """JSON with every text that is a key of ``names`` exchanged."""
    if isinstance(value, dict):
        return {key: _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


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
    seated yet is seated by it, one with the bye loses it; a table left empty vanishes.
    """
    with write():
        round_ = _free_draft(round_id)
        tables = [_without(one, entry) for one in pairings(round_)]
        if table == len(tables) + 1:
            tables.append(Pairing(()))
        if not 1 <= table <= len(tables):
            raise RoundStateError(round=round_name(round_))
        keys = list(tables[table - 1].seats)
        keys.insert(len(keys) if seat is None else max(0, seat - 1), entry)
        tables[table - 1] = replace(tables[table - 1], seats=tuple(keys))
        given = [one for one in byes(round_) if one.key != entry]
        _save(round_, tables, given, "seating.moved", [entry, table, seat], by, at)
    return round_


def give_bye(*, round_id: int, entry: str, by: User | None, at: datetime) -> Round:
    """Let somebody sit a draft's round out, with what the bye is worth."""
    with write():
        round_ = _free_draft(round_id)
        if not format_of(round_.stage).pairs:
            raise RoundStateError(round=round_name(round_))
        tables = [_without(one, entry) for one in pairings(round_)]
        given = [one for one in byes(round_) if one.key != entry]
        given.append(GivenBye(entry, ByeKind.PAIRING))
        _save(round_, tables, given, "seating.bye", [entry], by, at)
    return round_


def unseat_entry(*, round_id: int, entry: str, by: User | None, at: datetime) -> Round:
    """Take somebody out of a draft who has left meanwhile."""
    with write():
        round_ = _free_draft(round_id)
        tables = [_without(one, entry) for one in pairings(round_)]
        given = [one for one in byes(round_) if one.key != entry]
        _save(round_, tables, given, "seating.removed", [entry], by, at)
    return round_


def _free_draft(round_id: int) -> Round:
    round_ = locked_round(round_id)
    must_be(round_, RoundState.DRAFT)
    if format_of(round_.stage).fixed:
        raise PairingsFixedError(round=round_name(round_))
    return round_


def _without(table: Pairing, entry: str) -> Pairing:
    return replace(table, seats=tuple(key for key in table.seats if key != entry))


def _save(
    round_: Round,
    tables: Sequence[Pairing],
    given: Sequence[GivenBye],
    action: str,
    what: Sequence[str | int | None],
    by: User | None,
    at: datetime,
) -> None:
    tables = [one for one in tables if one.seats]
    if tables == pairings(round_) and list(given) == byes(round_):
        return
    before = seating(round_)
    set_layout(round_, tables, given)
    _note(round_, before, action, what, by, at)


def _note(
    round_: Round,
    before: list[list[str]],
    action: str,
    what: Sequence[str | int | None],
    by: User | None,
    at: datetime,
) -> None:
    tournament = round_.stage.tournament
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
        after={"seating": seating(round_), "what": [names.get(str(one), one) for one in what]},
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
