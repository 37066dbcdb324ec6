"""Who goes on to the next stage: a decision taken from standings by a stated rule.

The decision is a value that is stored with the standings it was taken from; a correction
makes another, and ``difference`` says what would change.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

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
from tournaments.formats.lots import ByKey, Key, lot
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

Group = str | int


@dataclass(frozen=True, slots=True)
class _Candidate:
    standing: Standing
    level: int
    """Equal levels are tied, lower ones are better."""
    club: str
    group: Group | None

    @property
    def key(self) -> Key:
        return self.standing.key


@dataclass(frozen=True, slots=True)
class _Pick:
    """What one cut came to."""

    chosen: tuple[_Candidate, ...]
    question: Question | None
    tied_out: tuple[_Candidate, ...]


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
    ``chosen`` answers earlier questions; ``seed`` draws the seeding order of those whose
    place is shared. While ``questions`` are open the decision is not complete. Raise
    UnknownEntrantError, InvalidChoiceError.
    """
    missing: dict[Key, str] = dict(unavailable or {})
    known = {standing.key for standing in standings}
    for key in (*rule.by_hand, *chosen):
        if key not in known:
            raise UnknownEntrantError(key=key)
    for standing in standings:
        if standing.status is not Status.PLAYING:
            missing.setdefault(standing.key, standing.status.value)
    desk = _Desk(rule, _candidates(standings, rule, groups or {}, clubs or {}), frozenset(chosen))
    decision = desk.decide(missing, seed)
    if rule.mode is Mode.HAND:
        out = [key for key in rule.by_hand if key in missing]
        lost = tuple(Replacement(key, missing[key], None) for key in out)
        return replace(decision, replacements=lost)
    # What it would have been with everybody there tells who came in for whom.
    stated = {standing.key for standing in standings if standing.rank is None}
    everybody = desk.decide({key: missing[key] for key in missing if key in stated}, seed)
    return _with_replacements(decision, everybody, missing)


