"""The rules of a match of Rithmomachia in words: every option is told."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.faces.base import Line
from games.faces.rithmomachia import terms
from games.rules.rithmomachia.rules import RithmoRules


def complete(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Every option, those left out as the preset has them."""
    return RithmoRules.from_json(rules).to_json()


def rules_in_words(rules: Mapping[str, Any]) -> list[Line]:
    found = complete(rules)
    return [
        (_("Rule book"), preset(found["preset"])),
        (_("Board"), _board(found)),
        (_("Moves"), _moves(found)),
        *_captures(found),
        (_("When pieces fall"), _when(found)),
        (_("Pyramids"), _pyramids()),
        (_("Captured pieces"), _captured(found)),
        (_("Common victory"), common(found)),
        *_proper(found),
        (_("No move"), _("A player who cannot move loses. There is no pass.")),
        (_("Repetition"), _repetition(found)),
        (_("Long games"), _long(found)),
    ]


def preset(code: str) -> str:
    return {
        "seed": _("Standard: the usual rules, gaps filled from Boissière"),
        "boissiere": _("Boissière, 1556"),
        "fulke": _("Fulke, 1563"),
    }[code]


def brief(rules: Mapping[str, Any]) -> str:
    """The rule book and how it ends, in one line."""
    found = complete(rules)
    names = {"seed": _("standard rules"), "boissiere": _("Boissière"), "fulke": _("Fulke")}
    parts = [names[found["preset"]]]
    if found["common_victory"] != "none":
        parts.append(numbers(found))
    if found["proper_victory"] != "none":
        parts.append(terms.victory_name(found["proper_victory"]))
    return " · ".join(parts)


def numbers(found: Mapping[str, Any]) -> str:
    """``5 pieces, value 160, 9 digits``, those that count."""
    parts = {
        "corpore": "p",
        "bonis": "v",
        "lite": "vd",
        "honore": "pv",
        "honore_liteque": "pvd",
    }[found["common_victory"]]
    words = {
        "p": terms.count_of_pieces(found["pieces"]),
        "v": _("value %(n)s") % {"n": found["value"]},
        "d": terms.count_of_digits(found["digits"]),
    }
    return terms.listed([words[part] for part in parts])


def common(found: Mapping[str, Any]) -> str:
    if found["common_victory"] == "none":
        return _("None is agreed on.")
    values = {"name": terms.victory_name(found["common_victory"]), "numbers": numbers(found)}
    if found["comparison"] == "exact_subset":
        return (
            _("%(name)s: some of the pieces taken make exactly %(numbers)s. More do no harm.")
            % values
        )
    return _("%(name)s: the pieces taken make at least %(numbers)s.") % values


def _board(found: Mapping[str, Any]) -> str:
    if found["layout"] == "fulke":
        return _("8 files by 16 ranks, 24 pieces a side on ranks 3–6 and 11–14. Even moves first.")
    return _("8 files by 16 ranks, 24 pieces a side on ranks 1–4 and 13–16. Even moves first.")


def _ways(code: str) -> str:
    return {
        "orthogonal": pgettext("how a piece moves", "straight"),
        "diagonal": pgettext("how a piece moves", "diagonally"),
        "all": pgettext("how a piece moves", "straight or diagonally"),
    }[code]


def _moves(found: Mapping[str, Any]) -> str:
    parts = [
        _(
            "A round goes one square %(round)s, a triangle exactly two %(triangle)s, a square "
            "exactly three %(square)s; the way must be empty."
        )
        % {
            "round": _ways(found["rounds_move"]),
            "triangle": _ways(found["triangles_move"]),
            "square": _ways(found["squares_move"]),
        },
        _("A pyramid goes as any shape it still contains.")
        if found["pyramids_move"] == "any"
        else _("A pyramid goes as a square."),
    ]
    if found["flights"]:
        parts.append(
            _("Triangles may leap two squares and one aside, squares three and one; none takes so.")
        )
    return terms.sentences(parts)


def _captures(found: Mapping[str, Any]) -> list[Line]:
    into = _("The capturer moves there, and that is the move.")
    stays = _("The capturer stays where it is.")
    return [
        (
            _("Meeting"),
            terms.sentences(
                [
                    _("A piece that could move onto an enemy piece of equal value takes it."),
                    into if found["meeting_moves_in"] else stays,
                ]
            ),
        ),
        (
            _("Assault"),
            terms.sentences([_assault(found), into if found["assault_moves_in"] else stays]),
        ),
        (_("Ambush"), _ambush(found)),
        (_("Siege"), _siege(found)),
    ]


def _assault(found: Mapping[str, Any]) -> str:
    counted = (
        _("the empty squares between")
        if found["assault_counts"] == "empty"
        else _("the squares from one to the other, both ends included")
    )
    line = {
        "orthogonal": _("on a rank or file"),
        "diagonal": _("on a diagonal"),
        "all": _("on a rank, file or diagonal"),
    }[found["assault_directions"]]
    words = _(
        "A piece takes an enemy piece %(line)s with nothing between when its value times "
        "%(counted)s is the enemy’s value."
    )
    if found["assault_division"]:
        words = _(
            "A piece takes an enemy piece %(line)s with nothing between when its value times, or "
            "divided by, %(counted)s is the enemy’s value."
        )
    return words % {"line": line, "counted": counted}


