"""Making a tournament and changing what was chosen for it."""

import secrets
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import Membership, Role, User
from games.clock import TimeControl
from games.models import Match
from games.rules.base import GameError
from games.rules.registry import game
from games.words import error_words
from tournaments.errors import AlreadyPlayedError, RoundsExistError, RulesRefusedError
from tournaments.live import tell
from tournaments.models import Stage, StageKind, Tournament, TournamentState
from tournaments.names import stage_name
from tournaments.presets import Plan, StagePlan
from tournaments.services.audit import record
from tournaments.services.formats.registry import format_of

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6

COUNTED = (StageKind.TABLES, StageKind.SWISS)
"""Kinds whose number of rounds is chosen; elsewhere it follows from the field."""

PLAIN_FIELDS = (
    "name",
    "name_en",
    "venue",
    "organiser_name",
    "description",
    "starts_at",
    "time_zone",
    "is_public",
    "registration",
    "medium",
)


def new_join_code() -> str:
    """Six letters and figures that cannot be mistaken for each other."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not Tournament.objects.filter(join_code=code).exists():
            return code


def tidy_code(text: str) -> str:
    """A join code as it was typed: full width, small letters, spaces and hyphens do not matter.

    >>> tidy_code(" ｋｙ7-x2 p ")
    'KY7X2P'
    """
    plain = unicodedata.normalize("NFKC", text).upper()
    return "".join(letter for letter in plain if letter.isalnum())[:12]


def create_tournament(*, plan: Plan, by: User, at: datetime) -> Tournament:
    """Make a tournament with its stages; the maker is its organiser.

    Raise RulesRefusedError, and FormatError for a stage that could not be played.
    """
    rules, control = checked_rules(plan.game, plan.rules, plan.time_control)
    with write():
        tournament = Tournament.objects.create(
            preset=plan.preset,
            game=plan.game,
            join_code=new_join_code(),
            rules=rules,
            time_control=control,
            settings=plan.settings.to_json(),
            created_by=by,
            created_at=at,
            **{name: getattr(plan, name) for name in PLAIN_FIELDS},
        )
        for order, stage in enumerate(plan.stages, 1):
            _make_stage(tournament, order, stage, by, at)
        Membership.objects.create(user=by, scope=tournament.pk, role=Role.ORGANISER)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="tournament.created",
            subject=plan.name,
            after=_snapshot(tournament),
        )
    return tournament


def change_tournament(
    *, tournament: Tournament, plan: Plan, by: User | None, at: datetime
) -> Tournament:
    """Put ``plan`` in the place of what was chosen.

    Rounds that are published keep the rules they were published with. Raise
    RulesRefusedError, RoundsExistError where a stage has more rounds than the plan, and
    AlreadyPlayedError where the plan has more than there was before a stage that is drawn,
    and FormatError for a stage that could not be played.
    """
    rules, control = checked_rules(tournament.game, plan.rules, plan.time_control)
    with write():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        before = _snapshot(locked)
        for name in PLAIN_FIELDS:
            setattr(locked, name, getattr(plan, name))
        locked.rules, locked.time_control = rules, control
        locked.settings = plan.settings.to_json()
        locked.save()
        # Matches made before it was opened or closed to the public go with it.
        Match.objects.filter(scope=locked.pk).update(is_public=locked.is_public)
        _change_stages(locked, plan.stages, by, at)
        after = _snapshot(locked)
        changed = sorted(key for key in after if before[key] != after[key])
        if changed:
            record(
                tournament=locked,
                by=by,
                at=at,
                action="tournament.changed",
                before={key: before[key] for key in changed},
                after={key: after[key] for key in changed},
            )
            tell(locked, "settings")
    return locked


def change_join_code(*, tournament: Tournament, by: User | None, at: datetime) -> Tournament:
    """A new code; the old one leads nowhere from now on."""
    with write():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        before, locked.join_code = locked.join_code, new_join_code()
        locked.save(update_fields=["join_code"])
        record(
            tournament=locked,
            by=by,
            at=at,
            action="tournament.code_changed",
            before=before,
            after=locked.join_code,
        )
    return locked


def set_state(
    *, tournament: Tournament, state: TournamentState, by: User | None, at: datetime
) -> None:
    """Prepare, run, finish or archive. Nothing is deleted by it."""
    with write():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.state == state:
            return
        before, locked.state = locked.state, state
        locked.save(update_fields=["state"])
        record(
            tournament=locked,
            by=by,
            at=at,
            action="tournament.state",
            before=str(before),
            after=str(state.value),
        )
        tell(locked, "settings")


def checked_rules(
    name: str, rules: dict[str, Any], time_control: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both with every value written out. Raise RulesRefusedError."""
    try:
        return (
            game(name).rules.from_json(rules).to_json(),
            TimeControl.from_json(time_control).to_json(),
        )
    except GameError as error:
        raise RulesRefusedError(message=error_words(error)) from error


