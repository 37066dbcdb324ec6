"""A bracket as everybody may see it now: what is published, what was played here, and what
the tables of a later public round give away anyway.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bracket_words import rule_words
from tournaments.formats.bracket_results import of_table
from tournaments.formats.bracket_state import BracketState, state
from tournaments.formats.bracket_values import Bracket, BracketResult
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.models import Entry, ResultSource, RoundState, Stage, Table, Tournament
from tournaments.names import stage_name
from tournaments.public.bracket_drawing import Drawing, Notes, Person, draw
from tournaments.public.brackets import published_results
from tournaments.public.shot import Shot
from tournaments.public.tables import BRACKETS, WATCHED
from tournaments.seats import seats_at
from tournaments.services.formats.brackets import Brackets
from tournaments.services.formats.registry import format_of
from tournaments.services.stage_results import table_result


@dataclass(frozen=True, slots=True)
class BracketView:
    drawing: Drawing
    rules: Sequence[str]
    """Sentences."""
    size: int


def bracket_view(
    tournament: Tournament, stage: Stage, shot: Shot | None, mine: str
) -> BracketView | None:
    """The bracket of a stage whose first round is public; None where there is none.

    In a constant number of queries.
    """
    form = format_of(stage)
    seeds = list(stage.draw.get("seeds", ()))
    tables = list(
        Table.objects.filter(round__stage=stage)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("round", "match")
        .prefetch_related(seats_at())
        .order_by("round__number", "number")
    )
    if not isinstance(form, Brackets) or len(seeds) < 2 or not tables:
        return None
    rules: KnockoutRules = form.rules(stage)
    bracket = rules.bracket(len(seeds))
    results = _known(stage, bracket, tables, _published(stage, shot))
    out, barred = form.gone(stage, seeds)
    now = state(bracket, seeds, results, out=out, disqualified=barred)
    people = {
        str(entry.pk): Person(entry.name, entry.club)
        for entry in Entry.objects.filter(pk__in=seeds)
    }
    drawing = draw(
        now,
        {key: people.get(key, Person("?")) for key in seeds},
        name=stage_name(stage),
        mine=mine or None,
        notes=_notes(tournament, now, tables),
    )
    return BracketView(drawing, rule_words(rules), len(seeds))


def has_bracket(stage: Stage) -> bool:
    return stage.kind in BRACKETS


def _published(stage: Stage, shot: Shot | None) -> Mapping[str, BracketResult]:
    found = next((one for one in shot.stages if one.order == stage.order), None) if shot else None
    return published_results(found.data) if found and found.bracket else {}


def _known(
    stage: Stage,
    bracket: Bracket,
    tables: Sequence[Table],
    published: Mapping[str, BracketResult],
) -> dict[str, BracketResult]:
    """The results that anybody may know, by match."""
    kept: Mapping[str, Any] = stage.draw.get("kept", {})
    seated = {table.slot: {str(seat.entry_id) for seat in table.seats.all()} for table in tables}
    results: dict[str, BracketResult] = {}
    for table in tables:
        if table.slot in published:
            results[table.slot] = published[table.slot]
            continue
        if not table.result_source or not bracket.has(table.slot):
            continue
        result = of_table(table_result(table, table.round.number))
        if table.slot in kept:
            result = BracketResult.from_json(kept[table.slot])
        if result is None:
            continue
        if table.result_source == ResultSource.PLAYED:
            results[table.slot] = result
        elif _given_away(bracket, table.slot, result, seated):
            results[table.slot] = BracketResult(result.players, result.winner, result.ending)
    return results


def _given_away(
    bracket: Bracket, slot: str, result: BracketResult, seated: Mapping[str, set[str]]
) -> bool:
    """Whether winner or loser already sits at a public table of a later match."""
    match = bracket.match(slot)
    loser = next((key for key in result.players if key != result.winner), None)
    return str(result.winner) in seated.get(match.winner_to or "", ()) or str(loser) in seated.get(
        match.loser_to or "", ()
    )


def _notes(tournament: Tournament, now: BracketState, tables: Sequence[Table]) -> Notes:
    """Where the matches that are open are played, and the way to those going on."""
    labels: dict[str, str] = {}
    links: dict[str, str] = {}
    live = set()
    for table in tables:
        found = now.matches.get(table.slot)
        if found is None or found.done:
            continue
        labels[table.slot] = _("Table %(number)s") % {"number": table.number}
        if table.match is not None and table.match.status in WATCHED:
            live.add(table.slot)
            links[table.slot] = reverse("games:match", args=[table.match.pk])
        else:
            home = reverse("tournaments:public_round", args=[tournament.pk, table.round.ordinal])
            links[table.slot] = f"{home}?table={table.number}#table-{table.number}"
    return Notes(labels, frozenset(live), links)
