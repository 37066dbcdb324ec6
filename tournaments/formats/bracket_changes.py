"""Entering a result of a knockout, and correcting one with all that rests on it.

Nothing is reset without consent, and every change can be turned round exactly.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.bracket_state import BracketState, MatchStatus, state
from tournaments.formats.bracket_values import Bracket, BracketResult, Ending, Results
from tournaments.formats.errors import FormatError
from tournaments.formats.lots import Key


class MatchNotReadyError(FormatError):
    """Somebody is still to come out of earlier matches. ``params``: match, waits_for."""

    code = "match_not_ready"


class NotInMatchError(FormatError):
    """``params``: match, key, players (those who sit there)."""

    code = "not_in_match"


class NoWinnerError(FormatError):
    """Somebody must go on; only a double forfeit has no winner. ``params``: match."""

    code = "no_winner"


class NoResultNeededError(FormatError):
    """The match is a walkover, or nobody comes to it, or it is not needed.

    ``params``: match, status.
    """

    code = "no_result_needed"


class NeedsConsentError(FormatError):
    """Other results would be reset. ``params``: match, matches."""

    code = "needs_consent"


@dataclass(frozen=True, slots=True)
class Change:
    """A result entered, corrected or taken away, and what went or came back with it."""

    match: str
    before: BracketResult | None
    after: BracketResult | None
    reset: tuple[tuple[str, BracketResult], ...] = ()
    """Results that no longer hold, in order of play."""
    restored: tuple[tuple[str, BracketResult], ...] = ()

    def apply(self, results: Results) -> dict[str, BracketResult]:
        gone = {name for name, _ in self.reset} | {self.match}
        found = {name: result for name, result in results.items() if name not in gone}
        found.update(self.restored)
        if self.after is not None:
            found[self.match] = self.after
        return found

    def reverse(self) -> "Change":
        """What brings back the results from before."""
        return Change(self.match, self.after, self.before, self.restored, self.reset)


@dataclass(frozen=True, slots=True)
class Reseeded:
    """Results by match: those whose two players are the same as before, and the others."""

    kept: Mapping[str, BracketResult]
    dropped: Mapping[str, BracketResult]


def enter(
    bracket: Bracket,
    entrants: Sequence[Key],
    results: Results,
    match_id: str,
    result: BracketResult | None,
    *,
    out: Sequence[Key] = (),
    disqualified: Collection[Key] = (),
    consent: Collection[str] = (),
) -> Change:
    """Enter or correct the result of a match, or take it away with None.

    ``consent`` names the matches that may lose their results by it. Raise UnknownMatchError,
    MatchNotReadyError, NoResultNeededError, NotInMatchError, NoWinnerError; NeedsConsentError
    with all that would be reset if one of it is not consented to.
    """
    match = bracket.match(match_id)
    before = results.get(match_id)
    if result is not None:
        now = state(
            bracket, entrants, _without(results, match_id), out=out, disqualified=disqualified
        )
        _check(now, match_id, result, correcting=before is not None)
    reset = would_reset(
        bracket, entrants, results, match_id, result, out=out, disqualified=disqualified
    )
    if not set(reset) <= set(consent):
        raise NeedsConsentError(match=match.id, matches=list(reset))
    return Change(match_id, before, result, tuple((name, results[name]) for name in reset))


def would_reset(
    bracket: Bracket,
    entrants: Sequence[Key],
    results: Results,
    match_id: str,
    result: BracketResult | None,
    *,
    out: Sequence[Key] = (),
    disqualified: Collection[Key] = (),
) -> tuple[str, ...]:
    """The other matches whose results would no longer hold, in order of play.

    Nothing while the same players go on.
    """
    after = _without(results, match_id)
    if result is not None:
        after[match_id] = result
    lost = set(state(bracket, entrants, after, out=out, disqualified=disqualified).stale)
    was = set(state(bracket, entrants, results, out=out, disqualified=disqualified).stale)
    return tuple(match.id for match in bracket.matches if match.id in lost - was - {match_id})


def dependants(bracket: Bracket, results: Results, match_id: str) -> tuple[str, ...]:
    """The matches with a result that come after ``match_id`` and rest on it."""
    after = {bracket.match(match_id).id}
    for match in bracket.matches:
        if any(source.match in after for source in match.sources):
            after.add(match.id)
    after.discard(match_id)
    return tuple(match.id for match in bracket.matches if match.id in after & results.keys())


def reseed(
    bracket: Bracket, before: Sequence[Key], after: Sequence[Key], results: Results
) -> Reseeded:
    """Put the entrants in another order and keep every result that still has its players."""
    held = state(bracket, before, results).stale
    lost = {*held, *state(bracket, after, results).stale}
    return Reseeded(
        {name: result for name, result in results.items() if name not in lost},
        {name: result for name, result in results.items() if name in lost},
    )


def _without(results: Results, match_id: str) -> dict[str, BracketResult]:
    return {name: result for name, result in results.items() if name != match_id}


def _check(now: BracketState, match_id: str, result: BracketResult, *, correcting: bool) -> None:
    found = now.matches[match_id]
    if found.status is MatchStatus.WAITING:
        sources = {source.match for source in found.match.sources if source.match}
        waits_for = [one for one in now.matches if one in sources and not now.matches[one].done]
        raise MatchNotReadyError(match=match_id, waits_for=waits_for)
    # Somebody who has since left may still have a result corrected that was really played.
    played = correcting and len(found.keys) == 2
    if found.status is not MatchStatus.READY and not played:
        raise NoResultNeededError(match=match_id, status=found.status.value)
    named = {*result.players, *(key for key, _ in result.scores)}
    if result.winner is not None:
        named.add(result.winner)
    for key in sorted(named - set(found.keys), key=str):
        raise NotInMatchError(match=match_id, key=key, players=list(found.keys))
    if set(result.players) != set(found.keys):
        raise NotInMatchError(match=match_id, key=result.players[0], players=list(found.keys))
    if (result.winner is None) != (result.ending is Ending.DOUBLE_FORFEIT):
        raise NoWinnerError(match=match_id)
