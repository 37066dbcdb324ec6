"""Devices on which a person has signed in by password before.

Their tries are counted apart, so that whoever fails in the person's name elsewhere, from ever so
many addresses, does not keep them out.
"""

from secrets import token_hex

from django.core import signing

COOKIE = "device"
SALT = "accounts.devices"


def mark(username: str) -> str:
    """What a device keeps after it was used to sign in under this name."""
    return signing.dumps([username, token_hex(8)], salt=SALT)


def known(kept: str, username: str) -> str:
    """The device's own text, if it was used under this name; else empty."""
    try:
        name, device = signing.loads(kept, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(device) if name == username else ""
