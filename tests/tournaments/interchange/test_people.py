import codecs
import io
import os
import time
import zipfile
from collections.abc import Iterable
from random import Random

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.interchange.people import (
    MAX_BYTES,
    Field,
    FileFault,
    FileKind,
    Issue,
    People,
    RowFault,
    Warn,
    read_people,
)
from tournaments.interchange.tables_out import write_csv, write_xlsx

NAMES = ["山田 太郎", "佐藤花子", "高橋 りん", "ﾅﾝﾌﾞ ｺｳ", "渡辺・ミナ", "斎藤 ①郎"]


def csv(*lines: str) -> bytes:
    return "\r\n".join(lines).encode() + b"\r\n"


def codes(found: People) -> list[object]:
    return [issue.code for issue in found.faults]


def warned(found: People) -> list[object]:
    return [issue.code for issue in found.warnings]


def names(found: People) -> list[str]:
    return [person.name for person in found.people]


def workbook(*rows: Iterable[object], title: str = "名簿") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


LIST = (
    "氏名,ふりがな,所属,学年,シード,番号,参加資格,備考\r\n"
    "山田 太郎,やまだ たろう,白樺高,高2,1,A-1,○,\r\n"
    "佐藤花子,さとう はなこ,北辰数学会,中3,２,A-2,×,車いす席\r\n"
    "高橋 りん,,,,,,,\r\n"
)


@pytest.mark.parametrize(
    ("encoding", "mark", "told"),
    [
        ("utf-8", b"", "utf-8"),
        ("utf-8", codecs.BOM_UTF8, "utf-8"),
        ("cp932", b"", "cp932"),
        ("shift_jis", b"", "cp932"),
        ("euc_jp", b"", "euc_jp"),
        ("iso2022_jp", b"", "iso2022_jp"),
        ("utf-16-le", codecs.BOM_UTF16_LE, "utf-16-le"),
        ("utf-16-be", codecs.BOM_UTF16_BE, "utf-16-be"),
        ("utf-16-le", b"", "utf-16-le"),
        ("utf-16-be", b"", "utf-16-be"),
    ],
)
def test_a_japanese_list_is_read_in_every_encoding(encoding: str, mark: bytes, told: str) -> None:
    found = read_people(mark + LIST.encode(encoding))
    assert found.ok
    assert found.encoding == told
    assert names(found) == ["山田 太郎", "佐藤花子", "高橋 りん"]
    second = found.people[1]
    assert (second.kana, second.club, second.grade) == ("さとう はなこ", "北辰数学会", "中3")
    assert (second.seed, second.number, second.note) == (2, "A-2", "車いす席")
    assert [person.eligible for person in found.people] == [True, False, None]
    assert [person.line for person in found.people] == [2, 3, 4]
    assert found.warnings == ()


_FAMILIES = [
    "佐藤",
    "鈴木",
    "高橋",
    "田中",
    "伊藤",
    "渡辺",
    "中村",
    "小林",
    "吉田",
    "斎藤",
    "櫻井",
    "邊見",
    "鷲尾",
    "蓼沼",
]
_GIVEN = [
    "翔",
    "蓮",
    "陽菜",
    "葵",
    "凛",
    "さくら",
    "ひなた",
    "ユイ",
    "ﾀﾛｳ",
    "颯太",
    "結衣",
    "大翔",
    "奏",
    "澪",
    "燈",
    "楓",
]
people_names = st.builds("{} {}".format, st.sampled_from(_FAMILIES), st.sampled_from(_GIVEN))


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-16-le", "utf-16-be", "utf-8"])
@given(found=st.lists(people_names, min_size=1, max_size=8), header=st.booleans())
def test_the_encoding_is_told_from_a_few_names_alone(
    encoding: str, found: list[str], header: bool
) -> None:
    text = "\r\n".join([*(["氏名"] if header else []), *found, ""])
    assert names(read_people(text.encode(encoding))) == found


def test_the_kanji_that_only_some_machines_have_are_read_in_euc() -> None:
    # 髙 and ① as CP51932 writes them; the standard set has neither.
    data = "氏名\r\n".encode("euc_jp") + b"\xfc\xe2\xb6\xb6 \xad\xa1\xcf\xba\r\n"
    assert names(read_people(data)) == ["髙橋 ①郎"]
    assert names(read_people(data, encoding="euc_jp")) == ["髙橋 ①郎"]


