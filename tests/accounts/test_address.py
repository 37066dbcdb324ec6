"""Who is counted as one sender."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from accounts.address import client_address, network_of


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (" 192.0.2.7:5123", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("somewhere", "unknown"),
    ],
)
def test_an_address_has_one_spelling(text: str, network: str) -> None:
    assert network_of(text) == network


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "10.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "", "unknown"),
    ],
)
def test_only_what_our_proxies_added_is_believed(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get(
        "/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="10.0.0.1"
    )
    assert client_address(request) == address
