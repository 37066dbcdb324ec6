"""The rules of Oware on small positions."""

from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from games.faces.base import Lesson
from games.faces.oware.sayings import ends
from games.rules.oware.explain import Explanation, Nothing
from games.rules.oware.notation import LETTERS, letter
from games.rules.oware.position import OwarePosition
from games.rules.oware.sowing import ROW

LESSONS = (
    Lesson(
        "sow",
        gettext_lazy("Sowing"),
        gettext_lazy(
            "Each player has the six pits of one row, A to F or a to f, from their own left. In "
            "turn, choose one of your pits, take all its seeds and sow them one by one into the "
            "pits that follow, counter-clockwise: first your own, then the other side’s."
        ),
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
        ("C", "F"),
    ),
    Lesson(
        "capture",
        gettext_lazy("Capturing"),
        gettext_lazy(
            "If your last seed falls on the other side and makes exactly 2 or 3 in that pit, you "
            "take them. Then look at the pit before it: if it is the other side’s and holds 2 or "
            "3, you take them too, and so on back until one does not. A capture is not a choice."
        ),
        "0-0-2-0-0-5-1-5-2-1-1-9-11-11-S",
        ("F", "C"),
    ),
    Lesson(
        "nothing",
        gettext_lazy("Why was nothing taken?"),
        gettext_lazy(
            "Only the pit of the last seed begins a capture, only on the other side, and only "
            "with 2 or 3 in it. Three moves that look alike:"
        ),
        "1-1-0-0-4-2-4-3-2-0-0-1-15-15-S",
        ("A", "F", "E"),
    ),
    Lesson(
        "lap",
        gettext_lazy("More than eleven seeds"),
        gettext_lazy(
            "A pit with twelve seeds or more goes round the board. The pit it came from is passed "
            "over on every lap and ends empty. Where the sowing passes twice, two seeds fall."
        ),
        "0-0-0-1-0-13-1-0-0-4-4-4-11-10-S",
        ("F",),
    ),
    Lesson(
        "slam",
        gettext_lazy("Grand slam"),
        gettext_lazy(
            "No move takes every seed of the other side. A capture that would do so takes nothing: "
            "the move stands, and the seeds stay where they fell. In some matches such a move is "
            "forbidden instead."
        ),
        "4-0-0-0-0-2-1-1-0-0-0-0-20-20-S",
        ("F",),
    ),
    Lesson(
        "feed",
        gettext_lazy("Feeding"),
        gettext_lazy(
            "If the other side has no seed at all, you must play a move that gives it one, if you "
            "have such a move. A pit reaches the other side when its seeds are enough to pass F."
        ),
        "1-5-0-0-0-2-0-0-0-0-0-0-20-20-S",
        ("B", "F", "A"),
    ),
    Lesson(
        "cannot_feed",
        gettext_lazy("When nothing can be given"),
        gettext_lazy(
            "If you must feed and cannot, the game ends at once and you take all that is left. "
            "Here it is the second player’s turn, with one seed."
        ),
        "3-0-0-0-0-0-0-0-0-0-0-1-22-22-N",
        ("f",),
    ),
    Lesson(
        "majority",
        gettext_lazy("25 seeds win"),
        gettext_lazy(
            "There are 48 seeds. As soon as a player has taken 25 the game is over; what is left "
            "on the board is not shared out. With 24 each it is a draw."
        ),
        "1-0-0-0-0-1-1-9-0-0-0-0-23-13-S",
        ("F",),
    ),
)


def taught(before: OwarePosition, after: OwarePosition) -> str:
    """What the last move did and why, of what the rules tell of it."""
    found = after.last_move
    if found is None:
        return ""
    parts = [_sown(found), *_captured(before, found)]
    if found.feeds:
        parts.append(_("The other side has a seed again."))
    if found.end is not None:
        first, second = after.stores
        parts.append(ends()[found.end.value])
        parts.append(_("%(first)s to %(second)s.") % {"first": first, "second": second})
    return ("" if get_language() == "ja" else " ").join(parts)


def _pits(pits: tuple[int, ...]) -> str:
    return pgettext("between pits", ", ").join(LETTERS[pit] for pit in pits)


def _sown(found: Explanation) -> str:
    values = {"pit": letter(found.pit), "n": found.seeds, "last": letter(found.last)}
    if found.seeds > 11:
        values |= {"next": letter((found.pit + 1) % 12)}
        return (
            _(
                "%(pit)s holds %(n)s seeds. They go once round the board, pass over %(pit)s, and "
                "go on from %(next)s to %(last)s."
            )
            % values
        )
    values |= {"way": _pits(found.path)}
    return (
        ngettext(
            "%(pit)s holds %(n)s seed. It goes to %(way)s.",
            "%(pit)s holds %(n)s seeds. They go to %(way)s.",
            found.seeds,
        )
        % values
    )


def _captured(before: OwarePosition, found: Explanation) -> list[str]:
    values: dict[str, Any] = {"last": letter(found.last), "n": found.last_holds}
    match found.nothing:
        case Nothing.OWN_ROW:
            return [_("The last one falls on the own side: nothing is taken.")]
        case Nothing.COUNT:
            return [_("The last one makes %(n)s in %(last)s: only 2 or 3 are taken.") % values]
        case Nothing.GRAND_SLAM:
            values["pits"] = _pits(found.spared)
            return [
                _(
                    "Taking %(pits)s would leave the other side without a seed: a grand slam, so "
                    "nothing is taken."
                )
                % values
            ]
        case None:
            return _taken(before, found, values)


def _taken(before: OwarePosition, found: Explanation, values: dict[str, Any]) -> list[str]:
    parts = [_("The last one makes %(n)s in %(last)s, which are taken.") % values]
    further = [f"{letter(pit)} ({seeds})" for pit, seeds in found.taken[1:]]
    if further:
        pits = pgettext("between pits", ", ").join(further)
        parts.append(_("Going back, %(pits)s too.") % {"pits": pits})
    stop = found.taken[-1][0] - 1
    if stop // ROW == found.last // ROW and stop >= 0:
        holds = before.pits[stop] + found.path.count(stop)
        values |= {"pit": letter(stop), "holds": holds}
        parts.append(_("%(pit)s holds %(holds)s: there it ends.") % values)
    captured = found.captured
    parts.append(ngettext("%(n)s seed in all.", "%(n)s seeds in all.", captured) % {"n": captured})
    return parts
