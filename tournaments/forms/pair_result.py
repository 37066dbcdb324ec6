"""The result of a pairing on its table's page."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import UserError
from tournaments.errors import DependentsError, PlayedOnError
from tournaments.format_words import format_error
from tournaments.formats.played_series import RESULTS, PlayedGame, SeriesFaultError
from tournaments.forms.result import ResultForm
from tournaments.models import Table, TableSeat
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Follow
from tournaments.services.pair_results import CODES, code_of, entered_of
from tournaments.services.result_rows import SeatEntered
from tournaments.services.series_results import (
    COUNTED,
    Written,
    completed,
    decimals,
    read_games,
    typed_games,
)


class PairResultForm(ResultForm):
    """``outcome``: a code of ``pair_results.CODES``; ``score0`` and ``score1`` beside it.

    Of a series either is enough, and so are ``games``, in order.
    """

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
        stage = table.round.stage
        form = format_of(stage)
        self.draws, self.most = form.draws, form.games(stage, table.slot)
        self.counted = stage.tournament.game == COUNTED
        self.series = Written()
        self.fields["outcome"] = forms.ChoiceField(
            label=_("Result"),
            choices=[
                (code, words)
                for code, words in outcome_words(*(seat.entry.name for seat in seats)).items()
                if self.draws or code != "1/2"
            ],
            widget=forms.RadioSelect,
            initial=known,
            required=False,
            error_messages={"required": _("Choose how it ended.")},
        )
        several = self.most > 1
        for seat in seats:
            words = _("Games won by %(name)s") if several else _("Score of %(name)s")
            self.fields[f"score{seat.number}"] = forms.DecimalField(
                label=words % {"name": seat.entry.name},
                required=False,
                min_value=0,
                max_digits=7,
                decimal_places=2,
                initial=seat.score,
                help_text=_("A draw is half a game: 1.5.")
                if several
                else _("Seeds or pieces; may stay empty."),
            )
        if several:
            self.fields["games"] = forms.CharField(
                label=_("Or game by game"),
                required=False,
                max_length=400,
                initial=typed_games(table.games),
                help_text=_games_help(seats[0].entry.name, counted=self.counted),
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

    def clean(self) -> dict[str, Any]:
        """How it ended, out of what was written: the outcome, the score, the games."""
        data = super().clean() or self.cleaned_data
        written = self._written(data)
        if written is None or self.errors:
            return data
        try:
            self.series = completed(written, self.most, draws=self.draws)
        except SeriesFaultError as error:
            self.add_error("games" if written.games else "score0", format_error(error))
            return data
        if not self.series.code:
            self.add_error("outcome", self.fields["outcome"].error_messages["required"])
        return data

    def _written(self, data: Mapping[str, Any]) -> Written | None:
        pair, code = (data.get("score0"), data.get("score1")), data.get("outcome") or ""
        one, other = pair
        if self.most == 1:
            return Written(code)
        score = None if one is None or other is None else (Fraction(one), Fraction(other))
        if (one is None) != (other is None):
            self.add_error("score0", _("Write the games of both, or of neither."))
        text = data.get("games") or ""
        if not text.strip():
            said = bool({"score0", "score1"} & {*self.changed_data})
            return Written(self._said(code, said=said), score)
        games = read_games(text, counted=self.counted)
        if not games:
            self.add_error("games", _("Write every game as 1, ½ or 0, with a space between."))
        changed = self.changed_data
        if "games" in changed and "score0" not in changed and "score1" not in changed:
            score = None
        return Written(
            self._said(code, said=bool({"score0", "score1", "games"} & {*changed})), score, games
        )

    def _said(self, code: str, *, said: bool) -> str:
        """The outcome as it was known gives way to what was written beside it."""
        return "" if said and "outcome" not in self.changed_data and code in RESULTS else code

    def games_field(self) -> forms.BoundField | None:
        return self["games"] if "games" in self.fields else None

    @property
    def games(self) -> Sequence[PlayedGame]:
        return self.series.games

    def entered(self) -> dict[int, SeatEntered]:
        data = self.cleaned_data
        pair = (data["score0"], data["score1"])
        if self.most > 1 and self.series.score is not None:
            pair = decimals(self.series.score)
        return entered_of(self.series.code, pair)

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


def _games_help(name: str, *, counted: bool) -> str:
    words = _("From the side of %(name)s, with a space between: 1 0 ½.") % {"name": name}
    if counted:
        return words + " " + _("Or the seeds of every game: 27-21 20-28.")
    return words


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
