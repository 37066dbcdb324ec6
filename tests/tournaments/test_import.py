"""Lists of people: any encoding, seen first, all or nothing."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from accounts.models import User
from tournaments.models import Entry, ListFile, Tournament

LIST = "氏名,ふりがな,所属\n山田 太郎,やまだ たろう,東高\n佐藤 花子,さとう はなこ,西高\n"


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def url(name: str, jko: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[jko.pk])


def upload(client: Client, jko: Tournament, content: bytes, name: str = "名簿.csv") -> Any:
    file = SimpleUploadedFile(name, content)
    return client.post(url("desk_import", jko), {"file": file})


def workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for line in LIST.splitlines():
        sheet.append(line.split(","))
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", LIST.encode()),
        ("a.csv", LIST.encode("utf-8-sig")),
        ("a.csv", LIST.encode("cp932")),
        ("a.csv", LIST.encode("euc_jp")),
        ("a.csv", LIST.encode("utf-16")),
        ("a.xlsx", workbook()),
    ],
    ids=["utf-8", "bom", "shift-jis", "euc-jp", "utf-16", "xlsx"],
)
def test_a_list_is_seen_and_then_entered(
    desk: Client, jko: Tournament, name: str, content: bytes
) -> None:
    """T79, read the other way."""
    answer = upload(desk, jko, content, name)
    assert answer.status_code == 302
    preview = desk.get(answer["Location"])
    assert "佐藤 花子" in preview.content.decode()
    assert not Entry.objects.exists()
    desk.post(url("import_confirm", jko))
    entries = Entry.objects.filter(tournament=jko)
    assert [(entry.name, entry.kana, entry.club) for entry in entries] == [
        ("山田 太郎", "やまだ たろう", "東高"),
        ("佐藤 花子", "さとう はなこ", "西高"),
    ]
    assert not ListFile.objects.exists()


def test_who_is_entered_already_is_left_out_unless_they_are_others(
    desk: Client, jko: Tournament
) -> None:
    upload(desk, jko, LIST.encode())
    desk.post(url("import_confirm", jko))
    longer = f"{LIST}高橋 学,たかはし まなぶ,東高\n".encode()
    upload(desk, jko, longer)
    page = desk.get(url("desk_import_preview", jko))
    assert page.context["count"] == 1
    assert "すでに登録されている2人を除きます。" in page.content.decode()
    desk.post(url("import_confirm", jko))
    names = Entry.objects.order_by("number").values_list("name", flat=True)
    assert list(names) == ["山田 太郎", "佐藤 花子", "高橋 学"]
    upload(desk, jko, longer)
    page = desk.get(url("desk_import_preview", jko), {"same_names": "true"})
    assert page.context["count"] == 3
    desk.post(url("import_confirm", jko), {"same_names": "true"})
    assert Entry.objects.count() == 6


def test_a_list_of_people_who_are_all_entered_says_so(desk: Client, jko: Tournament) -> None:
    for _ in range(2):
        upload(desk, jko, LIST.encode())
        page = desk.get(url("desk_import_preview", jko)).content.decode()
        desk.post(url("import_confirm", jko))
    assert "登録する人がいません。" in page
    assert Entry.objects.count() == 2


def test_a_list_may_be_pasted(desk: Client, jko: Tournament) -> None:
    answer = desk.post(url("desk_import", jko), {"text": "一郎\n二郎\n"})
    assert "一郎" in desk.get(answer["Location"]).content.decode()


def test_columns_can_be_said_to_be_others(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, "A,B\n東高,山田\n西高,佐藤\n".encode())
    chosen = {"c0": "club", "c1": "name", "has_header": "yes"}
    assert "山田" in desk.get(url("desk_import_preview", jko), chosen).content.decode()
    desk.post(url("import_confirm", jko), chosen)
    assert [(e.name, e.club) for e in Entry.objects.all()] == [("山田", "東高"), ("佐藤", "西高")]


def test_a_wrong_line_keeps_everybody_out(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, f"氏名,シード\n山田,1\n,2\n佐藤,first\n{'あ' * 201},3\n".encode())
    page = desk.get(url("desk_import_preview", jko)).content.decode()
    for line in ("3行目", "4行目", "5行目"):
        assert line in page
    desk.post(url("import_confirm", jko), follow=True)
    assert not Entry.objects.exists()
    assert ListFile.objects.exists()


def test_unknown_columns_are_named_and_left_out(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, "氏名,好きな食べ物\n山田,カレー\n".encode())
    assert "好きな食べ物" in desk.get(url("desk_import_preview", jko)).content.decode()
    desk.post(url("import_confirm", jko))
    assert Entry.objects.get().name == "山田"


def test_ten_megabytes_are_refused_in_words(desk: Client, jko: Tournament) -> None:
    answer = upload(desk, jko, b"a" * 10 * 1024 * 1024, "big.csv")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "10.5 MB" in page
    assert "big.csv" in page
    assert not ListFile.objects.exists()


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04broken"])
def test_what_is_no_list_is_named(desk: Client, jko: Tournament, content: bytes) -> None:
    upload(desk, jko, content)
    answer = desk.get(url("desk_import_preview", jko))
    assert answer.status_code == 200
    assert 'data-level="error"' in answer.content.decode()
    desk.post(url("import_confirm", jko))
    assert not Entry.objects.exists()


def test_names_reach_the_page_as_names(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, "氏名\n<script>alert(1)</script>\n👩‍🔬 Ada\n".encode())
    page = desk.get(url("desk_import_preview", jko)).content.decode()
    assert "<script>alert" not in page
    desk.post(url("import_confirm", jko))
    page = desk.get(url("desk_entries", jko)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "👩‍🔬 Ada" in page


def test_two_people_with_one_name_are_warned_about_and_entered(
    desk: Client, jko: Tournament
) -> None:
    upload(desk, jko, "氏名,所属\n山田 太郎,東高\n山田 太郎,西高\n".encode())
    page = desk.get(url("desk_import_preview", jko)).content.decode()
    assert 'data-level="warning"' in page
    desk.post(url("import_confirm", jko))
    assert Entry.objects.count() == 2


def test_a_list_of_those_eligible_enters_nobody_yet(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, LIST.encode())
    desk.post(url("import_confirm", jko), {"listed_only": "on"})
    assert set(Entry.objects.values_list("listed_only", flat=True)) == {True}


def test_without_a_list_the_page_says_so(desk: Client, jko: Tournament) -> None:
    answer = desk.post(url("import_confirm", jko), follow=True)
    assert answer.status_code == 200
    assert "ファイルを選び直してください" in answer.content.decode()


def test_importing_takes_as_many_queries_for_many_as_for_few(
    desk: Client, jko: Tournament, django_assert_max_num_queries: Any
) -> None:
    names = "\n".join(f"選手{number}" for number in range(200))
    upload(desk, jko, f"氏名\n{names}\n".encode())
    with django_assert_max_num_queries(60):
        desk.post(url("import_confirm", jko))
    assert Entry.objects.count() == 200


def test_the_preview_asks_to_enter_the_people_and_leads_nowhere_else(
    desk: Client, jko: Tournament
) -> None:
    upload(desk, jko, LIST.encode())
    page = desk.get(url("desk_import_preview", jko), {"lang": "en"}).content.decode()
    strip = page.split('<aside class="next"')[1].split("</aside>")[0]
    assert "Look at the list, then enter the people" in strip
    assert "href" not in strip


def test_the_strip_does_not_lead_to_the_list_on_which_it_stands(
    desk: Client, jko: Tournament
) -> None:
    upload(desk, jko, LIST.encode())
    desk.post(url("import_confirm", jko))
    here = url("desk_entries", jko)
    for page, leads in ((here, False), (url("desk", jko), True)):
        strip = desk.get(page).content.decode().split('<aside class="next"')[1]
        assert (f'href="{here}?show=missing"' in strip.split("</aside>")[0]) is leads


def test_a_list_without_column_names_comes_with_a_proposal(desk: Client, jko: Tournament) -> None:
    lines = "山田 太郎,やまだ たろう,1840\n佐藤 花子,さとう はなこ,\n"
    preview = desk.get(upload(desk, jko, lines.encode())["Location"])
    found = re.findall(r'<option value="([\w-]+)" selected>', preview.content.decode())
    chosen = [one for one in found if one != "auto"]
    assert chosen[-3:] == ["name", "kana", "rating"]
    assert "1列目" in preview.content.decode()
    assert "人を登録する" not in preview.content.decode()
    assert not Entry.objects.exists()
    columns = dict(zip(("c0", "c1", "c2"), chosen[-3:], strict=True))
    again = desk.get(url("desk_import_preview", jko), columns).content.decode()
    assert "佐藤 花子" in again
    desk.post(url("import_confirm", jko), columns)
    assert sorted(Entry.objects.values_list("name", "kana", "rating")) == [
        ("佐藤 花子", "さとう はなこ", None),
        ("山田 太郎", "やまだ たろう", 1840),
    ]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_list_that_goes_out_comes_in_again(
    desk: Client, jko: Tournament, organiser: User, language: str, kind: str
) -> None:
    upload(desk, jko, LIST.encode())
    desk.post(url("import_confirm", jko))
    Entry.objects.filter(name="山田 太郎").update(
        grade="中2", seed=3, rating=1500, note="=左利き", number=7
    )
    told = ("name", "kana", "club", "grade", "seed", "rating", "note")
    before = list(Entry.objects.order_by("name").values_list(*told))
    there = f"/desk/{jko.pk}/entries.{kind}?lang={language}"
    content = desk.get(there).content
    Entry.objects.all().delete()
    upload(desk, jko, content, f"entries.{kind}")
    desk.post(url("import_confirm", jko))
    assert list(Entry.objects.order_by("name").values_list(*told)) == before


def test_json_is_no_list(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, b'[\n  {\n    "name": "A"\n  }\n]\n', "entries.json")
    page = desk.get(url("desk_import_preview", jko)).content.decode()
    assert "CSV" in page
    assert "人を登録する" not in page.split("do-title")[1]


def test_two_columns_of_the_same_are_named(desk: Client, jko: Tournament) -> None:
    upload(desk, jko, "A,B\n東高,山田\n".encode())
    chosen = {"c0": "name", "c1": "name", "has_header": "yes"}
    page = desk.get(url("desk_import_preview", jko), chosen).content.decode()
    assert "同じ項目の列が2つあります：名前" in page
