"""What the tournaments of the sample have in common."""

from datetime import datetime
from typing import Any

from accounts.db import write
from accounts.models import User
from tournaments.demo.people import people
from tournaments.models import Tournament
from tournaments.presets import Plan
from tournaments.services.entries import add_entry
from tournaments.services.presence import check_in_all
from tournaments.services.tournaments import create_tournament

VENUE = "八ヶ岳 みなも山荘"


def plan_of(name: str, name_en: str, at: datetime, **more: Any) -> Plan:
    given = {"venue": VENUE, "organiser_name": "共円オリンピック実行委員会"} | more
    return Plan(name=name, name_en=name_en, starts_at=at, **given)


def make_tournament(organiser: User, plan: Plan, field: int, at: datetime) -> Tournament:
    """With ``field`` people, all of them here."""
    tournament = create_tournament(plan=plan, by=organiser, at=at)
    with write():
        for details in people(field):
            add_entry(tournament=tournament, details=details, by=organiser, at=at)
    check_in_all(tournament=tournament, by=organiser, at=at)
    return tournament
