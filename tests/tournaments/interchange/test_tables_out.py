import csv
import io
import json
from datetime import UTC, date, datetime
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.interchange.people import LIMITS, Field, read_people
from tournaments.interchange.safe import safe, unsafe
from tournaments.interchange.tables_out import (
    NotInEncodingError,
    write_csv,
    write_json,
    write_xlsx,
)
from tournaments.person_names import one_line

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠x"]


def test_csv_has_the_mark_by_which_a_spreadsheet_knows_utf_8() -> None:
    assert write_csv(["氏名"], []).startswith(b"\xef\xbb\xbf")
    assert write_csv(["氏名"], [], bom=False) == "氏名\r\n".encode()
    assert write_csv(["a"], [], encoding="utf-16-le") == "\ufeffa\r\n".encode("utf-16-le")


def test_csv_lines_end_in_crlf_and_awkward_cells_are_quoted() -> None:
    data = write_csv(["a", "b"], [['x,"y"', "l\nm"], [None, 1]], bom=False)
    assert data == b'a,b\r\n"x,""y""","l\nm"\r\n,1\r\n'


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_looks_like_a_formula_is_made_safe(text: str) -> None:
    data = write_csv([text], [[text]], bom=False).decode()
    for (cell,) in csv.reader(io.StringIO(data, newline="")):
        assert cell == f"'{text}"


def test_numbers_stay_numbers() -> None:
    data = write_csv(["a"] * 4, [[-3, -1.5, Fraction(-7, 2), True]], bom=False)
    assert data.endswith(b"-3,-1.5,-7/2,True\r\n")


@given(st.text())
def test_making_safe_can_be_undone(text: str) -> None:
    assert unsafe(safe(text)) == text
    assert safe(text)[:1] not in set("=+-@\t\r\n＝＋－＠")


visible = st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"])
names = st.text(visible, min_size=1, max_size=LIMITS[Field.NAME]).filter(one_line)
scripts = st.text(
    st.sampled_from("あいアイｱ山田髙﨑齋斎邊A a-=+@'\",;\t①〇ー～"), min_size=1, max_size=30
).filter(lambda text: text == text.strip() and "\t" not in text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("bom", [True, False])
@given(found=st.lists(names, min_size=1, max_size=5))
def test_names_come_back_byte_for_byte(encoding: str, bom: bool, found: list[str]) -> None:
    data = write_csv(["氏名", "備考"], [[name, "x"] for name in found], bom=bom, encoding=encoding)
    people = read_people(data, encoding=None if bom or encoding == "utf-8" else encoding)
    assert [person.name for person in people.people] == found


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "shift_jis"])
@given(found=st.lists(scripts, min_size=1, max_size=5))
def test_names_come_back_in_each_encoding_that_can_hold_them(
    encoding: str, found: list[str]
) -> None:
    try:
        data = write_csv(["氏名", "備考"], [[name, "日本"] for name in found], encoding=encoding)
    except NotInEncodingError:
        return
    people = read_people(data)
    # Shift_JIS and CP932 differ in a few signs; what is told is CP932.
    if encoding == "shift_jis" and people.encoding == "cp932":
        found = [name.encode(encoding).decode("cp932") for name in found]
    assert [person.name for person in people.people] == found


@given(found=st.lists(names, min_size=1, max_size=5))
def test_names_come_back_from_a_workbook(found: list[str]) -> None:
    data = write_xlsx(["氏名"], [[name] for name in found])
    assert [person.name for person in read_people(data).people] == found


def test_what_an_encoding_cannot_hold_is_named() -> None:
    with pytest.raises(NotInEncodingError) as caught:
        write_csv(["氏名"], [["山田🙂𠮷🙂"]], encoding="cp932")
    assert caught.value.characters == "🙂𠮷"


def test_half_a_surrogate_pair_breaks_no_download() -> None:
    assert b"?" in write_csv(["a"], [["\ud83d"]])
    assert b"?" in write_json(["a"], [["\ud83d"]])
    assert write_xlsx(["a"], [["\ud83d"]])


@pytest.mark.parametrize("text", [*FORMULAS[:4], "#N/A", "TRUE", "001", "2027-08-01"])
def test_a_text_in_a_workbook_stays_a_text(text: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx(["a"], [[text]])))
    cell = book.worksheets[0]["A2"]
    assert (cell.value, cell.data_type) == (text, "s")


def test_a_workbook_holds_numbers_dates_and_instants() -> None:
    at = datetime(2027, 8, 1, 9, tzinfo=UTC)
    data = write_xlsx(["a"] * 5, [[1, Fraction(1, 2), date(2027, 8, 1), at, None]], title="順位/1")
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    assert sheet.title == "順位 1"
    assert [cell.value for cell in sheet[2]] == [
        1,
        0.5,
        datetime(2027, 8, 1),  # noqa: DTZ001
        "2027-08-01T09:00:00+00:00",
        None,
    ]


def test_control_characters_do_not_stop_a_workbook() -> None:
    assert write_xlsx(["a"], [["x\x07y\0z"]])


def test_json_keeps_texts_and_writes_fractions_exactly() -> None:
    data = write_json(["name", "points"], [["山田🙂", Fraction(7, 3)], ["b", None]])
    assert json.loads(data) == [
        {"name": "山田🙂", "points": "7/3"},
        {"name": "b", "points": None},
    ]
    assert "山田🙂".encode() in data
