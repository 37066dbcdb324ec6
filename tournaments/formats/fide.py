"""FIDE's tie-breaks by code (C.07), registered as criteria of standings.

Games with the black pieces are those with the second move here.
"""

from functools import partial

from tournaments.formats import fide_parts as parts
from tournaments.formats import fide_values as values
from tournaments.formats.fide_table import Edition, Mode
from tournaments.formats.tie_breaks import Compute, Criterion, register

__all__ = ["ROUND_ROBIN", "SWISS", "Edition", "Mode"]

SWISS: tuple[str, ...] = ("PTS", "BH/C1", "BH", "SB", "PS", "DE")
"""The order for a Swiss."""
ROUND_ROBIN: tuple[str, ...] = ("PTS", "DE", "WIN", "SB", "KS")
"""The order for a round robin, where Buchholz says nothing: all have the same opponents."""

_CUTS = (
    ("", 0, 0, ""),
    ("/C1", 1, 0, " The lowest is left out."),
    ("/C2", 2, 0, " The two lowest are left out."),
    ("/M1", 1, 1, " The lowest and the highest are left out."),
    ("/M2", 2, 2, " The two lowest and the two highest are left out."),
)
_BUCHHOLZ = "The points of the opponents, unplayed rounds by a dummy opponent."
_FORE = "Buchholz as if all games of the last round were drawn."
_RATING = "The mean rating of the opponents played."
_SONNEBORN = "The points of the opponents beaten, and half those of the opponents drawn with."
_PROGRESSIVE = "The points after each round, added up."


def _add(code: str, title: str, description: str, compute: Compute) -> None:
    register(Criterion(code, title, description, compute))


def _first(rounds: int) -> values.Cut:
    return lambda made: frozenset(range(min(rounds, len(made.parts))))


def _register() -> None:
    _add("PTS", "Points", "The points of all rounds.", values.score)
    for suffix, lowest, highest, said in _CUTS:
        cut = partial(parts.cut, lowest=lowest, highest=highest) if lowest else None
        for base, title, text, fore in (
            ("BH", "Buchholz", _BUCHHOLZ, False),
            ("FB", "Fore Buchholz", _FORE, True),
        ):
            code = base + suffix
            compute = partial(values.summed, code=code, make=parts.buchholz, cut=cut, fore=fore)
            _add(code, title + suffix.replace("/", " "), text + said, compute)
        code = "ARO" + suffix
        compute = partial(values.mean_rating, code=code, lowest=lowest, highest=highest)
        _add(code, "Opponents' rating" + suffix.replace("/", " "), _RATING + said, compute)
        if highest:
            continue
        code = "SB" + suffix
        products = partial(parts.cut_products, lowest=lowest) if lowest else None
        compute = partial(
            values.summed, code=code, make=parts.sonneborn_berger, cut=products, fore=False
        )
        _add(code, "Sonneborn-Berger" + suffix.replace("/", " "), _SONNEBORN + said, compute)
        code = "PS" + suffix
        rounds = _first(lowest) if lowest else None
        compute = partial(values.summed, code=code, make=parts.progressive, cut=rounds, fore=False)
        _add(code, "Progressive" + suffix.replace("/", " "), _PROGRESSIVE, compute)
    for code, title, text in (
        ("WIN", "Wins", "Rounds that brought as much as a win, played or not."),
        ("WON", "Games won", "Games won in play."),
        ("BPG", "Second moves", "Games played with the second move."),
        ("BWG", "Wins with second move", "Games won in play with the second move."),
        ("REP", "Rounds played", "Rounds not missed by one's own doing."),
    ):
        _add(code, title, text, partial(values.counted_rounds, code=code))
    _add(
        "KS",
        "Koya",
        "The points against opponents with at least half of all points.",
        partial(values.summed, code="KS", make=parts.koya, cut=None, fore=False),
    )
    _add(
        "AOB",
        "Opponents' Buchholz",
        "The mean Buchholz of the opponents played.",
        partial(values.mean_buchholz, code="AOB"),
    )
    _add(
        "TPR",
        "Performance",
        "Tournament performance rating.",
        partial(values.mean_rating, code="TPR"),
    )
    _add(
        "PTP",
        "Perfect performance",
        "The lowest rating that would expect the points scored.",
        partial(values.mean_rating, code="PTP"),
    )
    _add(
        "APRO",
        "Opponents' performance",
        "The mean performance of the opponents played.",
        partial(values.performances, code="APRO", of="TPR"),
    )
    _add(
        "APPO",
        "Opponents' perfect performance",
        "The mean perfect performance of the opponents played.",
        partial(values.performances, code="APPO", of="PTP"),
    )
    _add(
        "STD",
        "Standard points",
        "Rounds that brought more than the opponent's, equal ones half.",
        values.standard_points,
    )
    _add("RTNG", "Rating", "The higher rating.", values.own_rating)
    _add("DIFF", "Seed difference", "Seeds won less seeds lost, of all games.", values.difference)
    register(
        Criterion(
            "TPN",
            "Pairing number",
            "The lower pairing number.",
            values.own_number,
            lower_is_better=True,
        )
    )
    register(
        Criterion(
            "DE",
            "Direct encounter",
            "The place among those still tied, by their games with each other.",
            values.direct,
            lower_is_better=True,
            within_ties=True,
        )
    )


_register()
