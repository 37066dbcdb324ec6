"""The pages of the problem bank: who gets them, what they keep, what they say."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from judging.models import AUTHOR, Bank, BankImage, Kind, PaperProblem, Problem, ProblemState
from judging.services.banks import add_member
from judging.services.problems import Written, change_problem
from tests.judging.conftest import BOARD, START

WORDS = {
    "title": "手書きの判定", "kind": "hantei", "statement": "共円な4点を見つけよ。",
    "lattice": "square", "shape": "grid", "columns": "9", "rows": "9",
    "stones": "a1 b1 a2 b2 e7 i4",
}  # fmt: skip


@pytest.fixture
def author(bank: Bank) -> User:
    user = User.objects.create_user("mio", "a-long-password", name="早川 澪")
    add_member(bank=bank, username="mio", role=AUTHOR)
    return user


@pytest.fixture
def staff(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def url(name: str, one: Any, *more: Any) -> str:
    return reverse(f"judging:{name}", args=[one.pk, *more])


@pytest.mark.parametrize("name", ["bank", "problem_new", "generate", "bank_import", "bank_board"])
def test_only_the_committee_gets_a_page_of_the_bank(
    client: Client, bank: Bank, author: User, name: str
) -> None:
    stranger = User.objects.create_user("ren", "a-long-password", name="高橋 蓮", is_organiser=True)
    assert client.get(url(name, bank)).status_code == 404
    client.force_login(stranger)
    assert client.get(url(name, bank)).status_code == 404
    client.force_login(author)
    assert client.get(url(name, bank)).status_code == 200


def test_an_author_does_not_manage_the_committee(client: Client, bank: Bank, author: User) -> None:
    client.force_login(author)
    asked = {"username": "organiser", "role": AUTHOR.value}
    assert client.post(url("bank_member_add", bank), asked).status_code == 404
    assert client.post(url("bank_rename", bank), {"name": "x"}).status_code == 404


def test_a_problem_is_hidden_from_everybody_else(
    client: Client, write_problem: Callable[..., Problem]
) -> None:
    problem = write_problem()
    client.force_login(User.objects.create_user("ren", "a-long-password", name="高橋 蓮"))
    for name in ("problem", "problem_edit"):
        assert client.get(url(name, problem)).status_code == 404
    state = {"state": "draft"}
    assert client.post(url("problem_state", problem), state).status_code == 404


def test_an_organiser_makes_a_bank(staff: Client) -> None:
    assert staff.get(reverse("judging:banks")).status_code == 200
    assert staff.post(reverse("judging:banks"), {"name": ""}).status_code == 422
    made = staff.post(reverse("judging:banks"), {"name": "新しいバンク"})
    assert made.status_code == 302
    assert Bank.objects.filter(name="新しいバンク").exists()


def test_a_new_problem_is_kept_as_a_draft(staff: Client, bank: Bank) -> None:
    answer = staff.post(url("problem_new", bank), WORDS)
    assert answer.status_code == 302
    problem = bank.problems.get()
    assert problem.current is not None
    assert problem.state == ProblemState.DRAFT
    assert problem.current.content["stones"] == ["a1", "b1", "a2", "b2", "e7", "i4"]


def test_a_string_of_figures_sets_the_size_of_the_board(staff: Client, bank: Bank) -> None:
    stage = "100100000000000000100100000000000001"
    assert staff.post(url("problem_new", bank), WORDS | {"stones": stage}).status_code == 302
    content = bank.problems.get().current.content  # type: ignore[union-attr]
    assert (content["columns"], content["rows"], len(content["stones"])) == (6, 6, 5)


def test_what_was_typed_stays_when_it_cannot_be_kept(staff: Client, bank: Bank) -> None:
    answer = staff.post(url("problem_new", bank), WORDS | {"title": "", "stones": "01012"})
    assert answer.status_code == 422
    assert "共円な4点を見つけよ。" in answer.content.decode()
    assert "01012" in answer.content.decode()
    assert not bank.problems.exists()


@pytest.mark.parametrize(
    ("kind", "more", "content", "key"),
    [
        ("choice", {"options": "正\n誤", "right": "b"},
         {"options": [{"ja": "正", "en": ""}, {"ja": "誤", "en": ""}]}, {"options": ["b"]}),
        ("multiple_choice", {"options": "x\ny\nz", "options_en": "p\nq", "right": "a, c"},
         {"options": [{"ja": "x", "en": "p"}, {"ja": "y", "en": "q"}, {"ja": "z", "en": ""}]},
         {"options": ["a", "c"], "partial": False}),
        ("integer", {"accepted": "12\n 13 \n"}, {}, {"accepted": ["12", "13"]}),
        ("decimal", {"accepted": "3.14", "tolerance": "0.005"}, {},
         {"accepted": ["3.14"], "tolerance": "0.005"}),
        ("text", {"accepted": "共円"}, {}, {"accepted": ["共円"]}),
        ("proof", {}, {}, {}),
        ("hantei_all", {"per_piece": "2", "per_wrong": "1/2"}, BOARD,
         {"per_set": "2", "per_wrong": "1/2"}),
        ("safe_point", {"ask": "count"}, BOARD | {"ask": "count"}, {}),
    ],
)  # fmt: skip
def test_every_kind_is_written_and_opened_again(
    staff: Client,
    bank: Bank,
    kind: str,
    more: dict[str, str],
    content: dict[str, Any],
    key: dict[str, Any],
) -> None:
    assert staff.post(url("problem_new", bank), WORDS | {"kind": kind} | more).status_code == 302
    problem = bank.problems.get()
    assert problem.current is not None
    assert (problem.current.content, problem.current.key) == (content, key)
    assert staff.get(url("problem", problem)).status_code == 200
    form = staff.get(url("problem_edit", problem)).context["form"]
    again = {name: form[name].value() for name in form.fields}
    again = {name: value for name, value in again.items() if value not in (None, False)}
    saved = staff.post(url("problem_edit", problem), again | {"expected_version": "1"})
    assert saved.status_code == 302
    problem.refresh_from_db()
    assert problem.versions.count() == 1, "nothing changed"


def test_who_saves_second_is_told_and_keeps_what_was_typed(
    staff: Client, write_problem: Callable[..., Problem], organiser: User
) -> None:
    problem = write_problem()
    change_problem(
        problem=problem,
        written=Written(title="先", kind=Kind.HANTEI, statement="先に。", content=BOARD),
        expected_version=1,
        by=organiser,
        at=START,
    )
    answer = staff.post(
        url("problem_edit", problem), WORDS | {"statement": "後から。", "expected_version": "1"}
    )
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "後から。" in page
    assert 'name="expected_version" value="2"' in page
    problem.refresh_from_db()
    assert problem.current is not None
    assert problem.current.statement == "先に。"


def test_the_preview_says_what_is_wrong_and_stores_nothing(staff: Client, bank: Bank) -> None:
    answer = staff.post(url("problem_preview", bank), WORDS | {"stones": "a1 b1 c3 z9"})
    assert answer.status_code == 200
    assert "z9" in answer.content.decode()
    answer = staff.post(url("problem_preview", bank), WORDS | {"statement": "$\\frac{1}{2$"})
    assert answer.status_code == 200
    assert 'data-level="error"' in answer.content.decode()
    assert not bank.problems.exists()


@pytest.mark.parametrize(
    "odd",
    [
        {"kind": "nonsense"}, {"columns": "x", "rows": "-4"}, {"columns": "999"},
        {"lattice": "round"}, {"shape": "triangle", "lattice": "rectangular"},
        {"stones": "a1 " * 600}, {"statement": "$" * 2000},
        {"kind": "choice", "options": "a\n" * 60},
        {"kind": "integer", "accepted": "９" * 300},
    ],
)  # fmt: skip
def test_nonsense_gets_a_preview_and_no_error(
    staff: Client, bank: Bank, odd: dict[str, str]
) -> None:
    assert staff.post(url("problem_preview", bank), WORDS | odd).status_code == 200
    assert staff.post(url("problem_new", bank), WORDS | odd).status_code in {302, 422}
    assert staff.get(url("bank_board", bank), odd).status_code == 200


def test_ready_is_refused_for_a_faulty_problem(staff: Client, bank: Bank) -> None:
    staff.post(url("problem_new", bank), WORDS | {"stones": "a1 b1 c3"})
    problem = bank.problems.get()
    answer = staff.post(url("problem_state", problem), {"state": "ready"}, follow=True)
    assert 'data-level="error"' in answer.content.decode()
    problem.refresh_from_db()
    assert problem.state == ProblemState.DRAFT


def test_the_list_asks_a_constant_number_of_queries(
    staff: Client,
    bank: Bank,
    write_problem: Callable[..., Problem],
    django_assert_max_num_queries: Any,
) -> None:
    for _ in range(3):
        write_problem(tags=["予選", "円"])
    with django_assert_max_num_queries(16):
        staff.get(url("bank", bank), {"q": "共円", "kind": "hantei"})


def test_the_list_is_looked_through(
    staff: Client, bank: Bank, write_problem: Callable[..., Problem]
) -> None:
    write_problem(title="円の問題", tags=["予選"], difficulty=2)
    write_problem(kind=Kind.INTEGER, title="数の問題", difficulty=4)
    for asked, title in (
        ({"q": "円の"}, "円の問題"), ({"kind": "integer"}, "数の問題"),
        ({"tag": "予選"}, "円の問題"), ({"difficulty": "4"}, "数の問題"),
    ):  # fmt: skip
        rows = staff.get(url("bank", bank), asked).context["rows"]
        assert [row.problem.title for row in rows] == [title]
    odd = {"kind": "x", "difficulty": "9", "page": "-3"}
    assert len(staff.get(url("bank", bank), odd).context["rows"]) == 2


def test_a_problem_on_no_paper_is_told_as_not_yet_set(
    staff: Client, bank: Bank, write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
) -> None:  # fmt: skip
    one = write_problem()
    page = staff.get(url("bank", bank)).content.decode()
    assert "<small>未出題</small>" in page
    assert "開始前" not in page
    put(one)
    assert "未出題" not in staff.get(url("bank", bank)).content.decode()


def test_an_image_is_stored_anew_and_served_to_the_committee(
    staff: Client, bank: Bank, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    picture = BytesIO()
    Image.new("RGB", (8, 8), "white").save(picture, "PNG")
    file = SimpleUploadedFile("図.png", picture.getvalue(), "image/png")
    assert staff.post(url("bank_image_add", bank), {"image": file}).status_code == 200
    image = BankImage.objects.get()
    assert staff.get(url("image", image)).status_code == 200
    evil = SimpleUploadedFile("x.png", b"<svg onload=alert(1)>", "image/png")
    assert staff.post(url("bank_image_add", bank), {"image": evil}).status_code == 422
    assert staff.post(url("bank_image_add", bank)).status_code == 422
    staff.logout()
    assert staff.get(url("image", image)).status_code == 404


def test_an_author_who_organises_nothing_is_led_to_the_bank(bank: Bank) -> None:
    author, stranger = (
        User.objects.create_user(name, "a-long-word", name=name) for name in ("author", "stranger")
    )
    add_member(bank=bank, username="author", role=AUTHOR)
    address = reverse("judging:banks")
    for user, led in ((author, True), (stranger, False)):
        client = Client()
        client.force_login(user)
        assert (address in client.get("/").content.decode()) is led
        assert client.get(address).status_code == (200 if led else 404)
