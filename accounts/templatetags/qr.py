"""QR codes of addresses, as SVG in the page."""

from io import BytesIO

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr(text: str, label: str) -> SafeString:
    """``{% qr address label %}``: black on white whatever the colours of the page."""
    drawn = BytesIO()
    segno.make(text, micro=False, error="m").save(
        drawn, kind="svg", border=4, light="#fff", dark="#000", xmldecl=False, svgns=False,
        nl=False, omitsize=True, svgclass="qr", lineclass=None,
    )  # fmt: skip
    return format_html(
        '<span class="qr-frame" role="img" aria-label="{}">{}</span>',
        label,
        mark_safe(drawn.getvalue().decode()),
    )
