"""Where a rule cuts the standings: level by level, with its ties, groups and caps."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.formats.advancement_values import (
    Cut,
    CutReason,
    Decision,
    InvalidChoiceError,
    Mode,
    Qualifier,
    Question,
    Rule,
    Tied,
    Ties,
    Via,
)
from tournaments.formats.lots import Key, lot
from tournaments.standings import Standing

Group = str | int


@dataclass(frozen=True, slots=True)
class Candidate:
    standing: Standing
    level: int
    """Equal levels are tied, lower ones are better."""
    club: str
    group: Group | None

    @property
    def key(self) -> Key:
        return self.standing.key


@dataclass(frozen=True, slots=True)
class Pick:
    """What one cut came to."""

    chosen: tuple[Candidate, ...]
    question: Question | None
    tied_out: tuple[Candidate, ...]
    over: tuple[tuple[Key, ...], int] | None = None
    """More were named in a group than it has places: who, and how many places."""


class Field:
    """The rule and the field; ``decide`` runs it for a set of people who are missing.

    ``answers``: in the order they were given; those that a group has no place for answer the
    question about the best others. ``supposed``: they were given when others were missing. Where
    they do not fit, the question stays open.
    """

    def __init__(
        self,
        rule: Rule,
        candidates: Sequence[Candidate],
        answers: Sequence[Key],
        *,
        supposed: bool = False,
    ) -> None:
        self.rule = rule
        self.candidates = candidates
        self.answers = {key: number for number, key in enumerate(dict.fromkeys(answers))}
        self.supposed = supposed

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
        reserves = tuple(candidate.key for candidate in in_order(rest, seed))
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
        return [qualifier_of(known[key], Via.HAND) for key in named]

    def _top(
        self, field: Sequence[Candidate], cuts: dict[Key, Cut], seed: int | str
    ) -> tuple[list[Qualifier], list[Question]]:
        pick = self._pick(field, self.rule.count, None, Counter(), cuts)
        found = [self._via(candidate, Via.RANK) for candidate in in_order(pick.chosen, seed)]
        return found, [pick.question] if pick.question else []

    def _per_group(
        self, field: Sequence[Candidate], cuts: dict[Key, Cut], seed: int | str
    ) -> tuple[list[Qualifier], list[Question]]:
        """The best of each group, seeded by place in the group, then the best others.

        Places that a group cannot fill go to the best others, who wait until every group
        is settled.
        """
        members: dict[Group, list[Candidate]] = {
            candidate.group: [] for candidate in self.candidates if candidate.group is not None
        }
        for candidate in field:
            if candidate.group is not None:
                members[candidate.group].append(candidate)
        clubs: Counter[str] = Counter()
        questions: list[Question] = []
        winners: list[tuple[int, Candidate]] = []
        over: list[tuple[tuple[Key, ...], int]] = []
        unfilled = 0
        for name in sorted(members, key=lambda name: (isinstance(name, str), name)):
            pick = self._pick(members[name], self.rule.per_group, name, clubs, cuts)
            clubs.update(candidate.club for candidate in pick.chosen if candidate.club)
            ordered = in_order(pick.chosen, seed)
            winners.extend(enumerate(ordered))
            if pick.over:
                over.append(pick.over)
            if pick.question:
                questions.append(pick.question)
            elif not pick.tied_out:
                unfilled += max(0, self.rule.per_group - len(pick.chosen))
        by_place = {candidate.key: place for place, candidate in winners}
        drawn = in_order([candidate for _, candidate in winners], seed)
        drawn.sort(key=lambda candidate: by_place[candidate.key])
        found = [self._via(candidate, Via.GROUP) for candidate in drawn]
        if not questions and (places := self.rule.best_others + unfilled):
            taken = {qualifier.key for qualifier in found}
            rest = [candidate for candidate in field if candidate.key not in taken]
            pick = self._pick(rest, places, None, clubs, cuts)
            found += [self._via(candidate, Via.OTHER) for candidate in in_order(pick.chosen, seed)]
            if pick.question:
                questions.append(pick.question)
        if not questions and not self.supposed:
            going = {qualifier.key for qualifier in found}
            for keys, room in over:
                if not going.issuperset(keys):
                    raise InvalidChoiceError(keys=list(keys), places=room)
        return found, questions

    def _via(self, candidate: Candidate, via: Via) -> Qualifier:
        return qualifier_of(candidate, Via.CHOSEN if candidate.key in self.answers else via)

    def _pick(
        self,
        field: Sequence[Candidate],
        places: int,
        group: Group | None,
        clubs: Counter[str],
        cuts: dict[Key, Cut],
    ) -> Pick:
        """Fill ``places`` level by level; the first level that does not fit is the cut."""
        clubs = clubs.copy()
        chosen: list[Candidate] = []
        over: tuple[tuple[Key, ...], int] | None = None

        def take(candidates: Iterable[Candidate]) -> None:
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
                    take(without(level, out))
                    if out is level:
                        return Pick(tuple(chosen), None, tuple(out))
                case Ties.ASK | Ties.HAND:
                    if self._room(level, clubs) <= left:
                        take(without(level, rivals))
                        asked = rivals
                    else:
                        asked = level
                    room = min(places - len(chosen), self._room(asked, clubs))
                    named = [candidate for candidate in asked if candidate.key in self.answers]
                    named.sort(key=lambda candidate: self.answers[candidate.key])
                    if group is not None and len(named) > room:
                        over = tuple(candidate.key for candidate in named), room
                        named = named[:room]
                    if len(named) > room or self._rivals(named, clubs):
                        if not self.supposed:
                            raise InvalidChoiceError(
                                keys=[candidate.key for candidate in named], places=room
                            )
                        named = []
                    if len(named) < room:
                        keys = tuple(candidate.key for candidate in asked)
                        return Pick(tuple(chosen), Question(keys, room, group), (), over)
                    take(named)
                    for candidate in without(asked, named):
                        cuts[candidate.key] = Cut(candidate.key, CutReason.NOT_CHOSEN)
        return Pick(tuple(chosen), None, (), over)

    def _barred(self, club: str, clubs: Counter[str]) -> bool:
        cap = self.rule.club_cap
        return bool(club) and cap is not None and clubs[club] >= cap

    def _rivals(self, level: Sequence[Candidate], clubs: Counter[str]) -> list[Candidate]:
        """Those of a club that has more people in ``level`` than may still go on."""
        cap = self.rule.club_cap
        if cap is None:
            return []
        found = clubs + Counter(candidate.club for candidate in level if candidate.club)
        return [candidate for candidate in level if candidate.club and found[candidate.club] > cap]

    def _room(self, level: Sequence[Candidate], clubs: Counter[str]) -> int:
        """How many of ``level`` the cap lets through."""
        cap = self.rule.club_cap
        if cap is None:
            return len(level)
        of_club = Counter(candidate.club for candidate in level)
        free = of_club.pop("", 0)
        return free + sum(min(count, cap - clubs[club]) for club, count in of_club.items())


def candidates_of(
    standings: Sequence[Standing],
    rule: Rule,
    groups: Mapping[Key, Group],
    clubs: Mapping[Key, str],
) -> list[Candidate]:
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
        found.append(Candidate(one, level, clubs.get(one.key, ""), groups.get(one.key)))
    return found


def in_order(candidates: Iterable[Candidate], seed: int | str) -> list[Candidate]:
    """By rank; those who share one by lot."""
    return sorted(
        candidates, key=lambda one: (one.standing.rank or 10**9, lot(seed, one.standing.key))
    )


def without(some: Iterable[Candidate], others: Iterable[Candidate]) -> list[Candidate]:
    keys = {candidate.key for candidate in others}
    return [candidate for candidate in some if candidate.key not in keys]


def qualifier_of(candidate: Candidate, via: Via) -> Qualifier:
    return Qualifier(candidate.key, 0, candidate.standing.rank, candidate.group, via)
