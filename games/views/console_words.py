"""Words of the arbiter's console: its headline and what each action asks and offers."""

from django.utils.translation import gettext as _


def console_words() -> dict[str, str]:
    return {
        "console_turn": _("{name} to play"),
        "console_turn_small": _("Enter the move on the board."),
        "console_waiting": _("The match has not begun"),
        "console_waiting_small": _("Seats: {n}. Start it when everybody sits."),
        "console_ruling": _("{name} has used up the time"),
        "console_ruling_small": _("Decide: out, or plays on with more time."),
        "console_away": _("{name} is to move and away"),
        "console_idle": _("{name} does not move"),
        "console_missed_over": _("Decide: abandoned, or wait on."),
        "console_over": _("The match is over"),
        "console_over_small": _("The last event can still be taken back."),
        "seat_name": _("Seat {seat}: {name}"),
        "result_won": _("{name} wins"),
        "result_drawn": _("Draw"),
        "result_lost": _("Both lose"),
        "place_of": _("Place of {name}"),
        "reason_needed": _("Reason"),
        "reason_wanted": _("Reason, if you want to give one"),
    }


def action_words() -> list[dict[str, object]]:
    """What the console asks before each action.

    ``needs``: whether a reason must be given, which it must where the record is corrected.
    """
    return [
        {
            "action": "pause",
            "title": _("Pause the match"),
            "hint": _("All clocks stand still until it goes on."),
            "button": _("Pause"),
            "needs": False,
            "reasons": [_("Question about the rules"), _("Disturbance"), _("Technical trouble")],
        },
        {
            "action": "takeback",
            "title": _("Take back the last event"),
            "hint": _("The last stone, claim or leaving is undone; the turn counts anew."),
            "button": _("Take back"),
            "needs": True,
            "reasons": [_("Entered at the wrong point"), _("Entered for the wrong player")],
        },
        {
            "action": "end",
            "title": _("End the match here"),
            "hint": _("Those still in share the best place left."),
            "button": _("End the match"),
            "needs": True,
            "reasons": [_("Out of time for the round"), _("All players agree")],
        },
        {
            "action": "agree_draw",
            "title": _("The players agree on a draw"),
            "hint": _("The match is over and drawn, by agreement."),
            "button": _("Draw agreed"),
            "needs": False,
            "reasons": [],
        },
        {
            "action": "adjudicate",
            "title": _("Decide the result"),
            "hint": _("The match is over with this result, whatever happened in it."),
            "button": _("Record the result"),
            "needs": True,
            "reasons": [_("Out of time for the round"), _("The players agree")],
        },
        {
            "action": "illegal",
            "title": _("Illegal move of {name}"),
            "hint": _("It is counted, and the rules of the match say what follows."),
            "button": _("Record"),
            "needs": False,
            "reasons": [_("Taken back on the board")],
        },
        {
            "action": "remove",
            "title": _("Take {name} out of the match"),
            "hint": _("The player is out at once. No stone is taken off."),
            "button": _("Take out"),
            "needs": True,
            "reasons": [_("Breach of the rules"), _("Left the table")],
        },
        {
            "action": "withdraw",
            "title": _("{name} withdraws"),
            "hint": _("The player leaves by choice. No stone is taken off."),
            "button": _("Withdraw"),
            "needs": False,
            "reasons": [_("Feels unwell"), _("Has to leave")],
        },
        {
            "action": "abandon",
            "title": _("{name} has abandoned the match"),
            "hint": _("The player went away and is out at once."),
            "button": _("Abandoned"),
            "needs": False,
            "reasons": [_("Did not come back"), _("Cannot be reached")],
        },
        {
            "action": "restore",
            "title": _("Put {name} back into the match"),
            "hint": _("The player is in again. A stone that a claim took off stays off."),
            "button": _("Put back"),
            "needs": True,
            "reasons": [_("Taken out by mistake"), _("The arbiter’s ruling was changed")],
        },
        {
            "action": "clock",
            "title": _("Adjust the clock of {name}"),
            "hint": _("Seconds to give; with a minus sign, to take."),
            "button": _("Adjust"),
            "needs": True,
            "reasons": [_("Clock started late"), _("Disturbance"), _("Penalty")],
        },
        {
            "action": "plays_on",
            "title": _("{name} plays on"),
            "hint": _("Seconds the player gets for this turn."),
            "button": _("Play on"),
            "needs": True,
            "reasons": [_("The stone was placed in time"), _("Technical trouble")],
        },
        {
            "action": "out",
            "title": _("{name} is out"),
            "hint": _("The time was used up. No stone is taken off."),
            "button": _("Out on time"),
            "needs": False,
            "reasons": [_("Time used up")],
        },
    ]
