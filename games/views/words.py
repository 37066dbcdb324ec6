"""The words that the scripts of a match's pages say, in the reader's language.

Places for values are ``{name}``. A script gets the whole mapping; it holds no words itself.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.views.console_words import console_words


def board_words() -> dict[str, str]:
    """What a board says to a screen reader."""
    return {
        "board": _("{columns} by {rows} board, {n} stones"),
        "board_last": _("{columns} by {rows} board, {n} stones, last stone {point}"),
        "point_empty": _("{point}, empty"),
        "point_stone": _("{point}, stone"),
        "point_last": _("{point}, last stone"),
    }


def _seal_words() -> dict[str, str]:
    """One character in a seal."""
    return {
        "seal_next": pgettext("seal", "!"),
        "seal_now": pgettext("seal: what is going on", "…"),
        "seal_claim": pgettext("seal: claim if you can", "!"),
        "seal_pick": pgettext("seal: choose", "?"),
        "seal_right": pgettext("seal: the claim is right", "✓"),
        "seal_wrong": pgettext("seal: the claim is wrong", "×"),
        "seal_note": pgettext("seal: something happened", "i"),
        "seal_wait": pgettext("seal: wait", "…"),
        "seal_over": pgettext("seal: the match is over", "∎"),
        "seal_offline": pgettext("seal: no connection", "…"),
    }


def seat_words() -> dict[str, str]:
    return {
        "you": pgettext("player", "You"),
        "you_inside": pgettext("player, inside a sentence", "you"),
        "named": pgettext("a player in a sentence", "{name}"),
        "comma": pgettext("between names", ", "),
        "seat_placed": _("placed {point}"),
        "seat_thinking": _("thinking"),
        "seat_stopped": _("to play"),
        "seat_next": pgettext("seat", "next"),
        "seat_in": pgettext("seat", "in"),
        "seat_out": pgettext("seat", "out"),
        "seat_absent": pgettext("seat", "absent"),
        "seat_out_place": _("out, place {place}"),
        "seat_ready": pgettext("seat", "ready"),
        "seat_waiting": _("not ready"),
        "seat_free": pgettext("seat", "free"),
        "free_seat": pgettext("name of a free seat", "–"),
        "place": _("place {place}"),
    }


def _clock_words() -> dict[str, str]:
    return {
        "clock": _("{name}: {seconds} left"),
        "seconds": _("{seconds} seconds"),
        "minutes_seconds": _("{minutes} min {seconds} s"),
        "seconds_left": _("{seconds} seconds left"),
        "low": _("{name}: {seconds} seconds left"),
        "periods": _("period, {n} left"),
    }


def _state_words() -> dict[str, str]:
    return {
        "your_turn": _("Your turn"),
        "turn_of": _("{name} is thinking"),
        "claim_or_place": _("If {point} made a kyōen, claim it; else place a stone."),
        "place_stone": _("Place a stone on an empty point."),
        "last_stone": _("Last stone: {point}, {name}"),
        "you_are_out": _("You are out of this match"),
        "claim_if": _("Kyōen? Claim it."),
        "you_are_next": _("You play next."),
        "your_stone": _("The others may claim your stone {point}."),
        "aim": _("Place a stone on {point}?"),
        "aim_small": _("Tap it again, or press the button."),
        "aim_said": _("{point} is chosen. Choose it again to place the stone."),
        "place_at": _("Place on {point}"),
        "paused": _("The match is paused"),
        "paused_small": _("All clocks stand still."),
        "ruling": _("{name}: time is used up"),
        "ruling_small": _("Waiting for the arbiter."),
        "title_turn": _("Your turn – {title}"),
        "reason": _("Reason: {reason}"),
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


def _server_words() -> dict[str, str]:
    return {
        "sending": _("Sending …"),
        "sending_move": _("Placing a stone on {point} …"),
        "sending_claim": _("Sending the claim …"),
        "sending_small": _("The server decides in the order of arrival."),
        "sending_again": _("The server does not answer. It is sent again by itself."),
        "refused": _("The server refused this. Reload the page and try again."),
        "no_answer": _("The server did not answer. Try again."),
        "nothing_changed": _("Nothing was changed."),
        "taken": _("There is a stone on {point} already."),
        "not_your_turn": _("It is not your turn. {name} to play."),
        "offline": _("Connection lost"),
        "reconnecting": _("Reconnecting. Your clock is kept by the server."),
        "reconnecting_said": _("Connection lost. Your clock is kept by the server; reconnecting…"),
        "connected": _("Connected again."),
        "copied": _("Copied"),
    }


def _beginning_and_end_words() -> dict[str, str]:
    return {
        "screen_waiting": _("The match has not begun"),
        "waiting_free": ngettext("Waiting for {n} more player", "Waiting for {n} more players", 2),
        "waiting_free_one": ngettext(
            "Waiting for {n} more player", "Waiting for {n} more players", 1
        ),
        "waiting_free_small": _("The match begins when every seat is taken and ready."),
        "ready_ask": _("Are you ready?"),
        "ready_ask_small": _("The match begins when everybody is."),
        "waiting_for": _("Waiting for {names}"),
        "waiting_start": _("Everybody is ready"),
        "waiting_small": _("The match is about to begin."),
        "over": _("{names} won the match"),
        "over_you": _("You won the match"),
        "over_shared": _("First place is shared: {names}"),
        "over_plain": _("The match is over"),
        "over_place": _("You took place {place}."),
        "reason_last_player_in": _("The last player still in."),
        "reason_board_full": _("The board is full."),
        "reason_ended_by_arbiter": _("The arbiter ended the match."),
        "reason_undefined": "",
    }


def match_words() -> Mapping[str, str]:
    """All the words of the player's, the spectator's and the arbiter's page."""
    return {
        **board_words(),
        **_seal_words(),
        **seat_words(),
        **_clock_words(),
        **_state_words(),
        **_claim_words(),
        **_server_words(),
        **_beginning_and_end_words(),
    }


def console_page_words() -> Mapping[str, str]:
    return {**match_words(), **console_words()}
