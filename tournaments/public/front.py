"""The first page of a tournament: what it is, what happens now, who is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from accounts.models import Membership, Role, User
from tournaments.models import (
    Announcement,
    Entry,
    Publication,
    PublicationState,
    Registration,
    Round,
    RoundState,
    Stage,
    StageKind,
    Tournament,
    TournamentState,
)
from tournaments.names import round_name, stage_name
from tournaments.public.tables import public_rounds
from tournaments.services.formats.registry import format_of
from tournaments.services.publications import latest_public
from tournaments.settings import StageConfig
from tournaments.standings import format_amount
from tournaments.tie_break_words import DUTCH_EDITIONS

RANKED = (StageKind.SWISS, StageKind.ROUND_ROBIN)
PAGE_ENTRIES = 100
ANNOUNCEMENTS = 5


class Now(Enum):
    """What a visitor finds at this moment."""

    FINAL = "final"
    """The final standings are out."""
    OVER = "over"
    PLAYING = "playing"
    SEATED = "seated"
    """A round is public and has not begun."""
    BETWEEN = "between"
    """A round is over and the next is not public."""
    GOING_ON = "going_on"
    """It has begun and no round is public: papers are sat, or are being graded."""
    OPEN = "open"
    """People can enter."""
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class RoundLine:
    round: Round
    name: str
    tables: int
    undone: int

    @property
    def ordinal(self) -> int:
        return self.round.ordinal

    @property
    def over(self) -> bool:
        """Every table has its result, and the round is not closed: they are being checked."""
        return self.round.state == RoundState.RUNNING and not self.undone

    @property
    def state(self) -> str:
        """A value of RoundState; ``over`` between the last result and the closing."""
        return "over" if self.over else str(self.round.state)


@dataclass(frozen=True, slots=True)
class Visitor:
    """What the reader is here."""

    entry: Entry | None
    staff: bool


@dataclass(frozen=True, slots=True)
class Happening:
    """Read on every public page of the tournament: the strip at its top and its tabs."""

    now: Now
    rounds: Sequence[RoundLine]
    publication: Publication | None
    visitor: Visitor
    may_join: bool

    @property
    def current(self) -> RoundLine | None:
        """The round going on, else the last one."""
        going_on = (RoundState.PUBLISHED, RoundState.RUNNING)
        found = next((one for one in self.rounds if one.round.state in going_on), None)
        return found or (self.rounds[-1] if self.rounds else None)


def happening(tournament: Tournament, user: User | None, at: datetime) -> Happening:
    rounds = _round_lines(tournament)
    publication = latest_public(tournament, at)
    visitor = _visitor(tournament, user)
    may_join = (
        tournament.registration != Registration.CLOSED
        and tournament.state in {TournamentState.PREPARING, TournamentState.RUNNING}
        and visitor.entry is None
    )
    return Happening(
        _now(tournament, rounds, publication, open_=may_join and not rounds),
        rounds,
        publication,
        visitor,
        may_join,
    )


def _now(
    tournament: Tournament,
    rounds: Sequence[RoundLine],
    publication: Publication | None,
    *,
    open_: bool,
) -> Now:
    if publication is not None and publication.state == PublicationState.FINAL:
        return Now.FINAL
    if tournament.state in {TournamentState.FINISHED, TournamentState.ARCHIVED}:
        return Now.OVER
    states = {one.round.state for one in rounds}
    if RoundState.RUNNING in states:
        return Now.PLAYING
    if RoundState.PUBLISHED in states:
        return Now.SEATED
    if rounds:
        return Now.BETWEEN
    if open_:
        return Now.OPEN
    return Now.GOING_ON if tournament.state == TournamentState.RUNNING else Now.BEFORE


def _round_lines(tournament: Tournament) -> Sequence[RoundLine]:
    rounds = public_rounds(tournament)
    counts = {
        one.pk: (one.all, one.open)
        for one in Round.objects.filter(pk__in=[each.pk for each in rounds]).annotate(
            all=Count("tables"), open=Count("tables", filter=Q(tables__result_source=""))
        )
    }
    return [RoundLine(one, round_name(one), *counts[one.pk]) for one in rounds]


def _visitor(tournament: Tournament, user: User | None) -> Visitor:
    if user is None:
        return Visitor(None, staff=False)
    entry = Entry.objects.filter(tournament=tournament, user=user, listed_only=False).first()
    staff = Membership.objects.filter(
        user=user, scope=tournament.pk, role__in=[Role.ORGANISER, Role.ARBITER]
    ).exists()
    return Visitor(entry, staff)


@dataclass(frozen=True, slots=True)
class Front:
    entries: Sequence[Entry]
    """Of the page asked for."""
    entered: int
    pages: int
    announcements: Sequence[Announcement]


def front(tournament: Tournament, page: int) -> Front:
    """``page`` of the entries, from 1."""
    found = Entry.objects.filter(tournament=tournament, listed_only=False).order_by("number")
    entered = found.count()
    first = (page - 1) * PAGE_ENTRIES
    return Front(
        list(found[first : first + PAGE_ENTRIES]),
        entered,
        max(1, -(-entered // PAGE_ENTRIES)),
        list(Announcement.objects.filter(tournament=tournament).order_by("-id")[:ANNOUNCEMENTS]),
    )


def is_played(tournament: Tournament) -> bool:
    """Whether it has rounds at a board; a judging contest has papers."""
    stages = Stage.objects.filter(tournament=tournament)
    return any(format_of(stage).has_rounds for stage in stages)


def points_in_words(tournament: Tournament) -> Sequence[str]:
    """What games and byes are worth in each stage of pairings that is ranked by points."""
    found: list[str] = []
    for stage in Stage.objects.filter(tournament=tournament, kind__in=[*RANKED]).order_by("order"):
        config = StageConfig.from_json(stage.config)
        points = config.points
        values = {
            "win": format_amount(points.win),
            "draw": format_amount(points.draw),
            "loss": format_amount(points.loss),
            "bye": format_amount(points.pairing_bye),
            "half": format_amount(points.half_bye),
        }
        if stage.kind == StageKind.ROUND_ROBIN:
            words = _("win %(win)s, draw %(draw)s, loss %(loss)s")
        else:
            words = _("win %(win)s, draw %(draw)s, loss %(loss)s, bye %(bye)s, half bye %(half)s")
        told = words % values
        if stage.kind == StageKind.SWISS:
            told = _("%(points)s; %(edition)s") % {
                "points": told,
                "edition": DUTCH_EDITIONS[config.dutch],
            }
        found.append(f"{stage_name(stage)}: {told}" if found else told)
    return found
