"""The rules of a match of Kyōen in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.faces.base import Line


def board_in_words(rules: Mapping[str, Any]) -> str:
    columns, rows = rules.get("columns", 9), rules.get("rows", 9)
    values = {"columns": columns, "rows": rows}
    match rules.get("lattice", "square"), rules.get("shape", "grid"):
        case "triangular", "triangle":
            return _("Triangle of side %(columns)s, equilateral lattice") % values
        case "triangular", _shape:
            return _("Rhombus of %(columns)s × %(rows)s points, equilateral lattice") % values
        case "rectangular", _shape:
            return _("%(columns)s × %(rows)s points, sides 1 : √2") % values
    return _("%(columns)s × %(rows)s points") % values


def play_in_words(rules: Mapping[str, Any]) -> list[Line]:
    return [
        (_("Board"), board_in_words(rules)),
        (_("How to play"), _("In turn, each player still in places one stone. There is no pass.")),
        (
            _("Kyōen"),
            _("Four stones on one circle or one straight line, the last stone among them."),
        ),
        (
            _("Claim"),
            _(
                "Until the next stone is placed, anyone else who may claim can. If the claim is "
                "right, the last stone is taken off and its player is out."
            ),
        ),
        (_("Who may claim"), _who_claims(rules)),
        (_("Wrong claim"), _wrong_claim(rules)),
        (_("End"), _("The last player still in wins; the others are placed in reverse order.")),
    ]


def _who_claims(rules: Mapping[str, Any]) -> str:
    match rules.get("out_may_claim", False), rules.get("arbiters_may_claim", False):
        case True, True:
            return _("Every player, those who are out too, and the arbiters")
        case True, False:
            return _("Every player, those who are out too")
        case False, True:
            return _("Players still in, and the arbiters")
    return _("Players still in")


def _wrong_claim(rules: Mapping[str, Any]) -> str:
    match rules.get("wrong_claim", "nothing"):
        case "out":
            return _("The claimant is out.")
        case "silenced":
            return _("The claimant may not claim again until the next stone.")
        case "limit":
            limit = rules.get("wrong_claim_limit", 3)
            return ngettext(
                "After %(n)s wrong claim the claimant is out.",
                "After %(n)s wrong claims the claimant is out.",
                limit,
            ) % {"n": limit}
    return _("Nothing happens. It is recorded.")


def step_in_words(step: str) -> str:
    return _("%(step)s for each stone") % {"step": step}


def time_rules_in_words(rules: Mapping[str, Any]) -> list[Line]:
    return [(_("After a claim"), _reset(rules)), (_("Time used up"), _used_up(rules))]


def _reset(rules: Mapping[str, Any]) -> str:
    limit = rules.get("resets_per_turn")
    match rules.get("clock_reset", "any"):
        case "right":
            return _("After a right claim the player then thinking has the full time again.")
        case "never":
            return _("The clock goes on.")
    if limit is None:
        return _("The player then thinking has the full time again, be the claim right or wrong.")
    return _(
        "The player then thinking has the full time again; of wrong claims, after the first "
        "%(n)s of a turn only."
    ) % {"n": limit}


def _used_up(rules: Mapping[str, Any]) -> str:
    if rules.get("time_used_up", "eliminate") == "arbiter":
        return _("The clock stops and the arbiter decides.")
    return _("The player is out. The last stone can still be claimed.")
