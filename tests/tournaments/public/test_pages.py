"""What everybody may see of a tournament."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import finish
from tests.tournaments.public import stages
from tournaments.models import PublicationState, Registration, Tournament
from tournaments.services.announcements import announce
from tournaments.services.presence import withdraw
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader() -> Client:
    return Client(headers={"Accept-Language": "en"})


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def base(tournament: Tournament) -> str:
    return f"/t/{tournament.pk}/"


def test_the_first_page_tells_what_where_and_who(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    tournament.venue = "山の家"
    tournament.starts_at = datetime(2027, 8, 1, 1, 0, tzinfo=UTC)
    tournament.save()
    announce(tournament=tournament, text="昼食は12時から", by=None, at=datetime.now(UTC))
    page = text(reader, base(tournament))
    for words in ("5th JKO", "山の家", "選手8", "8 people", "昼食は12時から"):
        assert words in page
    assert "10:00 (JST, UTC+09:00)" in page


def test_a_beginning_is_told_with_the_offset_of_its_own_date(
    organiser: User, reader: Client
) -> None:
    """After the clocks changed, a date before the change keeps its own offset (T83)."""
    tournament = stages.make(organiser)
    tournament.time_zone = "Europe/Berlin"
    for month, told in ((1, "12:00 (CET, UTC+01:00)"), (7, "13:00 (CEST, UTC+02:00)")):
        tournament.starts_at = datetime(2027, month, 1, 11, 0, tzinfo=UTC)
        tournament.save()
        assert told in text(reader, base(tournament))


def test_whoever_can_join_is_told_how_but_not_the_code(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    assert "You can enter now" not in text(reader, base(tournament))
    tournament.registration = Registration.OPEN
    tournament.save()
    page = reader.get(base(tournament)).content.decode()
    assert "You can enter now" in page
    assert "/join/" in page
    assert tournament.join_code not in page


def test_the_strip_follows_the_tournament(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    home = base(tournament)
    assert "The tournament has not begun" in text(reader, home)
    round_ = stages.begin(tournament)
    assert "Round 1 is being played" in text(reader, home)
    assert "2 of 2 tables are still playing." in text(reader, home)
    finish(round_)
    for page in (home, f"{home}rounds/1/"):
        said = text(reader, page)
        assert "Round 1: all tables have finished The results are being checked." in said
        assert "all games over, being checked" in said
        assert "being played" not in said
    close_round(round_id=round_.pk, by=None, at=datetime.now(UTC))
    assert "Round 1 is over" in text(reader, home)
    stages.play(tournament, 2)
    stages.publish_after(stages.play_final(tournament), PublicationState.FINAL)
    assert "The final standings are out" in text(reader, home)
    assert "Winner: 選手" in text(reader, home)


def test_a_round_shows_its_tables_and_who_sits_out(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser, 9)
    late = stages.entry(tournament, 9)
    late.checked_in_at = None
    late.save()
    stages.begin(tournament)
    page = text(reader, f"{base(tournament)}rounds/1/")
    assert "Table 1" in page
    assert "Table 2" in page
    assert re.search(r"Not seated in this round 選手9", page)
    assert page.index("選手9") > page.index("Table 2")


def test_a_draft_is_nobodys_business(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.draft(tournament)
    text(reader, f"{base(tournament)}rounds/1/", 404)
    assert "Round 1" not in text(reader, base(tournament))
    assert "Round 1" not in text(reader, f"{base(tournament)}screen/")
    reader.force_login(organiser)
    text(reader, f"{base(tournament)}rounds/1/", 404)


def test_standings_say_what_they_are(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    assert "No standings are published yet" in text(reader, f"{base(tournament)}standings/")
    stages.publish_after(stages.play(tournament))
    page = text(reader, f"{base(tournament)}standings/")
    assert "Standings after Round 1" in page
    assert "provisional Version 1, published" in page
    assert "place 1 of 4, table" in page


def test_shared_places_are_shown_as_shared(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament))
    page = reader.get(f"{base(tournament)}standings/").content.decode()
    ranks = re.findall(r'class="num rank">(.*?)</td>', page)
    assert [re.sub(r"<[^>]+>", "", rank) for rank in ranks[:3]] == ["=1 shared", "=1 shared",
                                                                     "=3 shared"]  # fmt: skip


def test_earlier_rounds_and_versions_can_be_looked_at(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament, 1))
    stages.publish_after(stages.play(tournament, 2))
    home = f"{base(tournament)}standings/"
    assert "Standings after Round 2" in text(reader, home)
    assert "Standings after Round 1" in text(reader, f"{home}?after=1")
    assert "There is a newer version." in text(reader, f"{home}?version=1")
    assert "Standings after Round 1" in text(reader, f"{home}?version=1")


@pytest.mark.parametrize(
    "query",
    [
        "after=9", "after=x", "after=-1", "version=9", "version=x", "version=1.5", "page=0",
        "page=2", "page=99999999999999999999", "after=９", f"version={'1' * 400}",
    ],
)  # fmt: skip
def test_what_there_is_not_is_not_found(organiser: User, reader: Client, query: str) -> None:
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament))
    assert reader.get(f"{base(tournament)}standings/?{query}").status_code in {200, 404}
    assert reader.get(f"{base(tournament)}standings/?{query}").status_code == (
        200 if query == "page=0" else 404
    )


def test_the_whole_tournament_puts_the_finalists_first(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.play(tournament, 1)
    stages.play(tournament, 2)
    stages.publish_after(stages.play_final(tournament), PublicationState.FINAL)
    page = text(reader, f"{base(tournament)}standings/")
    assert "Overall standings" in page
    assert "Dashed line: those above it played the last stage." in page
    assert "Standings after Final" in text(reader, f"{base(tournament)}standings/?after=3")


def test_a_value_opens_to_what_it_was_made_of(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.play(tournament, 1)
    stages.publish_after(stages.play(tournament, 2))
    someone = stages.entry(tournament)
    page = text(reader, f"{base(tournament)}players/{someone.pk}/")
    assert "Place points" in page
    assert "Round 1" in page
    assert "Mean place points of the opponents met." in page
    part = reader.get(
        f"{base(tournament)}players/{someone.pk}/?value=OPP&stage=1",
        headers={"HX-Request": "true"},
    ).content.decode()
    assert "<html" not in part
    assert part.count("<li>") == 6


def test_a_player_whose_round_is_on_is_found_at_a_table(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.begin(tournament)
    page = text(reader, f"{base(tournament)}players/{stages.entry(tournament).pk}/")
    assert "Round 1 Table" in page


def test_nobody_is_found_in_another_tournament(organiser: User, reader: Client) -> None:
    here, there = stages.make(organiser), stages.make(organiser)
    text(reader, f"{base(here)}players/{stages.entry(there).pk}/", 404)


def test_whom_one_follows_is_marked_in_every_table(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament))
    someone = stages.entry(tournament, 3)
    answer = reader.post(f"{base(tournament)}follow/", {"entry": someone.pk})
    assert answer.status_code == 302
    page = reader.get(f"{base(tournament)}standings/").content.decode()
    assert re.search(rf'id="e-{someone.pk}" data-mine', page)
    assert "data-mine" in reader.get(f"{base(tournament)}rounds/1/").content.decode()
    reader.post(f"{base(tournament)}follow/", {"entry": ""})
    assert "data-mine" not in reader.get(f"{base(tournament)}standings/").content.decode()


def test_following_leads_nowhere_else(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    for wanted in ("//evil.example/", "https://evil.example/", "/desk/"):
        answer = reader.post(f"{base(tournament)}follow/", {"entry": "", "next": wanted})
        assert answer["Location"] == base(tournament)
    reader.post(f"{base(tournament)}follow/", {"entry": "no such"})
    assert "follow" not in reader.cookies or not reader.cookies["follow"].value


def test_a_players_own_row_is_marked_by_itself(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament))
    someone = stages.entry(tournament, 2)
    assert someone.user is not None
    reader.force_login(someone.user)
    page = reader.get(f"{base(tournament)}standings/").content.decode()
    assert re.search(rf'id="e-{someone.pk}" data-mine', page)
    assert "My page" in page


def test_a_private_tournament_is_found_only_by_its_people(organiser: User) -> None:
    tournament = stages.make(organiser, public=False)
    round_ = stages.play(tournament)
    stages.publish_after(round_)
    someone = stages.entry(tournament)
    paths = [
        "", "rounds/1/", "standings/", f"players/{someone.pk}/", "screen/", "standings.pdf",
        "standings.csv", "entries.csv",
    ]  # fmt: skip
    stranger, member = Client(), Client()
    assert someone.user is not None
    member.force_login(someone.user)
    for path in paths:
        assert stranger.get(base(tournament) + path).status_code == 404, path
        assert member.get(base(tournament) + path).status_code == 200, path
    assert stranger.post(f"{base(tournament)}follow/").status_code == 404


def test_pages_only_answer_to_reading(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    for path in ("", "standings/", "screen/"):
        assert reader.post(base(tournament) + path).status_code == 405
        assert reader.head(base(tournament) + path).status_code == 200


def test_somebody_who_left_keeps_their_row(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    round_ = stages.play(tournament)
    withdraw(entry=stages.entry(tournament), by=None, at=datetime.now(UTC))
    stages.publish_after(round_)
    assert "選手1" in text(reader, f"{base(tournament)}standings/")


FAMILY = "\U0001f389 \U0001f468\u200d\U0001f469\u200d\U0001f467"
HARD = [
    "<script>alert(1)</script>",
    f"山田 {FAMILY}",
    "\u202eevil",
    "&amp; \"quote\" 'x'",
    "長" * 200,
]


def test_names_do_no_harm(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser, HARD)
    round_ = stages.play(tournament)
    stages.publish_after(round_)
    for path in ("", "rounds/1/", "standings/", "screen/"):
        page = reader.get(base(tournament) + path).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert FAMILY in page


def test_the_front_leads_to_the_rules_of_the_game(organiser: User, reader: Client) -> None:
    tournament = stages.make(organiser)
    assert 'href="/rules/kyoen/"' in reader.get(base(tournament)).content.decode()
