"""FIDE's tie-breaks, said to people: names for columns, and what each value is."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats.swiss_history import Dutch

Words = Mapping[str, str | Promise]

DUTCH_EDITIONS: Mapping[Dutch, str | Promise] = {
    Dutch.UNTIL_2026: _("FIDE Dutch, in force until 31 January 2026"),
    Dutch.FROM_2026: _("FIDE Dutch, in force since 1 February 2026"),
}

_NAMES: Words = {
    "PTS": _("Points"),
    "DE": _("Direct encounter"),
    "WIN": pgettext_lazy("matches", "Wins"),
    "WON": _("Games won"),
    "BPG": _("Games with second move"),
    "BWG": _("Wins with second move"),
    "REP": _("Rounds not missed"),
    "STD": _("Standard points"),
    "PS": _("Progressive"),
    "BH": _("Buchholz"),
    "AOB": _("Opponents' Buchholz"),
    "FB": _("Fore Buchholz"),
    "SB": _("Sonneborn-Berger"),
    "KS": _("Koya"),
    "ARO": _("Opponents' rating"),
    "TPR": _("Performance"),
    "PTP": _("Perfect performance"),
    "APRO": _("Opponents' performance"),
    "APPO": _("Opponents' perfect performance"),
    "RTNG": _("Rating"),
    "TPN": _("Pairing number"),
    "DIFF": _("Seed difference"),
}
_NOTES: Words = {
    "PTS": _("Points of all rounds."),
    "DE": _("Place among those still equal, by their games with each other."),
    "WIN": _("Rounds that brought as much as a win, played or not."),
    "WON": _("Games won in play."),
    "BPG": _("Games played with the second move."),
    "BWG": _("Games won in play with the second move."),
    "REP": _("Rounds not missed by one's own doing."),
    "STD": _("Rounds that brought more than the opponent's; equal ones count half."),
    "PS": _("The points after each round, added up."),
    "BH": _("Points of the opponents; a round without a game counts a dummy opponent."),
    "AOB": _("Mean Buchholz of the opponents played."),
    "FB": _("Buchholz as if all games of the last round were drawn."),
    "SB": _("Points of the opponents beaten, and half of those drawn with."),
    "KS": _("Points against opponents with at least half of all points."),
    "ARO": _("Mean rating of the opponents played."),
    "TPR": _("Rating the results would be worth."),
    "PTP": _("The lowest rating that would expect the points scored."),
    "APRO": _("Mean performance of the opponents played."),
    "APPO": _("Mean perfect performance of the opponents played."),
    "RTNG": _("The higher rating."),
    "TPN": _("The lower pairing number."),
    "DIFF": _("Seeds won less seeds lost, over all games."),
}
_CUTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "C1": (_("cut 1"), _("The lowest is left out.")),
    "C2": (_("cut 2"), _("The two lowest are left out.")),
    "M1": (_("median 1"), _("The lowest and the highest are left out.")),
    "M2": (_("median 2"), _("The two lowest and the two highest are left out.")),
}
_FIRST: Mapping[str, str | Promise] = {
    "C1": _("The first round is left out."),
    "C2": _("The first two rounds are left out."),
}
_WITH_CUTS = {
    "BH": ("C1", "C2", "M1", "M2"),
    "FB": ("C1", "C2", "M1", "M2"),
    "ARO": ("C1", "C2", "M1", "M2"),
    "SB": ("C1", "C2"),
    "PS": ("C1", "C2"),
}

FIDE_NAMES: Words = {
    **_NAMES,
    **{
        f"{base}/{cut}": format_lazy("{} {}", _NAMES[base], _CUTS[cut][0])
        for base, cuts in _WITH_CUTS.items()
        for cut in cuts
    },
}
FIDE_NOTES: Words = {
    **_NOTES,
    **{
        f"{base}/{cut}": format_lazy(
            "{} {}", _NOTES[base], _FIRST[cut] if base == "PS" else _CUTS[cut][1]
        )
        for base, cuts in _WITH_CUTS.items()
        for cut in cuts
    },
}
PART_NOTES: Words = {
    "": "",
    "dummy": _("dummy opponent"),
    "cut": _("left out"),
    "cut_dummy": _("dummy opponent, left out"),
}
"""What ``Part.note`` says of a contribution."""
