"""Papers, answer sheets, marker's sheets and certificates as PDF in both languages."""

import io
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from judging.answers.kinds import Kind
from judging.generator import Wish, generate
from judging.markup import MarkupError
from judging.printing.papers import (
    MarkedScript,
    PaperSheet,
    PrintedImage,
    PrintedPart,
    PrintedProblem,
    SheetName,
    answer_sheet,
    answers_data,
    marker_sheet,
    marks_data,
    paper_data,
    problem_pages,
    problem_paper,
)
from tournaments.printing.certificates import (
    Certificate,
    CertificateText,
    certificate_pages,
    certificates,
    certificates_data,
)

LANGUAGES = ["ja", "en"]
(HANTEI,) = generate(Wish(count=1), 1)
(ALL,) = generate(Wish(kind=Kind.HANTEI_ALL, count=1), 1)
OPTIONS = {"options": [{"ja": "2005年 $x^2$", "en": "2005"}, {"ja": "1990年"}]}
PROBLEMS = (
    PrintedProblem("1", "3", Kind.CHOICE, "**共円**の発祥は?", OPTIONS, {"options": ["a"]}),
    PrintedProblem("2", "3", Kind.RATIONAL, "$$\\frac{1}{2}$$", {}, {"accepted": ["1/4"]}, "$x$"),
    PrintedProblem("3", "4", Kind.HANTEI, "4点を見つけよ。", HANTEI.content),
    PrintedProblem("4", "4", Kind.HANTEI_ALL, "すべて。" * 40, ALL.content),
    PrintedProblem("5", "7", Kind.PROOF, "証明せよ。\n\n|a|b|\n|-|-|\n|1|2|\n\n1. x\n\n> y\n\n`z`"),
)
SHEET = PaperSheet("JKHO #panic()", "予選", "21", PROBLEMS, "stamp", "- *rules* `g8`", 60)


def is_pdf(content: bytes) -> bool:
    return content.startswith(b"%PDF-1.") and content.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("solutions", [False, True])
def test_a_paper_is_printed(language: str, solutions: bool) -> None:
    assert is_pdf(problem_paper(SHEET, language=language, solutions=solutions))


def words_of(data: Any) -> str:
    """Every text in the data, whatever it is."""
    match data:
        case dict():
            return "\n".join(words_of(each) for each in data.values())
        case list() | tuple():
            return "\n".join(words_of(each) for each in data)
    return str(data)


def test_nothing_of_an_answer_is_in_a_paper_without_solutions() -> None:
    shown = words_of(paper_data(SHEET, language="ja"))
    assert HANTEI.answer not in shown
    assert "#c1272d" not in shown
    assert "1/4" not in shown
    told = words_of(paper_data(SHEET, language="ja", solutions=True))
    assert HANTEI.answer in told
    assert "#c1272d" in told
    assert "1/4" in told


def test_boards_are_vectors_and_short_ones_stand_in_pairs() -> None:
    data = paper_data(SHEET, language="ja")
    assert [(group["paired"], len(group["problems"])) for group in data["groups"]] == [
        (False, 2), (True, 1), (False, 2),
    ]  # fmt: skip
    assert data["groups"][1]["problems"][0]["board"].startswith("<svg")
    pages = b"".join(problem_pages(SHEET, language="ja"))
    assert b"<image" not in pages or b"data:image/svg+xml" in pages


def test_the_words_are_in_the_language_of_the_paper() -> None:
    japanese = paper_data(SHEET, language="ja")["groups"][0]["problems"][0]
    english = paper_data(SHEET, language="en")["groups"][0]["problems"][0]
    assert (japanese["label"], english["label"]) == ("問1", "Problem 1")
    assert japanese["options"][0]["inlines"][0]["text"] == "2005年 "
    assert english["options"][0]["inlines"][0]["text"] == "2005"


@pytest.mark.parametrize("language", LANGUAGES)
def test_answer_sheets_have_a_place_for_every_kind(language: str) -> None:
    people = [SheetName("1", "山田 太郎"), SheetName("2", "#let x = 1")]
    assert is_pdf(answer_sheet(SHEET, language=language, people=people))
    data = answers_data(SHEET, language=language)
    assert [one["kind"] for one in data["problems"]] == [
        "choice", "box", "fours", "fours", "proof",
    ]  # fmt: skip
    assert data["people"] == [{"number": "", "name": ""}]
    for kind in Kind:
        sheet = replace(SHEET, problems=[replace(PROBLEMS[0], kind=kind)])
        assert answers_data(sheet, language=language)["problems"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_markers_sheet_names_scripts_and_nobody(language: str) -> None:
    parts = [PrintedPart("a", "3", "方針"), PrintedPart("b", "4")]
    scripts = [MarkedScript("K7Q2", {"a": "3"}, "3"), MarkedScript("M4ZZ")] * 20
    assert is_pdf(marker_sheet(SHEET, PROBLEMS[4], parts, scripts, language=language))
    data = marks_data(SHEET, PROBLEMS[4], parts, scripts, language=language)
    assert data["scripts"][0]["marks"] == ["3", ""]


def test_an_image_of_the_bank_is_printed_and_a_missing_one_is_named() -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(out, "PNG")
    problem = PrintedProblem("1", "1", Kind.PROOF, "![図](image:fig) ![無](image:gone)")
    images = {"fig": PrintedImage(out.getvalue(), 40)}
    sheet = replace(SHEET, problems=[problem], images=images)
    assert is_pdf(problem_paper(sheet, language="ja"))


def test_a_faulty_text_is_an_error_and_no_broken_paper() -> None:
    sheet = replace(SHEET, problems=[PrintedProblem("1", "1", Kind.PROOF, "$\\foo$")])
    with pytest.raises(MarkupError):
        problem_paper(sheet, language="ja")


TEXT = CertificateText("JKHO 2026 $#{", date="2026-08-01", signed=["共円オリンピック集団", "#x"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_certificates_are_a_page_each(language: str) -> None:
    people = [Certificate("山田 太郎", "金賞", "部"), Certificate("長い名前" * 30)]
    assert is_pdf(certificates(people, TEXT, language=language))
    assert len(certificate_pages(people, TEXT, language=language)) == 2


def test_the_text_of_a_certificate_is_the_organisers() -> None:
    text = replace(TEXT, heading="賞状", body="{contest}で{rank}位。\n{place} {name}")
    data = certificates_data([Certificate("山田", rank="1")], text, language="ja")
    (made,) = data["certificates"]
    assert made["lines"] == ["JKHO 2026 $#{で1位。", "{place} 山田"]
    assert (made["heading"], made["name"]) == ("賞状", "山田 殿")
    plain = certificates_data([Certificate("Ann")], TEXT, language="en")["certificates"][0]
    assert plain["name"] == "Ann"
    assert "JKHO 2026" in plain["lines"][-1]