def test_the_caller_may_force_an_encoding() -> None:
    data = "氏名\r\n山田\r\n".encode("euc_jp")
    assert names(read_people(data, encoding="euc_jp")) == ["山田"]
    forced = read_people(data, encoding="utf-8")
    assert forced.faults == (Issue(FileFault.WRONG_ENCODING, 1, value="utf-8"),)


def test_utf_8_with_a_broken_character_names_its_line() -> None:
    data = LIST.encode().replace("花子".encode(), "花子".encode()[:-1])
    assert read_people(data).faults == (Issue(FileFault.WRONG_ENCODING, 3, value="utf-8"),)


@pytest.mark.parametrize("encoding", ["base64", "rot13", "klingon", "a\0b", "idna", "undefined"])
def test_an_encoding_that_is_none_is_refused(encoding: str) -> None:
    assert codes(read_people(b"name\r\nA\r\n\xff", encoding=encoding)) == [FileFault.WRONG_ENCODING]


def test_western_names_in_an_old_encoding_are_read_with_a_warning() -> None:
    lines = ["name,school", "René Müller,Café", "Zoë Håkansson,Málaga", "François Noël,Orléans"]
    found = read_people("\r\n".join(lines * 3).encode("cp1252"))
    assert found.ok
    assert Warn.ENCODING_GUESSED in warned(found)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters_are_told_apart(delimiter: str) -> None:
    row = delimiter.join(["氏名", "所属", "備考"])
    found = read_people(csv(row, delimiter.join(['"山,田;太\u3000郎"', "灘", "a"])))
    assert names(found) == ["山,田;太\u3000郎"]
    assert found.delimiter == delimiter


def test_a_spreadsheets_own_remark_about_the_delimiter_is_no_row() -> None:
    found = read_people(csv("sep=;", "氏名;所属", "山田;灘"))
    assert names(found) == ["山田"]
    assert found.people[0].line == 3


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
def test_any_line_ending_will_do(ending: str) -> None:
    found = read_people(ending.join(["name,school", "A,X", "", "B,Y"]).encode())
    assert names(found) == ["A", "B"]


def test_english_names_of_columns() -> None:
    found = read_people(csv("No.,Full Name,School,Grade,Seed", "7,Lena Brandt,Hekisui,10,3"))
    (person,) = found.people
    assert (person.number, person.name, person.club) == ("7", "Lena Brandt", "Hekisui")
    assert (person.grade, person.seed) == ("10", 3)


def test_family_and_given_names_in_two_columns_make_one_name() -> None:
    found = read_people(csv("姓,名,セイ,メイ", "山田,太郎,ヤマダ,タロウ", "Pelé,,,"))
    assert names(found) == ["山田 太郎", "Pelé"]
    assert found.people[0].kana == "ヤマダ タロウ"


def test_a_title_above_the_column_names_is_skipped_and_said_so() -> None:
    found = read_people(csv("第3回 共円オリンピック 名簿", "", "氏名,所属", "山田,灘"))
    assert names(found) == ["山田"]
    assert found.warnings == (Issue(Warn.ROWS_BEFORE_HEADER, 1, lines=(1,)),)


def test_a_list_of_bare_names_needs_no_column_names() -> None:
    found = read_people(csv("山田 太郎", "佐藤花子"))
    assert names(found) == ["山田 太郎", "佐藤花子"]
    assert not found.has_header


def test_columns_without_known_names_wait_for_a_mapping() -> None:
    data = csv("Teilnehmer,Verein", "Lena Brandt,Hekisui", "Jonas Adeyemi,Hekisui")
    unclear = read_people(data)
    assert codes(unclear) == [RowFault.NO_NAME_COLUMN]
    assert unclear.people == ()
    assert [column.samples for column in unclear.columns] == [
        ("Teilnehmer", "Lena Brandt", "Jonas Adeyemi"),
        ("Verein", "Hekisui", "Hekisui"),
    ]
    mapped = read_people(data, mapping={0: "name", 1: Field.CLUB}, has_header=True)
    assert names(mapped) == ["Lena Brandt", "Jonas Adeyemi"]
    assert mapped.people[0].club == "Hekisui"


