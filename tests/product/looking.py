"""Where parts of a page stand."""

from playwright.sync_api import FloatRect, Locator, expect


def box(part: Locator) -> FloatRect:
    """The rectangle of ``part`` in CSS pixels, once it can be seen."""
    expect(part).to_be_visible()
    found = part.bounding_box()
    assert found is not None
    return found
