"""The words that the scripts of a paper say, in the reader's language.

Places for values are ``{name}``. With ``n`` = 1 the words of ``<key>_one`` are said.
"""

from django.utils.translation import gettext as _


def state_words() -> dict[str, str]:
    """Of a problem, beside its glyph."""
    return {
        "state_open": _("not answered"),
        "state_kept": _("saved, not sent"),
        "state_unsent": _("not on the server yet"),
        "state_answered": _("sent"),
        "state_queued": _("being judged"),
        "state_right": _("right"),
        "state_partly": _("partly right"),
        "state_wrong": _("wrong"),
        "state_spent": _("no attempts left"),
    }


def paper_words() -> dict[str, str]:
    return state_words() | {
        "left": _("{n} attempts left of {all}"),
        "left_one": _("1 attempt left of {all}"),
        "to_answer": _("{n} problems without an answer"),
        "to_answer_one": _("1 problem without an answer"),
        "all_answered": _("Every problem has an answer"),
        "ends": _("until {time}"),
        "no_end": _("No end is set"),
        "saved": _("All saved"),
        "saving": _("Saving…"),
        "offline": _("No connection. Go on: everything is kept here and sent when it is back."),
        "kept_here": _("Kept in this browser"),
        "kept_at": _("Saved {time}"),
        "keeping": _("Saving…"),
        "sending": _("Sending…"),
        "waits": _("Not sent yet: it goes when the connection is back."),
        "after_pages": _("It is sent when its pages are up."),
        "receipt": _("Receipt {number}: the server has it."),
        "paused": _("The paper is paused. Time does not count; wait for the arbiter."),
        "resumed": _("The paper goes on."),
        "end_moved": _("Your paper now ends at {time}."),
        "five_minutes": _("Five minutes left."),
        "one_minute": _("One minute left."),
        "time_over": _("The time is over"),
        "finishing": _("Handing in what is saved…"),
        "closed_early": _("The organisers closed this paper"),
        "hand_in_only": _("Time for writing is over. Only pages of proofs can be added now."),
        "unanswered": _("Without an answer: {names}"),
        "only_saved": _("Saved but not sent, handed in as it stands: {names}"),
        "problem": _("Problem {label}"),
        "other_first": _(
            "{device} writes on this paper. If you go on here, that page stops; what is saved "
            "comes along."
        ),
        "other_took": _(
            "You went on with this paper on another device ({device}). This page no longer "
            "writes. What is typed here is not lost."
        ),
        "other_unnamed": _("another device"),
        "looking": _("Another device writes on this paper. This page only shows it."),
        "go_on_here": _("Go on here"),
        "wrong_person": _(
            "Somebody else is signed in on this device, or you may no longer sit this paper. "
            "Sign in as yourself, or ask an organiser."
        ),
        "still_out": _("Waiting for you to sign in…"),
        "empty": _("There is nothing to send yet."),
        "same": _("You have sent just this already."),
        "four": _("Choose four stones; {n} are chosen."),
        "four_one": _("Choose four stones; 1 is chosen."),
        "not_a_stone": _("There is no stone on {point}."),
        "not_empty": _("There is a stone on {point}."),
        "five": _("Four stones are chosen. Take one away first."),
        "picked": _("{point} chosen, {n} in all"),
        "unpicked": _("{point} taken away, {n} left"),
        "set_added": _("Set {n}: {points}"),
        "set_known": _("That set is there already."),
        "remove": _("Remove"),
        "remove_set": _("Remove set {n}"),
        "understood": _("Understood as {text}"),
        "another_version": _("This browser keeps another version of this answer: {text}"),
        "use_it": _("Use that one"),
        "leave_it": _("Leave it"),
        "leftover_title": _("Typed, but not on the server before the end"),
        "leftover_words": _(
            "If you send it, it is marked late; an organiser decides whether it counts."
        ),
        "send_late": _("Send it late"),
        "leftover_photos": _(
            "Photos that did not reach the server: {names}. They stay in this browser. Tell an "
            "organiser: if they give you time, open this page again and the photos are sent."
        ),
        "page": _("Page {n}"),
        "page_up": _("Page {n}: earlier"),
        "page_down": _("Page {n}: later"),
        "page_remove": _("Page {n}: remove"),
        "page_sending": _("{name}: {percent} %"),
        "page_waits": _("{name}: kept here, sent when the connection is back"),
        "page_too_big": _(
            "“{name}” has {size} MB; at most 10 MB are taken. Photograph it smaller."
        ),
        "page_failed": _("“{name}” was not taken: {why}"),
        "page_removed": _("Page removed"),
        "no_pages": _("No pages yet"),
        "sheets": _("{n} pages"),
        "unsent_leave": _("Something has not reached the server yet."),
        "handed_in": _("You have handed this paper in."),
        "too_fast": _("Many answers in a short time: it is sent by itself in {n} s."),
        "refused": _("The server did not take it: {why}"),
        "server_fault": _("The server had a fault. Everything is kept here; it is sent again."),
    }


def race_words() -> dict[str, str]:
    return {
        "four": _("Choose four stones; {n} are chosen."),
        "four_one": _("Choose four stones; 1 is chosen."),
        "not_a_stone": _("There is no stone on {point}."),
        "not_empty": _("There is a stone on {point}."),
        "five": _("Four stones are chosen. Take one away first."),
        "picked": _("{point} chosen, {n} in all"),
        "unpicked": _("{point} taken away, {n} left"),
        "set_added": _("Set {n}: {points}"),
        "set_known": _("That set is there already."),
        "remove": _("Remove"),
        "remove_set": _("Remove set {n}"),
        "empty": _("There is nothing to send yet."),
        "sending": _("Sending…"),
        "waits": _("Not sent yet: it goes when the connection is back."),
        "refused": _("The server did not take it: {why}"),
        "offline": _("No connection. This page goes on by itself when it is back."),
        "opened": _("Problem {label} is open."),
        "open_next": _("Open problem {label}"),
        "close_this": _("Close problem {label}"),
        "no_more": _("Every problem has been shown"),
        "show_answer": _("Show the answer"),
        "hide_answer": _("Hide the answer"),
    }