def test_a_mapping_overrides_the_column_names() -> None:
    data = csv("氏名,表示名,学校", "山田太郎,やまちゃん,灘")
    found = read_people(data, mapping={1: "name", 2: None})
    (person,) = found.people
    assert person.name == "やまちゃん"
    assert person.club == ""
    assert person.extra == (("氏名", "山田太郎"), ("学校", "灘"))


@pytest.mark.parametrize(
    ("mapping", "code"),
    [
        ({0: "name", 1: "name"}, RowFault.COLUMN_TWICE),
        ({9: "name"}, RowFault.NO_SUCH_COLUMN),
        ({-1: "name"}, RowFault.NO_SUCH_COLUMN),
        ({0: "height"}, RowFault.NO_SUCH_COLUMN),
        ({0: None}, RowFault.NO_NAME_COLUMN),
    ],
)
def test_a_mapping_that_makes_no_sense_is_refused(
    mapping: dict[int, str | None], code: RowFault
) -> None:
    assert code in codes(read_people(csv("氏名,所属", "山田,灘"), mapping=mapping))


def test_unknown_columns_are_reported_and_not_lost() -> None:
    found = read_people(csv("氏名,身長,アレルギー", "山田,170,そば"))
    assert [(issue.code, issue.column) for issue in found.warnings] == [
        (Warn.UNKNOWN_COLUMN, "身長"),
        (Warn.UNKNOWN_COLUMN, "アレルギー"),
    ]
    assert found.people[0].extra == (("身長", "170"), ("アレルギー", "そば"))


def test_the_preview_shows_the_first_rows_as_they_are() -> None:
    found = read_people(csv("氏名,シード", *(f"名{i},{i}" for i in range(30))))
    assert len(found.preview) == 10
    assert found.preview[0] == ("名0", "0")
    assert found.rows == 30


def test_errors_name_line_and_column_and_nothing_is_taken() -> None:
    found = read_people(
        csv("氏名,シード,番号,参加資格", "山田,1,7,○", ",2,8,○", "佐藤,first,9,?", "高橋,0,７,")
    )
    assert found.people == ()
    assert [(issue.code, issue.line, issue.column, issue.value) for issue in found.faults] == [
        (RowFault.NAME_MISSING, 3, "氏名", ""),
        (RowFault.SEED_NOT_A_NUMBER, 4, "シード", "first"),
        (RowFault.ELIGIBLE_UNCLEAR, 4, "参加資格", "?"),
        (RowFault.SEED_NOT_A_NUMBER, 5, "シード", "0"),
        (RowFault.NUMBER_TWICE, 5, "番号", "7"),
    ]
    assert found.faults[-1].lines == (2, 5)
    assert found.preview


def test_a_name_of_marks_nobody_sees_is_no_name() -> None:
    found = read_people("name\n\u202e\u200b\nA\n".encode())
    assert [(issue.code, issue.line) for issue in found.faults] == [(RowFault.NAME_MISSING, 2)]


def test_lines_are_counted_in_the_file_through_quoted_breaks_and_empty_lines() -> None:
    found = read_people(b'\xef\xbb\xbfname,note\r\nA,"two\r\nlines"\r\n\r\n,x\r\n')
    assert [(issue.code, issue.line) for issue in found.faults] == [(RowFault.NAME_MISSING, 5)]


def test_a_comma_that_should_have_been_quoted_is_noticed() -> None:
    found = read_people(csv("氏名,所属", "山田,灘,二年"))
    assert found.faults == (Issue(RowFault.EXTRA_CELLS, 2, value="二年"),)


@pytest.mark.parametrize("quote", ['name\r\n"A\r\nB\r\n', 'name\r\n"A"x\r\n'])
def test_broken_quotes_name_the_line_they_began_on(quote: str) -> None:
    (issue,) = read_people(quote.encode()).faults
    assert (issue.code, issue.line) == (FileFault.MALFORMED, 2)


@pytest.mark.parametrize("seed", ["１２", "12", " 12 "])
def test_full_width_digits_make_a_seed(seed: str) -> None:
    assert read_people(csv("氏名,シード", f"山田,{seed}")).people[0].seed == 12


