"""What is checked before the start, value by value."""

import re

import pytest

from config.serving.checks import listening, port_number
from tests.services.servers import free_port


@pytest.mark.parametrize("text", ["eighty", "-1", "0", "65536", "", "８０"])
def test_a_port_that_is_none(text: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(f"taikai: PORT: '{text}' is not a port")):
        port_number(text)


def test_a_port_that_is_one() -> None:
    assert port_number("65535") == 65535


@pytest.mark.parametrize(
    "host", ["no.such.host.invalid", "300.1.2.3", "192.0.2.77", "a b", "é" * 80]
)
def test_a_host_that_is_not_this_computer(host: str) -> None:
    with pytest.raises(SystemExit, match=f"taikai: HOST: .*{re.escape(host)}"):
        listening(host, free_port())
