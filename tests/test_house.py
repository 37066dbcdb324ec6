"""The house rules that no linter knows."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
LONGEST_MODULE = 450
LONGEST_TEST = 600
FOREIGN = [
    "/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "../sha" + "red", "py" + "pi.org",
    "python" + "hosted", "npm" + "js", "jsde" + "livr", "unp" + "kg", "cdn" + "js",
    "deb" + "ian.org", "goo" + "gleapis",
]  # fmt: skip
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\b(?:src|type=\"application/(?:ld\+)?json\"))[^>]*>")
TEMPLATE_TAG = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
HANDLER = re.compile(r"<[^>]*\son[a-z]+=", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(?:src|href|action|@import|url\()\s*=?\s*["']?(?:https?:)?//(?!\{)""")


def tracked_files() -> list[Path]:
    """Every file of the repository that still exists."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def tracked_text(*suffixes: str) -> dict[str, str]:
    """The text of the tracked files with one of the suffixes (of all without), by name."""
    texts = {}
    for path in tracked_files():
        if suffixes and path.suffix not in suffixes:
            continue
        try:
            texts[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return texts


def test_no_file_names_a_machine_or_a_package_host() -> None:
    found = [
        (name, word) for name, text in tracked_text().items() for word in FOREIGN if word in text
    ]
    assert found == []


def test_no_module_is_too_long() -> None:
    lengths = {
        name: text.count("\n")
        for name, text in tracked_text(".py", ".js", ".css").items()
        if "/migrations/" not in name
    }
    limits = {name: LONGEST_TEST if "tests/" in name else LONGEST_MODULE for name in lengths}
    assert {name: n for name, n in lengths.items() if n > limits[name]} == {}


def test_every_package_file_is_empty() -> None:
    texts = tracked_text(".py").items()
    assert [name for name, text in texts if name.endswith("__init__.py") and text.strip()] == []


def test_pages_carry_no_script_and_take_nothing_from_elsewhere() -> None:
    found = []
    for name, text in tracked_text(".html", ".css").items():
        if not name.startswith(("templates/", "static/")):
            continue
        plain = TEMPLATE_TAG.sub("…", text)
        for pattern in (INLINE_SCRIPT, HANDLER, ELSEWHERE):
            found += [(name, match[0][:80]) for match in pattern.finditer(plain)]
    assert found == []


def make_targets() -> set[str]:
    """The targets of the Makefile that are documented."""
    return set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_styles_are_decided_anew_at_every_width_they_ask_for() -> None:
    """What site.js does for Safari."""
    styles = "".join(sheet.read_text() for sheet in (ROOT / "static/css").glob("*.css"))
    asked = set(re.findall(r"@media \(width [<>]=? (\w+)\)", styles))
    assert asked == set(re.findall(r'"(\d+rem)"', (ROOT / "static/js/site.js").read_text()))


def test_the_documents_name_only_commands_that_exist() -> None:
    for name, text in tracked_text(".md").items():
        named = re.findall(r"(?:^|[`$ ])make ([a-z][a-z-]*)(?=[`\n ])", text, re.MULTILINE)
        named = [word for word in named if f"`make {word}" in text or f"\nmake {word}" in text]
        assert set(named) <= make_targets(), name


def test_the_readme_tells_how_to_start() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make run" in text
    assert "make demo" in text


def test_every_slow_test_exists() -> None:
    for line in (ROOT / "tests/slow.txt").read_text().splitlines():
        if not line.startswith("#"):
            file, _, name = line.partition("::")
            assert f"def {name}" in (ROOT / file).read_text(), line


@pytest.mark.parametrize(
    "file", ["requirements.txt", "requirements-dev.txt", "requirements-bench.txt"]
)
def test_every_dependency_is_pinned_with_hashes(file: str) -> None:
    text = (ROOT / file).read_text()
    pins = re.findall(
        r"^([a-z0-9-]+)(?:==\S+)(.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)+)", text, re.MULTILINE
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    wanted = groups["bench"] if "bench" in file else list(project["project"]["dependencies"])
    if "dev" in file:
        wanted += groups["dev"]
    names = {re.split(r"[\[<>=;! ]", line, maxsplit=1)[0].lower() for line in wanted}
    assert names <= {name for name, _ in pins}
    assert len(pins) == len(re.findall(r"^[a-z0-9-]+==", text, re.MULTILINE))


@pytest.mark.django_db
def test_every_model_has_its_migrations() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