@pytest.mark.parametrize("seed", ["-1", "1.5", "一", "1e3", "9" * 30, "1,2", "①x",
                                  "②", "³", "1²", "𝟏", "٣", "㊿"])  # fmt: skip
def test_a_seed_that_is_no_number_is_refused(seed: str) -> None:
    found = read_people(csv("氏名,シード", f'山田,"{seed}"'))
    assert codes(found) == [RowFault.SEED_NOT_A_NUMBER]


def test_a_name_of_200_characters_is_taken_and_one_of_201_is_not() -> None:
    assert names(read_people(csv("氏名", "名" * 200))) == ["名" * 200]
    found = read_people(csv("氏名,所属", "名" * 201 + ",灘"))
    assert [(issue.code, issue.line, issue.column, issue.value) for issue in found.faults] == [
        (RowFault.TOO_LONG, 2, "氏名", "200")
    ]


def test_two_parts_of_a_name_are_measured_together() -> None:
    assert codes(read_people(csv("姓,名", "a" * 100 + "," + "b" * 100))) == [RowFault.TOO_LONG]


STRANGE = [
    "山田 🙂👩‍👩‍👧 太郎",
    "\u200fאבי\u200f",
    "\u202eevil\u202c",
    "<script>alert(1)</script>",
    "𠮷野家 邊󠄁",
    "Zoe\u0308",
    'O\'Brien "Bob"',
    '=HYPERLINK("http://x")',
    "+81 山田",
    "-山田",
    "@yamada",
    "'=山田",
    "''",
    "＝山田",
    "a\u200bb",
    "NULL",
    "0012",
]


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("bom", [True, False])
def test_emoji_and_other_strange_names_survive_export_and_import(name: str, bom: bool) -> None:
    found = read_people(write_csv(["氏名", "所属"], [[name, "灘"]], bom=bom))
    assert names(found) == [name]
    found = read_people(write_xlsx(["氏名", "所属"], [[name, "灘"]]))
    assert names(found) == [name]
    assert read_people(write_csv(["氏名"], [[name]], encoding="utf-16-le")).people[0].name == name


@pytest.mark.parametrize("char", ["\0", "\x07", "\x1b", "\x7f", "\x85"])
def test_a_control_character_in_a_name_is_refused(char: str) -> None:
    found = read_people(csv("氏名,所属", f"山{char}田,灘", "佐藤,灘"))
    assert [(issue.code, issue.line, issue.column) for issue in found.faults] == [
        (RowFault.CONTROL_CHARACTER, 2, "氏名")
    ]


def test_a_line_break_belongs_in_a_note_and_not_in_a_name() -> None:
    assert read_people(b'name,note\r\nA,"x\r\ny"\r\n').people[0].note == "x\r\ny"
    assert codes(read_people(b'name,note\r\n"A\r\nB",x\r\n')) == [RowFault.CONTROL_CHARACTER]


def test_a_character_that_was_already_lost_is_pointed_out() -> None:
    assert warned(read_people(csv("氏名", "山\ufffd"))) == [Warn.DAMAGED_CHARACTER]


def test_only_the_white_space_around_a_name_goes() -> None:
    assert names(read_people(csv("氏名,所属", "\u3000 山田\u3000太郎 \t,灘"))) == ["山田\u3000太郎"]


def test_two_people_may_share_a_name_and_are_shown() -> None:
    found = read_people(csv("氏名,所属", "山田太郎,灘", "佐藤,灘", "山田　太郎,開成"))
    assert found.ok
    assert len(found.people) == 3
    assert found.warnings == (Issue(Warn.SAME_NAME, 4, "氏名", "山田太郎", (2, 4)),)


def test_the_same_row_twice_is_shown_as_such() -> None:
    assert warned(read_people(csv("氏名,所属", "山田,灘", "山田,灘"))) == [Warn.SAME_ROW]


def test_who_is_entered_already_is_shown() -> None:
    found = read_people(csv("氏名", "山田太郎", "佐藤"), existing=["山田 太郎"])
    assert [(issue.code, issue.line) for issue in found.warnings] == [(Warn.ALREADY_ENTERED, 2)]


