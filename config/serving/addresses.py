"""Where this computer is reached from the local network, found without asking the network."""

import fcntl
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915
ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): nothing is sent to it."""


def local_addresses() -> list[str]:
    """IPv4 addresses others can use, the likeliest first; never loopback."""
    found = [_towards_elsewhere(), *_of_interfaces()]
    usable = [text for text in found if text and not ipaddress.ip_address(text).is_loopback]
    usable.sort(key=lambda text: ipaddress.ip_address(text).is_link_local)
    return list(dict.fromkeys(usable))


def _towards_elsewhere() -> str:
    """The address this computer would send from; empty without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _of_interfaces() -> list[str]:
    """The addresses of the network interfaces (Linux; elsewhere none are found)."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(("docker", "br-", "veth", "virbr")):
                continue
            try:
                answer = fcntl.ioctl(
                    probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15])
                )
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def url(host: str, port: int) -> str:
    """The address of the site on ``host``, without a slash at the end."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" + ("" if port == 80 else f":{port}")


def reached_by(host: str, port: int) -> list[str]:
    """Addresses of the site when it listens on ``host``: of this computer first, then others'."""
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - what the organiser asked for
        return [url("127.0.0.1", port), *(url(each, port) for each in local_addresses())]
    return [url(host, port)]


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
