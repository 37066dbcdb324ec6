"""What a player needs to know: my table, my seat, my next round, my results."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import Medium, Status
from tournaments.errors import AdvancementOpenError, RoundsCompleteError
from tournaments.models import (
    Announcement,
    Entry,
    RoundState,
    SeatingKind,
    TableSeat,
    Tournament,
    TournamentState,
)
from tournaments.names import round_name
from tournaments.services.drawing import next_round
from tournaments.services.field import latest_round, presences
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import OWN, outcome_of
from tournaments.services.reports import NOTHING_SAID, Reported, reported
from tournaments.settings import TournamentSettings


@dataclass(frozen=True, slots=True)
class MyRound:
    """One round I was, or am, seated in."""

    name: str
    ordinal: int
    seat: TableSeat
    """Mine, with table and match."""
    others: Sequence[TableSeat]
    """Everybody at the table in seat order, me included."""
    done: bool
    started: bool
    two: bool = False
    """A pairing, whose result the players may report."""
    draws: bool = True
    said: Reported = NOTHING_SAID

    @property
    def place(self) -> int | None:
        return self.seat.place if self.done else None

    @property
    def mine(self) -> str:
        """What I reported, from my side: won, drew, lost."""
        return OWN[self.seat.number].get(self.said.codes[self.seat.number], "")

    @property
    def theirs(self) -> str:
        """What the other reported, from my side."""
        return OWN[self.seat.number].get(self.said.codes[1 - self.seat.number], "")

    @property
    def outcome(self) -> str:
        """Of a pairing that is over, from my side: won, drew, lost."""
        return outcome_of(self.seat, list(self.others)) if self.done and self.two else ""

    @property
    def absent(self) -> bool:
        return self.seat.kind == SeatingKind.NO_SHOW


@dataclass(frozen=True, slots=True)
class MyPage:
    tournament: Tournament
    entry: Entry
    now: MyRound | None
    """The round going on, if I sit in it."""
    earlier: Sequence[MyRound]
    state: str
    """check_in, waiting_draw, drawn, play, board, done_round, not_seated, bye, over, left or
    listed."""
    why: str
    """Why I am not seated in the round going on, a code of words.WHY_NOT; of a bye its kind."""
    can_check_in: bool
    announcements: Sequence[Announcement]
    round_name: str = ""

    @property
    def played(self) -> bool:
        """There are rounds to be seated in; a contest has papers instead."""
        return any(format_of(one).has_rounds for one in self.tournament.stages.all())


def my_page(tournament: Tournament, entry: Entry, at: datetime) -> MyPage:
    seats = list(
        TableSeat.objects.filter(entry=entry)
        .exclude(table__round__state=RoundState.DRAFT)
        .select_related("table__round__stage", "table__match")
        .prefetch_related("table__seats__entry", "table__reports")
        .order_by("-table__round__ordinal")
    )
    rounds = [_my_round(seat) for seat in seats]
    latest = latest_round(tournament)
    public = latest if latest is not None and latest.state != RoundState.DRAFT else None
    now = None
    if rounds and public is not None and public.state != RoundState.CLOSED:
        now = next((one for one in rounds if one.ordinal == public.ordinal), None)
    settings = TournamentSettings.from_json(tournament.settings)
    gone = entry.withdrawn_from is not None or entry.disqualified_at is not None
    can = (
        settings.self_check_in
        and entry.checked_in_at is None
        and not gone
        and tournament.state in {TournamentState.PREPARING, TournamentState.RUNNING}
    )
    state, why = _state(tournament, entry, now, can and settings.seat_checked_in)
    return MyPage(
        tournament,
        entry,
        now,
        [one for one in rounds if one is not now],
        state,
        why,
        can,
        list(Announcement.objects.filter(tournament=tournament).order_by("-id")[:3]),
        now.name if now else _coming_name(tournament),
    )


def _coming_name(tournament: Tournament) -> str:
    try:
        return next_round(tournament).name
    except (AdvancementOpenError, RoundsCompleteError):
        return ""


def _my_round(seat: TableSeat) -> MyRound:
    table = seat.table
    form = format_of(table.round.stage)
    status = table.match.status if table.match is not None else Status.WAITING
    return MyRound(
        round_name(table.round),
        table.round.ordinal,
        seat,
        list(table.seats.all()),
        bool(table.result_source),
        status != Status.WAITING or table.round.state == RoundState.RUNNING,
        form.pairs,
        form.draws,
        reported(list(table.reports.all())),
    )


def _state(
    tournament: Tournament, entry: Entry, now: MyRound | None, may_check_in: bool
) -> tuple[str, str]:
    if entry.listed_only:
        return "listed", ""
    if tournament.state in {TournamentState.FINISHED, TournamentState.ARCHIVED}:
        return "over", ""
    if now is not None and not now.done:
        if now.absent:
            return "not_seated", "absent"
        match = now.seat.table.match
        if tournament.medium == Medium.BOARD:
            return ("board" if now.started else "drawn"), ""
        return ("play" if match and match.status != Status.WAITING else "drawn"), ""
    if entry.disqualified_at is not None:
        return "left", "disqualified"
    if entry.withdrawn_from is not None:
        return "left", "withdrawn"
    if may_check_in:
        return "check_in", ""
    if now is not None:
        return "done_round", ""
    latest = latest_round(tournament)
    going_on = latest is not None and latest.state in {RoundState.PUBLISHED, RoundState.RUNNING}
    if latest is not None and going_on:
        bye = latest.byes.filter(entry=entry).values_list("kind", flat=True).first()
        if bye is not None:
            return "bye", str(bye)
        there = presences(tournament, latest.stage, latest.ordinal)
        why = next((one.why for one in there if one.entry.pk == entry.pk), "")
        return "not_seated", why or "late"
    return "waiting_draw", ""


@dataclass(frozen=True, slots=True)
class MyTournament:
    tournament: Tournament
    entry: Entry
    table: TableSeat | None
    """My seat in the round going on."""


def my_tournaments(user: User) -> list[MyTournament]:
    """Where somebody plays, the newest first, with the table where they are wanted now."""
    entries = list(
        Entry.objects.filter(user=user, listed_only=False)
        .select_related("tournament")
        .exclude(tournament__state=TournamentState.ARCHIVED)
        .order_by("-tournament__created_at")
    )
    going_on = TableSeat.objects.filter(
        entry__in=entries,
        table__round__state__in=[RoundState.PUBLISHED, RoundState.RUNNING],
        table__result_source="",
    ).select_related("table__match", "table__round__stage")
    seats = {seat.entry_id: seat for seat in going_on}
    return [MyTournament(entry.tournament, entry, seats.get(entry.pk)) for entry in entries]


def guide(user: User) -> str | None:
    """A player's page after signing in: their match, else their tournament."""
    mine = [
        one
        for one in my_tournaments(user)
        if one.tournament.state in {TournamentState.PREPARING, TournamentState.RUNNING}
    ]
    for one in mine:
        match = one.table.table.match if one.table else None
        if (
            match is not None
            and match.status in {Status.RUNNING, Status.PAUSED, Status.RULING}
            and one.tournament.medium == Medium.ONLINE
        ):
            return f"/matches/{match.pk}/"
    return f"/t/{mine[0].tournament.pk}/me/" if mine and not user.is_organiser else None