def test_a_seed_given_twice_is_shown() -> None:
    found = read_people(csv("氏名,シード", "山田,1", "佐藤,1"))
    assert found.ok
    assert [(issue.code, issue.lines) for issue in found.warnings] == [(Warn.SEED_TWICE, (2, 3))]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", FileFault.EMPTY),
        (b"\xef\xbb\xbf", FileFault.EMPTY),
        (b"\r\n , ,\r\n", FileFault.EMPTY),
        (b"\0" * 5000, FileFault.NOT_TEXT),
        (bytes(range(256)) * 20, FileFault.NOT_TEXT),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, FileFault.NOT_TEXT),
        (b"%PDF-1.7\n", FileFault.NOT_TEXT),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, FileFault.OLD_WORKBOOK),
        (b"PK\x03\x04 not a zip", FileFault.BROKEN_WORKBOOK),
    ],
)
def test_a_file_that_is_no_list_is_refused(data: bytes, code: FileFault) -> None:
    found = read_people(data)
    assert codes(found) == [code]
    assert found.people == ()


def test_column_names_alone_are_no_list() -> None:
    assert codes(read_people(csv("氏名,所属"))) == [RowFault.NO_PEOPLE]


def test_a_file_of_10_megabytes_is_refused_at_once() -> None:
    data = b"name\r\n" + b"x\r\n" * (MAX_BYTES // 3)
    before = time.process_time()
    found = read_people(data)
    assert time.process_time() - before < 0.05
    assert found.faults == (Issue(FileFault.TOO_BIG, value=str(MAX_BYTES)),)


def test_5000_rows_are_taken_and_5001_are_not() -> None:
    rows = [f"選手{i}" for i in range(5001)]
    assert len(read_people(csv("氏名", *rows[:5000])).people) == 5000
    assert codes(read_people(csv("氏名", *rows))) == [FileFault.TOO_MANY_ROWS]


def test_a_thousand_columns_are_refused() -> None:
    assert codes(read_people(csv("氏名" + ",x" * 1000))) == [FileFault.TOO_MANY_COLUMNS]
    assert read_people(csv("氏名" + "," * 1000, "山田" + "," * 1000)).ok


# Workbooks


def test_a_workbook_is_read_as_a_person_sees_it() -> None:
    data = workbook(["番号", "氏名", "シード", "学年"], [1.0, "山田 太郎", 3.0, None])
    found = read_people(data)
    (person,) = found.people
    assert (person.number, person.name, person.seed, person.grade) == ("1", "山田 太郎", 3, "")
    assert found.kind is FileKind.XLSX
    assert found.sheet == "名簿"


def test_other_sheets_are_mentioned_and_can_be_chosen() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(["氏名"], ["山田"])))
    second = book.create_sheet("控え")
    second.append(["氏名"])
    second.append(["佐藤"])
    file = io.BytesIO()
    book.save(file)
    assert read_people(file.getvalue()).warnings == (Issue(Warn.OTHER_SHEETS, value="控え"),)
    assert names(read_people(file.getvalue(), sheet="控え")) == ["佐藤"]
    assert codes(read_people(file.getvalue(), sheet="無い")) == [FileFault.NO_SUCH_SHEET]