class _Desk:
    """The rule and the field; ``decide`` runs it for a set of people who are missing."""

    def __init__(
        self, rule: Rule, candidates: Sequence[_Candidate], answers: frozenset[Key]
    ) -> None:
        self.rule = rule
        self.candidates = candidates
        self.answers = answers

    def decide(self, missing: Mapping[Key, str], seed: int | str) -> Decision:
        rule = self.rule
        cuts: dict[Key, Cut] = {}
        field = []
        for candidate in self.candidates:
            key = candidate.key
            if key in missing:
                cuts[key] = Cut(key, CutReason.UNAVAILABLE, missing[key])
            elif rule.minimum is not None and candidate.standing.points < rule.minimum:
                cuts[key] = Cut(key, CutReason.BELOW_MINIMUM, str(rule.minimum))
            else:
                field.append(candidate)
        qualifiers: list[Qualifier]
        questions: list[Question] = []
        match rule.mode:
            case Mode.HAND:
                qualifiers = self._by_hand(missing)
            case Mode.TOP:
                qualifiers, questions = self._top(field, cuts, seed)
            case Mode.PER_GROUP:
                qualifiers, questions = self._per_group(field, cuts, seed)
        settled = {qualifier.key for qualifier in qualifiers}
        for key in settled:
            cuts.pop(key, None)
        settled.update(key for question in questions for key in question.keys)
        rest = [candidate for candidate in field if candidate.key not in settled]
        below = CutReason.NOT_CHOSEN if rule.mode is Mode.HAND else CutReason.BELOW_CUT
        for candidate in rest:
            cuts.setdefault(candidate.key, Cut(candidate.key, below))
        # Who was barred by the cap of the club may yet come in when a club mate drops out.
        reserves = tuple(candidate.key for candidate in _in_order(rest, seed))
        return Decision(
            rule=rule,
            qualifiers=tuple(
                replace(qualifier, seed=number) for number, qualifier in enumerate(qualifiers, 1)
            ),
            reserves=reserves,
            cuts=tuple(
                replace(cuts[candidate.key], rank=candidate.standing.rank)
                for candidate in self.candidates
                if candidate.key in cuts
            ),
            questions=tuple(questions),
            clubs={
                candidate.key: candidate.club for candidate in self.candidates if candidate.club
            },
            groups={
                candidate.key: candidate.group
                for candidate in self.candidates
                if candidate.group is not None
            },
        )

    def _by_hand(self, missing: Mapping[Key, str]) -> list[Qualifier]:
        known = {candidate.key: candidate for candidate in self.candidates}
        named = [key for key in self.rule.by_hand if key not in missing]
        return [_qualifier(known[key], Via.HAND) for key in named]

    def _top(
        self, field: Sequence[_Candidate], cuts: dict[Key, Cut], seed: int | str
    ) -> tuple[list[Qualifier], list[Question]]:
        pick = self._pick(field, self.rule.count, None, Counter(), cuts)
        found = [self._via(candidate, Via.RANK) for candidate in _in_order(pick.chosen, seed)]
        return found, [pick.question] if pick.question else []

    def _per_group(
        self, field: Sequence[_Candidate], cuts: dict[Key, Cut], seed: int | str
    ) -> tuple[list[Qualifier], list[Question]]:
        """The best of each group, seeded by place in the group, then the best others.

        Places that a group cannot fill go to the best others, who wait until every group
        is settled.
        """
        members: dict[Group, list[_Candidate]] = {
            candidate.group: [] for candidate in self.candidates if candidate.group is not None
        }
        for candidate in field:
            if candidate.group is not None:
                members[candidate.group].append(candidate)
        clubs: Counter[str] = Counter()
        questions: list[Question] = []
        winners: list[tuple[int, _Candidate]] = []
        unfilled = 0
        for name in sorted(members, key=lambda name: (isinstance(name, str), name)):
            pick = self._pick(members[name], self.rule.per_group, name, clubs, cuts)
            clubs.update(candidate.club for candidate in pick.chosen if candidate.club)
            ordered = _in_order(pick.chosen, seed)
            winners.extend(enumerate(ordered))
            if pick.question:
                questions.append(pick.question)
            elif not pick.tied_out:
                unfilled += max(0, self.rule.per_group - len(pick.chosen))
        by_place = {candidate.key: place for place, candidate in winners}
        drawn = _in_order([candidate for _, candidate in winners], seed)
        drawn.sort(key=lambda candidate: by_place[candidate.key])
        found = [self._via(candidate, Via.GROUP) for candidate in drawn]
        if not questions and (places := self.rule.best_others + unfilled):
            taken = {qualifier.key for qualifier in found}
            rest = [candidate for candidate in field if candidate.key not in taken]
            pick = self._pick(rest, places, None, clubs, cuts)
            found += [self._via(candidate, Via.OTHER) for candidate in _in_order(pick.chosen, seed)]
            if pick.question:
                questions.append(pick.question)
        return found, questions

    def _via(self, candidate: _Candidate, via: Via) -> Qualifier:
        return _qualifier(candidate, Via.CHOSEN if candidate.key in self.answers else via)

    def _pick(
        self,
        field: Sequence[_Candidate],
        places: int,
        group: Group | None,
        clubs: Counter[str],
        cuts: dict[Key, Cut],
    ) -> _Pick:
        """Fill ``places`` level by level; the first level that does not fit is the cut."""
        clubs = clubs.copy()
        chosen: list[_Candidate] = []

        def take(candidates: Iterable[_Candidate]) -> None:
            for candidate in candidates:
                chosen.append(candidate)
                if candidate.club:
                    clubs[candidate.club] += 1

        for _, tied in groupby(field, key=lambda candidate: candidate.level):
            left = places - len(chosen)
            if left <= 0:
                break
            level = []
            for candidate in tied:
                if self._barred(candidate.club, clubs):
                    cuts[candidate.key] = Cut(candidate.key, CutReason.CLUB_CAP, candidate.club)
                else:
                    level.append(candidate)
            rivals = self._rivals(level, clubs)
            match self.rule.ties:
                case Ties.INCLUDE:
                    take(level)
                case Ties.EXCLUDE:
                    out = rivals if len(level) - len(rivals) <= left else level
                    for candidate in out:
                        cuts[candidate.key] = Cut(candidate.key, CutReason.TIED_AT_CUT)
                    take(_without(level, out))
                    if out is level:
                        return _Pick(tuple(chosen), None, tuple(out))
                case Ties.ASK | Ties.HAND:
                    if self._room(level, clubs) <= left:
                        take(_without(level, rivals))
                        asked = rivals
                    else:
                        asked = level
                    room = min(places - len(chosen), self._room(asked, clubs))
                    named = [candidate for candidate in asked if candidate.key in self.answers]
                    if len(named) > room or self._rivals(named, clubs):
                        raise InvalidChoiceError(
                            keys=[candidate.key for candidate in named], places=room
                        )
                    if len(named) < room:
                        keys = tuple(candidate.key for candidate in asked)
                        return _Pick(tuple(chosen), Question(keys, room, group), ())
                    take(named)
                    for candidate in _without(asked, named):
                        cuts[candidate.key] = Cut(candidate.key, CutReason.NOT_CHOSEN)
        return _Pick(tuple(chosen), None, ())

    def _barred(self, club: str, clubs: Counter[str]) -> bool:
        cap = self.rule.club_cap
        return bool(club) and cap is not None and clubs[club] >= cap

    def _rivals(self, level: Sequence[_Candidate], clubs: Counter[str]) -> list[_Candidate]:
        """Those of a club that has more people in ``level`` than may still go on."""
        cap = self.rule.club_cap
        if cap is None:
            return []
        found = clubs + Counter(candidate.club for candidate in level if candidate.club)
        return [candidate for candidate in level if candidate.club and found[candidate.club] > cap]

    def _room(self, level: Sequence[_Candidate], clubs: Counter[str]) -> int:
        """How many of ``level`` the cap lets through."""
        cap = self.rule.club_cap
        if cap is None:
            return len(level)
        of_club = Counter(candidate.club for candidate in level)
        free = of_club.pop("", 0)
        return free + sum(min(count, cap - clubs[club]) for club, count in of_club.items())


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


