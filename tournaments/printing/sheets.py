"""The data of what is printed. Templates: templates/print/."""

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import segno
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.people import link_address, link_tokens, linkable
from tournaments.instants import dated
from tournaments.models import Entry, Tournament
from tournaments.names import part_name, tournament_name
from tournaments.public.standings import StandingsTable
from tournaments.public.tables import RoundView, SeatView, TableView
from tournaments.public.versions import out_at

Data = dict[str, Any]
MASK = 3


def sheet(tournament: Tournament, at: datetime, heading: str, note: str = "") -> Data:
    """What every sheet says: whose it is and how fresh."""
    japanese = get_language() == "ja"
    name = tournament_name(tournament)
    return {
        "lang": "ja" if japanese else "en",
        "tournament": name,
        "title": f"{heading} — {name}",
        "heading": heading,
        "note": note,
        "stamp": _("Printed %(when)s") % {"when": _when(at)},
        "words": _words(),
    }


def _words() -> Mapping[str, str]:
    return {
        "name": _("Name"),
        "table": _("Table"),
        "seat": _("Seat"),
        "players": _("Players, in seat order"),
        "absent": _("absent"),
        "out": _("Not seated in this round"),
        "comma": pgettext("between items of a list", ", "),
        "rank": _("Rank"),
        "points": _("Points"),
        "first": _("First mover"),
        "second": _("Second mover"),
        "result": _("Result"),
        "score": _("Score"),
        "first_wins": _("First mover won"),
        "second_wins": _("Second mover won"),
        "draw": _("Draw"),
        "signed_first": _("First mover’s signature"),
        "signed_second": _("Second mover’s signature"),
        "place": _("Place"),
        "out_by": _("Out by, or a note"),
        "signed": _("Signed by a player"),
        "arbiter": _("Arbiter"),
        "watch": _("Watch this table"),
    }


def _when(at: datetime) -> str:
    return f"{dated(at)} {localtime(at):%Z}"


def seating_sheet(tournament: Tournament, shown: RoundView, at: datetime) -> Data:
    """Everybody by their reading, for finding one's table."""
    seats = [(seat, table) for table in shown.tables for seat in table.seats]
    seats.sort(key=lambda pair: (pair[0].kana or pair[0].name, pair[0].entry_number))
    heading = _("Seating of %(round)s") % {"round": shown.name}
    return sheet(tournament, at, heading) | {
        "people": [
            {
                "name": seat.name,
                "club": seat.club,
                "table": table.number,
                "seat": seat.number,
            }
            for seat, table in seats
        ]
    }


def pairings_sheet(tournament: Tournament, shown: RoundView, at: datetime) -> Data:
    """The tables in order; whoever is not seated comes last."""
    heading = _("Tables of %(round)s") % {"round": shown.name}
    return sheet(tournament, at, heading) | {
        "pairs": shown.pairs,
        "tables": [_table(table) for table in shown.tables],
        "out": [entry.line for entry in shown.out],
    }


def signs_sheet(tournament: Tournament, shown: RoundView, at: datetime, address: str) -> Data:
    """A sign for each table with the code of its match; ``address`` as ``http://host``."""
    return sheet(tournament, at, shown.name) | {
        "tables": [
            _table(table)
            | {"qr": _qr(f"{address}{reverse('games:match', args=[table.match_id])}")
               if table.match_id else ""}
            for table in shown.tables
        ]
    }  # fmt: skip


def slips_sheet(tournament: Tournament, shown: RoundView, at: datetime) -> Data:
    """Blank results of a round played over the board."""
    return sheet(tournament, at, shown.name) | {
        "pairs": shown.pairs,
        "draws": shown.draws,
        "tables": [_table(one) for one in shown.tables],
    }


