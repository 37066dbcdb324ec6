"""The result of a pairing on its table's page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import UserError
from tournaments.errors import DependentsError, PlayedOnError
from tournaments.forms.result import ResultForm
from tournaments.models import Table, TableSeat
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Follow
from tournaments.services.pair_results import CODES, code_of, entered_of
from tournaments.services.result_rows import SeatEntered


class PairResultForm(ResultForm):
    """``outcome``: a code of ``pair_results.CODES``; ``score0`` and ``score1`` beside it."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[TableSeat],
        table: Table,
    ) -> None:
        super().__init__(data, seats=seats, table=table)
        for seat in seats:
            del self.fields[f"seat{seat.number}"]
        known = code_of(seats) if table.result_source else ""
        draws = format_of(table.round.stage).draws
        self.fields["outcome"] = forms.ChoiceField(
            label=_("Result"),
            choices=[
                (code, words)
                for code, words in outcome_words(*(seat.entry.name for seat in seats)).items()
                if draws or code != "1/2"
            ],
            widget=forms.RadioSelect,
            initial=known,
            error_messages={"required": _("Choose how it ended.")},
        )
        for seat in seats:
            self.fields[f"score{seat.number}"] = forms.DecimalField(
                label=_("Score of %(name)s") % {"name": seat.entry.name},
                required=False,
                min_value=0,
                max_digits=7,
                decimal_places=2,
                initial=seat.score,
                help_text=_("Games of a series, seeds or pieces; may stay empty."),
            )
        self.fields["follow"] = forms.ChoiceField(
            label=_("Later matches of the bracket"),
            required=False,
            choices=[
                (Follow.KEEP.value, _("stay: whoever went on stays in")),
                (Follow.REPLACE.value, _("get the right people, where nothing was played yet")),
                (Follow.REPLAY.value, _("get the right people, and are played again")),
            ],
        )
        self.asks_follow = False

    def entered(self) -> dict[int, SeatEntered]:
        data = self.cleaned_data
        return entered_of(data["outcome"], (data["score0"], data["score1"]))

    def follow(self) -> Follow:
        return Follow(self.cleaned_data["follow"] or Follow.KEEP.value)

    def refuse_places(self, words: str, seat: int | None) -> None:
        self.add_error("outcome", words)

    def ask(self, error: UserError) -> None:
        if isinstance(error, PlayedOnError):
            self.needs_reason = self.needs_yes = self.asks_follow = True
            self.add_error("follow", str(error))
            return
        super().ask(error)
        self.asks_follow = isinstance(error, DependentsError) and bool(error.params.get("follow"))


def outcome_words(first: str, second: str) -> dict[str, str]:
    names = {"first": first, "second": second}
    words = {
        "1-0": _("%(first)s won"),
        "1/2": _("draw"),
        "0-1": _("%(second)s won"),
        "+-": _("%(second)s did not come: %(first)s wins"),
        "-+": _("%(first)s did not come: %(second)s wins"),
        "--": _("neither came"),
        "1-R": _("%(first)s won by ruling"),
        "R-1": _("%(second)s won by ruling"),
        "R-R": _("both lost by ruling"),
    }
    return {code: words[code] % names for code in CODES}
