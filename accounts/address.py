"""Where a request came from, as far as limits are concerned."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"
HOUSEHOLD_BITS = 64
"""One household or school has a whole IPv6 network of this prefix."""


def client_address(request: HttpRequest) -> str:
    """The sender's address; of an IPv6 address the network it belongs to.

    Behind ``TRUSTED_PROXIES`` proxies it is the one the outermost of them saw. What stands
    further left in ``X-Forwarded-For`` was written by the sender and is not believed.
    """
    proxies: int = settings.TRUSTED_PROXIES
    seen = request.META.get("REMOTE_ADDR", "")
    if proxies:
        told = request.headers.get("X-Forwarded-For", "").split(",")
        seen = told[-proxies] if len(told) >= proxies else seen
    return network_of(seen)


def network_of(text: str) -> str:
    """The address in its one spelling, without a port.

    >>> network_of("192.0.2.7:5312"), network_of("2001:db8::7"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    found = _parsed(text.strip())
    if found is None:
        return UNKNOWN
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address):
        return str(found)
    return str(ip_network((int(found), HOUSEHOLD_BITS), strict=False))


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    for candidate in (bare, bare.partition(":")[0]):
        try:
            return ip_address(candidate.partition("%")[0])
        except ValueError:
            continue
    return None
