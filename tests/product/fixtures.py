"""Fixtures: the running product, and browsers looking at it."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.plugin import WORKER
from tests.product.prepared import FILE, migrated_database, migrated_file, released
from tests.product.running import ROOT, EmbeddedProduct, Product, Released, Scale, ScaledProduct
from tests.services.servers import Services, given, services

CHROMIUM = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
BUILDS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Chromium's build without windows draws the same for half the work."""

SHOTS = ROOT / "var" / "failed"
PATIENCE = 15_000
"""Milliseconds until a page must show what is expected of it; also under load."""

UNTIL_SCRIPTS_HAVE_RUN = """
const waiting = new CSSStyleSheet();
waiting.replaceSync("* { pointer-events: none !important }");
document.adoptedStyleSheets = [waiting];
addEventListener("DOMContentLoaded", async () => {
  const modules = document.querySelectorAll("script[type=module][src]");
  await Promise.allSettled([...modules].map(one => import(one.src)));
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== waiting);
}, { once: true });
"""
"""Clicks and taps wait: a page that a link has opened may be seen before its modules have run,
and what these wait for themselves."""
FIRST_PRODUCT_DATABASE = 16

Visitor = Callable[..., Page]
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def pg_and_redis() -> Iterator[Services]:
    """The servers of this pass, or ones of our own."""
    known = given(os.environ)
    if known is not None:
        yield known
        return
    with services() as started:
        yield started


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run of the suite, the same for all its processes."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if WORKER else folder


@pytest.fixture(scope="session")
def migrated(shared: Path) -> Path:
    """A database of the embedded product with every table and no row. Only copied."""
    return migrated_file(shared)


@pytest.fixture
def var(tmp_path: Path, migrated: Path) -> Path:
    """A folder of state of the embedded product, ready but empty."""
    shutil.copy(migrated, tmp_path / FILE)
    return tmp_path


@pytest.fixture(scope="session")
def live_product(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Product]:
    """The embedded product, running. A process's tests share it: each makes what it needs."""
    with embedded(tmp_path_factory.mktemp("var"), migrated) as product:
        yield product


def embedded(folder: Path, migrated: Path) -> EmbeddedProduct:
    shutil.copy(migrated, folder / FILE)
    return EmbeddedProduct(folder)


@pytest.fixture(scope="session")
def release(shared: Path, pg_and_redis: Services) -> Released:
    """What a release of the scaled-out product leaves. Only copied."""
    return released(shared, pg_and_redis)


@pytest.fixture
def bare_release(tmp_path: Path, shared: Path, pg_and_redis: Services) -> Released:
    """A release without gathered files: no page is looked at."""
    (tmp_path / "empty").mkdir()
    return Released(tmp_path / "empty", migrated_database(shared, pg_and_redis.server))


@pytest.fixture(scope="session")
def scaled_product(
    tmp_path_factory: pytest.TempPathFactory, pg_and_redis: Services, release: Released
) -> Iterator[Product]:
    """The scaled-out product, running. A process's tests share it: each makes what it needs."""
    folder = tmp_path_factory.mktemp("var")
    with ScaledProduct(folder, pg_and_redis, redis_number(), release) as product:
        yield product


def redis_number(of: int = 0) -> int:
    """A Redis database of this process's products."""
    return FIRST_PRODUCT_DATABASE + 2 * int(WORKER.removeprefix("gw") or 0) + of


@pytest.fixture(scope="session")
def product(request: pytest.FixtureRequest) -> Product:
    """The product as a test asks for it, else as this pass of the suite runs it."""
    name = "live_product" if scale(request) is Scale.EMBEDDED else "scaled_product"
    found: Product = request.getfixturevalue(name)
    return found


@pytest.fixture(scope="module")
def new_product(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Product]:
    """The same, running, empty: nobody was there before the tests of a module."""
    folder, found = tmp_path_factory.mktemp("var"), request.getfixturevalue
    made: Product
    if scale(request) is Scale.EMBEDDED:
        made = embedded(folder, found("migrated"))
    else:
        made = ScaledProduct(folder, found("pg_and_redis"), redis_number(1), found("release"))
    with made:
        yield made


def scale(request: pytest.FixtureRequest) -> Scale:
    here = Scale.EMBEDDED if given(os.environ) is None else Scale.OUT
    found: Scale = getattr(request, "param", here)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, driven by Playwright."""
    path = next(filter(None, map(shutil.which, BUILDS)), None)
    assert path is not None, "the browser tests need chromium (make test installs it)"
    # Playwright's event loop lives in the thread of the test: to Django that looks asynchronous.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Open pages for people: each call is another person with a browser of their own.

    ``visitor(width=390, height=844, locale="ja-JP", dark=False, **context_options)``. A script
    error or a broken content security policy on any of the pages fails the test.
    """
    pages: list[Page] = []
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            errors.append(message.text)

    def open_page(
        width: int = 390,
        height: int = 844,
        locale: str = "ja-JP",
        dark: bool = False,
        **options: object,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            timezone_id="Asia/Tokyo",
            color_scheme="dark" if dark else "light",
            **options,  # type: ignore[arg-type]
        )
        if options.get("java_script_enabled", True):
            context.add_init_script(UNTIL_SCRIPTS_HAVE_RUN)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        pages.append(page)
        return page

    yield open_page
    if request.node.stash.get(FAILED, False):
        SHOTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages, 1):
            page.screenshot(path=SHOTS / f"{request.node.name}-{number}.png", full_page=True)
    for page in pages:
        page.context.close()
    assert errors == []


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """One visitor with a phone."""
    return visitor()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure, so that ``visitor`` takes a picture of it."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report
