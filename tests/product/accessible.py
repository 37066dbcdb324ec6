"""Whether everybody can use a page: axe's rules, on a phone and a desk, light and dark."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules that colours decide."""

SIZES = ((390, 844), (1280, 800))


SETTLED = """async () => {
  const second = new Promise(done => setTimeout(done, 1000));
  const ends = one => Number.isFinite(one.effect.getComputedTiming().endTime);
  await Promise.race([second, new Promise(requestAnimationFrame)]);
  const fading = document.getAnimations().filter(ends).map(one => one.finished);
  await Promise.race([second, Promise.allSettled(fading)]);
}"""
"""Colours that fade into others have arrived. What stands still never ends: a second at most."""


SMALL_FIELDS = """[...document.querySelectorAll("main :is(input, select, textarea)")]
  .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map(field => field.outerHTML)"""
"""An iPhone enlarges the page when one of them is touched, and leaves it so."""


def assert_accessible(page: Page, rules: dict[str, Any] = WCAG) -> None:
    """No violation of WCAG 2 A or AA (or of ``rules``) as the page stands."""
    if page.evaluate("!globalThis.axe"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(SETTLED)
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    results = AxeResults(page.evaluate("options => axe.run(options)", options))
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


def assert_accessible_everywhere(page: Page) -> None:
    """The same in both sizes and both themes, and that nothing scrolls sideways.

    The page is not loaded again: its styles follow the window and the theme.
    """
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="light")
        assert_accessible(page)
        page.emulate_media(color_scheme="dark")
        assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        assert_accessible(page, COLOURS)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} wide in {width}"
        assert page.evaluate(SMALL_FIELDS) == [], page.url
