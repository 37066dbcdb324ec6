"""Pairings and results as lists to take along; what is not public is given by the caller only."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.interchange.tables_out import Cell
from tournaments.models import Entry, Publication, Round, Stage, Tournament
from tournaments.names import planned_round_name, round_name
from tournaments.public.files import List, standings_list
from tournaments.public.shot import Shot
from tournaments.public.standings import standings_table
from tournaments.seats import people_at
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import CODES, TEXTS
from tournaments.services.snapshots import make_snapshot
from tournaments.words import BYES

PAIR_KEYS = (
    "table", "group", "first_number", "first", "first_club", "second_number", "second",
    "second_club", "result", "first_score", "second_score",
)  # fmt: skip
SEAT_KEYS = ("table", "seat", "number", "name", "club", "place")


def pair_headers() -> list[str]:
    return [
        _("Table"), _("Group"), _("First, no."), _("First to move"), _("First, club"),
        _("Second, no."), _("Second to move"), _("Second, club"), _("Result"),
        _("First, score"), _("Second, score"),
    ]  # fmt: skip


def seat_headers() -> list[str]:
    return [_("Table"), _("Seat"), _("No."), _("Name"), _("School or club"), _("Place")]


def pairings_list(round_: Round, *, results: bool) -> List:
    """Who meets whom; whoever has a bye comes last. ``results``: with what is known of them."""
    pairs = format_of(round_.stage).pairs
    rows: list[list[Cell]] = []
    tables = round_.tables.prefetch_related(people_at()).order_by("number")
    for table in tables:
        seats = list(table.seats.all())
        shown = results and bool(table.result_source)
        if pairs:
            code = _code([(seat.place, str(seat.kind)) for seat in seats]) if shown else ""
            people = [cell for seat in seats[:2] for cell in _person(seat.entry)]
            scores = [float(s.score) if shown and s.score is not None else None for s in seats[:2]]
            rows.append([table.number, table.group, *people, TEXTS.get(code, ""), *scores])
            continue
        for seat in seats:
            entry = seat.entry
            place = seat.place if shown else None
            rows.append(
                [table.number, seat.number + 1, entry.number, entry.name, entry.club, place]
            )
    for bye in round_.byes.select_related("entry").order_by("entry__number"):
        entry, why = bye.entry, str(BYES[bye.kind])
        if pairs:
            rows.append([None, None, *_person(entry), None, why, *[None] * 4])
        else:
            rows.append([None, None, entry.number, entry.name, entry.club, why])
    keys, headers = (PAIR_KEYS, pair_headers()) if pairs else (SEAT_KEYS, seat_headers())
    return List(f"pairings-{round_.ordinal}", round_name(round_), headers, keys, rows)


def _person(entry: Entry) -> list[Cell]:
    return [entry.number, entry.name, entry.club]


def _code(rows: Sequence[tuple[int | None, str]]) -> str:
    for code, entered in CODES.items():
        if list(rows) == [(entered[n].place, str(entered[n].kind)) for n in (0, 1)]:
            return code
    return ""


def live_stage(tournament: Tournament) -> tuple[Stage, int] | None:
    """The last stage that has standings, and the round they would be published after now."""
    for stage in Stage.objects.filter(tournament=tournament).order_by("-order"):
        stage.tournament = tournament
        public = stage.rounds.exclude(state="draft").order_by("-number")
        last = public.values_list("number", flat=True).first()
        form = format_of(stage)
        if last is None and not form.has_rounds and form.begun(stage):
            last = 0
        if last is not None:
            return stage, last
    return None


def live_snapshot(tournament: Tournament) -> Publication | None:
    """As standings would be published now, for the desk; nothing is stored."""
    found = live_stage(tournament)
    if found is None:
        return None
    stage, last = found
    return Publication(
        tournament=tournament,
        stage=stage,
        after_round=last,
        version=0,
        state="draft",
        snapshot=make_snapshot(tournament, stage, last),
    )


def results_list(found: Publication) -> List:
    """Every result of a snapshot, a line for each seat."""
    snapshot: Mapping[str, Any] = found.snapshot
    people = snapshot["entries"]
    headers = [
        _("Stage"), _("Round"), _("Table"), _("Seat"), _("No."), _("Name"), _("School or club"),
        _("Place"), _("Points"), _("Score"), _("Note"),
    ]  # fmt: skip
    keys = ("stage", "round", "table", "seat", "number", "name", "club", "place", "points",
            "score", "note")  # fmt: skip
    rows: list[list[Cell]] = []
    stages = {one.order: one for one in Stage.objects.filter(tournament=found.tournament_id)}
    for stage in snapshot["stages"]:
        for round_ in stage["rounds"]:
            model = stages.get(stage["order"])
            called = planned_round_name(model, round_["number"]) if model else round_["number"]
            start: list[Cell] = [stage["name"], called]
            for table in round_["tables"]:
                for seat_number, seat in enumerate(table["seats"], 1):
                    note = "" if seat["kind"] == "played" else seat["kind"]
                    rows.append(
                        [*start, table["number"], seat_number, *_known(people, seat["entry"]),
                         seat["place"], _number(seat["points"]), _number(seat["score"]), note]
                    )  # fmt: skip
            for bye in round_.get("byes", []):
                why = str(BYES.get(bye["kind"], bye["kind"]))
                rows.append(
                    [*start, None, None, *_known(people, bye["entry"]), None, None, None, why]
                )
    name = f"results-v{found.version}" if found.version else "results"
    return List(name, _("Results"), headers, keys, rows)


def _known(people: Mapping[str, Any], key: str) -> list[Cell]:
    one = people.get(key, {})
    return [one.get("number"), one.get("name", ""), one.get("club", "")]


def _number(text: str | None) -> Cell:
    """A whole or a decimal as a number; a fraction as it is written."""
    if not text:
        return None
    if text.lstrip("-").isdigit():
        return int(text)
    return text if "/" in text else float(text)


def live_standings_list(tournament: Tournament, stages: Mapping[int, Stage]) -> List | None:
    """As they stand now, published or not."""
    found = live_snapshot(tournament)
    table = None if found is None else standings_table(Shot(found), None, stages)
    return None if table is None else standings_list(table)
