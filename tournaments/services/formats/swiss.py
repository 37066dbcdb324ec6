"""Swiss: who has as many points meets, nobody twice."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.db import found_in
from tournaments.errors import NobodyToSeatError, NoPairingError
from tournaments.formats import dry_run
from tournaments.formats.dry_run import DryRun
from tournaments.formats.fide import SWISS as TIE_BREAKS
from tournaments.formats.fide_table import Mode
from tournaments.formats.pace import Pace
from tournaments.formats.pairing_values import Outcome, Pair
from tournaments.formats.scoring import Result, TableResult
from tournaments.formats.swiss import SwissEntry, pairing_numbers, review_pairs
from tournaments.formats.swiss_errors import BY_HAND, NoLegalPairingError, Relax
from tournaments.formats.table_values import Avoid
from tournaments.models import ByeKind, Entry, Round, Stage, StageKind
from tournaments.services.field import (
    Presence,
    active_decision,
    forbidden_pairs,
    presences,
    seeds_of,
)
from tournaments.services.formats.ahead import paired
from tournaments.services.formats.pairs import (
    Pairs,
    asked_byes,
    club_of,
    firsts,
    had_bye,
    seed_of,
)
from tournaments.services.formats.tables import next_planned
from tournaments.services.formats.values import (
    Drawn,
    Forecast,
    GivenBye,
    Pairing,
    Remark,
    Remarks,
)
from tournaments.services.layout import pairings
from tournaments.settings import StageConfig, TournamentSettings


class Swiss(Pairs):
    """``Stage.draw``: ``seed`` of its lots, and the pairing ``numbers`` by entry id."""

    kind = StageKind.SWISS.value
    tie_breaks = TIE_BREAKS
    mode = Mode.SWISS

    def draw(self, round_: Round, seed: int, allow: Sequence[str] = ()) -> Drawn:
        stage, tournament = round_.stage, round_.stage.tournament
        there = presences(tournament, stage, round_.ordinal)
        byes = asked_byes(there)
        by_hand = {one.key for one in byes if one.kind is ByeKind.PAIRING}
        taking = [one.entry for one in there if one.seated or str(one.entry.pk) in by_hand]
        if sum(one.seated for one in there) < 2:
            raise NobodyToSeatError
        stage_seed = stage.draw.get("seed", seed)
        numbers = self._numbers(stage, taking, stage_seed)
        frozen = {"seed": stage_seed, "numbers": numbers}
        if BY_HAND in allow:
            seated = {str(one.entry.pk) for one in there if one.seated}
            return self._neighbours(round_, seated, byes, frozen)
        try:
            made = paired(
                _entries(taking, numbers),
                self.results(stage, round_.number - 1),
                number=round_.number,
                rounds=max(stage.planned_rounds, round_.number),
                seed=stage_seed,
                points=self.points(stage),
                byes_by_hand=sorted(by_hand),
                forbidden=sorted(forbidden_pairs(tournament)),
                clubs=TournamentSettings.from_json(tournament.settings).clubs
                if StageConfig.from_json(stage.config).apart
                else Avoid.NEVER,
                allow=sorted((Relax(code) for code in set(allow)), key=lambda one: one.value),
                edition=StageConfig.from_json(stage.config).dutch,
                pending=Outcome.DRAW,
            )
        except NoLegalPairingError as error:
            raise NoPairingError(
                remedies=[one.value for one in error.params["remedies"]]
            ) from error
        if made.bye is not None:
            byes.append(GivenBye(str(made.bye)))
        return Drawn(
            tuple(Pairing((str(pair.first), str(pair.second))) for pair in made.pairs),
            tuple(byes),
            {"system": made.system, "seed": str(made.seed), "allowed": list(allow)},
            frozen,
        )

    def _neighbours(
        self, round_: Round, seated: set[str], byes: list[GivenBye], frozen: dict[str, Any]
    ) -> Drawn:
        """Without the engine, whatever it says: who stand side by side meet.

        The last who has not sat out yet has the bye.
        """
        numbers = frozen["numbers"]
        rows = self.standings(round_.stage, round_.number - 1) if round_.number > 1 else ()
        rank = {str(row.key): row.rank or len(rows) + 1 for row in rows}
        order = sorted(seated, key=lambda key: (rank.get(key, len(rows) + 1), numbers[key]))
        if len(order) % 2:
            had = had_bye(round_.stage)
            last = next((key for key in reversed(order) if key not in had), order[-1])
            order.remove(last)
            byes.append(GivenBye(last))
        balance = firsts(round_.stage)
        tables = []
        for pair in zip(order[::2], order[1::2], strict=True):
            first, second = sorted(pair, key=lambda key: (balance.get(key, 0), numbers[key]))
            tables.append(Pairing((first, second)))
        return Drawn(tuple(tables), tuple(byes), {"system": BY_HAND, "allowed": [BY_HAND]}, frozen)

    def seconds(self, number: int, people: int) -> float:
        """Measured: 0.35 s for 200, 1.3 for 400, 5.5 for 600, 13 for 1,000; round 1 only sorts."""
        return 0.0 if number == 1 else 13 * (people / 1000) ** 2

    def _numbers(self, stage: Stage, taking: Sequence[Entry], seed: int) -> dict[str, int]:
        decision = active_decision(stage) if stage.order > 1 else None
        seeds = seeds_of(decision) if decision else None
        found = pairing_numbers(
            [(str(entry.pk), seed_of(entry, seeds)) for entry in taking],
            seed,
            stage.draw.get("numbers", {}),
        )
        return {str(key): number for key, number in found.items()}

    def rehearse(self, stage: Stage, keys: Sequence[str], pace: Pace, seed: int) -> DryRun:
        known = stage.draw.get("numbers", {})
        numbers = pairing_numbers([(key, None) for key in keys], seed, known)
        return dry_run.swiss(
            [SwissEntry(key, numbers[key]) for key in keys],
            [one for one in self.results(stage) if _within(one, set(keys))],
            pace,
            rounds=stage.planned_rounds,
            seed=seed,
            points=self.points(stage),
            forbidden=forbidden_pairs(stage.tournament),
            games=self.games(stage, ""),
            edition=StageConfig.from_json(stage.config).dutch,
        )

    def remarks(self, round_: Round) -> Remarks:
        stage, tournament = round_.stage, round_.stage.tournament
        tables = pairings(round_)
        numbers = stage.draw.get("numbers", {})
        known = list(found_in(Entry.objects.filter(tournament=tournament), "pk", numbers))
        notes = review_pairs(
            [Pair(*one.seats) for one in tables if len(one.seats) == 2],
            [str(one.entry_id) for one in round_.byes.all() if one.kind == ByeKind.PAIRING],
            _entries(known, numbers),
            self.results(stage, round_.number - 1),
            number=round_.number,
            forbidden=forbidden_pairs(tournament),
            clubs=TournamentSettings.from_json(tournament.settings).clubs,
            points=self.points(stage),
            edition=StageConfig.from_json(stage.config).dutch,
        )
        found = [Remark(one.kind.value, tuple(map(str, one.keys)), one.count) for one in notes]
        return by_table(found, tables)

    def forecast(self, stage: Stage, number: int, seated: Sequence[Presence]) -> Forecast:
        return pairs_forecast(len(seated))

    def next_number(self, stage: Stage) -> int | None:
        return next_planned(stage)


def _within(result: Result, keys: set[str]) -> bool:
    if isinstance(result, TableResult):
        return {str(seat.key) for seat in result.seats} <= keys
    return str(result.key) in keys


def _entries(entries: Iterable[Entry], numbers: dict[str, int]) -> list[SwissEntry]:
    return [
        SwissEntry(str(entry.pk), numbers[str(entry.pk)], club_of(entry))
        for entry in entries
        if str(entry.pk) in numbers
    ]


def by_table(found: Sequence[Remark], tables: Sequence[Pairing]) -> Remarks:
    """Each remark at the table all of its people sit at, the others apart."""
    sorted_ = [tuple(one for one in found if set(one.keys) <= set(t.seats)) for t in tables]
    placed = {one for remarks in sorted_ for one in remarks}
    return Remarks(tuple(sorted_), tuple(one for one in found if one not in placed))


def pairs_forecast(people: int) -> Forecast:
    if people < 2:
        return Forecast(cannot=str(NobodyToSeatError()))
    words = ngettext("%(n)s pairing", "%(n)s pairings", people // 2) % {"n": people // 2}
    return Forecast(_("%(pairings)s and a bye.") % {"pairings": words} if people % 2 else words)


SWISS = Swiss()
