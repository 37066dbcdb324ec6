"""Where the server says it can be found."""

import ipaddress
import socket
import time

import pytest

from accounts.models import User
from accounts.site_address import public_address
from config.serving import addresses, start


def test_this_computer_only() -> None:
    assert addresses.reached_by("127.0.0.1", 8000) == ["http://127.0.0.1:8000"]
    assert addresses.reached_by("::1", 80) == ["http://[::1]"]


def test_the_local_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "local_addresses", lambda: ["192.168.1.5", "10.0.0.2"])
    assert addresses.reached_by("0.0.0.0", 8000) == [
        "http://127.0.0.1:8000",
        "http://192.168.1.5:8000",
        "http://10.0.0.2:8000",
    ]


def test_addresses_of_this_computer_are_found_at_once() -> None:
    started = time.monotonic()
    found = addresses.local_addresses()
    assert time.monotonic() - started < 0.5
    for text in found:
        assert not ipaddress.ip_address(text).is_loopback
        with socket.socket() as probe:
            probe.bind((text, 0))
    assert len(set(found)) == len(found)


def test_without_a_network_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*arguments: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(addresses, "_towards_elsewhere", lambda: "")
    monkeypatch.setattr("fcntl.ioctl", unreachable)
    assert addresses.local_addresses() == []
    assert addresses.reached_by("0.0.0.0", 8000) == ["http://127.0.0.1:8000"]


@pytest.mark.parametrize(
    ("host", "public"),
    [("127.0.0.1", ""), ("localhost", ""), ("0.0.0.0", "http://192.168.1.5:81")],
)
def test_pages_learn_what_others_can_use(
    monkeypatch: pytest.MonkeyPatch, host: str, public: str
) -> None:
    monkeypatch.setattr(addresses, "local_addresses", lambda: ["192.168.1.5"])
    monkeypatch.setenv("TAIKAI_PUBLIC_URL", "")
    start.tell_address(host, 81)
    assert public_address() == public


def test_a_public_address_that_was_set_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAIKAI_PUBLIC_URL", "https://jko.example")
    start.tell_address("0.0.0.0", 81)
    assert public_address() == "https://jko.example"


@pytest.mark.django_db
def test_the_greeting_has_a_link_for_the_first_organiser() -> None:
    lines = start.greeting(["http://127.0.0.1:81", "http://192.168.1.5:81"])
    assert lines[0] == "Taikai is running: http://127.0.0.1:81/"
    assert lines[1] == "On the local network: http://192.168.1.5:81/"
    assert "http://192.168.1.5:81/setup/" in lines[2]


@pytest.mark.django_db
def test_the_greeting_has_no_link_once_there_is_an_organiser() -> None:
    User.objects.create_user("anna", "correct horse", name="Anna", is_organiser=True)
    assert not any("setup" in line for line in start.greeting(["http://127.0.0.1:81"]))
