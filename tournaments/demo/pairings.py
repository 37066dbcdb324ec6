"""Games for two in the sample: an Oware Swiss being played, and a Rithmomachia knockout."""

from datetime import datetime, timedelta

from accounts.models import User
from games.rules.registry import game
from tournaments.demo import playing
from tournaments.demo.entering import enter_round
from tournaments.demo.plans import make_tournament, plan_of
from tournaments.models import PublicationState, Round, RoundState, Stage, Tournament
from tournaments.presets import PRESETS, TIME_CONTROLS, Plan
from tournaments.services.drawing import draw_round
from tournaments.services.publications import publish
from tournaments.services.rounds import close_round

SWISS, KNOCKOUT = "demo_swiss", "demo_knockout"
"""The presets by which they are known again."""

ORGANISER = "みなもボードゲームの会"
BREAK = timedelta(minutes=10)


def make(organiser: User, at: datetime) -> None:
    swiss = _plan(SWISS, "oware_swiss", "秋のオワレ大会", "Autumn Oware Open", at)
    _past(make_tournament(organiser, swiss, 14, at - timedelta(hours=3)), 2, at)
    knockout = _plan(KNOCKOUT, "rithmomachia_single", "リトモマキア杯", "Rithmomachia Cup", at)
    _past(make_tournament(organiser, knockout, 12, at - timedelta(hours=3)), 2, at)
    for preset in (SWISS, KNOCKOUT):
        _begin_next(Tournament.objects.get(preset=preset), at)


def keep_going(at: datetime) -> None:
    """The next round of the Swiss when one is over, until there is none."""
    open_rounds = Round.objects.filter(stage__tournament__preset=SWISS).exclude(
        state=RoundState.CLOSED
    )
    latest = open_rounds.select_related("stage__tournament").last()
    if latest is None or latest.tables.filter(result_source="").exists():
        return
    stage = latest.stage
    close_round(round_id=latest.pk, by=None, at=at)
    _publish(stage, latest.number, at)
    if latest.number < stage.planned_rounds:
        _begin_next(stage.tournament, at)


def _plan(preset: str, like: str, name: str, name_en: str, at: datetime) -> Plan:
    usual = PRESETS[like]
    return plan_of(
        name,
        name_en,
        at - timedelta(hours=3),
        preset=preset,
        game=usual.game,
        rules=game(usual.game).rules.from_json({}).to_json(),
        time_control=TIME_CONTROLS[usual.game],
        settings=usual.settings,
        stages=usual.stages,
        organiser_name=ORGANISER,
    )


def _past(tournament: Tournament, rounds: int, at: datetime) -> None:
    when = at - timedelta(hours=2)
    for number in range(1, rounds + 1):
        round_ = draw_round(tournament=tournament, seed=number, by=None, at=when)
        when = enter_round(round_, when)
        _publish(round_.stage, round_.number, when)
        when += BREAK


def _publish(stage: Stage, after_round: int, at: datetime) -> None:
    publish(
        tournament=stage.tournament,
        stage=stage,
        after_round=after_round,
        state=PublicationState.PROVISIONAL,
        by=None,
        at=at,
    )


def _begin_next(tournament: Tournament, at: datetime) -> None:
    round_ = draw_round(tournament=tournament, seed=int(at.timestamp()), by=None, at=at)
    playing.begin(round_, at)
