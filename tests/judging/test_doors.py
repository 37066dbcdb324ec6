"""A contest in the pages and the API of tournaments."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from judging.models import Paper, PaperProblem
from judging.services.drain import drain
from judging.services.papers import close_paper
from tests.judging.conftest import RIGHT, START, after, begin, send
from tournaments.models import Entry, PublicationState
from tournaments.services.publications import publish

pytestmark = pytest.mark.django_db
PATHS = [
    "/", "/t/{t}/", "/t/{t}/standings/", "/t/{t}/screen/", "/t/{t}/me/", "/desk/{t}/",
    "/desk/{t}/entries/", "/desk/{t}/seating/", "/desk/{t}/standings/", "/desk/{t}/print/",
    "/desk/{t}/settings/", "/desk/{t}/audit/", "/desk/{t}/advancement/2/", "/t/{t}/standings.json",
    "/t/{t}/standings.csv", "/t/{t}/standings.pdf", "/t/{t}/players/{e}/",
    "/api/v1/tournaments/{t}/", "/api/v1/tournaments/{t}/standings/",
    "/api/v1/tournaments/{t}/rounds/", "/api/v1/tournaments/{t}/publications/",
]  # fmt: skip


@pytest.mark.parametrize("published", [False, True])
def test_every_page_of_a_tournament_takes_a_contest(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
    organiser: User,
    published: bool,
) -> None:
    entry = enter()
    begin(paper, entry)
    send(hantei, entry, RIGHT, at=after(minutes=1))
    drain(START)
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    tournament = paper.stage.tournament
    if published:
        publish(
            tournament=tournament, stage=paper.stage, after_round=0,
            state=PublicationState.PROVISIONAL, by=organiser, at=START,
        )  # fmt: skip
    client = Client(raise_request_exception=False)
    client.force_login(organiser)
    found = {}
    for path in PATHS:
        address = path.format(t=tournament.pk, e=entry.pk)
        found[path] = client.get(address).status_code
    broken = {path: status for path, status in found.items() if status >= 500}
    assert broken == {}


def test_a_contest_has_no_time_for_each_stone(paper: Paper) -> None:
    page = Client().get(f"/t/{paper.stage.tournament_id}/", headers={"Accept-Language": "en"})
    assert page.status_code == 200
    assert "for each stone" not in page.content.decode()
