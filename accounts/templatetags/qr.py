"""QR codes of addresses, as SVG in the page."""

import ipaddress
from urllib.parse import urlsplit

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.qr import qr_svg

register = template.Library()


@register.simple_tag
def qr(text: str, label: str) -> SafeString:
    """``{% qr address label %}``: with a word of warning when no other device can open it."""
    frame = format_html('<span class="qr-frame">{}</span>', qr_svg(text, label=label))
    if not only_here(text):
        return frame
    return frame + format_html(
        '<small class="note" data-level="warning">{}</small>',
        _("Only this computer can open this address. For phones, start with HOST=0.0.0.0."),
    )


def only_here(address: str) -> bool:
    """Whether ``address`` names the computer that opens it.

    >>> only_here("http://127.0.0.1:8000/join/"), only_here("http://192.168.1.5/join/")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
