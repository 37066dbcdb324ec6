"""Lists out of the desk, and results that come back as one."""

import io

import pytest
from django.test import Client
from openpyxl import load_workbook

from accounts.models import User
from tests.tournaments.conftest import NOON, finish
from tests.tournaments.kinds import field
from tournaments.models import AuditEntry, Entry, PublicationState, Round, Stage, Table, Tournament
from tournaments.presets import swiss
from tournaments.services.publications import publish
from tournaments.services.rounds import close_round


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


@pytest.fixture
def pairs(organiser: User) -> Round:
    """A public round of five people."""
    made = field.tournament(organiser, swiss(3), people=5)
    Entry.objects.filter(tournament=made, seed=1).update(name="=1+1")
    Entry.objects.filter(tournament=made, seed=2).update(name="佐藤 👨‍👩‍👧")
    return field.draw(made)


def base(round_: Round) -> str:
    return f"/desk/{round_.stage.tournament_id}/files/"


def rows(content: bytes) -> list[list[str]]:
    return [line.split(",") for line in content.decode("utf-8-sig").splitlines()]


def test_excel_shows_no_mojibake_and_runs_no_formula(desk: Client, pairs: Round) -> None:
    content = desk.get(f"{base(pairs)}pairings-1.csv").content
    assert content.startswith(b"\xef\xbb\xbf")
    text = content.decode()
    assert "佐藤 👨‍👩‍👧" in text
    assert "'=1+1" in text
    assert not desk.get(f"{base(pairs)}pairings-1.csv?bom=0").content.startswith(b"\xef\xbb\xbf")
    book = load_workbook(io.BytesIO(desk.get(f"{base(pairs)}pairings-1.xlsx").content))
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row if cell.value == "=1+1"]
    assert [cell.data_type for cell in cells] == ["s"]


def test_a_bye_is_the_last_line_of_the_pairings(desk: Client, pairs: Round) -> None:
    found = rows(desk.get(f"{base(pairs)}pairings-1.csv").content)
    assert [row[0] for row in found[1:]] == ["1", "2", ""]
    assert found[-1][6] == "不戦勝" or found[-1][6]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_results_and_standings_go_out_as_they_stand(desk: Client, pairs: Round, kind: str) -> None:
    field.better_wins(pairs)
    for name in ("results", "standings"):
        answer = desk.get(f"{base(pairs)}{name}.{kind}")
        assert answer.status_code == 200
        assert len(answer.content) > 100


def look(desk: Client, round_: Round, text: str) -> tuple[int, str]:
    url = f"{base(round_)}rounds/1/results/"
    answer = desk.post(url, {"text": text})
    return answer.status_code, answer.content.decode()


def test_results_of_a_file_are_shown_and_then_entered_together(desk: Client, pairs: Round) -> None:
    status, shown = look(desk, pairs, "卓,結果\n1,１－０\n2,½\n")
    assert (status, "½ – ½" in shown) == (200, True)
    assert not Table.objects.exclude(result_source="").exists()
    url = f"{base(pairs)}rounds/1/results/enter/"
    desk.post(url, {"t1": "1-0", "v1": "0", "t2": "1/2", "v2": "99"})
    assert not Table.objects.exclude(result_source="").exists()
    desk.post(url, {"t1": "1-0", "v1": "0", "t2": "1/2", "v2": "0"})
    assert Table.objects.exclude(result_source="").count() == 2


def test_the_list_of_pairings_is_read_back(desk: Client, pairs: Round) -> None:
    field.better_wins(pairs, close=False)
    text = desk.get(f"{base(pairs)}pairings-1.csv").content.decode()
    status, shown = look(desk, pairs, text)
    assert status == 200
    assert 'name="t1"' in shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("table,result\n1,win\n", "2行目"),
        ("table,result\n9,1-0\n", "2行目"),
        ("table,result\n1,1-0\n1,0-1\n", "3行目"),
        ("who,what\n", "1行目"),
        ("", ""),
    ],
)
def test_wrong_results_are_told_by_line(desk: Client, pairs: Round, text: str, said: str) -> None:
    status, shown = look(desk, pairs, text)
    assert status == 422
    assert said in shown


