"""Public pages of tournaments of pairings."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds import field
from tests.tournaments.public import stages
from tournaments.models import (
    ByeKind,
    Job,
    Publication,
    PublicationState,
    RoundState,
    Tournament,
)
from tournaments.presets import knockout, round_robin, swiss
from tournaments.public import preparing
from tournaments.services import large
from tournaments.services.presence import set_absence, withdraw
from tournaments.services.publications import publish
from tournaments.services.rounds import start_round
from tournaments.tasks import do_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader() -> Client:
    return Client(headers={"Accept-Language": "en"})


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def home(made: Tournament) -> str:
    return f"/t/{made.pk}/"


def test_a_round_says_who_moves_first_and_who_won(organiser: User, reader: Client) -> None:
    made = field.tournament(organiser, swiss(3), people=4)
    round_ = field.draw(made)
    page = text(reader, f"{home(made)}rounds/1/")
    assert "First mover" in page
    field.better_wins(round_)
    assert " won" not in text(reader, f"{home(made)}rounds/1/")
    stages.publish_after(round_)
    assert "P1 won" in text(reader, f"{home(made)}rounds/1/")


def test_what_games_and_byes_are_worth_is_announced(organiser: User, reader: Client) -> None:
    """T58."""
    made = field.tournament(organiser, swiss(3), people=4)
    page = text(reader, home(made))
    assert "win 1, draw 0.5, loss 0, bye 1, half bye 0.5" in page


def test_a_result_stands_with_its_player_and_not_with_a_seat(
    organiser: User, reader: Client
) -> None:
    """T43."""
    made = field.tournament(organiser, knockout(), people=4)
    round_ = field.draw(made)
    winners = set()
    for table in round_.tables.all():
        field.enter(table, field.LOSS)
        winners.add(table.seats.select_related("entry").get(number=1).entry.name)
    stages.publish_after(round_)
    page = reader.get(f"{home(made)}rounds/1/").content.decode()
    won = re.findall(r'class="other" data-won[^>]*>.*?<bdi>(.*?)</bdi>', page)
    assert set(won) == winners
    assert {
        name for name in winners if f"{name} won" in text(reader, f"{home(made)}rounds/1/")
    } == (winners)
    bracket = reader.get(f"{home(made)}bracket/").content.decode()
    assert set(re.findall(r'<text[^>]*class="won"[^>]*>(P\d)<', bracket)) <= winners


def test_every_unplayed_round_shows_its_own_reason_and_the_bye_comes_last(
    organiser: User, reader: Client
) -> None:
    """T14, T88: a bye from the pairing, a half-point bye and an absence are told apart."""
    made = field.tournament(organiser, swiss(3), people=7)
    set_absence(
        entry=field.numbered(made, 7), ordinal=1, absent=True, kind=ByeKind.HALF, by=None, at=NOON
    )
    set_absence(
        entry=field.numbered(made, 6), ordinal=1, absent=True, kind=ByeKind.ZERO, by=None, at=NOON
    )
    round_ = field.draw(made)
    page = text(reader, f"{home(made)}rounds/1/")
    out = page[page.index("Not seated in this round") :]
    assert re.search(r"P6 sits this round out", out)
    assert re.search(r"P7 bye for half a point", out)
    assert re.search(r"P\d bye ", out)
    assert page.index("Not seated") > page.rindex("Table 2")
    field.better_wins(round_)
    stages.publish_after(round_)
    whole = text(reader, f"{home(made)}crosstable/")
    for words in ("Bye for half a point", "Sat out, as asked for", " Bye "):
        assert words in whole


def test_a_bye_has_no_board_to_open(organiser: User, reader: Client) -> None:
    """T16."""
    made = field.tournament(organiser, swiss(3), people=3)
    round_ = field.draw(made)
    sitting = round_.byes.get().entry
    page = reader.get(f"{home(made)}players/{sitting.pk}/").content.decode()
    assert "/match" not in page
    assert "table-" not in page


def test_a_published_table_stands_though_somebody_leaves_later(
    organiser: User, reader: Client
) -> None:
    """T47."""
    made = field.tournament(organiser, swiss(3), people=6)
    round_ = field.draw(made)
    field.better_wins(round_)
    stages.publish_after(round_)
    before = text(reader, f"{home(made)}standings/")
    withdraw(entry=field.numbered(made, 1), by=None, at=timezone.now())
    after = text(reader, f"{home(made)}standings/")
    assert after == before


def test_values_of_a_swiss_open_round_by_round_with_their_dummies(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, swiss(3), people=5)
    for number in (1, 2, 3):
        round_ = field.draw(made, number)
        field.better_wins(round_)
    stages.publish_after(round_)
    sitting = round_.byes.get().entry
    page = text(reader, f"{home(made)}players/{sitting.pk}/")
    assert "dummy opponent" in page
    assert "left out" in page
    assert re.search(r"(Won|Lost) .*moved (first|second)", page)


def test_round_robins_have_a_crosstable_for_each_group(organiser: User, reader: Client) -> None:
    made = field.tournament(organiser, round_robin(groups=2), people=7)
    round_ = field.draw(made)
    field.better_wins(round_)
    assert reader.get(f"{home(made)}crosstable/").status_code == 404
    stages.publish_after(round_)
    page = text(reader, f"{home(made)}crosstable/")
    assert "Group A" in page
    assert "Group B" in page
    assert "Group A" in text(reader, f"{home(made)}standings/")


def test_a_bracket_is_in_the_part_that_is_refreshed_and_leads_to_its_tables(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, knockout(), people=5)
    assert reader.get(f"{home(made)}bracket/").status_code == 404
    field.draw(made)
    page = reader.get(f"{home(made)}bracket/").content.decode()
    assert page.index('id="live"') < page.index('id="bracket"') < page.index("rules-heading")
    assert "rounds/1/?table=1#table-1" in page
    assert "js/bracket" in page
    assert "Bracket" in text(reader, home(made))


def test_the_calendar_has_every_public_round(organiser: User, reader: Client) -> None:
    made = field.tournament(organiser, swiss(3), people=4)
    field.better_wins(field.draw(made))
    field.draw(made, 2)
    answer = reader.get(f"{home(made)}rounds.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    lines = answer.content.decode().split("\r\n")
    assert lines.count("BEGIN:VEVENT") == 2
    assert f"DTSTART:{NOON:%Y%m%dT%H%M%SZ}" in lines
    assert all(len(line.encode()) <= 75 for line in lines)


def test_standings_can_be_framed_by_any_page_and_nothing_else_can(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, swiss(3), people=4)
    round_ = field.draw(made)
    field.better_wins(round_)
    stages.publish_after(round_)
    for path in ("embed/standings/", "embed/standings.json"):
        answer = reader.get(home(made) + path)
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert not answer.cookies
    assert "<script" not in reader.get(f"{home(made)}embed/standings/").content.decode()
    page = reader.get(f"{home(made)}standings/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_a_private_tournament_is_not_framed_even_for_its_own_people(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, swiss(3), people=4)
    Tournament.objects.filter(pk=made.pk).update(is_public=False)
    reader.force_login(organiser)
    assert reader.get(f"{home(made)}embed/standings/").status_code == 404


def test_whom_one_follows_is_told_when_their_table_begins_and_ends(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, swiss(3), people=4)
    someone = field.numbered(made, 1)
    reader.post(f"{home(made)}follow/", {"entry": someone.pk})
    assert "You follow P1" in text(reader, home(made))
    round_ = field.draw(made)
    assert re.search(r"P1 sits at table \d in Round 1", text(reader, home(made)))
    start_round(round_id=round_.pk, by=None, at=NOON)
    assert re.search(r"P1 is playing at table \d", text(reader, f"{home(made)}standings/"))
    field.better_wins(round_, close=False)
    page = reader.get(home(made)).content.decode()
    assert re.search(r"P1 has finished Round 1 at table \d", page)
    assert 'data-state="over-1"' in page


def test_the_big_screen_turns_pairings_bracket_and_standings(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, knockout(), people=6)
    round_ = field.draw(made)
    kinds = re.findall(r'data-kind="(\w+)"', reader.get(f"{home(made)}screen/").content.decode())
    assert kinds == ["seating", "bracket"]
    field.better_wins(round_)
    stages.publish_after(round_)
    kinds = re.findall(r'data-kind="(\w+)"', reader.get(f"{home(made)}screen/").content.decode())
    assert kinds == ["bracket", "standings"]


def test_a_version_that_was_seen_is_shown_without_its_snapshot(
    organiser: User, reader: Client
) -> None:
    made = field.tournament(organiser, swiss(3), people=6)
    round_ = field.draw(made)
    field.better_wins(round_)
    stages.publish_after(round_, PublicationState.PROVISIONAL)
    someone = field.numbered(made, 2)
    for path in ("standings/", f"players/{someone.pk}/", "rounds/1/", ""):
        first = reader.get(home(made) + path).content
        with CaptureQueriesContext(connection) as captured:
            again = reader.get(home(made) + path).content
        assert not [one for one in captured if '"snapshot"' in one["sql"]], path
        plain = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
        assert plain.sub(b"", again) == plain.sub(b"", first)
    cache.clear()
    assert "P2" in text(reader, f"{home(made)}standings/")


def test_large_standings_are_made_before_anybody_asks(
    organiser: User, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "LARGE", 4)
    made = field.tournament(organiser, swiss(3), people=6)
    round_ = field.draw(made)
    field.better_wins(round_)
    stages.publish_after(round_)
    assert preparing.prepare_recent(timezone.now()) == 1
    assert preparing.prepare_recent(timezone.now()) == 0
    with CaptureQueriesContext(connection) as captured:
        reader.get(f"{home(made)}standings/")
    assert not [one for one in captured if '"snapshot"' in one["sql"]]


def test_a_worker_makes_the_pages_before_the_version_is_out(
    organiser: User, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "publishing_seconds", lambda *_: 20.0)
    made = field.tournament(organiser, swiss(3), people=6)
    round_ = field.draw(made)
    field.better_wins(round_)
    asked = large.publish_or_ask(
        tournament=made,
        stage=round_.stage,
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=None,
        at=timezone.now(),
    )
    assert isinstance(asked, Job)
    assert do_jobs() == 1
    player = made.entries.all()[0].pk
    for path in ("", "standings/", f"players/{player}/", "rounds/1/"):
        with CaptureQueriesContext(connection) as captured:
            assert "P1" in text(reader, f"{home(made)}{path}")
        assert not [one for one in captured if '"snapshot"' in one["sql"]], path


def test_what_changed_while_its_pages_were_made_is_on_them(organiser: User, reader: Client) -> None:
    made = field.tournament(organiser, swiss(3), people=2)
    round_ = field.draw(made)
    field.better_wins(round_)
    seen: list[int] = []

    def rename_once(publication: Publication) -> None:
        seen.append(publication.version)
        preparing.prepare_one(publication)
        if len(seen) == 1:
            made.entries.filter(seed=1).update(name="改名")
            Tournament.objects.filter(pk=made.pk).update(live_seq=F("live_seq") + 1)

    publish(
        tournament=made,
        stage=round_.stage,
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=None,
        at=timezone.now(),
        ahead=rename_once,
    )
    assert seen == [1, 1]
    assert "改名" in text(reader, f"{home(made)}standings/")


def test_more_pairings_are_no_more_queries(organiser: User, reader: Client) -> None:
    counts = []
    for people in (10, 24):
        made = field.tournament(organiser, knockout(), people=people)
        round_ = field.draw(made)
        field.better_wins(round_)
        stages.publish_after(round_)
        assert round_.state != RoundState.DRAFT
        found = {}
        for path in ("bracket/", "rounds/1/", "screen/", "standings/", "embed/bracket/"):
            reader.get(home(made) + path)
            with CaptureQueriesContext(connection) as captured:
                reader.get(home(made) + path)
            found[path] = len(captured)
        counts.append(found)
    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= 25
