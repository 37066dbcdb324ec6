"""The real product as processes: embedded (one command) or scaled out (the Procfile)."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from pathlib import Path
from typing import Self

from tests.product.proxy import Proxy
from tests.services.servers import (
    Services,
    administer,
    copy_database,
    die_with_parent,
    free_port,
)

ROOT = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 60
STOP_SECONDS = 20
BROKEN_ANSWERS = 10
LINK = re.compile(r"https?://[\w.:\[\]-]+/\S+")
CLEARED = ("DATABASE_URL", "REDIS_URL", "TAIKAI_VAR", "DJANGO_ALLOW_ASYNC_UNSAFE")


class Scale(Enum):
    """How the product runs."""

    EMBEDDED = "embedded"
    """One process, on SQLite."""
    OUT = "scaled out"
    """Every process of the Procfile, on PostgreSQL and Redis."""


class ProductError(AssertionError):
    """The product did not start, answer or stop as it should; ends with its output."""


def status(url: str) -> int | None:
    """The status of the answer at ``url``; None without an answer."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def answers(url: str) -> bool:
    """Whether the page at ``url`` answers with anything but a server error."""
    found = status(url)
    return found is not None and found < 500


class Process:
    """One process of the product and what it has printed so far."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(iter(self.process.stdout.readline, ""))

    @property
    def output(self) -> str:
        """Everything printed, errors included."""
        return "".join(self.lines)

    def tell(self, ending: signal.Signals) -> None:
        """Tell it to end."""
        if self.process.poll() is None:
            self.process.send_signal(ending)

    def stop(self, ending: signal.Signals = signal.SIGTERM) -> int:
        """End it and return its exit code."""
        self.tell(ending)
        return self.wait()

    def wait(self) -> int:
        """Wait for its end and return its exit code. Raises ProductError when that takes long."""
        try:
            code = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            still = f"still running after {STOP_SECONDS} s: {self.process.args!r}"
            raise ProductError(f"{still}\n{self.output}") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.reader.join(STOP_SECONDS)
        return code


class Product:
    """The product on a free port with its state in ``folder``; a context manager."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.processes: list[Process] = []
        self.environment = {k: v for k, v in os.environ.items() if k not in CLEARED}
        self.environment |= {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "TAIKAI_VAR": str(folder),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
        } | settings

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    @property
    def output(self) -> str:
        """What its processes have printed since the last start."""
        return "".join(process.output for process in self.processes)

    def launch(self) -> None:
        """Start the processes."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it and wait for the first page. Raises ProductError."""
        self.launch()
        deadline = time.monotonic() + START_SECONDS
        broken = 0
        while not answers(self.url):
            over = [p for p in self.processes if p.process.poll() is not None]
            # Behind a proxy a page that is not there yet looks broken for a moment.
            broken += status(self.url) == HTTPStatus.INTERNAL_SERVER_ERROR
            if over or broken > BROKEN_ANSWERS or time.monotonic() > deadline:
                output = self.output
                self.stop(signal.SIGKILL)
                raise ProductError(f"did not start:\n{output}")
            time.sleep(0.1)

    def stop(self, ending: signal.Signals = signal.SIGTERM) -> list[int]:
        """Stop every process; return the exit codes."""
        stopping, self.processes = self.processes, []
        for process in stopping:
            process.tell(ending)
        return [process.wait() for process in stopping]

    def restart(self, ending: signal.Signals = signal.SIGTERM) -> None:
        """Stop and start it on the same port and state, as after a power cut with SIGKILL."""
        self.stop(ending)
        self.start()

    def link(self, pattern: str = "") -> str:
        """The first address with a path in the output (matching ``pattern``): the organiser's."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            for found in LINK.findall(self.output):
                if re.search(pattern, found):
                    return str(found)
            time.sleep(0.1)
        raise ProductError(f"no link in:\n{self.output}")

    def setup_link(self) -> str:
        """The address that makes the first organiser."""
        return self.link("/setup/")

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """Run a management command on the product's state; return its output."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, input=stdin, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise ProductError(f"{arguments} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout


class EmbeddedProduct(Product):
    """One process on SQLite, as ``make run`` starts it."""

    def __init__(self, folder: Path, *arguments: str, **settings: str) -> None:
        super().__init__(folder, **settings)
        self.arguments = arguments

    def launch(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--var", str(self.folder), *self.arguments]
        self.processes.append(Process(command, self.environment))


def procfile() -> dict[str, str]:
    """The commands of the Procfile by name."""
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(":", 1) for line in lines if line and not line.startswith("#"))
    return {name.strip(): command.strip() for name, command in pairs}


@dataclass(frozen=True)
class Released:
    """What a release of the scaled-out product leaves; only copied."""

    folder: Path
    database: str


def scaled_out(database_url: str, redis_url: str) -> dict[str, str]:
    """The settings of the scaled-out product."""
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "only-for-tests-" + "0" * 32,
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "HTTPS": "no",
    }


class ScaledProduct(Product):
    """Every process of the Procfile on PostgreSQL and Redis, behind one address."""

    def __init__(
        self, folder: Path, services: Services, redis_number: int, released: Released
    ) -> None:
        self.web_port, self.live_port = free_port(), free_port()
        self.server = services.server
        self.database = f"product_{os.getpid()}_{self.web_port}"
        redis_url = f"{services.redis_url.rpartition('/')[0]}/{redis_number}"
        super().__init__(
            folder,
            **scaled_out(f"{self.server}/{self.database}", redis_url),
            LIVE_PORT=str(self.live_port),
            WEB_CONCURRENCY="1",
            WORKER_CONCURRENCY="1",
        )
        self.environment["PORT"] = str(self.web_port)
        self.proxy = Proxy(self.port, web=self.web_port, live=self.live_port)
        copy_database(self.server, released.database, self.database)
        shutil.copytree(released.folder, folder, dirs_exist_ok=True)

    def setup_link(self) -> str:
        return self.manage("setup_link", "--address", self.url).strip()

    def run(self, name: str) -> None:
        """Start one more process of the Procfile."""
        command = ["sh", "-c", f"exec {procfile()[name]}"]
        self.processes.append(Process(command, self.environment))

    def launch(self) -> None:
        for name in procfile():
            if name != "release":
                self.run(name)
        self.proxy.start()

    def stop(self, ending: signal.Signals = signal.SIGTERM) -> list[int]:
        self.proxy.stop()
        return super().stop(ending)

    def __exit__(self, *exception: object) -> None:
        super().__exit__(*exception)
        self.drop()

    def drop(self) -> None:
        """Leave nothing behind."""
        administer(self.server, f'DROP DATABASE "{self.database}" WITH (FORCE)')
        shutil.rmtree(self.folder, ignore_errors=True)
