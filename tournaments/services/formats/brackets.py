"""Knockouts: the tables of a stage read as results of a bracket, and the bracket as rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.db import found_in
from tournaments.errors import NobodyToSeatError, ResultsMissingError
from tournaments.formats import dry_run
from tournaments.formats.advancement_values import Decision
from tournaments.formats.bracket_results import of_table
from tournaments.formats.bracket_standings import bracket_standings
from tournaments.formats.bracket_state import BracketState, MatchStatus, state
from tournaments.formats.bracket_values import BracketResult, Kind, Side
from tournaments.formats.dry_run import DryRun
from tournaments.formats.groups import knockout_order
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.lots import by_number, lot
from tournaments.formats.pace import Pace
from tournaments.formats.table_values import Method
from tournaments.models import Entry, Round, RoundState, Stage, StageKind, Table
from tournaments.names import later, round_name
from tournaments.seats import seats_at
from tournaments.services.field import Presence, active_decision, latest_round, presences
from tournaments.services.formats.pairs import Pairs, firsts, seed_of
from tournaments.services.formats.reseating import keep, moved_tables, release, reseat
from tournaments.services.formats.values import (
    Course,
    Defect,
    Dependent,
    Drawn,
    Follow,
    Forecast,
    GivenBye,
    Pairing,
    Remarks,
)
from tournaments.services.layout import pairings
from tournaments.services.makeup import add_tables
from tournaments.services.round_state import missing_words
from tournaments.services.stage_results import table_result
from tournaments.settings import StageConfig
from tournaments.standings import Standing
from tournaments.words import tables_words


class Brackets(Pairs):
    """``Stage.draw``: ``seeds``, the entry ids in order of seeds, and the ``seed`` of its lots.

    A round's number is the step of its matches; ``Table.slot`` is the id of the match.
    """

    draws = False
    fixed = True
    lots = False
    bracket_kind: ClassVar[Kind]
    tie_breaks = ("WINS",)

    def codes(self, stage: Stage) -> tuple[str, ...]:
        return self.tie_breaks

    def rules(self, stage: Stage) -> KnockoutRules:
        config = StageConfig.from_json(stage.config)
        return KnockoutRules(self.bracket_kind, config.third_place, config.reset, config.games)

    def check(self, stage: Stage) -> None:
        self.rules(stage)

    def games(self, stage: Stage, slot: str) -> int:
        rules = self.rules(stage)
        return rules.games(rules.bracket(len(stage.draw["seeds"])).match(slot))

    def state(
        self, stage: Stage, after: int | None = None, seeds: Sequence[str] | None = None
    ) -> BracketState:
        """The bracket with the results of published rounds, up to one of them.

        Raise NobodyToSeatError before it is drawn.
        """
        order = list(seeds or stage.draw.get("seeds", ()))
        if len(order) < 2:
            raise NobodyToSeatError
        tables = (
            Table.objects.filter(round__stage=stage)
            .exclude(round__state=RoundState.DRAFT)
            .exclude(result_source="")
            .select_related("round")
            .prefetch_related(seats_at())
        )
        if after is not None:
            tables = tables.filter(round__number__lte=after)
        results = {table.slot: found for table in tables if (found := bracket_result(table))}
        kept = stage.draw.get("kept", {})
        results |= {slot: BracketResult.from_json(kept[slot]) for slot in results if slot in kept}
        out, barred = self.gone(stage, order)
        return state(
            self.rules(stage).bracket(len(order)), order, results, out=out, disqualified=barred
        )

    def gone(self, stage: Stage, order: Sequence[str]) -> tuple[list[str], list[str]]:
        """Who plays no more, in the order they left, and who is disqualified."""
        latest = latest_round(stage.tournament)
        drafted = latest is None or latest.state == RoundState.DRAFT
        upcoming = (latest.ordinal if latest else 1) + (not drafted)
        out, barred = [], []
        found = found_in(Entry.objects.all(), "pk", order)
        for entry in sorted(found, key=lambda one: (one.withdrawn_from or 0, one.number)):
            if entry.disqualified_at is not None:
                barred.append(str(entry.pk))
            elif entry.withdrawn_from is not None and entry.withdrawn_from <= upcoming:
                out.append(str(entry.pk))
        return out, barred

    def draw(self, round_: Round, seed: int, allow: Sequence[str] = ()) -> Drawn:
        stage = round_.stage
        order = stage.draw.get("seeds") or self._order(round_, seed)
        stage_seed = stage.draw.get("seed", seed)
        now = self.state(stage, seeds=order)
        drawn = Table.objects.filter(round__stage=stage).exclude(round=round_)
        played = set(drawn.values_list("slot", flat=True))
        ready = [
            one
            for one in now.ready
            if one not in played and now.matches[one].match.step <= round_.number
        ]
        ready.sort(key=lambda one: now.matches[one].match.side is Side.THIRD)
        if not ready:
            left = Table.objects.filter(round__stage=stage, result_source="")
            missing = left.select_related("round__stage").order_by("round__number", "number")
            raise ResultsMissingError(missing=later(missing_words, list(missing)))
        balance = firsts(stage)
        tables = [
            Pairing(_seated(now.matches[one].keys, balance, stage_seed, one), one) for one in ready
        ]
        byes = [
            GivenBye(str(order[one.source.seed - 1]), slot=one.id)
            for one in now.bracket.byes
            if round_.number == 1 and one.source.seed
        ]
        return Drawn(
            tuple(tables),
            tuple(byes),
            {"seed": str(stage_seed), "step": round_.number},
            {**stage.draw, "seeds": order, "seed": stage_seed},
            now.bracket.steps if round_.number == 1 else None,
        )

    def _order(self, round_: Round, seed: int) -> list[str]:
        """Everybody present in order of seeds; those of one group before are kept apart."""
        stage = round_.stage
        seated = [
            one.entry for one in presences(stage.tournament, stage, round_.ordinal) if one.seated
        ]
        if len(seated) < 2:
            raise NobodyToSeatError
        config = StageConfig.from_json(stage.config)
        here = {str(entry.pk): entry for entry in seated}
        decision = active_decision(stage) if stage.order > 1 else None
        if decision is not None:
            return [
                str(key)
                for key in knockout_order(Decision.from_json(decision.decision).qualifiers)
                if str(key) in here
            ]
        numbered = config.first is not Method.DRAWN
        return by_number(
            list(here),
            number=lambda key: seed_of(here[key], None) if numbered else None,
            key=lambda key: key,
            seed=seed,
        )

    def faults(self, round_: Round) -> tuple[Defect, ...]:
        """People who have left since the draw, or whom a correction has taken out of a match."""
        now = self.state(round_.stage)
        found = []
        for number, one in enumerate(pairings(round_), 1):
            match = now.matches.get(one.slot)
            if match is None or set(match.keys) != set(one.seats) or match.status not in PLAYABLE:
                found.append(Defect("bracket", one.seats, number))
        return tuple(found)

    def rests(self, table: Table) -> list[Dependent]:
        stage = table.round.stage
        if not table.slot or not stage.draw.get("seeds"):
            return []
        bracket = self.rules(stage).bracket(len(stage.draw["seeds"]))
        after = {table.slot}
        for match in bracket.matches:
            if any(source.match in after for source in match.sources):
                after.add(match.id)
        later = (
            Table.objects.filter(round__stage=stage, slot__in=after - {table.slot})
            .select_related("round__stage")
            .order_by("round__number", "number")
        )
        return [
            Dependent("match", tables_words(round_name(one.round), [one.number])) for one in later
        ]

    def moved(self, stage: Stage) -> list[Table]:
        return moved_tables(self.state(stage), stage)

    def remember(self, table: Table) -> object:
        stage = table.round.stage
        found = stage.draw.get("kept", {}).get(table.slot)
        if found is not None or not table.result_source:
            return found
        result = bracket_result(table)
        return result.to_json() if result else None

    def follow(self, table: Table, was: object, how: Follow, at: datetime) -> list[str]:
        stage = table.round.stage
        if how is Follow.KEEP:
            keep(stage, table.slot, was)
            return []
        release(stage, table.slot)
        return reseat(stage, self.state, self.games, how)

    def rehearse(self, stage: Stage, keys: Sequence[str], pace: Pace, seed: int) -> DryRun:
        drawn = stage.draw.get("seeds")
        now = self.state(stage) if drawn else None
        known = {name: one.result for name, one in now.matches.items()} if now else {}
        out, barred = self.gone(stage, drawn) if drawn else ([], [])
        return dry_run.knockout(
            drawn or keys,
            {name: found for name, found in known.items() if found is not None},
            pace,
            rules=self.rules(stage),
            seed=seed,
            out=out,
            disqualified=barred,
        )

    def remarks(self, round_: Round) -> Remarks:
        return Remarks(((),) * round_.tables.count())

    def forecast(self, stage: Stage, number: int, seated: Sequence[Presence]) -> Forecast:
        if number > 1 and stage.draw:
            return Forecast()
        if len(seated) < 2:
            return Forecast(cannot=str(NobodyToSeatError()))
        bracket = self.rules(stage).bracket(len(seated))
        rounds, byes = bracket.steps, sum(bool(one.source.seed) for one in bracket.byes)
        values = {
            "people": bracket.size,
            "rounds": ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds},
            "byes": byes,
        }
        if not byes:
            return Forecast(_("A bracket of %(people)s in %(rounds)s.") % values)
        words = ngettext(
            "A bracket of %(people)s in %(rounds)s; %(byes)s goes through without a match.",
            "A bracket of %(people)s in %(rounds)s; %(byes)s go through without a match.",
            byes,
        )
        return Forecast(words % values)

    def next_number(self, stage: Stage) -> int | None:
        last = stage.rounds.order_by("-number").values_list("number", flat=True).first()
        if last is None:
            return 1
        now = self.state(stage)
        if now.finished:
            return None
        played = set(Table.objects.filter(round__stage=stage).values_list("slot", flat=True))
        steps = [now.matches[one].match.step for one in now.ready if one not in played]
        return max(last + 1, min(steps, default=0))

    def settle(self, stage: Stage) -> None:
        """A match that is due again is played in its round; a final that is not needed is none."""
        if not stage.draw.get("seeds"):
            return
        now = self.state(stage)
        self._add_due(stage, now)
        needed = [one.match.step for one in now.matches.values() if one.status is not NOT_NEEDED]
        if max(needed) != stage.planned_rounds:
            stage.planned_rounds = max(needed)
            stage.save(update_fields=["planned_rounds"])

    def _add_due(self, stage: Stage, now: BracketState) -> None:
        """Matches of public rounds that a correction had taken away until it was played again."""
        made = set(Table.objects.filter(round__stage=stage).values_list("slot", flat=True))
        due = [now.matches[one] for one in now.ready if one not in made]
        if not due:
            return
        balance, seed = firsts(stage), stage.draw["seed"]
        for round_ in stage.rounds.exclude(state=RoundState.DRAFT):
            round_.stage = stage
            pairings = [
                Pairing(_seated(one.keys, balance, seed, one.match.id), one.match.id)
                for one in due
                if one.match.step == round_.number
            ]
            add_tables(round_, pairings, self.games)

    def standings(self, stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
        """By place; those still in share the first ranks in order of seeds."""
        if not stage.draw.get("seeds"):
            return ()
        now = self.state(stage, after)
        out, barred = self.gone(stage, [str(key) for key in now.entrants])
        return bracket_standings(
            now,
            self.results(stage, after),
            points=self.points(stage),
            out=out,
            disqualified=barred,
        )

    def course(self, stage: Stage, after: int | None = None) -> Course:
        numbers = stage.rounds.exclude(state=RoundState.DRAFT).values_list("number", flat=True)
        ranks: dict[str, list[int | None]] = {}
        for number in sorted(numbers):
            if after is None or number <= after:
                for row in self.standings(stage, number):
                    ranks.setdefault(str(row.key), []).append(row.rank)
        return Course(self.standings(stage, after), ranks)

    def details(self, stage: Stage) -> dict[str, Any]:
        out, barred = self.gone(stage, stage.draw.get("seeds", ()))
        return super().details(stage) | {
            "bracket": {
                "out": out,
                "disqualified": barred,
                "rules": self.rules(stage).to_json(),
                "seeds": list(stage.draw.get("seeds", ())),
                "kept": dict(stage.draw.get("kept", {})),
            }
        }


NOT_NEEDED = MatchStatus.NOT_NEEDED
PLAYABLE = {MatchStatus.READY, MatchStatus.DECIDED, MatchStatus.WALKOVER}


def bracket_result(table: Table) -> BracketResult | None:
    """What a table's result means in a bracket; None for a draw, which is none."""
    return of_table(table_result(table, table.round.number))


def _seated(
    keys: Sequence[Any], balance: Mapping[str, int], seed: int, slot: str
) -> tuple[str, ...]:
    """Who has moved first less often does so; equals by lot."""
    return tuple(
        sorted(map(str, keys), key=lambda key: (balance.get(key, 0), lot(f"{seed}/{slot}", key)))
    )


class Knockout(Brackets):
    kind = StageKind.KNOCKOUT.value
    bracket_kind = Kind.SINGLE


class DoubleElimination(Brackets):
    kind = StageKind.DOUBLE_ELIMINATION.value
    bracket_kind = Kind.DOUBLE


KNOCKOUT = Knockout()
DOUBLE_ELIMINATION = DoubleElimination()
