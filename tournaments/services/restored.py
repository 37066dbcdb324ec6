"""Looking at a tournament that came out of an archive, before it is kept."""

from datetime import datetime
from uuid import UUID
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Status
from games.rules.base import GameError
from games.services.arbiter import pause_match
from games.services.rebuild import compare
from tournaments.errors import BrokenArchiveError, RulesRefusedError
from tournaments.format_words import format_error
from tournaments.formats.errors import FormatError
from tournaments.models import Publication, Stage, Tournament
from tournaments.services.formats.registry import format_of
from tournaments.services.snapshots import FORMAT
from tournaments.services.tournaments import checked_rules
from tournaments.settings import StageConfig, TournamentSettings

NONSENSE = (
    ArithmeticError,
    AttributeError,
    FormatError,
    GameError,
    LookupError,
    RulesRefusedError,
    TypeError,
    ValueError,
)
"""What reading JSON that is not what it should be ends in."""


def check_restored(tournament: Tournament) -> None:
    """Rules, settings, standings and every record of a match. Raise BrokenArchiveError."""
    if tournament.time_zone not in available_timezones():
        raise BrokenArchiveError(where="time_zone", what=tournament.time_zone)
    try:
        checked_rules(tournament.game, tournament.rules, tournament.time_control)
        TournamentSettings.from_json(tournament.settings)
    except NONSENSE as error:
        raise BrokenArchiveError(where="rules, settings", what=str(error)[:200]) from None
    for stage in Stage.objects.filter(tournament=tournament).order_by("order"):
        stage.tournament = tournament
        try:
            StageConfig.from_json(stage.config)
            format_of(stage).check(stage)
            format_of(stage).standings(stage)
        except FormatError as error:
            raise BrokenArchiveError(where=stage.name, what=format_error(error)) from None
        except NONSENSE as error:
            raise BrokenArchiveError(where=stage.name, what=str(error)[:200]) from None
    for one in Publication.objects.filter(tournament=tournament).iterator(chunk_size=10):
        known = isinstance(one.snapshot, dict) and one.snapshot.get("format") == FORMAT
        if not known or not one.snapshot.keys() >= {"stages", "entries", "overall"}:
            raise BrokenArchiveError(where=f"version {one.version}", what="no snapshot")
    if matches := _matches(tournament):
        try:
            wrong = next(compare(only=matches), None)
        except NONSENSE as error:
            raise BrokenArchiveError(where="games.match", what=str(error)[:200]) from None
        if wrong is not None:
            raise BrokenArchiveError(where="games.match", what=str(wrong)[:300])


def settle_restored(tournament: Tournament, *, by: User, made_at: datetime) -> None:
    """Nothing goes on by itself: clocks stand still since the archive was made.

    Whoever was called to a table is called again.
    """
    waiting = Match.objects.filter(scope=tournament.pk, status=Status.WAITING)
    waiting.update(called_at=None, no_show_at=None)
    running = Match.objects.filter(scope=tournament.pk, status=Status.RUNNING)
    for pk in list(running.values_list("pk", flat=True)):
        pause_match(match_id=pk, by=by, at=made_at, reason=_("restored from an archive"))


def _matches(tournament: Tournament) -> list[UUID]:
    return list(Match.objects.filter(scope=tournament.pk).values_list("pk", flat=True))
