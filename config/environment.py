"""What the environment says, checked once. A nonsense value stops the start with its name.

Without ``DATABASE_URL`` and ``REDIS_URL`` the product is embedded: one process, SQLite,
everything in ``var/``.
"""

import os
import secrets
import sys
import tomllib
import warnings
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def refuse(name: str, why: str) -> NoReturn:
    """Stop the start with one clear line."""
    sys.exit(f"taikai: {name}: {why}")


def flag(name: str, *, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value in {"", "1", "0", "true", "false", "yes", "no", "on", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    refuse(name, f"'{value}' is neither yes nor no")


def number(name: str, *, default: int, most: int) -> int:
    """A whole number from 0 to ``most``."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdecimal() and int(value) <= most):
        refuse(name, f"'{value}' is not a whole number from 0 to {most}")
    return int(value)


def time_zone(*, default: str) -> str:
    value = os.environ.get("TIME_ZONE", "").strip() or default
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        refuse("TIME_ZONE", f"'{value}' is no time zone; write one as Asia/Tokyo")
    return value


def log_level(*, default: str) -> str:
    value = os.environ.get("LOG_LEVEL", "").strip().upper() or default
    if value not in LOG_LEVELS:
        refuse("LOG_LEVEL", f"'{value}' is not one of {', '.join(LOG_LEVELS)}")
    return value


def product_version() -> str:
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def var_dir() -> Path:
    """The folder of all state, made when missing. Refused when it cannot be written."""
    path = Path(os.environ.get("TAIKAI_VAR") or BASE_DIR / "var").resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        refuse("TAIKAI_VAR", f"cannot make the folder {path}: {error.strerror}")
    if not os.access(path, os.W_OK | os.X_OK):
        refuse("TAIKAI_VAR", f"the folder {path} cannot be written")
    return path


def secret_key(var: Path, *, embedded: bool) -> str:
    """``SECRET_KEY``, or embedded: one made at the first start, kept with mode 0600."""
    given = os.environ.get("SECRET_KEY", "")
    if given:
        if len(given) < 32:
            refuse("SECRET_KEY", "shorter than 32 characters")
        return given
    if not embedded:
        refuse("SECRET_KEY", "must be set when DATABASE_URL is")
    path = var / "secret_key"
    if not path.exists():
        temporary = path.with_suffix(f".{os.getpid()}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    return path.read_text().strip()


def database(url: str) -> dict[str, object]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found: dict[str, object] = env.db_url_config(url)
    except Exception:  # noqa: BLE001 - django-environ raises many kinds
        refuse("DATABASE_URL", "cannot be read as a database address")
    if found.get("ENGINE") not in {
        "django.db.backends.postgresql",
        "django.db.backends.sqlite3",
    }:
        refuse("DATABASE_URL", "must be a postgresql:// or sqlite:// address")
    # A socket in the file system: postgresql://taikai@%2Frun%2Fpostgresql/taikai
    return found | {"HOST": unquote(str(found.get("HOST", "")))}


def redis_url() -> str:
    url = os.environ.get("REDIS_URL", "").strip()
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        refuse("REDIS_URL", "must be a redis:// address")
    return url
