"""Looking at a tournament that came out of an archive, before it is kept."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from accounts.models import User
from games.clock import TimeControl
from games.models import Match, Status
from games.rules.registry import game
from games.services.arbiter import pause_match
from games.services.rebuild import compare
from tournaments.errors import BrokenArchiveError
from tournaments.interchange.people import HIGHEST_RATING, HIGHEST_SEED
from tournaments.models import Entry, Publication, Stage, Tournament
from tournaments.services.archive_words import NONSENSE, reading, reason
from tournaments.services.formats.registry import format_of
from tournaments.services.snapshots import FORMAT
from tournaments.settings import MOST_ROUNDS, StageConfig, TournamentSettings

LIMITS = {"rating": (0, HIGHEST_RATING), "seed": (1, HIGHEST_SEED), "from_round": (1, MOST_ROUNDS)}
"""What a list takes. Report files have a rating of 0 where somebody has none."""


def check_restored(tournament: Tournament) -> None:
    """Rules, settings, entries, standings and every record of a match.

    Raise BrokenArchiveError.
    """
    _check_settings(tournament)
    _check_entries(tournament)
    for number, stage in enumerate(
        Stage.objects.filter(tournament=tournament).order_by("order"), 1
    ):
        stage.tournament = tournament
        with reading(f"tournaments.stage[{number}].config ({stage.name})"):
            StageConfig.from_json(stage.config)
            format_of(stage).check(stage)
        with reading(_("results of “%(stage)s”") % {"stage": stage.name}):
            format_of(stage).standings(stage)
    for one in Publication.objects.filter(tournament=tournament).iterator(chunk_size=10):
        known = isinstance(one.snapshot, dict) and one.snapshot.get("format") == FORMAT
        if not known or not one.snapshot.keys() >= {"stages", "entries", "overall"}:
            where = f"tournaments.publication.snapshot (version {one.version})"
            raise BrokenArchiveError(where=where, what=_("these are no published standings"))
    if matches := _matches(tournament):
        _check_records(matches)


def _check_settings(tournament: Tournament) -> None:
    own = "tournaments.tournament[1]"
    if tournament.time_zone not in available_timezones():
        what = _("there is no time zone “%(zone)s”") % {"zone": tournament.time_zone[:50]}
        raise BrokenArchiveError(where=f"{own}.time_zone", what=what)
    with reading(f"{own}.game"):
        played = game(tournament.game)
    with reading(f"{own}.rules"):
        played.rules.from_json(tournament.rules)
    with reading(f"{own}.time_control"):
        TimeControl.from_json(tournament.time_control)
    with reading(f"{own}.settings"):
        TournamentSettings.from_json(tournament.settings)


def _check_entries(tournament: Tournament) -> None:
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    for entry in entries.iterator(chunk_size=1_000):
        for name, (least, most) in LIMITS.items():
            value = getattr(entry, name)
            if value is not None and not least <= value <= most:
                what = _("%(value)s is not from %(least)s to %(most)s")
                told = what % {"value": value, "least": least, "most": most}
                raise BrokenArchiveError(where=_at(entry, name), what=told)
        extra = entry.extra.values() if isinstance(entry.extra, dict) else [None]
        if not all(isinstance(one, str) for one in extra):
            what = _("names with their values are needed here")
            raise BrokenArchiveError(where=_at(entry, "extra"), what=what)


def _at(entry: Entry, field: str) -> str:
    return f"tournaments.entry.{field} ({entry.name[:50]})"


def _check_records(matches: Sequence[UUID]) -> None:
    try:
        wrong = next(compare(only=matches), None)
    except NONSENSE as error:
        # It is not told which: one by one.
        for match in matches:
            with reading(f"games.match {match}"):
                next(compare(only=[match]), None)
        raise BrokenArchiveError(where="games.match", what=reason(error)) from None
    if wrong is not None:
        what = _("its moves do not come to what is written: %(column)s") % {"column": wrong.column}
        raise BrokenArchiveError(where=f"games.match {wrong.match}", what=what)


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