def _make_stage(
    tournament: Tournament, order: int, plan: StagePlan, by: User | None, at: datetime
) -> Stage:
    made = Stage(
        tournament=tournament,
        order=order,
        part=plan.part,
        kind=plan.kind,
        name=plan.name,
        name_en=plan.name_en,
        planned_rounds=plan.rounds,
        config=plan.config.to_json(),
    )
    format_of(made).check(made)
    made.save()
    format_of(made).made(made, by, at)
    return made


def _change_stages(
    tournament: Tournament, plans: Sequence[StagePlan], by: User | None, at: datetime
) -> None:
    """Stages of the same part are the same ones in the same order."""
    stages = list(tournament.stages.prefetch_related("rounds").order_by("order"))
    kept = _matched(stages, plans)
    _refuse_before_begun(kept, plans)
    for stage in stages:
        drawn = len(stage.rounds.all())
        if stage not in kept and drawn:
            raise RoundsExistError(rounds=drawn)
    for stage in stages:
        if stage not in kept:
            stage.delete()
            continue
        # Orders are unique: make room before they are given anew.
        stage.order += 1000
        stage.save(update_fields=["order"])
    for order, (plan, one) in enumerate(zip(plans, kept, strict=True), 1):
        if one is None:
            _make_stage(tournament, order, plan, by, at)
        else:
            _change_stage(one, order, plan)


def _change_stage(stage: Stage, order: int, plan: StagePlan) -> None:
    drawn = len(stage.rounds.all())
    counted = stage.kind in COUNTED
    if drawn and (plan.kind != stage.kind or (counted and plan.rounds < drawn)):
        raise RoundsExistError(rounds=drawn)
    if counted or not drawn:
        stage.planned_rounds = plan.rounds
    stage.order, stage.kind, stage.config = order, plan.kind, plan.config.to_json()
    stage.name, stage.name_en = plan.name, plan.name_en
    format_of(stage).check(stage)
    stage.save()


def _matched(stages: Sequence[Stage], plans: Sequence[StagePlan]) -> list[Stage | None]:
    """The stage each plan is about; None: it is new."""
    left = list(stages)
    found: list[Stage | None] = []
    for plan in plans:
        stage = next((one for one in left if one.part == plan.part), None)
        if stage is not None:
            left.remove(stage)
        found.append(stage)
    return found


def _refuse_before_begun(kept: Sequence[Stage | None], plans: Sequence[StagePlan]) -> None:
    """No more stages or rounds before a stage that is drawn: nobody could ever play them."""
    more = False
    for stage, plan in zip(kept, plans, strict=True):
        if more and stage is not None and stage.rounds.all():
            raise AlreadyPlayedError(
                what=_("What comes before “%(stage)s”") % {"stage": stage_name(stage)}
            )
        more |= stage is None or (stage.kind in COUNTED and plan.rounds > stage.planned_rounds)


def _snapshot(tournament: Tournament) -> dict[str, Any]:
    starts_at = tournament.starts_at
    return {
        **{name: _plain(getattr(tournament, name)) for name in PLAIN_FIELDS if name != "starts_at"},
        "starts_at": starts_at.astimezone(UTC).isoformat() if starts_at else None,
        "rules": tournament.rules,
        "time_control": tournament.time_control,
        "settings": tournament.settings,
        "stages": [
            {
                "part": stage.part,
                "kind": stage.kind,
                "name": stage.name,
                "rounds": stage.planned_rounds,
                "config": stage.config,
            }
            for stage in Stage.objects.filter(tournament=tournament)
        ],
    }


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int) or value is None else str(value)


def get_staffed(tournament_id: UUID, user: User | None) -> Tournament:
    """For arbiters and organisers. Raise Tournament.DoesNotExist."""
    return Tournament.objects.staffed_by(user).get(pk=tournament_id)
