"""Messages to every page of a tournament."""

from datetime import datetime

from accounts.db import write
from accounts.models import User
from tournaments.live import tell
from tournaments.models import Announcement, Tournament
from tournaments.services.audit import record

LONGEST = 500


def announce(*, tournament: Tournament, text: str, by: User | None, at: datetime) -> Announcement:
    """Show ``text`` on every page. Sent twice within a minute, it is one message."""
    text = " ".join(text.split())[:LONGEST]
    with write():
        latest = Announcement.objects.filter(tournament=tournament).order_by("-id").first()
        if latest and latest.text == text and (at - latest.at).total_seconds() < 60:
            return latest
        made = Announcement.objects.create(tournament=tournament, text=text, at=at, by=by)
        record(tournament=tournament, by=by, at=at, action="announcement", subject=text)
        tell(tournament, "announcement", text=text, id=made.pk)
    return made
