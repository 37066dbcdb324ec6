"""A whole JKO by its services, from an empty list to final standings."""

from collections.abc import Callable

from accounts.models import User
from tests.tournaments.conftest import NOON, finish, later
from tournaments.models import Entry, PublicationState, RoundState, Stage, Tournament
from tournaments.next_step import Do
from tournaments.services.advancement import decide
from tournaments.services.drawing import draw_round
from tournaments.services.overview import overview
from tournaments.services.publications import latest_public, publish
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.step_words import step_view


def test_a_jko_runs_from_an_empty_list_to_final_standings(
    jko: Tournament, organiser: User, enter: Callable[..., list[Entry]]
) -> None:
    said = []

    def look() -> Do:
        jko.refresh_from_db()
        step = overview(jko, NOON).step.do
        said.append(step)
        return step

    assert look() is Do.ADD_ENTRIES
    enter(8)
    for number in (1, 2):
        assert look() is Do.DRAW
        round_ = draw_round(tournament=jko, seed=number, by=organiser, at=NOON)
        assert look() is Do.PUBLISH_ROUND
        publish_round(round_id=round_.pk, by=organiser, at=NOON)
        assert look() is Do.START
        assert start_round(round_id=round_.pk, by=organiser, at=NOON) == [1, 2]
        assert look() is Do.WAIT
        finish(round_, organiser, later(5))
        assert look() is Do.CLOSE
        close_round(round_id=round_.pk, by=organiser, at=later(6))
    assert look() is Do.DECIDE_ADVANCEMENT
    told = step_view(overview(jko, NOON), jko)
    assert (told.text, told.why) == (
        "決勝に進む人を決める", "規則に従った案を確かめて、決定します。"
    )  # fmt: skip
    final = Stage.objects.get(tournament=jko, part="final")
    decided = decide(target=final, by=organiser, at=later(7))
    assert len(decided.decision["qualifiers"]) == 4
    assert look() is Do.DRAW
    round_ = draw_round(tournament=jko, seed=3, by=organiser, at=later(8))
    assert round_.tables.count() == 1
    publish_round(round_id=round_.pk, by=organiser, at=later(8))
    start_round(round_id=round_.pk, by=organiser, at=later(8))
    finish(round_, organiser, later(9))
    close_round(round_id=round_.pk, by=organiser, at=later(9))
    assert look() is Do.PUBLISH_FINAL
    publish(
        tournament=jko,
        stage=final,
        after_round=1,
        state=PublicationState.FINAL,
        by=organiser,
        at=later(10),
    )
    assert look() is Do.DONE
    public = latest_public(jko, later(11))
    assert public is not None
    assert [row["rank"] for row in public.snapshot["overall"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert RoundState.CLOSED in {one.state for one in overview(jko, NOON).rounds}
