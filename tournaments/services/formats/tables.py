"""Kyōen tables: three to five meet, and score by their places."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from games.rules.registry import game
from tournaments.errors import NobodyToSeatError
from tournaments.format_words import format_error
from tournaments.formats import dry_run
from tournaments.formats.dry_run import DryRun
from tournaments.formats.errors import FormatError, TablesTooLargeError
from tournaments.formats.pace import Pace
from tournaments.formats.round_robin import KeyGame, KeyRound
from tournaments.formats.table_values import Entrant
from tournaments.formats.tables import check_draw, draw_tables, review_tables, table_sizes
from tournaments.models import Entry, Round, Stage, StageKind, StagePart, TableSeat
from tournaments.services.field import (
    Presence,
    active_decision,
    entrants,
    forbidden_pairs,
    past_tables,
    presences,
    seeds_of,
)
from tournaments.services.formats.base import Format
from tournaments.services.formats.values import (
    Course,
    Defect,
    Drawn,
    Forecast,
    Pairing,
    Remark,
    Remarks,
)
from tournaments.services.layout import seating
from tournaments.services.stage_results import seated_keys, stage_field, table_results
from tournaments.settings import SeatOrder, StageConfig, TournamentSettings
from tournaments.standings import KYOEN, Standing, progress, standings

MOST_AT_A_TABLE = 8


class Tables(Format):
    kind = StageKind.TABLES.value
    has_rounds = True
    lots = True
    tie_breaks = KYOEN

    def check(self, stage: Stage) -> None:
        """A game for two is played at tables of two only."""
        seats = game(stage.tournament.game).max_seats
        settings = TournamentSettings.from_json(stage.tournament.settings)
        rule = StageConfig.from_json(stage.config).admission
        people = rule.count if rule else MOST_AT_A_TABLE + 1
        _smallest, preferred, _largest = sizes_for(stage, settings, people)
        if preferred > seats:
            raise TablesTooLargeError(seats=seats, preferred=preferred)

    def draw(self, round_: Round, seed: int, allow: Sequence[str] = ()) -> Drawn:
        stage, tournament = round_.stage, round_.stage.tournament
        config = StageConfig.from_json(stage.config)
        settings = TournamentSettings.from_json(tournament.settings)
        seated = [one.entry for one in presences(tournament, stage, round_.ordinal) if one.seated]
        if len(seated) < 2:
            raise NobodyToSeatError
        decision = active_decision(stage) if stage.order > 1 else None
        seeds = seeds_of(decision) if decision else None
        smallest, preferred, largest = sizes_for(stage, settings, len(seated))
        draw = draw_tables(
            entrants(seated, self._points(round_), seeds),
            seed=seed,
            method=config.first if round_.number == 1 else config.later,
            history=past_tables(stage, round_.number),
            forbidden=forbidden_pairs(tournament),
            clubs=settings.clubs,
            smallest=smallest,
            preferred=preferred,
            largest=largest,
        )
        tables = [[str(key) for key in table.seats] for table in draw.tables]
        if seeds is not None and config.seat_order is SeatOrder.BY_STANDING and round_.number == 1:
            tables = [sorted(table, key=lambda key: seeds[key]) for table in tables]
        return Drawn(tuple(Pairing(tuple(table)) for table in tables), record=draw.to_json())

    def _points(self, round_: Round) -> dict[str, Fraction]:
        if round_.number == 1:
            return {}
        return {str(one.key): one.points for one in self.standings(round_.stage, round_.number - 1)}

    def remarks(self, round_: Round) -> Remarks:
        stage, tournament = round_.stage, round_.stage.tournament
        settings = TournamentSettings.from_json(tournament.settings)
        reviewed = review_tables(
            seating(round_),
            entrants(Entry.objects.filter(tournament=tournament), self._points(round_)),
            history=past_tables(stage, round_.number),
            forbidden=forbidden_pairs(tournament),
            clubs=settings.clubs,
        )
        return Remarks(
            tuple(
                tuple(
                    Remark(note.kind.value, tuple(str(key) for key in note.keys), note.count)
                    for note in table.notes
                )
                for table in reviewed.tables
            )
        )

    def faults(self, round_: Round) -> tuple[Defect, ...]:
        """Somebody left out, gone, or a table of a wrong size."""
        tournament = round_.stage.tournament
        settings = TournamentSettings.from_json(tournament.settings)
        there = presences(tournament, round_.stage, round_.ordinal)
        expected = {str(one.entry.pk) for one in there if one.seated}
        smallest, _preferred, largest = sizes_for(round_.stage, settings, len(expected))
        found = check_draw(seating(round_), expected, smallest=smallest, largest=largest)
        return tuple(
            Defect(one.kind.value, tuple(str(key) for key in one.keys), one.table) for one in found
        )

    def forecast(self, stage: Stage, number: int, seated: Sequence[Presence]) -> Forecast:
        settings = TournamentSettings.from_json(stage.tournament.settings)
        smallest, preferred, largest = sizes_for(stage, settings, len(seated))
        try:
            sizes = table_sizes(
                len(seated), smallest=smallest, preferred=preferred, largest=largest
            )
        except FormatError as error:
            return Forecast(cannot=format_error(error))
        return Forecast(_("Table sizes: %(sizes)s") % {"sizes": " + ".join(map(str, sizes))})

    def standings(self, stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
        results = table_results(stage, after)
        return standings(stage_field(stage, seated_keys(results)), results, after_round=after)

    def course(self, stage: Stage, after: int | None = None) -> Course:
        results = table_results(stage, after)
        field = stage_field(stage, seated_keys(results))
        table = standings(field, results, after_round=after)
        last = max((one.round for one in results), default=0)
        found = progress(field, results, made={last: table})
        return Course(table, {str(key): ranks for key, ranks in found.items()})

    def groups(self, stage: Stage) -> dict[str | int, str | int]:
        """The number of the table each sat at in the last round."""
        last = stage.rounds.order_by("-number").first()
        seats = TableSeat.objects.filter(table__round=last).values_list("entry_id", "table__number")
        return {str(entry): number for entry, number in seats} if last else {}

    def rehearse(self, stage: Stage, keys: Sequence[str], pace: Pace, seed: int) -> DryRun:
        played = stage.rounds.count()
        if stage.part == StagePart.FINAL and len(keys) <= MOST_AT_A_TABLE:
            # One table, whatever the sizes of the others.
            rounds = [
                KeyRound(number, (KeyGame(keys[0], keys[-1]),), None)
                for number in range(1, stage.planned_rounds + 1)
            ]
            return dry_run.round_robin(rounds, pace, seed=seed, played=played)
        people = [Entrant(key) for key in keys]
        return dry_run.tables(people, pace, rounds=stage.planned_rounds, seed=seed, played=played)

    def next_number(self, stage: Stage) -> int | None:
        return next_planned(stage)


def next_planned(stage: Stage) -> int | None:
    """The round after the last, while it was planned."""
    number = stage.rounds.count() + 1
    return number if number <= stage.planned_rounds else None


def sizes_for(stage: Stage, settings: TournamentSettings, people: int) -> tuple[int, int, int]:
    """A final of up to eight sits at one table, whatever the sizes of the others."""
    if stage.part == StagePart.FINAL and people <= MOST_AT_A_TABLE:
        return 2, people, people
    return settings.smallest, settings.preferred, settings.largest


TABLES = Tables()
