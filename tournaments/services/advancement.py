"""Who goes on to the next stage: proposed, asked, decided, and checked when results change."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from accounts.db import write
from accounts.models import User
from tournaments.errors import (
    ResultsMissingError,
    RoundStartedError,
    TooManyChosenError,
    UndecidedError,
)
from tournaments.formats.advancement import advance, difference, promote
from tournaments.formats.advancement_values import (
    Decision,
    Difference,
    InvalidChoiceError,
    Mode,
    Rule,
)
from tournaments.live import tell
from tournaments.models import (
    Advancement,
    Entry,
    Stage,
    Table,
    Tournament,
)
from tournaments.names import stage_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of
from tournaments.services.round_state import missing_words
from tournaments.services.standings import stage_standings
from tournaments.settings import StageConfig
from tournaments.standings import Standing


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the rule says now, and whether the rounds it rests on are all in."""

    source: Stage
    target: Stage
    decision: Decision
    standings: tuple[Standing, ...]
    missing: tuple[Table, ...]


def source_of(target: Stage) -> Stage:
    """The stage before. Raise Stage.DoesNotExist for the first one."""
    return (
        Stage.objects.filter(tournament=target.tournament_id, order__lt=target.order)
        .order_by("-order")
        .select_related("tournament")[:1]
        .get()
    )


def propose(target: Stage, *, chosen: Sequence[str] = (), rule: Rule | None = None) -> Proposal:
    """Apply the stage's rule (or another) to the standings of the stage before.

    ``chosen`` answers the questions at the cut. Raise a FormatError.
    """
    source = source_of(target)
    stated = rule or StageConfig.from_json(target.config).admission or Rule(count=4)
    table = stage_standings(source)
    clubs: dict[str | int, str] = {
        str(pk): " ".join(club.split()).casefold()
        for pk, club in Entry.objects.filter(tournament=source.tournament_id).values_list(
            "pk", "club"
        )
        if club.strip()
    }
    last = source.rounds.order_by("-number").first()
    groups = format_of(source).groups(source)
    if stated.mode is Mode.PER_GROUP and stated.count and last is not None:
        winners = stated.per_group * len(set(groups.values()))
        stated = replace(stated, best_others=max(0, stated.count - winners))
    decision = advance(
        table,
        stated,
        groups=groups,
        clubs=clubs,
        chosen=[key for key in chosen if any(one.key == key for one in table)],
        seed=last.draw_seed if last else 0,
    )
    missing = Table.objects.filter(round__stage=source, result_source="").select_related(
        "round__stage"
    )
    return Proposal(source, target, decision, table, tuple(missing))


