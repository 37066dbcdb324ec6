"""The production settings are complete, and say what is missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.product.prepared import made_once

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("deploy")]
ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCTION = {
    "SECRET_KEY": "kH3v-9sJq0Zt7Yw2Lx5Rb8Nf4Md1Cg6Pa_Ue3Io7Ty0Qw9AsXq",
    "DATABASE_URL": "postgresql://taikai:secret@127.0.0.1:5432/taikai",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "ALLOWED_HOSTS": "taikai.example",
}


def environment(folder: Path, **changed: str | None) -> dict[str, str]:
    given = {
        name: value
        for name, value in os.environ.items()
        if name not in {*PRODUCTION, "HTTPS", "DEBUG", "TRUSTED_PROXIES", "LOG_LEVEL"}
    }
    wanted = PRODUCTION | changed | {"TAIKAI_VAR": str(folder)}
    return given | {name: value for name, value in wanted.items() if value is not None}


def python(
    folder: Path, *arguments: str, **changed: str | None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(folder, **changed),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


@pytest.fixture(scope="module")
def collected(shared: Path) -> Path:
    """A folder of state with the static files gathered, the large ones of others left out."""

    def make(folder: Path) -> None:
        ignored = [f"--ignore={name}/*" for name in ("drf_spectacular_sidecar", "admin")]
        done = python(folder, "manage.py", "collectstatic", "--no-input", "-v0", *ignored)
        assert done.returncode == 0, done.stderr

    return made_once(shared / "collected", make)


def test_the_deployment_check_is_clean(tmp_path: Path) -> None:
    done = python(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "DEBUG")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", None),
        ("SECRET_KEY", "short"),
        ("DATABASE_URL", None),
        ("DATABASE_URL", "mysql://nowhere"),
        ("REDIS_URL", None),
        ("REDIS_URL", "http://nowhere"),
        ("ALLOWED_HOSTS", None),
        ("HTTPS", "perhaps"),
        ("DEBUG", "2"),
        ("TRUSTED_PROXIES", "many"),
        ("TRUSTED_PROXIES", "-1"),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start_with_its_name(
    tmp_path: Path, name: str, value: str | None
) -> None:
    done = python(tmp_path, "-c", "import config.settings", **{name: value})
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert name in done.stderr


SHOW = """
from django.test import Client
page = Client().get("/sign-in/", secure=True, headers={"host": "taikai.example"})
print(page.status_code)
print(*(f"{name}: {value}" for name, value in page.headers.items()), sep="\\n")
print(page.content.decode())
"""


@pytest.fixture(scope="module")
def shown(collected: Path) -> str:
    """A page of the site with its head."""
    done = python(collected, "manage.py", "shell", "-v0", "-c", SHOW)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_static_files_are_named_by_their_content(shown: str) -> None:
    assert "/static/css/base." in shown
    assert "/static/css/base.css" not in shown


def test_the_names_that_pages_use_lie_there_compressed_too(collected: Path) -> None:
    folder = collected / "static" / "css"
    assert (folder / "base.css").exists()
    assert not (folder / "base.css.gz").exists()
    (named,) = folder.glob("base.*.css")
    assert named.with_name(f"{named.name}.gz").exists()


def test_what_no_page_uses_is_left_out(collected: Path) -> None:
    assert not (collected / "static" / "rest_framework").exists()
    assert {path.name for path in (collected / "static" / "django_htmx").glob("*.min.js")} == {
        "htmx-2.min.js"
    }


def test_pages_of_the_site_ask_for_safe_handling(shown: str) -> None:
    for header in (
        "Strict-Transport-Security: max-age=31536000",
        "X-Frame-Options: DENY",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: same-origin",
        "Content-Security-Policy: default-src 'self';",
    ):
        assert header in shown


def test_modules_import_each_other_by_the_names_pages_use(collected: Path) -> None:
    folder = collected / "static" / "js"
    named = list(folder.glob("*.*.js"))
    assert named
    for path in named:
        for name in re.findall(r"""from\s*["']\./([^"']+)["']""", path.read_text()):
            assert name.count(".") == 2, f"{path.name} imports {name}"
            assert (folder / name).exists()
