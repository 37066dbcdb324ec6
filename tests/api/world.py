"""A tournament on its way, with people who ask about it."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from accounts.models import ApiToken, Membership, Role, User
from accounts.services.tokens import digest
from tests.tournaments.conftest import finish
from tournaments.models import Entry, PublicationState, Stage, Table, Tournament
from tournaments.presets import Plan, final, preliminary
from tournaments.services.announcements import announce
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries
from tournaments.services.presence import check_in_all
from tournaments.services.publications import publish
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.tournaments import create_tournament

ORGANISER, PLAYER, STRANGER = "organiser-secret", "player-secret", "stranger-secret"


@dataclass(frozen=True, slots=True)
class World:
    tournament: Tournament
    organiser: User
    player: User
    stranger: User

    @property
    def entry(self) -> Entry:
        return Entry.objects.get(tournament=self.tournament, user=self.player)

    @property
    def table(self) -> Table:
        """Of the round going on; the player sits there."""
        return Table.objects.get(round__ordinal=2, seats__entry=self.entry)


def make_world() -> World:
    """Eight people, round 1 over and published, round 2 being played, a final to come."""
    at = timezone.now() - timedelta(minutes=1)
    organiser = User.objects.create_user("rin", "a-long-password", name="凛", is_organiser=True)
    stranger = User.objects.create_user("sato", "a-long-password", name="佐藤")
    plan = Plan(name="第5回 共円オリンピック", name_en="5th JKO", stages=(preliminary(2), final(4)))
    tournament = create_tournament(plan=plan, by=organiser, at=at)
    people = [Details(name=f"選手{n}", club=f"学校{n % 3}") for n in range(1, 9)]
    create_entries(tournament, people, at=at)
    check_in_all(tournament=tournament, by=organiser, at=at)
    for number in (1, 2):
        round_ = draw_round(tournament=tournament, seed=number, by=organiser, at=at)
        publish_round(round_id=round_.pk, by=organiser, at=at)
        start_round(round_id=round_.pk, by=organiser, at=at)
        if number == 1:
            finish(round_, organiser, at)
            close_round(round_id=round_.pk, by=organiser, at=at)
    stage = Stage.objects.get(tournament=tournament, order=1)
    publish(
        tournament=tournament,
        stage=stage,
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=organiser,
        at=at,
    )
    announce(tournament=tournament, text="昼食は12時から", by=organiser, at=at)
    player = Entry.objects.get(tournament=tournament, number=1).user
    assert player is not None
    for user, secret in ((organiser, ORGANISER), (player, PLAYER), (stranger, STRANGER)):
        ApiToken.objects.create(user=user, label="test", digest=digest(secret))
    assert Membership.objects.filter(user=organiser, role=Role.ORGANISER).exists()
    return World(tournament, organiser, player, stranger)
