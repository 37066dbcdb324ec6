"""The words that the scripts of a match of Kyōen say."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def words() -> dict[str, str]:
    return {**_board_words(), **_turn_words(), **_claim_words(), **_replay_words()}


def _board(stones: int) -> str:
    return ngettext(
        "{columns} by {rows} board, {n} stone", "{columns} by {rows} board, {n} stones", stones
    )


def _board_last(stones: int) -> str:
    return ngettext(
        "{columns} by {rows} board, {n} stone, last stone {point}",
        "{columns} by {rows} board, {n} stones, last stone {point}",
        stones,
    )


def _board_words() -> dict[str, str]:
    """What a board says to a screen reader."""
    return {
        "board": _board(2),
        "board_one": _board(1),
        "board_last": _board_last(2),
        "board_last_one": _board_last(1),
        "point_empty": _("{point}, empty"),
        "point_stone": _("{point}, stone"),
        "point_last": _("{point}, last stone"),
    }


def _turn_words() -> dict[str, str]:
    return {
        "seal_claim": pgettext("seal: claim if you can", "!"),
        "seal_pick": pgettext("seal: choose", "?"),
        "seal_right": pgettext("seal: the claim is right", "✓"),
        "seal_wrong": pgettext("seal: the claim is wrong", "×"),
        "claim_or_place": _("If {point} made a kyōen, claim it; else place a stone."),
        "your_move": _("Place a stone on an empty point."),
        "last_stone": _("Last stone: {point}, {name}"),
        "claim_if": _("Kyōen? Claim it."),
        "you_are_next": _("You play next."),
        "your_stone": _("The others may claim your stone {point}."),
        "aim": _("Place a stone on {point}?"),
        "aim_said": _("{point} is chosen. Choose it again to place the stone."),
        "play_it": _("Place on {point}"),
        "sending_move": _("Placing a stone on {point} …"),
        "sending_claim": _("Sending the claim …"),
        "taken": _("There is a stone on {point} already."),
        "seat_placed": _("placed {point}"),
        "console_turn": _("{name} to place a stone"),
        "console_turn_small": _("Click a point or type it. A seat’s number begins its claim."),
        "seat_claims": _("Seat {seat}, {name}, claims"),
        "arbiter_claims": _("The arbiter claims"),
    }


def _claim_words() -> dict[str, str]:
    return {
        "pick_stones": ngettext("Tap {n} more stone", "Tap {n} more stones", 2),
        "pick_stones_one": ngettext("Tap {n} more stone", "Tap {n} more stones", 1),
        "pick_said": _("Choose three stones that make a kyōen with {point}."),
        "picked_said": _("{point} chosen, {left} more"),
        "unpicked_said": _("{point} taken out, {left} more"),
        "last_is_in": _("{point} is already in."),
        "four_chosen": _("Four stones chosen"),
        "change_stone": _("Tap a stone to change it."),
        "fits": _("Four on one circle or line"),
        "fits_small": _("The claim is right."),
        "fits_not": _("No circle, no line"),
        "more": _("{n} more"),
        "send": _("Claim these four"),
        "send_fits": _("Claim this circle"),
        "send_anyway": _("Claim anyway"),
        "claim_right": _("Kyōen! Claimed by {name}"),
        "claim_right_small": _("Out: {name}"),
        "claim_wrong": _("Not a kyōen: the claim by {name}"),
        "arbiter": _("the arbiter"),
        "claim_too_late": _("A new stone was placed. That claim is no longer possible."),
        "no_claim_done": _("This stone was already claimed."),
        "no_claim_stone": _("No stone to claim yet."),
        "no_claim_own": _("Your own stone."),
        "no_claim_lost": _("You may not claim now."),
        "no_claim_gone": _("Its player has left."),
    }


def _replay_words() -> dict[str, str]:
    return {
        "start": _("The empty board"),
        "line": _("straight line"),
        "circle": _("circle, centre {centre}, radius {radius}"),
        "claimed": _("{point}: {name} made it, {claimant} claimed it"),
        "missed": _("{point}: {name} made it, nobody claimed it"),
        "by_arbiter": _("the arbiter"),
        "more_curves": _("and {n} more"),
    }


def ends() -> dict[str, str]:
    return {
        "last_player_in": _("The last player still in."),
        "board_full": _("The board is full."),
    }
