"""The words that the scripts of a match's pages say, in the reader's language.

Places for values are ``{name}``. A script gets the whole mapping; it holds no words itself.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.faces.registry import face
from games.views.console_words import console_words


def _seal_words() -> dict[str, str]:
    """One character in a seal."""
    return {
        "seal_next": pgettext("seal", "!"),
        "seal_now": pgettext("seal: what is going on", "…"),
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
        "computer_name": _("Computer {n}"),
        "comma": pgettext("between names", ", "),
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
        "seconds": ngettext("{n} second", "{n} seconds", 2),
        "seconds_one": ngettext("{n} second", "{n} seconds", 1),
        "minutes_seconds": _("{minutes} min {seconds} s"),
        "seconds_left": ngettext("{n} second left", "{n} seconds left", 2),
        "seconds_left_one": ngettext("{n} second left", "{n} seconds left", 1),
        "low": ngettext("{name}: {n} second left", "{name}: {n} seconds left", 2),
        "low_one": ngettext("{name}: {n} second left", "{name}: {n} seconds left", 1),
        "periods": _("period, {n} left"),
        "free": _("{n} s free"),
    }


def _state_words() -> dict[str, str]:
    return {
        "your_turn": _("Your turn"),
        "turn_of": _("{name} is thinking"),
        "your_move": _("Play a move on the board."),
        "you_are_out": _("You are out of this match"),
        "cancel": _("Cancel"),
        "aim": _("Play {move}?"),
        "aim_small": _("Tap it again, or press the button."),
        "aim_said": _("{move} is chosen. Choose it again to play it."),
        "play_it": _("Play {move}"),
        "seat_away": pgettext("seat", "away"),
        "away": _("{name} is away"),
        "away_since": _("Away since {since}."),
        "idle_since": _("No move since {since}."),
        "missed_forfeit": _("The game is forfeited in {time}."),
        "missed_arbiter": _("The arbiter is told in {time}."),
        "missed_over": _("The arbiter decides."),
        "idle_you": _("You have not moved since {since}"),
        "idle_you_forfeit": _("Move within {time}, or the game is forfeited."),
        "idle_you_arbiter": _("Move within {time}, or the arbiter decides."),
        "idle_you_over": _("Move now; the arbiter was told and decides."),
        "paused": _("The match is paused"),
        "paused_small": _("All clocks stand still."),
        "ruling": _("{name}: time is used up"),
        "ruling_small": _("Waiting for the arbiter."),
        "title_turn": _("Your turn – {title}"),
        "reason": _("Reason: {reason}"),
    }


def _server_words() -> dict[str, str]:
    return {
        "sending": _("Sending …"),
        "sending_move": _("Playing {move} …"),
        "sending_small": _("The server decides in the order of arrival."),
        "sending_again": _("The server does not answer. It is sent again by itself."),
        "refused": _("The server refused this. Reload the page and try again."),
        "no_answer": _("The server did not answer. Try again."),
        "nothing_changed": _("Nothing was changed."),
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
        "over_drawn": _("The match is drawn"),
        "over_plain": _("The match is over"),
        "won": pgettext("result", "won"),
        "lost": pgettext("result", "lost"),
        "drew": pgettext("result", "draw"),
        "over_place": _("You took place {place}."),
        "reason_ended_by_arbiter": _("The arbiter ended the match."),
        "reason_adjudicated": _("The arbiter decided it."),
        "reason_agreed": _("The players agreed on it."),
        "reason_time": _("The time was used up."),
        "reason_resigned": _("By resignation."),
        "reason_withdrew": _("The other player withdrew."),
        "reason_removed": _("The arbiter took a player out of the match."),
        "reason_left": _("A player left."),
        "reason_abandoned": _("A player went away and abandoned the match."),
        "reason_absent": _("A player did not come."),
        "reason_illegal_moves": _("Too many illegal moves."),
        "reason_undefined": "",
    }


def _pair_words() -> dict[str, str]:
    return {
        "no_show_in": _("Who is not ready in {time} loses."),
        "no_show_left": _("{time} left to come to the board."),
        "no_show_over": _("The time to come is over."),
        "draw_offered": _("{name} offers a draw"),
        "draw_offered_small": _("Accept it, decline it, or play on."),
        "series_game": _("Game {n} of {all}"),
        "series_score": _("{one} {a} – {b} {two}"),
        "series_next": _("To game {n}"),
        "series_earlier": _("Game {n} goes on"),
        "series_goes_on": _("Game {n} is ready to be played."),
        "series_won": _("{name} wins the series."),
        "series_drawn": _("The series is drawn."),
    }


def match_words(game: str) -> Mapping[str, str]:
    """All the words of the player's, the spectator's and the arbiter's page."""
    kind = face(game)
    return {
        **_seal_words(),
        **seat_words(),
        **_clock_words(),
        **_state_words(),
        **_server_words(),
        **_beginning_and_end_words(),
        **_pair_words(),
        **{f"reason_{reason}": words for reason, words in kind.ends().items()},
        **kind.words(),
    }


def console_page_words(game: str) -> Mapping[str, str]:
    return {**match_words(game), **console_words(), **face(game).words()}
