"""The words that the scripts of a match of Rithmomachia say."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.faces.rithmomachia import terms


def words() -> dict[str, str]:
    return {**_board_words(), **_turn_words(), **_side_words()}


def _board_words() -> dict[str, str]:
    """What a board says to a screen reader."""
    return {
        "board": _("Rithmomachia board, {even} pieces of Even, {odd} of Odd"),
        "board_last": _("Rithmomachia board, {even} pieces of Even, {odd} of Odd, last {text}"),
        "square_empty": _("{square}, empty"),
        "square_piece": _("{square}, {side} {piece}"),
        "square_moves": ngettext("{label}, {n} move", "{label}, {n} moves", 2),
        "square_moves_one": ngettext("{label}, {n} move", "{label}, {n} moves", 1),
        "square_goes": _("{label}: to here"),
        "square_takes": _("{label}: to here, takes {captures}"),
        "side_E": pgettext("a piece of the side", "Even"),
        "side_O": pgettext("a piece of the side", "Odd"),
        "shape_R": _("round {n}"),
        "shape_T": _("triangle {n}"),
        "shape_S": _("square {n}"),
        "shape_P": _("pyramid {n}"),
        "pyramid_parts": _("{piece} ({parts})"),
        "turned": _("{piece}, turned"),
        "siege": _("siege"),
        "capture": _("{piece} on {square} ({sums})"),
        "and": pgettext("between things of a list", ", "),
        "or": pgettext("between reasons", "; "),
    }


def _turn_words() -> dict[str, str]:
    return {
        "your_move": _("Choose one of your pieces."),
        "chosen": _("{piece} on {square}: where to?"),
        "chosen_hand": _("{piece} from your hand: where to?"),
        "chosen_small": _("Dots mark where it can go."),
        "chosen_takes": _("It can take {captures}."),
        "chosen_other": _("On its turn it could take {captures}."),
        "chosen_still": _("It could not move now."),
        "cannot_move": _("{piece} cannot move now."),
        "which": _("What do you take?"),
        "nothing_taken": _("nothing"),
        "move": _("{piece} {from} → {to}"),
        "move_takes": _("{piece} {from} → {to}, takes {captures}"),
        "take_stays": _("{piece} on {from} takes {captures}"),
        "drop": _("{piece} onto {to}"),
        "drop_takes": _("{piece} onto {to}, takes {captures}"),
        "aim": _("{move}?"),
        "aim_said": _("{move} is chosen. Choose it again to play it."),
        "play_it": _("Play {text}"),
        "sending_move": _("Playing {text} …"),
        "why_not": _("{text} is not possible here."),
        "console_turn": _("{name} to move"),
        "console_turn_small": _("Click a piece and its square, or type c 4 Enter."),
        "start": _("All pieces stand at their places"),
    }


def _side_words() -> dict[str, str]:
    """What stands beside the board."""
    codes = ("corpore", "bonis", "lite", "honore", "honore_liteque", "great", "greater")
    return {
        "note_1": _("Even, value {value}"),
        "note_2": _("Odd, value {value}"),
        "near": _("Taking {numbers} would win."),
        "near_some": _("Taking one of {numbers} would win."),
        "sets": ngettext("{n} set would meet the numbers", "{n} sets would meet the numbers", 2),
        "sets_one": ngettext(
            "{n} set would meet the numbers", "{n} sets would meet the numbers", 1
        ),
        "sets_more": _("more than {n} sets would meet the numbers"),
        "sets_none": _("No set of the pieces that stand would meet the numbers."),
        "any_pieces": ngettext(
            "Any {n} more piece would win.", "Any {n} more pieces would win.", 2
        ),
        "any_pieces_one": ngettext(
            "Any {n} more piece would win.", "Any {n} more pieces would win.", 1
        ),
        "threat": _("{text}: {name} ({numbers})"),
        "threats_none": _("No move would win at once."),
        "pyramid_first": _("The enemy pyramid must be taken first."),
        **{f"victory_{code}": terms.victory_name(code) for code in (*codes, "excellent")},
    }
