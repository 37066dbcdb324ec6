"""Many problems at once: generated from a seed, read from a list, taken away."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from judging.models import Bank, Kind, Problem, ProblemState

WISH = {
    "kind": "hantei", "count": "4", "lattice": "square", "shape": "grid", "columns": "9",
    "rows": "9", "fewest": "8", "most": "11", "answer": "circle", "difficulty": "3", "seed": "7",
}  # fmt: skip
KEEP = {"title": "判定", "statement": "共円な4点を見つけよ。", "ready": "on"}
STAGE = "110000000" + "110000000" + "0" * 63


@pytest.fixture
def staff(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def url(name: str, bank: Bank, *more: Any) -> str:
    return reverse(f"judging:{name}", args=[bank.pk, *more])


def address(bank: Bank, **more: str) -> str:
    asked = "&".join(f"{name}={value}" for name, value in (WISH | more).items())
    return f"{url('generate', bank)}?{asked}"


def test_a_seed_shows_the_same_candidates_again(staff: Client, bank: Bank) -> None:
    first = staff.get(address(bank)).context["made"]
    again = staff.get(address(bank)).context["made"]
    assert [one["stage"] for one in first] == [one["stage"] for one in again]
    assert len(first) == 4
    assert {one["level"] for one in first} == {3}
    assert all(one["lines"] for one in first)
    assert not bank.problems.exists()


def test_the_chosen_candidates_come_into_the_bank(staff: Client, bank: Bank) -> None:
    answer = staff.post(address(bank), KEEP | {"numbers": ["1", "3"]})
    assert answer.status_code == 302
    made = list(bank.problems.all())
    assert [one.title for one in made] == ["判定 1", "判定 3"]
    assert {one.state for one in made} == {ProblemState.READY}
    assert made[0].current is not None
    assert made[0].current.made["seed"] == "7"
    shown = staff.get(address(bank)).context["made"]
    assert [bool(one["known"]) for one in shown] == [True, False, True, False]


def test_choosing_nothing_keeps_what_was_typed(staff: Client, bank: Bank) -> None:
    answer = staff.post(address(bank), KEEP | {"title": "私の題"})
    assert answer.status_code == 422
    assert "私の題" in answer.content.decode()


@pytest.mark.parametrize(
    "odd",
    [
        {"count": "0"}, {"count": "x"}, {"fewest": "12"},
        {"columns": "3", "rows": "3", "fewest": "9"},
        {"lattice": "rectangular", "shape": "triangle"}, {"difficulty": "9"}, {"seed": ""},
        {"most": "400"},
    ],
)  # fmt: skip
def test_an_odd_wish_is_answered_in_words(staff: Client, bank: Bank, odd: dict[str, str]) -> None:
    answer = staff.get(address(bank, **odd))
    assert answer.status_code == 200
    assert answer.context["form"].errors


@pytest.mark.parametrize("kind", ["hantei_all", "safe_point"])
def test_other_kinds_are_generated_too(staff: Client, bank: Bank, kind: str) -> None:
    asked = address(bank, kind=kind, difficulty="", columns="6", rows="6", count="2")
    assert len(staff.get(asked).context["made"]) == 2


def test_a_list_is_looked_at_before_it_is_kept(staff: Client, bank: Bank) -> None:
    asked = {"text": f"{STAGE}\n", "lattice": "square", "shape": "grid", "title": "読んだ"}
    looked = staff.post(url("bank_import", bank), asked | {"what": "look"})
    assert looked.status_code == 200
    assert looked.context["count"] == 1
    assert not bank.problems.exists()
    assert staff.post(url("bank_import", bank), asked | {"what": "keep"}).status_code == 302
    problem = bank.problems.get()
    assert problem.title == "読んだ 1"
    assert problem.current is not None
    assert sorted(problem.current.content["stones"]) == ["a8", "a9", "b8", "b9"]


def test_one_wrong_line_keeps_all_out_and_is_named(staff: Client, bank: Bank) -> None:
    asked = {"text": f"{STAGE}\n{STAGE[:-1]}3\n", "lattice": "square", "shape": "grid"}
    answer = staff.post(url("bank_import", bank), asked | {"what": "keep"})
    assert answer.status_code == 422
    assert [one["number"] for one in answer.context["wrong"]] == [2]
    assert STAGE in answer.content.decode()
    assert not bank.problems.exists()


def test_a_csv_comes_back_as_it_was(
    staff: Client, bank: Bank, write_problem: Callable[..., Problem]
) -> None:
    write_problem(tags=["予選"], difficulty=3, solution="図の通り。")
    write_problem(kind=Kind.INTEGER, title="=1+1 に注意")
    csv = staff.get(url("bank_export", bank, "csv"))
    assert csv["Content-Disposition"].startswith("attachment")
    file = SimpleUploadedFile("problems.csv", csv.content, "text/csv")
    asked = {"lattice": "square", "shape": "grid", "what": "look"}
    looked = staff.post(url("bank_import", bank), asked | {"file": file})
    assert looked.status_code == 200, looked.context["wrong"]
    assert [one["known"] != "" for one in looked.context["lines"]] == [True, False]
    text = looked.context["form"]["text"].value()
    kept = staff.post(url("bank_import", bank), asked | {"text": text, "what": "keep"})
    assert kept.status_code == 302
    old, new = bank.problems.filter(number__in=[2, 4]).order_by("number")
    assert old.title == new.title
    assert old.current is not None
    assert new.current is not None
    assert old.current.key == new.current.key


def test_boards_are_taken_away_as_strings(
    staff: Client, bank: Bank, write_problem: Callable[..., Problem]
) -> None:
    write_problem()
    answer = staff.get(url("bank_export", bank, "txt")).content.decode().strip()
    assert len(answer) == 81
    assert answer.count("2") == 4
    assert staff.get(url("bank_export", bank, "exe")).status_code == 404


@pytest.mark.parametrize("text", ["", "kind,x\n1", "[[", '[[1, "0"], "x"]', "\x00", "a,b\n" * 900])
def test_no_list_is_an_error_in_words(staff: Client, bank: Bank, text: str) -> None:
    asked = {"text": text, "lattice": "square", "shape": "grid", "what": "keep"}
    assert staff.post(url("bank_import", bank), asked).status_code in {200, 422}
    assert not bank.problems.exists()


@pytest.mark.parametrize("marks", ["221020001", "222100000"])
def test_stones_marked_as_the_answer_must_be_it(staff: Client, bank: Bank, marks: str) -> None:
    asked = {"text": marks, "lattice": "square", "shape": "grid", "what": "keep"}
    answer = staff.post(url("bank_import", bank), asked)
    assert answer.status_code == 422
    assert answer.context["faults"] == 1
