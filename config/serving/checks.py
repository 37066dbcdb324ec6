"""What must be right before the server starts. Each fault is one line that names it."""

import fcntl
import os
import socket
from pathlib import Path
from typing import IO

from config.environment import refuse

BACKLOG = 2048
DEAD_MS = 60_000
"""A connection whose other end has acknowledged nothing for so long is closed."""


def port_number(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    refuse("PORT", f"'{text}' is not a port; give a number from 1 to 65535")


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens on ``host`` and ``port``."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        refuse("HOST", f"'{host}' is no address of this computer")
    found = socket.socket(family, kind, protocol)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)
    try:
        found.bind(address)
        found.listen(BACKLOG)
    except PermissionError:
        refuse("PORT", f"{port} may not be used by this user; take one from 1024 on")
    except OSError as error:
        if error.errno == 98 or "in use" in str(error):
            refuse("PORT", f"{port} is in use by another program; take another (PORT={port + 1})")
        refuse("HOST", f"cannot listen on {host} port {port}: {error.strerror or error}")
    found.setblocking(False)
    return found


def alone(var: Path) -> IO[str]:
    """Hold the folder of all state: a second server on it is refused. Keep the answer open."""
    path = var / "serve.lock"
    try:
        lock = path.open("a+")
    except OSError as error:
        refuse("TAIKAI_VAR", f"cannot write {path}: {error.strerror}")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        refuse("TAIKAI_VAR", f"{var} is in use by another server (process {holder})")
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def many_connections() -> None:
    """Allow as many open connections as the system lets us."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ValueError, OSError):
        return
