"""PDF: content is data and never markup, and sheets say what they should."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.public import stages
from tournaments.models import Entry, Round, Tournament
from tournaments.printing import sheets
from tournaments.printing.render import pdf, pictures
from tournaments.public.tables import round_view

pytestmark = pytest.mark.django_db

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HARD = [
    "#panic() $x$ ]",
    "*太字* _斜体_ `code`",
    f"\\u{{1F389}} {FAMILY}",
    "\u200fשלום\u200e مرحبا",
    "<script>@ref",
    "長い名前" * 50,
    "a\tb\nc",
    '"quote" \\ // /* */ #{',
]
SHEETS = ["seating", "pairings", "slips", "tables"]


@pytest.fixture
def staff(organiser: User) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


def is_pdf(content: bytes) -> bool:
    return content.startswith(b"%PDF-1.") and content.rstrip().endswith(b"%%EOF")


def text_of(template: str, data: dict[str, Any]) -> str:
    """Of all pages; glyphs are drawn, so only that something was drawn can be counted."""
    return b"".join(pictures(template, data)).decode()


def pages(template: str, data: dict[str, Any]) -> int:
    return len(pictures(template, data))


@pytest.mark.parametrize("name", ["김민준", "张们伟", "早川澪"])
def test_each_sign_of_a_name_is_drawn_as_itself(organiser: User, name: str) -> None:
    """What a font does not have is one box for all."""
    tournament = stages.make(organiser, 9)
    stages.begin(tournament)
    data = sheets.pairings_sheet(tournament, seen(tournament), timezone.now())

    def signs(name: str) -> int:
        found = text_of("pairings", data | {"out": [name]})
        return len(set(re.findall(r'<symbol id="([^"]+)"', found)))

    assert signs(name) == signs(3 * name[0]) + 2


@pytest.mark.parametrize("what", SHEETS)
def test_the_desk_prints_every_sheet_of_a_round(organiser: User, staff: Client, what: str) -> None:
    tournament = stages.make(organiser, HARD)
    stages.begin(tournament)
    answer = staff.get(f"/desk/{tournament.pk}/print/1/{what}.pdf")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert is_pdf(answer.content)


def test_cards_and_standings_are_printed(organiser: User, staff: Client) -> None:
    tournament = stages.make(organiser, HARD)
    round_ = stages.play(tournament)
    for path in ("cards.pdf", "cards.pdf?round=1"):
        answer = staff.get(f"/desk/{tournament.pk}/print/{path}")
        assert is_pdf(answer.content)
        assert answer["Cache-Control"] == "no-store"
    assert staff.get(f"/desk/{tournament.pk}/print/standings.pdf").status_code == 404
    stages.publish_after(round_)
    assert is_pdf(staff.get(f"/desk/{tournament.pk}/print/standings.pdf").content)
    assert is_pdf(Client().get(f"/t/{tournament.pk}/standings.pdf").content)


def test_sheets_of_the_desk_are_for_the_staff_only(organiser: User) -> None:
    tournament = stages.make(organiser)
    stages.begin(tournament)
    someone = stages.entry(tournament).user
    assert someone is not None
    player = Client()
    player.force_login(someone)
    for client in (Client(), player):
        for path in ("print/1/seating.pdf", "print/cards.pdf", "print/standings.pdf",
                     "entries.csv"):  # fmt: skip
            assert client.get(f"/desk/{tournament.pk}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["print/9/seating.pdf", "print/1/nonsense.pdf", "entries.exe"])
def test_there_is_no_other_sheet(organiser: User, staff: Client, path: str) -> None:
    tournament = stages.make(organiser)
    stages.begin(tournament)
    assert staff.get(f"/desk/{tournament.pk}/{path}").status_code == 404


def seen(tournament: Tournament) -> Any:
    round_ = Round.objects.get(stage__tournament=tournament)
    return round_view(tournament, round_, None, timezone.now())


def test_whoever_is_not_seated_comes_last(organiser: User) -> None:
    """T88: a bye in the middle of the sheet is not found by anybody."""
    tournament = stages.make(organiser, 9)
    Entry.objects.filter(tournament=tournament, number=1).update(checked_in_at=None)
    stages.begin(tournament)
    data = sheets.pairings_sheet(tournament, seen(tournament), timezone.now())
    assert data["out"] == ["選手1（受付がまだ）"]
    seated = [seat["name"] for table in data["tables"] for seat in table["seats"]]
    assert "選手1" not in seated
    assert len(seated) == 8


def test_the_seating_list_is_in_the_order_of_readings(organiser: User) -> None:
    tournament = stages.make(organiser, ["山田", "青木", "加藤"])
    for number, kana in ((1, "やまだ"), (2, "あおき"), (3, "かとう")):
        Entry.objects.filter(tournament=tournament, number=number).update(kana=kana)
    stages.begin(tournament)
    data = sheets.seating_sheet(tournament, seen(tournament), timezone.now())
    assert [person["name"] for person in data["people"]] == ["青木", "加藤", "山田"]


def test_a_card_opens_its_own_persons_page(organiser: User, monkeypatch: Any) -> None:
    tournament = stages.make(organiser, 2)
    drawn: list[str] = []

    def draw(text: str) -> str:
        drawn.append(text)
        return ""

    monkeypatch.setattr("tournaments.printing.sheets._qr", draw)
    entries = list(Entry.objects.filter(tournament=tournament).select_related("user"))
    sheets.cards_sheet(tournament, entries, None, timezone.now(), "http://192.0.2.1:8000")
    assert len(set(drawn)) == 2
    for link, entry in zip(drawn, entries, strict=True):
        client = Client()
        client.get(link.removeprefix("http://192.0.2.1:8000"), follow=True)
        me = client.get("/api/v1/me/").json()
        assert me["id"] == str(entry.user_id)


def test_long_lists_go_on_to_the_next_page(organiser: User) -> None:
    tournament = stages.make(organiser, 100)
    stages.begin(tournament)
    shown, at = seen(tournament), timezone.now()
    assert pages("pairings", sheets.pairings_sheet(tournament, shown, at)) >= 2
    assert pages("slips", sheets.slips_sheet(tournament, shown, at)) == -(-len(shown.tables) // 3)
    assert pages("tables", sheets.signs_sheet(tournament, shown, at, "http://host")) == -(
        -len(shown.tables) // 2
    )


def test_markup_in_data_stays_text() -> None:
    """A name that is a program of the typesetter is printed, not run."""
    base = {
        "lang": "en", "tournament": "#panic()", "title": "t", "heading": "$x$ ] #let", "note": "",
        "stamp": "", "words": {"name": "n", "table": "t", "seat": "s"},
    }  # fmt: skip
    person = {"club": "*c*", "table": 1, "seat": 1}
    evil = pdf("seating", base | {"people": [person | {"name": '#import "x": *'}]})
    assert is_pdf(evil)
    svg = [
        len(re.findall("<use", text_of("seating", base | {"people": [person | {"name": name}]})))
        for name in ("aaaa", "#$]*")
    ]
    assert svg[0] == svg[1]