def decide(
    *,
    target: Stage,
    chosen: Sequence[str] = (),
    by_hand: Sequence[str] | None = None,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> Advancement:
    """Store who goes on, with the standings it was taken from, in place of what was decided.

    ``by_hand`` names exactly those who go on, in order of seeds. Raise ResultsMissingError,
    UndecidedError, TooManyChosenError, and RoundStartedError once a round of the stage is
    published.
    """
    with write():
        tournament = lock(target.tournament)
        rule = None if by_hand is None else Rule(mode=Mode.HAND, by_hand=tuple(by_hand))
        try:
            proposal = propose(target, chosen=chosen, rule=rule)
        except InvalidChoiceError as error:
            raise TooManyChosenError(
                chosen=len(error.params["keys"]), seats=error.params["places"]
            ) from error
        if proposal.missing and not reason.strip():
            raise ResultsMissingError(missing=missing_words(proposal.missing))
        if proposal.decision.questions:
            left = sum(one.places for one in proposal.decision.questions)
            raise UndecidedError(left=left)
        before = active_decision(target)
        if before is not None:
            _refuse_begun(target)
        made = _store(proposal, proposal.decision, before, by, at)
        _record(tournament, target, "advancement.decided", before, made, by, at, reason)
    return made


def keep_decision(*, target: Stage, by: User | None, at: datetime, reason: str) -> Advancement:
    """Let a decision stand although the standings have changed since."""
    with write():
        tournament = lock(target.tournament)
        before = Advancement.objects.get(pk=_decided(target).pk)
        proposal = propose(target)
        made = _store(proposal, Decision.from_json(before.decision), before, by, at)
        _record(tournament, target, "advancement.kept", before, made, by, at, reason)
    return made


def promote_reserve(
    *, target: Stage, out: Entry, by: User | None, at: datetime, reason: str
) -> Advancement:
    """Replace somebody who drops out by the next in line (繰り上げ). Raise a FormatError."""
    with write():
        tournament = lock(target.tournament)
        _refuse_begun(target)
        before = _decided(target)
        decision = promote(Decision.from_json(before.decision), str(out.pk), reason)
        proposal = propose(target)
        made = _store(proposal, decision, before, by, at)
        _record(tournament, target, "advancement.promoted", before, made, by, at, reason)
    return made


def undo_decision(*, target: Stage, by: User | None, at: datetime) -> None:
    """Take a decision back while no round of the stage is drawn. Raise RoundStartedError."""
    with write():
        tournament = lock(target.tournament)
        if target.rounds.exists() or format_of(target).begun(target):
            raise RoundStartedError
        before = active_decision(target)
        if before is None:
            return
        before.replaced_at = at
        before.save(update_fields=["replaced_at"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="advancement.undone",
            subject=lambda: stage_name(target),
            ref=target.pk,
            before=_names(tournament, before.decision),
        )
        tell(tournament, "round", stage=target.order)


@dataclass(frozen=True, slots=True)
class Check:
    """A decision beside what its rule would say now."""

    decided: Advancement
    now: Proposal
    difference: Difference

    @property
    def replaceable(self) -> bool:
        return not format_of(self.now.target).begun(self.now.target)


def check_decision(target: Stage) -> Check | None:
    """None while there is no decision, or the standings it was taken from still stand."""
    decided = active_decision(target)
    if decided is None:
        return None
    old = Decision.from_json(decided.decision)
    proposal = propose(target)
    if decided.standings == [one.to_json() for one in proposal.standings]:
        return None
    answers = [str(one.key) for one in old.qualifiers]
    asked = {key for question in proposal.decision.questions for key in question.keys}
    if answered := [key for key in answers if key in asked]:
        with suppress(InvalidChoiceError):
            proposal = propose(target, chosen=answered)
    found = difference(old, proposal.decision)
    if old.rule.mode is Mode.HAND or found.same:
        return None
    return Check(decided, proposal, found)


def _decided(target: Stage) -> Advancement:
    found = active_decision(target)
    if found is None:
        raise UndecidedError(left=0)
    return found


def _refuse_begun(target: Stage) -> None:
    if format_of(target).begun(target):
        raise RoundStartedError
    # A draft was drawn from the decision that goes.
    target.rounds.all().delete()


def _store(
    proposal: Proposal,
    decision: Decision,
    before: Advancement | None,
    by: User | None,
    at: datetime,
) -> Advancement:
    Advancement.objects.filter(target=proposal.target, replaced_at=None).update(replaced_at=at)
    return Advancement.objects.create(
        source=proposal.source,
        target=proposal.target,
        decision=replace(decision, questions=()).to_json(),
        standings=[one.to_json() for one in proposal.standings],
        at=at,
        by=by,
    )


def _record(
    tournament: Tournament,
    target: Stage,
    action: str,
    before: Advancement | None,
    after: Advancement,
    by: User | None,
    at: datetime,
    reason: str,
) -> None:
    record(
        tournament=tournament,
        by=by,
        at=at,
        action=action,
        subject=lambda: stage_name(target),
        ref=target.pk,
        before=_names(tournament, before.decision) if before else None,
        after=_names(tournament, after.decision),
        reason=reason,
    )
    tell(tournament, "round", stage=target.order)


def _names(tournament: Tournament, decision: dict[str, Any]) -> list[str]:
    names = {str(pk): name for pk, name in tournament.entries.values_list("pk", "name")}
    return [f"{one['seed']} {names.get(one['key'], '?')}" for one in decision["qualifiers"]]
