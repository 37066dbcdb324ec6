"""Words for the codes of tournaments, in the reader's language."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.errors import NoPairingError
from tournaments.formats.swiss_errors import BY_HAND
from tournaments.names import listed_numbers
from tournaments.tie_break_words import FIDE_NAMES, FIDE_NOTES

ACTIONS: Mapping[str, str | Promise] = {
    "tournament.created": _("Tournament made"),
    "tournament.changed": _("Settings changed"),
    "tournament.code_changed": _("New join code"),
    "tournament.state": _("State of the tournament changed"),
    "tournament.restored": _("Restored from an archive"),
    "tournament.read": _("Read from a report file"),
    "entry.added": _("Entered"),
    "entry.joined": _("Entered with the join code"),
    "entry.taken": _("Took their place with the join code"),
    "entry.changed": _("Details corrected"),
    "entry.removed": _("Taken off the list"),
    "entry.imported": _("List imported"),
    "entry.checked_in": _("Checked in"),
    "entry.check_in_undone": _("Check-in undone"),
    "entry.all_checked_in": _("Everybody checked in"),
    "entry.withdrawn": _("Withdrew"),
    "entry.re_entered": _("Came back"),
    "entry.disqualified": _("Disqualified"),
    "entry.absent": _("Sits a round out"),
    "entry.absence_undone": _("Plays the round after all"),
    "entry.put_back": _("Put back on the list"),
    "entry.new_link": _("New personal link"),
    "pair.forbidden": _("Kept apart"),
    "pair.allowed": _("No longer kept apart"),
    "round.drawn": _("Round drawn"),
    "round.redrawn": _("Round drawn anew"),
    "round.discarded": _("Draft thrown away"),
    "round.published": _("Round published"),
    "round.unpublished": _("Round taken back to a draft"),
    "round.started": _("Round started"),
    "round.paused": _("All clocks stopped"),
    "round.resumed": _("All clocks go on"),
    "round.closed": _("Round closed"),
    "round.timer": _("Timer of the round"),
    "round.reopened": _("Round opened again"),
    "table.started": _("Table started"),
    "table.arbiter": _("Arbiter of a table"),
    "seat.no_show": _("Did not come"),
    "seat.came": _("Came after all"),
    "seating.swapped": _("Two seats swapped"),
    "seating.moved": _("Seat changed"),
    "seating.bye": _("Bye given in a draft"),
    "seating.removed": _("Taken out of the draft"),
    "result.played": _("Result from play"),
    "result.reopened": _("Match reopened, result taken back"),
    "result.entered": _("Result entered"),
    "result.taken_back": _("Result taken back"),
    "result.reported": _("Result reported by a player"),
    "result.agreed": _("Result agreed by both players"),
    "result.forfeit": _("Result by forfeit"),
    "result.corrected": _("Result corrected"),
    "result.entered_dropped": _("Entered result dropped"),
    "lots.drawn": _("Lots drawn among equals"),
    "advancement.decided": _("Who goes on decided"),
    "advancement.kept": _("Decision kept after a correction"),
    "advancement.promoted": _("Next in line came in"),
    "advancement.undone": _("Decision taken back"),
    "standings.published": _("Standings published"),
    "standings.withdrawn": _("Published standings taken back"),
    "announcement": _("Announced"),
    "role.given": _("Role given"),
    "role.taken": _("Role taken away"),
}

KINDS: Mapping[str, str | Promise] = {
    "tournament": _("Settings"),
    "entry": _("Entries"),
    "round": _("Rounds"),
    "table": _("Tables"),
    "seating": _("Seating"),
    "seat": _("No-shows"),
    "pair": _("Kept apart"),
    "result": _("Results"),
    "lots": _("Lots"),
    "advancement": _("Advancement"),
    "standings": _("Publications"),
    "announcement": _("Announcements"),
    "role": _("Roles"),
}
"""The codes of actions before the dot."""

WHY_NOT: Mapping[str, str | Promise] = {
    "not_entered": _("on the list, not entered"),
    "late": _("comes in later"),
    "withdrawn": _("withdrew"),
    "disqualified": _("disqualified"),
    "absent": _("sits this round out"),
    "half_bye": _("bye for half a point, asked for"),
    "full_bye": _("bye for a full point, asked for"),
    "given_bye": _("bye, given by hand"),
    "not_here": _("not checked in"),
    "not_advanced": _("did not advance"),
}

BYES: Mapping[str, str | Promise] = {
    "pairing": _("bye"),
    "full": _("bye for a full point"),
    "half": _("bye for half a point"),
    "zero": _("sits this round out"),
}

TIE_BREAKS: Mapping[str, str | Promise] = {
    "PP": _("Place points"),
    "WINS": _("Wins"),
    "OPP": _("Opponents"),
    "LAST": _("Last round"),
    "LOTS": _("Playoff or lots"),
    **FIDE_NAMES,
}

TIE_BREAK_NOTES: Mapping[str, str | Promise] = {
    "PP": _("(k − p)/(k − 1) for place p at a table of k; shared places are averaged."),
    "WINS": _("Tables won outright."),
    "OPP": _("Mean place points of the opponents met."),
    "LAST": _("Place in the last round."),
    "LOTS": _("Place in a playoff or in drawn lots, among those still equal."),
    **FIDE_NOTES,
}


def criterion_words(code: str, *, bracket: bool) -> tuple[str, str]:
    """The name of a criterion and what it counts: in a bracket matches, else tables."""
    if bracket and code == "WINS":
        return pgettext("matches", "Wins"), gettext("Matches won, by forfeit too.")
    return str(TIE_BREAKS[code]), str(TIE_BREAK_NOTES[code])


LINES: Mapping[str, str | Promise] = {
    "played": _("played"),
    "walkover": _("nobody else came"),
    "removed": _("result taken away"),
    "no_show": _("did not come"),
    "pending": _("still playing"),
    "bye": _("bye"),
    "full_bye": _("bye for a full point"),
    "half_bye": _("bye for half a point"),
    "zero_bye": _("bye without points"),
    "absent": _("absent"),
    "withdrawn": _("withdrew"),
    "not_entered": _("not yet entered"),
}

CUTS: Mapping[str, str | Promise] = {
    "below_cut": _("below the cut"),
    "below_minimum": _("below the minimum"),
    "club_cap": _("enough from the same club"),
    "tied_at_cut": _("equal at the cut"),
    "not_chosen": _("not chosen"),
    "unavailable": _("not available"),
}


FAULTS: Mapping[str, str | Promise] = {
    "missing": _("%(names)s not seated"),
    "twice": _("%(names)s seated twice"),
    "unknown": _("%(names)s seated though not playing this round"),
    "too_small": _("table %(table)s has too few people"),
    "too_large": _("table %(table)s has too many people"),
    "with_itself": _("%(names)s paired with themselves"),
    "absent": _("%(names)s paired though sitting this round out"),
    "byes": _("more than one bye: %(names)s"),
    "bracket": _("table %(table)s: %(names)s do not meet any more"),
    "schedule": _("table %(table)s: %(names)s do not meet in this round"),
}

NOTES: Mapping[str, str | Promise] = {
    "forbidden_pair": _("%(names)s should be kept apart"),
    "same_club": _("%(names)s are from the same club"),
    "first_again": _("%(names)s sits first again"),
    "second_again": _("%(names)s moves second again"),
    "second_bye": _("%(names)s has had a bye before"),
    "forced_bye": _("%(names)s has a bye because byes by hand left an odd number"),
    "too_late": _("%(names)s came too late to be paired in this stage"),
    "score_gap": _("%(names)s are far apart in points"),
}


REMEDIES: Mapping[str, tuple[str | Promise, str]] = {
    "allow_rematch": (_("Draw, and let as few as possible meet again"), "rematch"),
    "allow_forbidden": (_("Draw, and let people meet who are kept apart"), "forbidden"),
    "allow_same_club": (_("Draw, and let people of one club meet"), "same_club"),
    BY_HAND: (_("Seat neighbours of the standings, then change it by hand"), BY_HAND),
}
"""What an organiser may say yes to where no pairing is legal: words and code."""


def learn(
    *,
    actions: Mapping[str, str | Promise],
    kinds: Mapping[str, str | Promise],
    tie_breaks: Mapping[str, str | Promise],
    notes: Mapping[str, str | Promise],
) -> None:
    """Take in the words of an app above this one."""
    for ours, theirs in (
        (ACTIONS, actions),
        (KINDS, kinds),
        (TIE_BREAKS, tie_breaks),
        (TIE_BREAK_NOTES, notes),
    ):
        assert isinstance(ours, dict)
        ours.update(theirs)


def remedies(codes: Sequence[str]) -> list[tuple[str, str]]:
    """Those that are buttons: words, and the code of the yes."""
    return [(str(REMEDIES[code][0]), REMEDIES[code][1]) for code in codes if code in REMEDIES]


def no_pairing_words(error: NoPairingError) -> str:
    """That no pairing is left, and what would help beside a yes."""
    words = str(error)
    if "fewer_rounds" in error.params["remedies"]:
        words += " " + gettext("The stage can end with the round before.")
    return words


def action_words(code: str) -> str:
    return str(ACTIONS.get(code, code))


def tables_words(round_name: str, numbers: Sequence[int]) -> str:
    """Round 2, tables 3 and 5."""
    return ngettext("%(round)s, table %(tables)s", "%(round)s, tables %(tables)s", len(numbers)) % {
        "round": round_name,
        "tables": listed_numbers(numbers),
    }


def fault_sentence(kind: str, names: str, table: int | None) -> str:
    """Why a draft cannot be published."""
    return str(FAULTS[kind]) % {"names": names, "table": table}


def note_sentence(kind: str, names: str, count: int) -> str:
    """What an organiser should know about a table before publishing it."""
    if kind == "rematch":
        words = ngettext(
            "%(names)s have met before", "%(names)s have met %(count)s times before", count
        )
    else:
        words = str(NOTES[kind])
    return words % {"names": names, "count": count}