def _candidates(
    standings: Sequence[Standing],
    rule: Rule,
    groups: Mapping[Key, Group],
    clubs: Mapping[Key, str],
) -> list[_Candidate]:
    """In order of the standings; the disqualified last."""
    loose = rule.tied is Tied.POINTS and rule.ties in {Ties.INCLUDE, Ties.EXCLUDE}
    by_points = loose or rule.ties is Ties.HAND
    last = len(standings) + 1
    ordered = sorted(standings, key=lambda one: one.rank or last)
    levels: dict[object, int] = {}
    found = []
    for one in ordered:
        mark = one.points if by_points and one.rank is not None else (one.rank or last, "rank")
        level = levels.setdefault(mark, len(levels))
        found.append(_Candidate(one, level, clubs.get(one.key, ""), groups.get(one.key)))
    return found


def _in_order(candidates: Iterable[_Candidate], seed: int | str) -> list[_Candidate]:
    """By rank; those who share one by lot."""
    return sorted(
        candidates, key=lambda one: (one.standing.rank or 10**9, lot(seed, one.standing.key))
    )


def _without(some: Iterable[_Candidate], others: Iterable[_Candidate]) -> list[_Candidate]:
    keys = {candidate.key for candidate in others}
    return [candidate for candidate in some if candidate.key not in keys]


def _qualifier(candidate: _Candidate, via: Via) -> Qualifier:
    return Qualifier(candidate.key, 0, candidate.standing.rank, candidate.group, via)


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
