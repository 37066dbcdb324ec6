"""Seats with who sits at them, for any number of tables."""

from django.db.models import Prefetch

from tournaments.models import TableSeat


def people_at(*more: str) -> "Prefetch[str]":
    """Of tables, the seats with their entries, and ``more`` of the seats.

    A join: SQLite takes no prefetch of a thousand entries by their keys. In the order of each
    table, which needs no look at the order of the tables.
    """
    return Prefetch("seats", TableSeat.objects.select_related("entry", *more).order_by("number"))


def seats_at() -> "Prefetch[str]":
    """Of tables, the seats by number."""
    return Prefetch("seats", TableSeat.objects.order_by("number"))