def test_places_at_larger_tables_are_read_too(desk: Client, running: Round) -> None:
    lines = [
        f"{table.number},{seat},{seat}"
        for table in running.tables.all()
        for seat in range(1, table.seats.count() + 1)
    ]
    status, shown = look(desk, running, "卓,席,順位\n" + "\n".join(lines))
    assert (status, "1, 2, 3, 4" in shown) == (200, True)
    status, shown = look(desk, running, "卓,席,順位\n1,1,9\n")
    assert status == 422
    posted = {"t1": "1,2,3,4", "v1": "0", "reason": "転記"}
    desk.post(f"{base(running)}rounds/1/results/enter/", posted)
    assert Table.objects.filter(result_source="entered").count() == 1


@pytest.fixture
def finished(organiser: User) -> Tournament:
    made = field.tournament(organiser, swiss(1), people=4)
    field.better_wins(field.draw(made))
    return made


def published(made: Tournament, state: PublicationState, by: User) -> None:
    stage = Stage.objects.get(tournament=made)
    publish(tournament=made, stage=stage, after_round=1, state=state, by=by, at=NOON)


def test_certificates_are_made_from_final_standings_only(
    desk: Client, finished: Tournament, organiser: User
) -> None:
    url = f"/desk/{finished.pk}/files/certificates/"
    published(finished, PublicationState.PROVISIONAL, organiser)
    assert '<form class="form"' not in desk.get(url).content.decode()
    assert desk.post(url, {"pdf": "1"}).status_code == 302
    published(finished, PublicationState.FINAL, organiser)
    shown = desk.get(url).content.decode()
    assert "data:image/svg+xml" in shown
    words = {
        "language": "ja", "first": "1", "last": "2", "contest": "大会", "heading": "賞状",
        "awards": "優勝", "others": "第{rank}位", "body": "{name} {contest} #panic()",
    }  # fmt: skip
    answer = desk.post(url, words | {"pdf": "1"})
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    wrong = desk.post(url, words | {"last": "0", "body": "残る言葉"})
    assert wrong.status_code == 422
    assert "残る言葉" in wrong.content.decode()


def test_the_page_of_files_offers_what_there_is(desk: Client, running: Round) -> None:
    finish(running)
    close_round(round_id=running.pk, by=None, at=NOON)
    shown = desk.get(base(running)).content.decode()
    for name in ("archive.json", "results.csv", "standings.xlsx", "pairings-1.csv"):
        assert name in shown
    assert desk.get(f"{base(running)}archive.json").json()["archive"] == "taikai"


def test_a_rating_is_typed_corrected_and_goes_out(
    desk: Client, pairs: Round, organiser: User
) -> None:
    made = pairs.stage.tournament
    page = f"/desk/{made.pk}/entries/"
    asked = desk.post(page, {"name": "早川 澪", "rating": "1o20"})
    assert asked.status_code == 422
    assert b'value="1o20"' in asked.content
    desk.post(page, {"name": "早川 澪", "rating": "1020", "from_round": "2"})
    entry = Entry.objects.get(tournament=made, name="早川 澪")
    assert entry.rating == 1020
    kept = desk.get(f"{page}{entry.pk}/").context["form"].initial
    desk.post(f"{page}{entry.pk}/", kept | {"seed": "", "rating": "1035"})
    line = AuditEntry.objects.get(tournament=made, action="entry.changed")
    assert (line.before, line.after) == ({"rating": 1020}, {"rating": 1035})
    head, *_, last = rows(desk.get(f"/desk/{made.pk}/entries.csv").content)
    assert last[head.index("レーティング")] == "1035"


def test_who_has_no_rating_in_a_report_file_can_be_changed_at_the_desk(
    desk: Client, pairs: Round
) -> None:
    made = pairs.stage.tournament
    entry = Entry.objects.filter(tournament=made).earliest("number")
    Entry.objects.filter(pk=entry.pk).update(rating=0)
    page = f"/desk/{made.pk}/entries/{entry.pk}/"
    form = desk.get(page).context["form"]
    kept = {name: form[name].value() or "" for name in form.fields} | {"rating": "0"}
    assert desk.post(page, kept | {"club": "北高"}).status_code == 302
    entry.refresh_from_db()
    assert (entry.club, entry.rating) == ("北高", None)
