"""Tournaments, entries, rounds and tables as JSON values."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import translation

from accounts.models import Membership, User
from games.present import instant
from tournaments.models import Entry, Publication, Round, Stage, Table, Tournament
from tournaments.names import round_name
from tournaments.public.front import happening
from tournaments.public.shot import Shot
from tournaments.public.tables import TableView, table_view
from tournaments.public.versions import out_at
from tournaments.seats import people_at
from tournaments.services.pair_results import plain
from tournaments.services.table_rows import TableRow, table_state

JSON = dict[str, Any]


def words(ja: str, en: str) -> JSON:
    return {"ja": ja or en, "en": en or ja}


def tournament_json(tournament: Tournament) -> JSON:
    return {
        "id": str(tournament.pk),
        "name": words(tournament.name, tournament.name_en),
        "game": tournament.game,
        "state": tournament.state,
        "starts_at": instant(tournament.starts_at),
        "time_zone": tournament.time_zone,
        "venue": tournament.venue,
        "organiser_name": tournament.organiser_name,
        "is_public": tournament.is_public,
    }


def whole_tournament_json(tournament: Tournament, user: User | None, at: datetime) -> JSON:
    seen = happening(tournament, user, at)
    roles = (
        Membership.objects.filter(user=user, scope=tournament.pk).values_list("role", flat=True)
        if user is not None
        else []
    )
    return tournament_json(tournament) | {
        "description": tournament.description,
        "medium": tournament.medium,
        "registration": tournament.registration,
        "rules": tournament.rules,
        "time_control": tournament.time_control,
        "entered": Entry.objects.filter(tournament=tournament, listed_only=False).count(),
        "stages": [stage_json(one) for one in Stage.objects.filter(tournament=tournament)],
        "rounds": [round_json(one.round, one.tables, one.undone) for one in seen.rounds],
        "publication": publication_json(seen.publication) if seen.publication else None,
        "your_roles": sorted(roles),
        "your_entry": str(seen.visitor.entry.pk) if seen.visitor.entry else None,
    }


def stage_json(stage: Stage) -> JSON:
    return {
        "order": stage.order,
        "part": stage.part,
        "kind": stage.kind,
        "name": words(stage.name, stage.name_en),
        "planned_rounds": stage.planned_rounds,
    }


def round_json(round_: Round, tables: int, without_result: int) -> JSON:
    names = {}
    for language in ("ja", "en"):
        with translation.override(language):
            names[language] = round_name(round_)
    return {
        "ordinal": round_.ordinal,
        "stage": round_.stage.order,
        "number": round_.number,
        "name": names,
        "state": round_.state,
        "tables": tables,
        "without_result": without_result,
        "published_at": instant(round_.published_at),
        "started_at": instant(round_.started_at),
        "closed_at": instant(round_.closed_at),
    }


def whole_round_json(
    tournament: Tournament, round_: Round, shot: Shot | None, *, staff: bool
) -> JSON:
    """``shot``: what is published. In a constant number of queries."""
    tables = list(
        Table.objects.filter(round=round_)
        .select_related("match")
        .prefetch_related(people_at(), "reports")
        .order_by("number")
    )
    undone = sum(not table.result_source for table in tables)
    return round_json(round_, len(tables), undone) | {
        "all_tables": [
            table_json(tournament, round_, table, shot, staff=staff) for table in tables
        ],
        "byes": [
            {"entry": str(one.entry_id), "name": one.entry.name, "kind": one.kind}
            for one in round_.byes.select_related("entry").order_by("entry__number")
        ],
        "draw_seed": round_.draw_seed if staff else None,
    }


def table_json(
    tournament: Tournament, round_: Round, table: Table, shot: Shot | None, *, staff: bool
) -> JSON:
    row = TableRow(table, table_state(tournament, round_, table), list(table.seats.all()))
    published = shot.table(round_.ordinal, table.number) if shot else None
    shown = table_view(row, published)
    return {
        "id": str(table.pk),
        "round": round_.ordinal,
        "number": table.number,
        "slot": table.slot,
        "group": table.group,
        "state": row.state.value,
        "match": str(table.match_id) if table.match_id else None,
        "seats": _staff_seats(table) if staff else _seats(shown),
        "version": table.version if staff else None,
        "source": table.result_source if staff else None,
        "games": table.games if staff else [],
    }


def _seats(shown: TableView) -> Sequence[JSON]:
    return [
        {
            "seat": seat.number,
            "entry": seat.key,
            "name": seat.name,
            "club": seat.club,
            "place": seat.place,
            "absent": seat.absent,
            "kind": None,
            "score": None,
        }
        for seat in shown.seats
    ]


def _staff_seats(table: Table) -> Sequence[JSON]:
    return [
        {
            "seat": seat.number + 1,
            "entry": str(seat.entry_id),
            "name": seat.entry.name,
            "club": seat.entry.club,
            "place": seat.place,
            "absent": seat.kind == "no_show",
            "kind": seat.kind,
            "score": plain(seat.score) or None,
        }
        for seat in table.seats.all()
    ]


def entry_json(entry: Entry, *, staff: bool) -> JSON:
    """What is not public is null unless ``staff``."""
    hidden = {
        "kana": entry.kana,
        "grade": entry.grade,
        "note": entry.note,
        "seed": entry.seed,
        "rating": entry.rating,
        "checked_in_at": instant(entry.checked_in_at),
        "from_round": entry.from_round,
        "withdrawn_from": entry.withdrawn_from,
        "disqualified_at": instant(entry.disqualified_at),
        "listed_only": entry.listed_only,
    }
    return {
        "id": str(entry.pk),
        "number": entry.number,
        "name": entry.name,
        "club": entry.club,
        "left": entry.withdrawn_from is not None or entry.disqualified_at is not None,
        **(hidden if staff else dict.fromkeys(hidden)),
    }


def publication_json(publication: Publication) -> JSON:
    return {
        "version": publication.version,
        "state": publication.state,
        "stage": publication.stage.order,
        "after_round": publication.after_round,
        "published_at": instant(out_at(publication)),
    }