def repack(data: bytes, **changed: bytes) -> bytes:
    """A workbook with some parts replaced; ``__`` stands for ``/`` and ``_xml`` for ``.xml``."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part.replace("/", "__").replace(".", "_") not in changed:
                new.writestr(part, old.read(part))
        for name, content in changed.items():
            new.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return file.getvalue()


def test_readings_that_a_japanese_spreadsheet_keeps_beside_a_name_are_not_part_of_it() -> None:
    strings = (
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="2">'
        "<si><t>氏名</t><rPh sb='0' eb='2'><t>シメイ</t></rPh></si>"
        "<si><t>山田</t><rPh sb='0' eb='2'><t>ヤマダ</t></rPh><phoneticPr fontId='1'/></si></sst>"
    )
    data = repack(workbook(["氏名"], ["山田"]), xl__sharedStrings_xml=strings.encode())
    assert names(read_people(data)) == ["山田"]


def test_a_workbook_that_would_unpack_to_gigabytes_is_refused_unopened() -> None:
    data = repack(workbook(["氏名"], ["山田"]), xl__sharedStrings_xml=b" " * 60_000_000)
    assert len(data) < 1_000_000
    before = time.process_time()
    assert codes(read_people(data)) == [FileFault.HUGE_WORKBOOK]
    assert time.process_time() - before < 0.5


def test_a_workbook_that_lies_about_its_sizes_is_refused() -> None:
    data = repack(workbook(["氏名"], ["山田"]), xl__sharedStrings_xml=b" " * 60_000_000)
    true, false = (60_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little")
    assert data.count(true) == 2
    assert codes(read_people(data.replace(true, false))) == [FileFault.BROKEN_WORKBOOK]


def test_a_workbook_with_entities_is_refused() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst>&b;</sst>'
    data = repack(workbook(["氏名"], ["山田"]), xl__sharedStrings_xml=bomb)
    assert codes(read_people(data)) == [FileFault.BROKEN_WORKBOOK]


def test_a_sheet_with_its_last_cell_a_million_rows_down_is_refused_quickly() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = "氏名"
    sheet["A2"] = "山田"
    sheet["A1048576"] = "x"
    file = io.BytesIO()
    book.save(file)
    before = time.process_time()
    assert codes(read_people(file.getvalue())) == [FileFault.TOO_MANY_ROWS]
    assert time.process_time() - before < 3


def test_another_kind_of_archive_is_no_workbook() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("name.csv", "氏名")
    assert codes(read_people(file.getvalue())) == [FileFault.NOT_A_WORKBOOK]


def test_a_damaged_workbook_is_an_error_and_never_a_crash() -> None:
    good = workbook(["氏名", "所属"], *([f"名{i}", "灘"] for i in range(20)))
    rng = Random(1)
    for _ in range(150):
        broken = bytearray(good)
        for _ in range(rng.choice([1, 5, 50])):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        read_people(bytes(broken[: rng.randrange(4, len(broken))]))
        read_people(bytes(broken))


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_no_bytes_whatever_crash_the_reader(data: bytes) -> None:
    found = read_people(data)
    assert found.ok == bool(found.people)


@given(st.text(max_size=200))
def test_no_text_whatever_crashes_the_reader(text: str) -> None:
    read_people(text.encode("utf-8", "replace"))
    read_people(b"name,seed,number\r\n" + text.encode("utf-8", "replace"))


def test_random_garbage_is_never_taken_for_people() -> None:
    for _ in range(50):
        assert not read_people(os.urandom(3000)).ok


def test_columns_without_names_are_proposed_by_what_stands_in_them() -> None:
    data = csv("1,山田 太郎,やまだ たろう,灘高,1840", "2,佐藤 花,さとう はな,灘高,2011")
    found = read_people(data)
    assert codes(found) == [RowFault.NO_NAME_COLUMN]
    assert found.proposal == (Field.NUMBER, Field.NAME, Field.KANA, Field.CLUB, Field.RATING)
    said = read_people(data, mapping=dict(enumerate(found.proposal)))
    assert (names(said), said.proposal) == (["山田 太郎", "佐藤 花"], ())


def test_a_proposal_keeps_what_the_names_of_columns_say() -> None:
    found = read_people(csv("Teilnehmer,学校", "Lena Brandt,灘"), has_header=True)
    assert found.proposal == (Field.NAME, Field.CLUB)


@pytest.mark.parametrize("rows", [("1,2", "3,4"), ("a@b.jp,○", "c@d.jp,×")])
def test_nothing_is_proposed_where_no_column_holds_words(rows: tuple[str, ...]) -> None:
    assert read_people(csv(*rows)).proposal == ()


def test_a_number_longer_than_python_reads_is_no_number_of_the_list() -> None:
    found = read_people(csv("9" * 5000 + ",Taro Yamada", "1,Hana Sato"))
    assert found.proposal == (None, Field.NAME)


def test_ratings_are_read() -> None:
    found = read_people(csv("Name,Elo", "Lena,1840", "Jonas,０", "Mira,-"))
    assert [person.rating for person in found.people] == [1840, None, None]
    wrong = read_people(csv("氏名,レーティング", "山田,強い", "佐藤,12345", "鈴木,184²", "田中,⓪"))
    assert [(one.code, one.line) for one in wrong.faults] == [
        (RowFault.RATING_NOT_A_NUMBER, line) for line in (2, 3, 4, 5)
    ]
