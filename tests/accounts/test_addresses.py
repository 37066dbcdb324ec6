"""Addresses for other devices, in words and as QR codes."""

import pytest
from django.test import RequestFactory

from accounts.qr import qr_svg
from accounts.site_address import full_address, public_address


def test_the_public_address_is_the_one_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAIKAI_PUBLIC_URL", "http://192.168.1.5:8000/")
    assert public_address() == "http://192.168.1.5:8000"
    asked = RequestFactory().get("/desk/")
    assert full_address("/join/", asked) == "http://192.168.1.5:8000/join/"


def test_without_one_the_host_of_the_request_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAIKAI_PUBLIC_URL", raising=False)
    asked = RequestFactory().get("/desk/", headers={"host": "jko.example:81"})
    assert full_address("/join/", asked) == "http://jko.example:81/join/"


def test_a_qr_code_is_an_svg_with_a_name() -> None:
    svg = qr_svg("http://192.168.1.5:8000/", label='"the" desk')
    assert svg.startswith('<svg role="img" aria-label="&quot;the&quot; desk" ')
    assert "viewBox" in svg
    assert "width=" not in svg.split(">")[0].replace("stroke-width=", "")


def test_a_qr_code_without_a_name_is_hidden_from_screen_readers() -> None:
    assert qr_svg("x").startswith('<svg aria-hidden="true" ')
