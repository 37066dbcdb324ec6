"""Making a judging contest: a tournament whose stages are papers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.db import write
from accounts.models import User
from judging.models import Contest, Mode, Paper, PaperState
from judging.ranking import read_criteria
from tournaments.formats.advancement_values import Rule, Ties
from tournaments.models import Registration, Stage, StageKind, StagePart, Tournament
from tournaments.presets import Plan, StagePlan
from tournaments.services.audit import record
from tournaments.services.tournaments import create_tournament
from tournaments.settings import StageConfig

PLAIN = (
    "ranking",
    "freeze_at",
    "thawed_at",
    "board_public",
    "appeals_until",
    "rules",
    "rules_en",
)


@dataclass(frozen=True, slots=True)
class ContestPlan:
    """What an organiser chooses when making a JKHO."""

    name: str
    name_en: str = ""
    venue: str = ""
    organiser_name: str = ""
    starts_at: datetime | None = None
    time_zone: str = "Asia/Tokyo"
    is_public: bool = True
    registration: Registration = Registration.CLOSED
    final: bool = True
    finalists: int = 5
    ties: Ties = Ties.ASK


def create_contest(*, plan: ContestPlan, by: User, at: datetime) -> Tournament:
    """A qualifier, and by choice a final for its best."""
    stages = [StagePlan(StagePart.PRELIMINARY, "予選", "Qualifier", 1, StageConfig())]
    if plan.final:
        config = StageConfig(admission=Rule(count=plan.finalists, ties=plan.ties))
        stages.append(StagePlan(StagePart.FINAL, "本選", "Final", 1, config))
    return _create(plan, "jkho", tuple(stages), by, at)


def create_race(
    *, name: str, name_en: str = "", by: User, at: datetime, points: tuple[int, ...] = (3, 2, 1)
) -> Paper:
    """A contest of one race, open to whoever has the code. Problems are added as it goes."""
    plan = ContestPlan(name, name_en, registration=Registration.OPEN, final=False)
    stages = (StagePlan(StagePart.PRELIMINARY, "早解き", "Race", 1, StageConfig()),)
    with write():
        tournament = _create(plan, "race", stages, by, at)
        return Paper.objects.create(
            stage=tournament.stages.get(),
            order=1,
            title=name,
            title_en=name_en,
            mode=Mode.RACE,
            state=PaperState.SET,
            settings={"race_points": [str(one) for one in points]},
            by=by,
            created_at=at,
            set_at=at,
        )


def _create(
    plan: ContestPlan, preset: str, stages: tuple[StagePlan, ...], by: User, at: datetime
) -> Tournament:
    with write():
        tournament = create_tournament(
            plan=Plan(
                name=plan.name,
                name_en=plan.name_en,
                preset=preset,
                venue=plan.venue,
                organiser_name=plan.organiser_name,
                starts_at=plan.starts_at,
                time_zone=plan.time_zone,
                is_public=plan.is_public,
                registration=plan.registration,
                stages=stages,
            ),
            by=by,
            at=at,
        )
        tournament.stages.update(kind=StageKind.JUDGING)
        Contest.objects.bulk_create(Contest(stage=stage) for stage in tournament.stages.all())
    return tournament


def made_stage(stage: Stage, by: User | None, at: datetime) -> None:
    """What belongs to a new stage of papers; of a race its one paper, which is open."""
    Contest.objects.get_or_create(stage=stage)
    tournament = stage.tournament
    if tournament.preset == "race" and stage.order == 1:
        Paper.objects.create(
            stage=stage,
            order=1,
            title=tournament.name,
            title_en=tournament.name_en,
            mode=Mode.RACE,
            state=PaperState.SET,
            settings={"race_points": ["3", "2", "1"]},
            by=by,
            created_at=at,
            set_at=at,
        )


def contest_of(stage: Stage) -> Contest:
    """The judging side of a stage; made when first asked for."""
    found = Contest.objects.filter(stage=stage).first()
    if found is None:
        with write():
            found, _ = Contest.objects.get_or_create(stage=stage)
    found.stage = stage
    return found


def change_contest(*, contest: Contest, by: User | None, at: datetime, **fields: Any) -> Contest:
    """Ranking, freeze, public board, appeals, rules. Raise RankingError of the pure core."""
    assert set(fields) <= set(PLAIN), fields
    if "ranking" in fields and fields["ranking"].get("criteria"):
        read_criteria(fields["ranking"]["criteria"])
    with write():
        locked = (
            Contest.objects.select_for_update(of=("self",))
            .select_related("stage__tournament")
            .get(pk=contest.pk)
        )
        before = {name: _plain(getattr(locked, name)) for name in fields}
        for name, value in fields.items():
            setattr(locked, name, value)
        locked.dirty_at = locked.dirty_at or at
        locked.save(update_fields=[*fields, "dirty_at"])
        record(
            tournament=locked.stage.tournament,
            by=by,
            at=at,
            action="contest.changed",
            subject=locked.stage.name,
            ref=locked.stage_id,
            before=before,
            after={name: _plain(value) for name, value in fields.items()},
        )
    return locked


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value[:200] if isinstance(value, str) else value
