"""The result of a table: a place for every seat, or why there is none."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.errors import UserError
from tournaments.errors import DependentsError, MatchGoingOnError
from tournaments.formats.played_series import PlayedGame
from tournaments.models import SeatingKind, Table, TableSeat
from tournaments.services.formats.values import Follow
from tournaments.services.result_rows import SeatEntered


class ResultForm(forms.Form):
    """``seat0``, ``seat1``, … hold a place, ``no_show`` or ``removed``; empty: not known yet."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)
    confirmed = forms.BooleanField(
        label=gettext_lazy("I have looked at the list; correct it all the same"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[TableSeat],
        table: Table,
    ) -> None:
        super().__init__(data, initial={"version": table.version})
        self.seats = seats
        self.corrects = bool(table.result_source)
        self.needs_reason = self.corrects
        self.needs_yes = False
        self.going_on = False
        for seat in seats:
            self.fields[f"seat{seat.number}"] = forms.ChoiceField(
                label=seat.entry.name,
                required=False,
                choices=[
                    ("", "–"),
                    *((str(place), str(place)) for place in range(1, len(seats) + 1)),
                    (SeatingKind.NO_SHOW.value, _("did not come")),
                    (SeatingKind.REMOVED.value, _("without result, by ruling")),
                ],
                initial=_initial(seat, table),
            )

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for seat in self.seats if (name := f"seat{seat.number}") in self.fields]

    def entered(self) -> dict[int, SeatEntered]:
        found = {}
        for seat in self.seats:
            value = self.cleaned_data[f"seat{seat.number}"]
            if value.isdecimal():
                found[seat.number] = SeatEntered(int(value))
            elif value:
                found[seat.number] = SeatEntered(None, SeatingKind(value))
            else:
                found[seat.number] = SeatEntered()
        return found

    @property
    def games(self) -> Sequence[PlayedGame]:
        """Of a series, as they were written."""
        return ()

    def follow(self) -> Follow:
        """What becomes of later matches of a bracket; there is none here."""
        return Follow.KEEP

    def refuse_places(self, words: str, seat: int | None) -> None:
        """Say what is wrong beside the seat it is about, or above the list."""
        self.add_error(None if seat is None else f"seat{seat}", words)

    def ask(self, error: UserError) -> None:
        """Ask for what the service wants to hear first."""
        self.needs_reason = True
        self.needs_yes = isinstance(error, DependentsError)
        self.going_on = isinstance(error, MatchGoingOnError)
        self.add_error("confirmed" if self.needs_yes else "reason", str(error))


def _initial(seat: TableSeat, table: Table) -> str:
    if seat.kind != SeatingKind.PLAYED:
        return str(seat.kind)
    return str(seat.place) if table.result_source and seat.place else ""