def cards_sheet(
    tournament: Tournament,
    entries: Sequence[Entry],
    shown: RoundView | None,
    at: datetime,
    address: str,
) -> Data:
    """A card for each entry with its personal link, and its seat when a round is shown.

    Whoever signs in otherwise finds the address of their own page instead.
    """
    seats = _seats(shown.tables if shown else [])
    people = _people(entries)
    by_link = linkable(people)
    tokens = link_tokens(person for person in people if person.pk in by_link)
    own_page = address + reverse("tournaments:me", args=[tournament.pk])
    note = _("This code signs you in, again on a new phone. Keep it to yourself.")
    return sheet(tournament, at, _("Player cards")) | {
        "cards": [
            {
                "name": entry.name,
                "club": entry.club,
                "round": shown.name if shown and str(entry.pk) in seats else "",
                "seat": _seat_words(*seats[str(entry.pk)])
                if str(entry.pk) in seats
                else _("No. %(number)s") % {"number": entry.number},
                "qr": _qr(link_address(tokens[entry.user_id], address)
                          if entry.user_id in tokens else own_page),
                "note": note if entry.user_id in tokens else "",
            }
            for entry in entries
            if entry.user_id is not None
        ]
    }  # fmt: skip


def _people(entries: Iterable[Entry]) -> list[User]:
    return [entry.user for entry in entries if entry.user is not None]


def _seats(tables: Iterable[TableView]) -> dict[str, tuple[TableView, SeatView]]:
    return {seat.key: (table, seat) for table in tables for seat in table.seats}


def _seat_words(table: TableView, seat: SeatView) -> str:
    return _("Table %(table)s, seat %(seat)s") % {"table": table.number, "seat": seat.number}


def standings_sheet(tournament: Tournament, table: StandingsTable, at: datetime) -> Data:
    """A published version; its number and its hour stand below the heading."""
    publication = table.shot.publication
    final = publication.state == "final"
    state = pgettext("publication", "final") if final else pgettext("publication", "provisional")
    note = _("Version %(version)s (%(state)s), published %(when)s") % {
        "version": publication.version,
        "state": state,
        "when": _when(out_at(publication)),
    }
    stages = table.shot.stages if table.stage is None else [table.stage]
    rounds = [
        stage.round_name(number) if stage.bracket else _round_sign(ordinal)
        for stage in stages
        for number, ordinal in sorted(stage.rounds.items())
        if table.stage is None or number <= table.number
    ]
    played = [stage for stage in stages if stage.rounds]
    keys = []
    if not all(stage.pairs for stage in played):
        keys.append(_("2/4: second of four at the table; “=”: shared."))
    if any(stage.pairs for stage in played):
        keys.append(_("○ won, △ drawn, × lost, f by forfeit; then the opponent’s line."))
    return sheet(tournament, at, table.title, note) | {
        "rounds": rounds,
        "columns": [column.title for column in table.columns],
        "rows": [
            {
                "rank": ("=" if row.shared else "") + (str(row.rank) if row.rank else "–"),
                "name": row.person.name,
                "club": row.person.club,
                "status": {"withdrawn": _("withdrew"), "disqualified": _("disqualified")}.get(
                    row.status, ""
                ),
                "marks": _marks(stages, row.chips),
                "values": [cell.text for cell in row.cells],
            }
            for row in table.rows
        ],
        "key": " ".join(keys),
    }


def _round_sign(ordinal: int) -> str:
    return pgettext("axis", "R%(number)s") % {"number": ordinal}


def _marks(stages: Sequence[Any], groups: Sequence[Sequence[Any]]) -> list[str]:
    found: list[str] = []
    for stage, group in zip(stages, groups, strict=True):
        marks = [f"{chip.mark}{chip.small}" for chip in group]
        found += marks or [""] * len(stage.rounds)
    return found


def _table(table: TableView) -> Data:
    return {
        "number": table.number,
        "part": part_name(table.slot),
        "title": _("Table %(number)s") % {"number": table.number},
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "club": seat.club,
                "absent": seat.absent,
            }
            for seat in table.seats
        ],
    }


def _qr(text: str) -> str:
    """The code as an SVG, drawn here.

    Which of the eight masks is best is not tried: every one can be read, and hundreds of
    cards are made at once.
    """
    out = io.BytesIO()
    segno.make(text, error="m", mask=MASK, micro=False).save(
        out, kind="svg", border=2, xmldecl=False
    )
    return out.getvalue().decode().strip()
