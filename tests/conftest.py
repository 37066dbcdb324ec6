"""What every test may use."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from accounts.management.commands.compile_translations import compile_catalogs
from tests.plugin import WORKER
from tests.product.prepared import migrated_database, migrated_file
from tests.product.running import Scale
from tests.services.servers import copy_database

ROOT = Path(__file__).resolve().parent.parent
ONCE = (
    "tests/accounts/test_browser.py",
    "tests/browser/test_match_console.py",
    "tests/browser/test_match_others.py",
    "tests/browser/test_oware.py",
    "tests/browser/test_public_pages.py",
    "tests/judging/services/test_drain.py::test_on_sqlite_one_drains_at_a_time",
    "tests/judging/test_secrecy.py",
    "tests/test_house.py",
    "tests/tournaments/test_many_variables.py",
)
"""Tests of looks, or of SQLite, that the pass on PostgreSQL would only repeat."""

BROWSER = ("tests/accounts/test_browser.py", "tests/browser/", "tests/product/")
"""Where a browser may be used: its pass collects nothing else."""

SLOW = tuple(
    line for line in (ROOT / "tests/slow.txt").read_text().splitlines() if not line.startswith("#")
)
"""Files and tests, as their names begin."""

SLOW_TO_COLLECT = "tests/api/test_schema.py"
"""The API is described when it is collected. All of its tests are slow."""

SCALED_OUT_TOO = (
    "tests/browser/test_a_whole_jkho.py",
    "tests/browser/test_a_whole_olympiad.py",
    "tests/browser/test_match_play.py::test_a_new_stone_ends_a_claim_that_was_being_chosen",
    "tests/browser/test_match_play.py::test_a_restart_of_the_server_is_survived",
    "tests/browser/test_match_play.py::test_the_page_mends_its_stream_and_sends_again",
    "tests/browser/test_match_play.py::test_time_used_up_ends_the_match",
    "tests/browser/test_match_play.py::test_two_players_play_with_taps_and_keys",
)
"""Browser tests of what more processes could break."""
PLAYED_TWICE = tuple(name.split("::")[0] for name in SCALED_OUT_TOO)

BY_SCALE = {"product", "new_product"}
DATABASE = {"db", "transactional_db", "pg_and_redis", "scaled_product"} | BY_SCALE
PRODUCTS = {"live_product", "scaled_product"} | BY_SCALE
pytest_plugins = ["tests.product.fixtures"]

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("fast", settings.get_profile("default"), max_examples=20)
settings.register_profile("deep", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations once, before any worker loads them; hash passwords fast.

    Static files are looked for when asked for: each client would list them all at its start.
    """
    if not WORKER:
        compile_catalogs(ROOT / "locale")
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django_settings.WHITENOISE_AUTOREFRESH = True


def on_postgres() -> bool:
    """Whether this pass of the suite runs on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what this pass has no use for."""
    if collection_path.is_dir():
        return None
    place, marks = str(collection_path.relative_to(ROOT)), config.option.markexpr
    useless = (
        (on_postgres() and place.startswith(ONCE))
        or (marks == "browser" and not place.startswith(BROWSER))
        or ("not slow" in marks and place == SLOW_TO_COLLECT)
    )
    return useless or None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what more processes could break once in one process, and once in many."""
    name = metafunc.definition.nodeid
    for used in BY_SCALE.intersection(metafunc.fixturenames):
        if name.startswith(PLAYED_TWICE):
            scales = list(Scale) if name.startswith(SCALED_OUT_TOO) else [Scale.EMBEDDED]
            metafunc.parametrize(used, scales, ids=attrgetter("value"), indirect=True)


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in its own
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what the fixtures tell, and leave to the other pass what this one has no use for."""
    left_out = []
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "browser" in fixtures:
            item.add_marker(pytest.mark.browser)
            if not item.nodeid.startswith(BROWSER):
                raise pytest.UsageError(f"{item.nodeid} is not where browsers are used")
        if fixtures & PRODUCTS or item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if fixtures & PRODUCTS:
            item.add_marker(pytest.mark.xdist_group(_group(item)))
        if useless_on_postgres(item) if on_postgres() else item.get_closest_marker("postgres"):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    # The longest first, so that no process is left alone with one at the end.
    together = Counter(_group(item) for item in items if item.get_closest_marker("xdist_group"))
    items.sort(
        key=lambda item: (
            _group(item) != Scale.OUT.value,
            "_whole_" not in item.nodeid,
            -together[_group(item)],
            item.get_closest_marker("slow") is None,
        )
    )


def _group(item: pytest.Item) -> str:
    """What shares one running product."""
    call = getattr(item, "callspec", None)
    scaled_out = call is not None and Scale.OUT in call.params.values()
    return Scale.OUT.value if scaled_out else item.nodeid.split("::")[0]


def useless_on_postgres(item: pytest.Item) -> bool:
    """Whether a test meets no database, or would only repeat itself there."""
    if item.nodeid.startswith(ONCE):
        return True
    used = DATABASE.intersection(getattr(item, "fixturenames", ()))
    return not used and item.get_closest_marker("django_db") is None


@pytest.fixture(scope="session")
def django_db_setup(
    shared: Path,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """A database of this process, copied from the one that is migrated once in a run."""
    from django.db import connection
    from django.test.utils import setup_databases, teardown_databases

    with django_db_blocker.unblock():
        name = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
        if on_postgres():
            server = os.environ["DATABASE_URL"].rpartition("/")[0]
            copy_database(server, migrated_database(shared, server), name)
        else:
            shutil.copy(migrated_file(shared), name)
        made = setup_databases(0, interactive=False, keepdb=True, serialized_aliases=set())
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, 0)


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Attempts counted by one test do not limit the next."""
    yield
    from django.core.cache import cache

    cache.clear()
