"""A file of a tournament that is kept for its preview."""

from datetime import datetime

from accounts.db import write
from accounts.models import User
from tournaments.errors import FileTooLargeError, ListGoneError
from tournaments.offered_files import OfferedFile

MOST_BYTES = 30_000_000


def refuse_large(name: str, size: int) -> None:
    """To be asked before a file is read at all."""
    if size > MOST_BYTES:
        raise FileTooLargeError(
            name=name[:100], size=f"{size / 1e6:.1f} MB", limit=f"{MOST_BYTES / 1e6:.0f} MB"
        )


def keep_offer(*, name: str, content: bytes, by: User, at: datetime) -> OfferedFile:
    """Each organiser has one."""
    with write():
        found, _ = OfferedFile.objects.update_or_create(
            by=by, defaults={"name": name[:200], "content": content, "created_at": at}
        )
    return found


def offered(by: User) -> OfferedFile:
    """Raise ListGoneError when there is none."""
    found = OfferedFile.objects.filter(by=by).first()
    if found is None:
        raise ListGoneError
    return found


def drop_offer(*, by: User) -> None:
    with write():
        OfferedFile.objects.filter(by=by).delete()


def is_archive(content: bytes) -> bool:
    """JSON, or else a report file."""
    return content[:100].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
