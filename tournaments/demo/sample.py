"""A rich sample: tournaments of every game that are over, being played, or before the final."""

from datetime import datetime, timedelta

from accounts.models import User
from tournaments import presets
from tournaments.demo import pairings, playing
from tournaments.demo.plans import make_tournament, plan_of
from tournaments.models import PublicationState, Round, RoundState, Stage, Table, Tournament
from tournaments.services.advancement import decide, propose
from tournaments.services.announcements import announce
from tournaments.services.drawing import draw_round
from tournaments.services.publications import publish
from tournaments.services.rounds import close_round, publish_round

LIVE = "demo_live"
"""The preset by which the sample's live tournament is known again."""

LIVE_ROUNDS = 5

BREAK = timedelta(minutes=10)


def organiser_of_sample() -> User | None:
    live = Tournament.objects.filter(preset=LIVE).select_related("created_by").first()
    return None if live is None else live.created_by


def make_sample(organiser: User, at: datetime) -> None:
    """Make the tournaments as they would stand at ``at``."""
    _finished(organiser, at - timedelta(days=1, hours=3))
    _before_the_final(organiser, at - timedelta(hours=2))
    live = _live(organiser, at - timedelta(minutes=20))
    _rounds(live, 1, at - timedelta(minutes=18))
    pairings.make(organiser, at)
    keep_going(at)


def _rounds(tournament: Tournament, count: int, at: datetime) -> datetime:
    """Draw and play ``count`` rounds, each after a break; return when the last was over."""
    for _ in range(count):
        round_ = draw_round(tournament=tournament, seed=int(at.timestamp()), by=None, at=at)
        over = playing.play_round(round_, at)
        close_round(round_id=round_.pk, by=None, at=over)
        stage = round_.stage
        publish(
            tournament=tournament,
            stage=stage,
            after_round=round_.number,
            state=PublicationState.PROVISIONAL,
            by=None,
            at=over + timedelta(minutes=1),
        )
        at = over + BREAK
    return at


def _preliminaries(tournament: Tournament, at: datetime) -> tuple[Stage, datetime]:
    """Play the first stage and decide who goes on; return the final's stage and the time."""
    first, *_, last = tournament.stages.order_by("order")
    at = _rounds(tournament, first.planned_rounds, at)
    chosen: list[str] = []
    for question in propose(last).decision.questions:
        chosen += [str(key) for key in question.keys[: question.places]]
    decide(target=last, chosen=chosen, by=None, at=at)
    return last, at


def _finished(organiser: User, at: datetime) -> None:
    plan = plan_of("第5回 共円オリンピック", "5th Kyōen Olympiad", at)
    tournament = make_tournament(organiser, plan, 15, at)
    final, at = _preliminaries(tournament, at)
    round_ = draw_round(tournament=tournament, seed=5, by=None, at=at)
    over = playing.play_round(round_, at)
    close_round(round_id=round_.pk, by=organiser, at=over)
    publish(
        tournament=tournament,
        stage=final,
        after_round=1,
        state=PublicationState.FINAL,
        by=organiser,
        at=over + timedelta(minutes=5),
    )


def _before_the_final(organiser: User, at: datetime) -> None:
    plan = plan_of(
        "春の共円大会",
        "Spring Kyōen Meeting",
        at,
        stages=(presets.preliminary(2), presets.final()),
    )
    tournament = make_tournament(organiser, plan, 9, at)
    _, at = _preliminaries(tournament, at)
    round_ = draw_round(tournament=tournament, seed=7, by=organiser, at=at)
    publish_round(round_id=round_.pk, by=organiser, at=at)
    announce(tournament=tournament, text="まもなく決勝を始めます。", by=organiser, at=at)


def _live(organiser: User, at: datetime, number: int = 1) -> Tournament:
    plan = plan_of(
        f"みなも塾 共円リーグ 第{number}節",
        f"Minamo Kyōen League, meeting {number}",
        at,
        preset=LIVE,
        stages=(presets.preliminary(LIVE_ROUNDS),),
    )
    return make_tournament(organiser, plan, 12, at)


def _close(tournament: Tournament, at: datetime) -> None:
    """Close what is played, and after the last round the tournament."""
    for round_ in Round.objects.filter(stage__tournament=tournament, state=RoundState.RUNNING):
        close_round(round_id=round_.pk, by=None, at=at)
        last = round_.ordinal == LIVE_ROUNDS
        publish(
            tournament=tournament,
            stage=round_.stage,
            after_round=round_.number,
            state=PublicationState.FINAL if last else PublicationState.PROVISIONAL,
            by=None,
            at=at,
        )


def keep_going(at: datetime) -> None:
    """Let somebody always play: the next round when one is over, then another meeting."""
    pairings.keep_going(at)
    meetings = Tournament.objects.filter(preset=LIVE).order_by("created_at")
    latest = meetings.last()
    if latest is None or latest.created_by is None:
        return
    open_tables = Table.objects.filter(round__stage__tournament=latest, result_source="")
    if open_tables.exists():
        return
    _close(latest, at)
    if Round.objects.filter(stage__tournament=latest).count() == LIVE_ROUNDS:
        latest = _live(latest.created_by, at, meetings.count() + 1)
    round_ = draw_round(tournament=latest, seed=int(at.timestamp()), by=None, at=at)
    playing.begin(round_, at)
