"""What went wrong, that nothing was lost, and what to do."""

from collections.abc import Callable, Iterator

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.errors import TooManyAttemptsError, UserError
from accounts.models import User
from games.rules.base import NotYourTurnError


def answering(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.POST["answer"])


class Gone(APIView):
    def get(self, request: Request) -> Response:
        raise User.DoesNotExist


class Full(APIView):
    def get(self, request: Request) -> Response:
        raise OperationalError("disk is full")


urlpatterns = [
    path("fails/user/", answering(UserError())),
    path("fails/wait/", answering(TooManyAttemptsError(seconds=30))),
    path("fails/game/", answering(NotYourTurnError())),
    path("fails/forbidden/", answering(PermissionDenied())),
    path("fails/fault/", answering(RuntimeError("a fault"))),
    path("api/v1/fails/fault/", answering(RuntimeError("a fault"))),
    path("api/v1/fails/user/", answering(UserError())),
    path("fails/gone/", answering(User.DoesNotExist())),
    path("api/v1/fails/gone/", Gone.as_view()),
    path("fails/full/", answering(OperationalError("disk is full"))),
    path("api/v1/fails/full/", Full.as_view()),
    path("echo/", echo),
    path("", include("config.urls")),
]
handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _addresses_that_fail() -> Iterator[None]:
    with override_settings(ROOT_URLCONF=__name__):
        yield


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "en"}, raise_request_exception=False)


@pytest.mark.parametrize("address", ["/fails/gone/", "/api/v1/fails/gone/"])
def test_what_was_removed_meanwhile_is_not_there(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/fails/full/", "/api/v1/fails/full/"])
def test_a_full_disk_is_told_and_not_shown(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 503
    assert "Nothing was changed" in answer.content.decode()
    assert "disk is full" not in answer.content.decode()


def test_a_page_that_is_not_there(client: Client) -> None:
    answer = client.get("/nothing/here/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()
    assert "/sign-in/?next=/nothing/here/" in answer.content.decode()


def test_the_same_in_japanese(client: Client) -> None:
    page = client.get("/nothing/?lang=ja").content.decode()
    assert "ページが見つかりません" in page
    assert '<html lang="ja"' in page


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/fails/user/", 409, "Nothing was changed"),
        ("/fails/wait/", 429, "Wait 30 seconds"),
        ("/fails/game/", 409, "not your turn"),
        ("/fails/forbidden/", 403, "not open to you"),
        ("/fails/fault/", 500, "Something went wrong"),
    ],
)
def test_what_a_view_raises_becomes_a_page(
    client: Client, address: str, status: int, said: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert "<header>" in answer.content.decode()


def test_a_wait_is_told_to_programs_too(client: Client) -> None:
    assert client.get("/fails/wait/").headers["Retry-After"] == "30"


def test_what_was_typed_is_kept(client: Client) -> None:
    typed = {"reason": "時計の <故障>", "password": "hush", "round": "3"}
    page = client.post("/fails/user/?a=1", typed).content.decode()
    assert 'name="reason" value="時計の &lt;故障&gt;"' in page
    assert '<blockquote class="typed" dir="auto">時計の &lt;故障&gt;</blockquote>' in page
    assert 'name="round" value="3"' in page
    assert 'action="/fails/user/?a=1"' in page
    assert "hush" not in page


def test_htmx_gets_a_note_for_the_page_it_is_on(client: Client) -> None:
    answer = client.post("/fails/user/", {"a": "b"}, headers={"hx-request": "true"})
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == "#notes"
    assert answer.content.decode().startswith('<p class="note" data-level="error"')


@pytest.mark.parametrize(("address", "status"), [("/nothing/", 404), ("/fails/forbidden/", 403)])
def test_htmx_gets_a_note_of_every_refusal(client: Client, address: str, status: int) -> None:
    answer = client.get(address, headers={"hx-request": "true"})
    assert answer.status_code == status
    assert answer.headers["HX-Retarget"] == "#notes"


def test_htmx_leaves_for_the_sign_in_page_and_comes_back(client: Client) -> None:
    answer = client.get(
        "/people/",
        headers={"hx-request": "true", "hx-current-url": "http://testserver/desk/?a=1"},
    )
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"] == "/sign-in/?next=%2Fdesk%2F%3Fa%3D1"


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/v1/nothing/", 404, "not_found"),
        ("/api/v1/fails/fault/", 500, "server_error"),
        ("/api/v1/fails/user/", 409, "error"),
    ],
)
def test_programs_get_problem_details(client: Client, address: str, status: int, code: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_fault_page_asks_nothing_of_the_database(
    client: Client, organiser: User, django_assert_num_queries: Callable[..., object]
) -> None:
    client.force_login(organiser)
    client.cookies["theme"] = "dark"
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        page = client.get("/fails/fault/").content.decode()
    assert "Something went wrong" in page
    assert 'data-theme="dark"' in page


def test_an_address_for_forms_says_so(client: Client) -> None:
    answer = client.get("/sign-out/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "only takes what a form sends" in answer.content.decode()


def test_too_much_at_once_is_told_with_the_limit(client: Client) -> None:
    answer = client.post("/echo/", {"answer": "x" * (3 * 1024 * 1024)}, QUERY_STRING="")
    assert answer.status_code in {400, 413}
    answer = client.generic(
        "POST", "/echo/", b"answer=" + b"x" * (3 << 20), "application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413
    assert "2 MB" in answer.content.decode()


@pytest.fixture
def strict() -> Client:
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"})


HERE = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}


def test_a_page_open_too_long_keeps_what_was_typed_and_sends_it_again(strict: Client) -> None:
    strict.get("/sign-in/")
    typed = {"answer": "三角形 ABC の外心を O とする。", "csrfmiddlewaretoken": "x" * 64}
    answer = strict.post("/echo/", typed, headers=HERE)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Send it once more" in page
    assert "三角形 ABC の外心を O とする。</blockquote>" in page
    fresh = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    again = strict.post("/echo/", typed | {"csrfmiddlewaretoken": fresh}, headers=HERE)
    assert again.content.decode() == typed["answer"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example", "sec-fetch-site": "cross-site"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"referer": "https://evil.example/testserver"},
        {},
    ],
)
def test_what_another_site_sent_is_not_offered_again(
    strict: Client, headers: dict[str, str]
) -> None:
    strict.get("/sign-in/")
    page = strict.post("/echo/", {"answer": "sent by someone else"}, headers=headers)
    assert page.status_code == 403
    assert "sent by someone else" not in page.content.decode()
    assert "could not be sent" in page.content.decode()
