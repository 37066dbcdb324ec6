"""Another kind of stage in place of one that has not begun."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.db import write
from accounts.models import User
from games.rules.registry import game
from tournaments.errors import StageKindError
from tournaments.live import tell
from tournaments.models import Stage, StageKind, Tournament
from tournaments.names import stage_name
from tournaments.presets import usual_stage
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.field import active_decision
from tournaments.settings import StageConfig

PLAYED = (
    StageKind.TABLES,
    StageKind.SWISS,
    StageKind.ROUND_ROBIN,
    StageKind.KNOCKOUT,
    StageKind.DOUBLE_ELIMINATION,
)


@dataclass(frozen=True, slots=True)
class Changeable:
    """A stage that can still become another kind."""

    stage: Stage
    name: str
    kinds: Sequence[StageKind]


def changeable(tournament: Tournament) -> list[Changeable]:
    return [
        Changeable(stage, stage_name(stage), kinds_for(stage, tournament))
        for stage in Stage.objects.filter(tournament=tournament)
        if stage.kind in PLAYED and not _begun(stage)
    ]


def kinds_for(stage: Stage, tournament: Tournament) -> list[StageKind]:
    """The others; tables where more than two can play."""
    several = game(tournament.game).max_seats > 2
    others = [kind for kind in PLAYED if kind != stage.kind]
    return [kind for kind in others if several or kind != StageKind.TABLES]


def change_kind(
    *, tournament: Tournament, order: int, kind: str, by: User | None, at: datetime
) -> Stage:
    """Make the stage as it is usually played in its new kind; who comes into it stays the same.

    Its rounds, tie-breaks and draws are those of the new kind. A name of one's own stays. Raise
    StageKindError once a round is drawn or it is decided who plays, and for another game's kind.
    """
    with write():
        locked = lock(tournament)
        stage = Stage.objects.get(tournament=locked, order=order)
        if stage.kind == kind:
            return stage
        if kind not in kinds_for(stage, locked) or stage.kind not in PLAYED or _begun(stage):
            raise StageKindError
        kind = StageKind(kind)
        before = {"kind": str(stage.kind), "rounds": stage.planned_rounds, "config": stage.config}
        old = usual_stage(StageKind(stage.kind), order)
        usual = usual_stage(kind, order)
        if stage.name == old.name:
            stage.name, stage.name_en = usual.name, usual.name_en
        admission = StageConfig.from_json(stage.config).admission
        config = replace(usual.config, admission=admission) if order > 1 else usual.config
        stage.kind, stage.config, stage.planned_rounds = kind, config.to_json(), usual.rounds
        stage.draw, stage.lots = {}, {}
        stage.save()
        record(
            tournament=locked,
            by=by,
            at=at,
            action="tournament.changed",
            subject=lambda: stage_name(stage),
            before=before,
            after={"kind": str(kind), "rounds": stage.planned_rounds, "config": stage.config},
        )
        tell(locked, "settings")
    return stage


def _begun(stage: Stage) -> bool:
    return stage.rounds.exists() or (stage.order > 1 and active_decision(stage) is not None)
