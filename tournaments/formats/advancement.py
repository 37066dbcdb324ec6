"""Who goes on to the next stage: a decision taken from standings by a stated rule.

The decision is a value that is stored with the standings it was taken from; a correction
makes another, and ``difference`` says what would change.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from tournaments.formats.advancement_cut import Field, Group, candidates_of
from tournaments.formats.advancement_values import (
    Cut,
    CutReason,
    Decision,
    Difference,
    InvalidChoiceError,
    Mode,
    Move,
    NoReserveError,
    NotQualifiedError,
    Qualifier,
    Question,
    Replacement,
    Rule,
    Tied,
    Ties,
    Via,
)
from tournaments.formats.errors import UnknownEntrantError
from tournaments.formats.lots import ByKey, Key
from tournaments.standings import Standing, Status

__all__ = [
    "Cut",
    "CutReason",
    "Decision",
    "Difference",
    "InvalidChoiceError",
    "Mode",
    "Move",
    "NoReserveError",
    "NotQualifiedError",
    "Qualifier",
    "Question",
    "Replacement",
    "Rule",
    "Tied",
    "Ties",
    "Via",
    "advance",
    "difference",
    "promote",
]


def advance(
    standings: Sequence[Standing],
    rule: Rule,
    *,
    groups: ByKey[Group] | None = None,
    clubs: ByKey[str] | None = None,
    unavailable: ByKey[str] | None = None,
    chosen: Iterable[Key] = (),
    seed: int | str = 0,
) -> Decision:
    """Take the qualifiers from ``standings``, best first, and the reserves behind them.

    ``groups`` names the table or group of each (for ``Mode.PER_GROUP``); ``unavailable``
    gives a reason for each who cannot go on, besides the withdrawn and disqualified;
    ``chosen`` answers earlier questions, in that order; ``seed`` draws the seeding order of
    those whose place is shared. While ``questions`` are open the decision is not complete. Raise
    UnknownEntrantError, InvalidChoiceError.
    """
    answers = tuple(chosen)
    missing: dict[Key, str] = dict(unavailable or {})
    known = {standing.key for standing in standings}
    for key in (*rule.by_hand, *answers):
        if key not in known:
            raise UnknownEntrantError(key=key)
    for standing in standings:
        if standing.status is not Status.PLAYING:
            missing.setdefault(standing.key, standing.status.value)
    candidates = candidates_of(standings, rule, groups or {}, clubs or {})
    decision = Field(rule, candidates, answers).decide(missing, seed)
    if rule.mode is Mode.HAND:
        out = [key for key in rule.by_hand if key in missing]
        lost = tuple(Replacement(key, missing[key], None) for key in out)
        return replace(decision, replacements=lost)
    # What it would have been with everybody there tells who came in for whom.
    stated = {standing.key for standing in standings if standing.rank is None}
    supposed = Field(rule, candidates, answers, supposed=True)
    everybody = supposed.decide({key: missing[key] for key in missing if key in stated}, seed)
    return _with_replacements(decision, everybody, missing)


def promote(decision: Decision, out: Key, reason: str) -> Decision:
    """Replace a qualifier who drops out by the next in line (繰り上げ); the seeds close up.

    In a stage with groups the reserve of the same group goes first, then any; a cap per
    club is kept. Raise NotQualifiedError; NoReserveError when nobody may come in.
    """
    leaving = next((one for one in decision.qualifiers if one.key == out), None)
    if leaving is None:
        raise NotQualifiedError(key=out)
    staying = [one for one in decision.qualifiers if one.key != out]
    cap = decision.rule.club_cap
    clubs = Counter(decision.clubs.get(one.key, "") for one in staying)

    def may_come(key: Key) -> bool:
        club = decision.clubs.get(key, "")
        return cap is None or not club or clubs[club] < cap

    line = [key for key in decision.reserves if may_come(key)]
    if leaving.via is Via.GROUP:
        line.sort(key=lambda key: decision.groups.get(key) != leaving.group)
    if not line:
        raise NoReserveError(key=out)
    into = line[0]
    ranks = {cut.key: cut.rank for cut in decision.cuts}
    coming = Qualifier(
        into, 0, ranks.get(into), decision.groups.get(into), Via.REPLACEMENT, replaces=out
    )
    seeded = [replace(one, seed=number) for number, one in enumerate([*staying, coming], 1)]
    cuts = [cut for cut in decision.cuts if cut.key != into]
    cuts.append(Cut(out, CutReason.UNAVAILABLE, reason, leaving.rank))
    return replace(
        decision,
        qualifiers=tuple(seeded),
        reserves=tuple(key for key in decision.reserves if key != into),
        cuts=tuple(cuts),
        replacements=(*decision.replacements, Replacement(out, reason, into)),
    )


def difference(old: Decision, new: Decision) -> Difference:
    """What a correction would change: who comes in, who goes out, whose seed moves."""
    before = {one.key: one.seed for one in old.qualifiers}
    after = {one.key: one.seed for one in new.qualifiers}
    return Difference(
        added=tuple(key for key in after if key not in before),
        removed=tuple(key for key in before if key not in after),
        moved=tuple(
            Move(key, before[key], seed)
            for key, seed in after.items()
            if key in before and before[key] != seed
        ),
        asks=new.questions,
    )


def _with_replacements(
    decision: Decision, everybody: Decision, missing: Mapping[Key, str]
) -> Decision:
    """Pair those who came in with those whose place was free, within a group if possible."""
    there = {one.key for one in decision.qualifiers}
    would = {one.key for one in everybody.qualifiers}
    out = [one for one in everybody.qualifiers if one.key not in there and one.key in missing]
    into = [one for one in decision.qualifiers if one.key not in would]
    pairs: list[tuple[Qualifier, Qualifier | None]] = []
    for leaving in list(out):
        mate = next(
            (one for one in into if leaving.via is Via.GROUP and one.group == leaving.group), None
        )
        if mate is not None:
            pairs.append((leaving, mate))
            out.remove(leaving)
            into.remove(mate)
    pairs += zip_longest(out, into[: len(out)])
    came = {coming.key: leaving.key for leaving, coming in pairs if coming is not None}
    return replace(
        decision,
        qualifiers=tuple(
            replace(one, replaces=came[one.key]) if one.key in came else one
            for one in decision.qualifiers
        ),
        replacements=tuple(
            Replacement(leaving.key, missing[leaving.key], coming.key if coming else None)
            for leaving, coming in sorted(pairs, key=lambda pair: pair[0].seed)
        ),
    )
