"""A whole tournament as one file, on another server or beside itself."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override

from accounts.models import Membership, PersonalLink, Role, User
from accounts.services.people import link_token
from games.models import Match, MatchEvent, Status
from games.services.play import play_move
from tests.tournaments.conftest import NOON, finish, later
from tests.tournaments.kinds import field
from tournaments.errors import ArchiveHereError, BrokenArchiveError
from tournaments.models import (
    AuditEntry,
    Entry,
    Publication,
    PublicationState,
    Round,
    Stage,
    Table,
    Tournament,
)
from tournaments.presets import knockout, preliminary, swiss
from tournaments.services.announcements import announce
from tournaments.services.archive import make_archive, write_archive
from tournaments.services.drawing import draw_round
from tournaments.services.publications import publish
from tournaments.services.restoring import read_archive, restore
from tournaments.services.rounds import close_round, publish_round

Archived = dict[str, Any]


def remove(tournament: Tournament) -> None:
    """As if this were another server."""
    Table.objects.filter(round__stage__tournament=tournament).delete()
    Round.objects.filter(stage__tournament=tournament).delete()
    Match.objects.filter(scope=tournament.pk).delete()
    people = list(Entry.objects.filter(tournament=tournament).values_list("user", flat=True))
    tournament.delete()
    Membership.objects.filter(scope=tournament.pk).delete()
    User.objects.filter(pk__in=people).delete()


def archived(tournament: Tournament, at: datetime = NOON) -> Archived:
    found: Archived = json.loads(write_archive(make_archive(tournament, at)))
    return found


def restored(data: Archived, by: User, *, copied: bool = False) -> Tournament:
    return restore(
        archive=read_archive(json.dumps(data).encode()), copy=copied, by=by, at=later(60)
    )


def told(data: Archived) -> Archived:
    """Without ids that a server gives, by the order of rows; and without the line about it."""
    text = json.dumps(data["rows"], sort_keys=True)
    ids = dict.fromkeys(re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", text))
    for number, one in enumerate(ids):
        text = text.replace(one, f"#{number}")
    rows: Archived = json.loads(text)
    rows["tournaments.auditentry"] = [
        one for one in rows["tournaments.auditentry"] if one["action"] != "tournament.restored"
    ]
    numbers: dict[tuple[str, int], int] = {}
    for name, found in rows.items():
        for number, row in enumerate(found):
            if isinstance(row.get("id"), int):
                numbers[name.split(".")[1], row.pop("id")] = number
    for found in rows.values():
        for row in found:
            for key in ("stage", "round", "source", "target"):
                if isinstance(row.get(key), int):
                    row[key] = numbers["round" if key == "round" else "stage", row[key]]
            row.pop("ref", None)
    rows.pop("accounts.membership")
    return rows


@pytest.fixture
def played(running: Round, organiser: User) -> Tournament:
    """A round with a move on the board, one closed and published, one drafted."""
    tournament = running.stage.tournament
    table = running.tables.select_related("match").order_by("number")[0]
    assert table.match is not None
    play_move(match_id=table.match.pk, seat=0, text="a1", expected_seq=1, at=later(0), by=None)
    finish(running, organiser, later(2))
    close_round(round_id=running.pk, by=organiser, at=later(3))
    stage = Stage.objects.get(pk=running.stage_id)
    publish(
        tournament=tournament,
        stage=stage,
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=organiser,
        at=later(4),
    )
    announce(tournament=tournament, text="昼休み 🍙", by=organiser, at=later(5))
    draw_round(tournament=tournament, seed=3, by=organiser, at=later(6))
    tournament.refresh_from_db()
    return tournament


PAGES = ("", "standings/", "rounds/1/", "standings.csv", "embed/standings.json")


def pages(client: Client, tournament: Tournament) -> list[str]:
    found = []
    for page in PAGES:
        answer = client.get(f"/t/{tournament.pk}/{page}")
        assert answer.status_code == 200, page
        text = re.sub(r'nonce="[^"]*"|csrf[^>]*|href="/p/[^"]*"', "", answer.content.decode())
        found.append(text)
    return found


def test_another_server_shows_the_same_pages(
    played: Tournament, organiser: User, client: Client
) -> None:
    before, data = pages(client, played), archived(played)
    code, pk = played.join_code, played.pk
    remove(played)
    made = restored(data, organiser)
    assert (made.pk, made.join_code) == (pk, code)
    assert pages(client, made) == before
    again = archived(made)
    assert told(again) == told(data)


def test_what_was_done_can_still_be_taken_back(played: Tournament, organiser: User) -> None:
    data = archived(played)
    remove(played)
    made = restored(data, organiser)
    line = AuditEntry.objects.get(tournament=made, action="round.drawn", after__seed=3)
    assert int(line.ref) == Round.objects.get(stage__tournament=made, ordinal=2).pk
    publish_round(round_id=int(line.ref), by=organiser, at=later(70))


def test_restoring_twice_refuses_or_makes_a_copy_by_choice(
    played: Tournament, organiser: User, client: Client
) -> None:
    data = archived(played)
    with pytest.raises(ArchiveHereError):
        restored(data, organiser)
    made = restored(data, organiser, copied=True)
    assert Tournament.objects.count() == 2
    assert made.join_code != played.join_code
    assert not {str(made.pk)} & {str(played.pk)}
    assert str(played.pk) not in json.dumps(archived(made)["rows"]["tournaments.publication"])
    assert [len(found) for found in told(archived(made)).values()] == [
        len(found) for found in told(data).values()
    ]
    for page in PAGES:
        assert client.get(f"/t/{made.pk}/{page}").status_code == 200


def test_an_archive_holds_no_secrets_and_takes_nobody_over(
    played: Tournament, organiser: User
) -> None:
    player = Entry.objects.filter(tournament=played).first()
    assert player is not None
    assert player.user is not None
    token = link_token(player.user)
    data = archived(played)
    text = json.dumps(data)
    for secret in (organiser.password, token, *_links()):
        assert secret not in text
    assert data["left_out"]
    made = restored(data, organiser, copied=True)
    theirs = set(Entry.objects.filter(tournament=made).values_list("user", flat=True))
    assert not theirs & set(
        User.objects.filter(entries__tournament=played).values_list("pk", flat=True)
    )
    assert not PersonalLink.objects.filter(user__in=theirs).exists()
    roles = Membership.objects.filter(scope=made.pk, role=Role.ORGANISER)
    assert [one.user for one in roles] == [organiser]


def test_moves_and_clocks_come_along_and_running_clocks_stand_still(
    running: Round, organiser: User
) -> None:
    tournament = running.stage.tournament
    data = archived(tournament, later(1))
    remove(tournament)
    made = restored(data, organiser)
    matches = list(Match.objects.filter(scope=made.pk))
    assert {one.status for one in matches} == {Status.PAUSED}
    last = MatchEvent.objects.filter(match=matches[0]).latest("seq")
    assert (last.kind, last.at) == ("pause", later(1))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data.update(version=99), "version"),
        (lambda data: data.update(archive="other"), "archive"),
        (lambda data: data["rows"].update(nonsense=[]), "rows.nonsense"),
        (lambda data: data["rows"].update({"auth.user": [{"is_superuser": True}]}), "rows.auth"),
        (lambda data: entry(data).pop("name"), "tournaments.entry[1].name"),
        (lambda data: entry(data).update(power=1), "tournaments.entry[1].power"),
        (lambda data: entry(data).update(name=None), "tournaments.entry[1].name"),
        (lambda data: entry(data).update(name="x" * 201), "tournaments.entry[1].name"),
        (lambda data: entry(data).update(name="\0"), "archive.rows"),
        (lambda data: entry(data).update(number=-1), "tournaments.entry[1].number"),
        (lambda data: entry(data).update(number=2), "rows"),
        (lambda data: entry(data).update(created_at="2027-01-01T00:00"), "entry[1].created_at"),
        (lambda data: entry(data).update(tournament="x"), "tournaments.entry[1].tournament"),
        (lambda data: entry(data).update(rating=10_000), "tournaments.entry.rating ("),
        (lambda data: entry(data).update(seed=0), "tournaments.entry.seed ("),
        (lambda data: entry(data).update(seed=1.5), "tournaments.entry[1].seed"),
        (lambda data: entry(data).update(seed=True), "tournaments.entry[1].seed"),
        (lambda data: entry(data).update(from_round=100), "tournaments.entry.from_round ("),
        (lambda data: entry(data).update(extra=["x"]), "tournaments.entry.extra ("),
        (lambda data: entry(data).update(extra={"sex": 1}), "tournaments.entry.extra ("),
        (lambda data: one(data, "round").update(state="lost"), "tournaments.round[1].state"),
        (lambda data: one(data, "stage").update(config={"first": "x"}), "stage[1].config (予選)"),
        (lambda data: one(data, "stage").update(config=[1]), "stage[1].config (予選)"),
        (lambda data: one(data, "stage").update(config={"points": 5}), "stage[1].config"),
        (lambda data: one(data, "tournament").update(game="chess"), "tournament[1].game"),
        (lambda data: one(data, "tournament").update(rules=[1]), "tournament[1].rules"),
        (lambda data: one(data, "tournament").update(settings=[1]), "tournament[1].settings"),
        (lambda data: one(data, "tournament").update(time_control=[1]), "[1].time_control"),
        (lambda data: data["people"][0].pop("name"), "people[1]"),
        (lambda data: data.update(people={}), "people"),
        (lambda data: data["rows"]["games.matchevent"][1].update(data=[]), "games.match"),
        (lambda data: data["rows"]["games.matchevent"][1].update(data={}), "games.match"),
        (lambda data: one(data, "tournament").update(rules={"size": "x"}), "rules"),
        (lambda data: one(data, "tournament").update(time_zone="Mars"), "time_zone"),
        (lambda data: one(data, "publication").update(snapshot=[]), "version 1"),
        (lambda data: data["rows"]["games.matchevent"].pop(1), "games.match"),
        (lambda data: data["rows"]["tournaments.table"][0].update(match="0"), "table[1].match"),
    ],
)
def test_a_broken_archive_is_refused_as_a_whole_and_says_where(
    played: Tournament, organiser: User, change: Callable[[Archived], object], where: str
) -> None:
    data = archived(played)
    change(data)
    users = User.objects.count()
    with pytest.raises(BrokenArchiveError) as refused:
        restored(data, organiser, copied=True)
    assert where in str(refused.value)
    with override("ja"), pytest.raises(BrokenArchiveError) as refused:
        restored(data, organiser, copied=True)
    told = refused.value.params["what"]
    assert re.search("[ぁ-ん]", told), told
    assert not re.search(r"Error|\(\)|object|argument|literal|None", told), told
    assert (Tournament.objects.count(), User.objects.count()) == (1, users)


def one(data: Archived, name: str) -> Archived:
    found: Archived = data["rows"][f"tournaments.{name}"][0]
    return found


def entry(data: Archived) -> Archived:
    return one(data, "entry")


def _links() -> list[str]:
    return [str(pk) for pk in PersonalLink.objects.values_list("pk", flat=True)]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"[" * 100_000, b'{"archive": "taikai"}'])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenArchiveError):
        read_archive(data)


def test_a_swiss_and_its_knockout_go_on_elsewhere(organiser: User) -> None:
    made = field.tournament(organiser, swiss(2), knockout(4), people=7)
    field.better_wins(field.draw(made))
    data = archived(made)
    remove(made)
    other = restored(data, organiser)
    field.better_wins(field.draw(other))
    assert [row["kind"] for row in archived(other)["rows"]["tournaments.bye"]] == ["pairing"] * 2
    assert Publication.objects.filter(tournament=other).count() == 0


@pytest.mark.parametrize("rating", [None, 0, 1, 9999])
def test_ratings_that_lists_and_report_files_have_come_along(
    organiser: User, rating: int | None
) -> None:
    data = archived(field.tournament(organiser, knockout(), people=2))
    entry(data)["rating"] = rating
    made = restored(data, organiser, copied=True)
    assert Entry.objects.filter(tournament=made).earliest("number").rating == rating


def test_a_language_that_is_none_is_left_out(organiser: User) -> None:
    data = archived(field.tournament(organiser, knockout(), people=2))
    data["people"][0]["language"] = []
    restored(data, organiser, copied=True)


def test_a_stage_that_cannot_be_played_is_not_restored(organiser: User) -> None:
    data = archived(field.tournament(organiser, knockout(), people=4))
    one(data, "stage")["config"]["games"] = [3, 2]
    with override("en"), pytest.raises(BrokenArchiveError, match="an odd number of games"):
        restored(data, organiser, copied=True)
    data = archived(field.tournament(organiser, preliminary(), people=4))
    one(data, "tournament").update(game="oware", rules={}, time_control={"timing": "none"})
    with override("en"), pytest.raises(BrokenArchiveError, match="another kind of stage"):
        restored(data, organiser, copied=True)


def test_the_commands_write_and_read_a_file(
    played: Tournament, organiser: User, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("archive", played.join_code)
    file = tmp_path / "jko.json"
    file.write_text(capsys.readouterr().out)
    with pytest.raises(CommandError, match="on this server already"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--copy", "--organiser", "organiser")
    assert Tournament.objects.count() == 2
    with pytest.raises(CommandError, match="no tournament"):
        call_command("archive", "NOTHERE")