def _ambush(found: Mapping[str, Any]) -> str:
    sums = {
        "add": _("sum"),
        "add_subtract": _("sum or difference"),
        "all": _("sum, difference, product or quotient"),
    }[found["ambush_arithmetic"]]
    if found["ambush_place"] == "between":
        words = _(
            "An enemy piece that stands between two of your pieces, side by side on a rank or "
            "file, falls when the %(sums)s of the two is its value."
        )
    else:
        words = _(
            "An enemy piece that two of your pieces could move to falls when the %(sums)s of the "
            "two is its value."
        )
    return words % {"sums": sums}


def _siege(found: Mapping[str, Any]) -> str:
    words = {
        "none": _("There is no siege."),
        "orthogonal": _("An enemy piece shut in on its four sides by your pieces falls."),
        "orthogonal_or_diagonal": _(
            "An enemy piece shut in by your pieces on its four sides, or on its four diagonals, "
            "falls."
        ),
        "no_move": _("An enemy piece that cannot move because your pieces are in the way falls."),
    }[found["siege"]]
    if found["siege"] == "none":
        return words
    edge = (
        _("The edge of the board helps; one piece at least is needed.")
        if found["siege_edge"]
        else _("The edge of the board does not help.")
    )
    return terms.sentences([words, edge])


def _when(found: Mapping[str, Any]) -> str:
    if found["captures_before"]:
        return _(
            "Before the move and again after it, all that your standing pieces take falls at "
            "once, without a chain."
        )
    return _("After the move, all that your standing pieces take falls at once, without a chain.")


def _pyramids() -> str:
    return _(
        "91 is 36 + 25 + 16 + 9 + 4 + 1 and 190 is 64 + 49 + 36 + 25 + 16. They attack with the "
        "total or any component they hold, and fall whole to the total or component by component."
    )


def _captured(found: Mapping[str, Any]) -> str:
    if found["captured"] == "turned":
        return _(
            "They change side: as a move, you may drop one on an empty square of your back rank."
        )
    return _("They are taken off the board.")


def _proper(found: Mapping[str, Any]) -> list[Line]:
    lowest = found["proper_victory"]
    if lowest == "none":
        return [(_("Proper victory"), _("None is agreed on."))]
    needs = {
        "great": _(
            "Great: three pieces in one progression; greater: four with two kinds; most "
            "excellent: four with all three. Any of them wins."
        ),
        "greater": _(
            "Four pieces with two kinds of progression among them (greater), or all three (most "
            "excellent)."
        ),
        "excellent": _("Four pieces with all three kinds of progression among them."),
    }[lowest]
    parts = [needs]
    if found["after_pyramid"]:
        parts.append(_("It counts only when the enemy pyramid is taken."))
    if found["loser_immobile"]:
        parts.append(_("It counts only when the other side cannot move."))
    return [
        (_("Proper victory"), terms.sentences(parts)),
        (_("Progressions"), _progressions(found)),
        (_("Where and with what"), _where(found)),
    ]


def _progressions(found: Mapping[str, Any]) -> str:
    parts = [
        _("Arithmetic: 2b = a + c. Geometric: b² = ac. Harmonic: b(a + c) = 2ac."),
    ]
    if found["geometric"] == "broad":
        parts.append(_("Four pieces are geometric too when a : b = c : d."))
    return terms.sentences(parts)


def _where(found: Mapping[str, Any]) -> str:
    place = (
        _(
            "In the enemy half, in a line, right angle or square, equally spaced with nothing "
            "between."
        )
        if found["place"] == "formation"
        else _("Anywhere in the enemy half.")
    )
    members = {
        "own": _("Only your own pieces count."),
        "own_and_enemy": _("Enemy pieces that stand there count too; one must be yours."),
        "own_and_turned": _("Your own pieces count, and those you took and turned."),
    }[found["members"]]
    return terms.sentences([place, members])


def _repetition(found: Mapping[str, Any]) -> str:
    times = found["repetition"]
    if not times:
        return _("A position may come again any number of times.")
    if times == 2:
        return _("When a position comes for the second time the game is drawn.")
    if times == 3:
        return _("When a position comes for the third time the game is drawn.")
    return _("When a position has come %(n)s times the game is drawn.") % {"n": times}


def _long(found: Mapping[str, Any]) -> str:
    if not found["quiet_plies"]:
        return _("There is no limit.")
    return _(
        "After %(n)s moves of both without a capture, whoever took the larger share of the "
        "enemy’s value wins; equal shares are a draw."
    ) % {"n": found["quiet_plies"]}


def rules_of_time(rules: Mapping[str, Any]) -> list[Line]:
    arbiter = rules.get("time_used_up", "loses") == "arbiter"
    words = (
        _("The clock stops and the arbiter decides.")
        if arbiter
        else _("The player loses the game.")
    )
    return [(_("Time used up"), words)]
