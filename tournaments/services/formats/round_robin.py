"""Round robin by Berger tables, in one group or several."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.db import found_in
from tournaments.bracket_words import withdrawal_words
from tournaments.errors import NobodyToSeatError
from tournaments.formats import dry_run
from tournaments.formats.dry_run import DryRun
from tournaments.formats.fide import ROUND_ROBIN as TIE_BREAKS
from tournaments.formats.fide_table import Mode
from tournaments.formats.groups import draw_groups, merge_groups
from tournaments.formats.pace import Pace
from tournaments.formats.round_robin import KeyRound, keeps, late_entry, rounds_for
from tournaments.formats.scoring import LineKind, Result, SeatKind, TableResult, Unplayed
from tournaments.formats.table_values import Entrant
from tournaments.models import Entry, Round, Stage, StageKind, Table
from tournaments.services.field import Presence, active_decision, presences, seeds_of
from tournaments.services.formats.pairs import Pairs, club_of, seed_of
from tournaments.services.formats.values import (
    Course,
    Defect,
    Dependent,
    Drawn,
    Forecast,
    GivenBye,
    Pairing,
    Remark,
    Remarks,
)
from tournaments.services.layout import pairings
from tournaments.services.stage_results import drawn_lots
from tournaments.settings import StageConfig
from tournaments.standings import Contender, Standing


class RoundRobin(Pairs):
    """``Stage.draw``: ``groups``, each the entry ids in order of numbers, and the ``seed``."""

    kind = StageKind.ROUND_ROBIN.value
    fixed = True
    mode = Mode.ROUND_ROBIN
    tie_breaks = TIE_BREAKS
    bye_points = Fraction(0)

    def schedule(self, stage: Stage, groups: Sequence[Sequence[str]]) -> list[list[KeyRound]]:
        """The rounds of each group."""
        double = StageConfig.from_json(stage.config).cycles == 2
        return [list(rounds_for(group, double=double)) for group in groups]

    def draw(self, round_: Round, seed: int, allow: Sequence[str] = ()) -> Drawn:
        stage = round_.stage
        groups = stage.draw.get("groups") or self._groups(round_, seed)
        makeup: list[Pairing] = []
        if round_.number == 2:
            groups, makeup = self._with_late(round_, groups)
        stage_seed = stage.draw.get("seed", seed)
        gone = _gone(round_, groups)
        rounds = self.schedule(stage, groups)
        dropped = self._dropped(stage)
        tables: list[Pairing] = []
        byes: list[GivenBye] = []
        for number, one in enumerate(rounds, 1):
            if round_.number > len(one):
                continue
            found = one[round_.number - 1]
            label = number if len(groups) > 1 else None
            for game in found.games:
                keys = (str(game.first), str(game.second))
                free = [key for key in keys if key in dropped]
                if free:
                    byes += [GivenBye(key) for key in keys if key not in dropped]
                    continue
                away = tuple(key for key in keys if key in gone)
                tables.append(Pairing(keys, group=label, away=away))
            if found.bye is not None and str(found.bye) not in gone:
                byes.append(GivenBye(str(found.bye)))
        return Drawn(
            tuple(tables),
            tuple(byes),
            {"seed": str(stage_seed)},
            {"groups": groups, "seed": stage_seed},
            max(map(len, rounds)),
            tuple(makeup),
        )

    def _with_late(
        self, round_: Round, groups: Sequence[Sequence[str]]
    ) -> tuple[list[list[str]], list[Pairing]]:
        """The groups with those who came after the first round, and the games they owe."""
        double = StageConfig.from_json(round_.stage.config).cycles == 2
        known = {key for group in groups for key in group}
        there = presences(round_.stage.tournament, round_.stage, round_.ordinal)
        late = [str(one.entry.pk) for one in there if one.seated and str(one.entry.pk) not in known]
        found = [list(group) for group in groups]
        makeup: list[Pairing] = []
        for key in late:
            number = min(range(len(found)), key=lambda index: len(found[index]))
            entered = late_entry(found[number], key, rounds_played=1, double=double)
            found[number] = [str(one) for one in entered.order]
            label = number + 1 if len(found) > 1 else None
            makeup += [
                Pairing((str(game.first), str(game.second)), group=label) for game in entered.makeup
            ]
        return found, makeup

    def _groups(self, round_: Round, seed: int) -> list[list[str]]:
        stage = round_.stage
        there = presences(stage.tournament, stage, round_.ordinal)
        seated = [one.entry for one in there if one.seated]
        if len(seated) < 2:
            raise NobodyToSeatError
        config = StageConfig.from_json(stage.config)
        decision = active_decision(stage) if stage.order > 1 else None
        seeds = seeds_of(decision) if decision else None
        drawn = draw_groups(
            [
                Entrant(str(entry.pk), seed=seed_of(entry, seeds), club=club_of(entry))
                for entry in seated
            ],
            config.groups,
            seed=seed,
            method=config.first,
        )
        return [[str(key) for key in group.keys] for group in drawn.groups]

    def _dropped(self, stage: Stage) -> set[str]:
        """Who has left so early that none of their games counts."""
        groups = stage.draw.get("groups", [])
        gone = Entry.objects.filter(withdrawn_from__isnull=False)
        keys = (key for group in groups for key in group)
        left = {str(entry.pk) for entry in found_in(gone, "pk", keys)}
        if not left:
            return set()
        config = StageConfig.from_json(stage.config)
        played: dict[str, int] = {}
        for one in super().results(stage):
            if isinstance(one, TableResult) and one.finished and _both_came(one):
                for seat in one.seats:
                    played[str(seat.key)] = played.get(str(seat.key), 0) + 1
        total = {key: (len(group) - 1) * config.cycles for group in groups for key in group}
        return {key for key in left if not keeps(config.withdrawal, played.get(key, 0), total[key])}

    def field(self, stage: Stage, results: Sequence[Result]) -> list[Contender]:
        """Whose games are dropped has left before all of them."""
        dropped = self._dropped(stage)
        return [
            replace(one, withdrawn_from=1) if str(one.key) in dropped else one
            for one in super().field(stage, results)
        ]

    def leaving(self, stage: Stage) -> str:
        return withdrawal_words(StageConfig.from_json(stage.config).withdrawal)

    def results(self, stage: Stage, after: int | None = None) -> list[Result]:
        """Without the games of those whose results are dropped: who met them sat out."""
        found = super().results(stage, after)
        dropped = self._dropped(stage)
        if not dropped:
            return found
        kept: list[Result] = []
        for one in found:
            if isinstance(one, TableResult):
                keys = [str(seat.key) for seat in one.seats]
                if dropped & set(keys):
                    kept += [
                        Unplayed(one.round, key, LineKind.BYE) for key in keys if key not in dropped
                    ]
                    continue
            kept.append(one)
        return kept

    def standings(self, stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
        """In one list; of several groups by place in the group, then by the tie-breaks."""
        if len(stage.draw.get("groups", [])) < 2:
            return super().standings(stage, after)
        return self._merged(stage, self.by_group(stage, after))

    def course(self, stage: Stage, after: int | None = None) -> Course:
        groups = stage.draw.get("groups", [])
        if len(groups) < 2:
            return super().course(stage, after)
        courses = {
            name: self.course_of(stage, field, results, after)
            for name, field, results in self._groups_apart(stage, after)
        }
        return Course(
            self._merged(stage, {name: one.standings for name, one in courses.items()}),
            {key: ranks for one in courses.values() for key, ranks in one.ranks.items()},
        )

    def _merged(
        self, stage: Stage, by_group: Mapping[str, Sequence[Standing]]
    ) -> tuple[Standing, ...]:
        sizes = {len(group) for group in stage.draw["groups"]}
        return merge_groups(
            by_group,
            compare=self.codes(stage),
            per_game=len(sizes) > 1,
            lots=drawn_lots(stage),
        )

    def by_group(self, stage: Stage, after: int | None = None) -> Mapping[str, Sequence[Standing]]:
        """The standings of each group; their names are "1", "2" …"""
        return {
            name: self.ranked(stage, field, results, after)
            for name, field, results in self._groups_apart(stage, after)
        }

    def _groups_apart(
        self, stage: Stage, after: int | None
    ) -> Iterator[tuple[str, Sequence[Contender], Sequence[Result]]]:
        results = self.results(stage, after)
        field = {str(one.key): one for one in self.field(stage, results)}
        for number, group in enumerate(stage.draw.get("groups", []), 1):
            own = set(group)
            yield (
                str(number),
                [field.get(key, Contender(key)) for key in group],
                [one for one in results if _of(one) <= own],
            )

    def groups(self, stage: Stage) -> dict[str | int, str | int]:
        return {
            key: str(number)
            for number, group in enumerate(stage.draw.get("groups", []), 1)
            for key in group
        }

    def faults(self, round_: Round) -> tuple[Defect, ...]:
        rounds = self.schedule(round_.stage, round_.stage.draw.get("groups", []))
        due = {
            frozenset((str(game.first), str(game.second)))
            for one in rounds
            if round_.number <= len(one)
            for game in one[round_.number - 1].games
        }
        return tuple(
            Defect("schedule", one.seats, number)
            for number, one in enumerate(pairings(round_), 1)
            if frozenset(one.seats) not in due
        )

    def rests(self, table: Table) -> list[Dependent]:
        return []

    def rehearse(self, stage: Stage, keys: Sequence[str], pace: Pace, seed: int) -> DryRun:
        count = StageConfig.from_json(stage.config).groups
        groups = stage.draw.get("groups") or [list(keys[one::count]) for one in range(count)]
        rounds = self.schedule(stage, [group for group in groups if len(group) > 1])
        together = [
            KeyRound(number, tuple(game for one in found for game in one.games), None)
            for number, found in enumerate(zip_longest(*rounds, fillvalue=EMPTY), 1)
        ]
        played = stage.rounds.count()
        return dry_run.round_robin(
            together, pace, seed=seed, played=played, games=self.games(stage, "")
        )

    def remarks(self, round_: Round) -> Remarks:
        """Who came after the second round was drawn plays no game any more."""
        known = {key for group in round_.stage.draw.get("groups", []) for key in group}
        there = presences(round_.stage.tournament, round_.stage, round_.ordinal)
        late = [str(one.entry.pk) for one in there if one.seated and str(one.entry.pk) not in known]
        rest = (Remark("too_late", tuple(late)),) if late else ()
        return Remarks(((),) * round_.tables.count(), rest)

    def forecast(self, stage: Stage, number: int, seated: Sequence[Presence]) -> Forecast:
        if number > 1 and stage.draw:
            return Forecast()
        if len(seated) < 2:
            return Forecast(cannot=str(NobodyToSeatError()))
        config = StageConfig.from_json(stage.config)
        size = -(-len(seated) // config.groups)
        rounds = (size - 1 + size % 2) * config.cycles
        words = ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}
        if config.groups > 1:
            words = _("%(groups)s groups of at most %(size)s, %(rounds)s") % {
                "groups": config.groups,
                "size": size,
                "rounds": words,
            }
        return Forecast(words)

    def next_number(self, stage: Stage) -> int | None:
        last = stage.rounds.order_by("-number").values_list("number", flat=True).first() or 0
        return last + 1 if last < stage.planned_rounds else None


EMPTY = KeyRound(0, (), None)


def _gone(round_: Round, groups: Sequence[Sequence[str]]) -> set[str]:
    """Who has left before the round."""
    keys = [key for group in groups for key in group]
    return {
        str(entry.pk)
        for entry in found_in(Entry.objects.all(), "pk", keys)
        if entry.disqualified_at is not None
        or (entry.withdrawn_from is not None and entry.withdrawn_from <= round_.ordinal)
    }


def _both_came(result: TableResult) -> bool:
    return all(seat.kind is not SeatKind.NO_SHOW for seat in result.seats)


def _of(result: Result) -> set[str]:
    if isinstance(result, TableResult):
        return {str(seat.key) for seat in result.seats}
    return {str(result.key)}


ROUND_ROBIN = RoundRobin()
