"""What knockouts, round robins and their rules are called."""

from typing import assert_never

from django.utils.translation import gettext

from tournaments.formats.bracket_values import Bracket, BracketMatch, Kind, Title, TitleKind, title
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.round_robin import Withdrawal


def title_words(found: Title) -> str:
    """The name of a round: "Semi-final", "Round 2"."""
    match found.kind:
        case TitleKind.FINAL:
            return gettext("Final")
        case TitleKind.SEMI_FINAL:
            return gettext("Semi-final")
        case TitleKind.QUARTER_FINAL:
            return gettext("Quarter-final")
        case TitleKind.ROUND:
            return gettext("Round {number}").format(number=found.number)
        case TitleKind.THIRD:
            return gettext("Third place")
        case TitleKind.WINNERS_ROUND:
            return gettext("Winners’ round {number}").format(number=found.number)
        case TitleKind.WINNERS_FINAL:
            return gettext("Winners’ final")
        case TitleKind.LOSERS_ROUND:
            return gettext("Losers’ round {number}").format(number=found.number)
        case TitleKind.LOSERS_FINAL:
            return gettext("Losers’ final")
        case TitleKind.GRAND_FINAL:
            return gettext("Grand final")
        case TitleKind.RESET:
            return gettext("Second grand final")
    assert_never(found.kind)


def match_words(bracket: Bracket, match: BracketMatch) -> str:
    """The name of one match: "Semi-final 2", or only "Final" where there is one."""
    name = title_words(title(bracket, match))
    alone = bracket.columns[match.side, match.round] == 1
    return (
        name
        if alone
        else gettext("{round}, match {number}").format(round=name, number=match.number)
    )


def rule_words(rules: KnockoutRules) -> list[str]:
    """The rules of a knockout as players are told them."""
    words = []
    if rules.kind is Kind.SINGLE:
        words.append(gettext("Whoever loses a match is out."))
        if rules.third_place:
            words.append(gettext("The losers of the semi-finals play for third place."))
    else:
        words.append(gettext("Whoever has lost twice is out."))
        words.append(
            gettext(
                "Losers of the winners’ side go on in the losers’ side. Those of its second "
                "round cross to the other half, those of the third to the other quarter, and "
                "so on by turns, so that nobody soon meets the same opponent again."
            )
        )
        words.append(
            gettext(
                "If the grand final is won from the losers’ side, a second one decides: then "
                "both have lost once."
            )
            if rules.reset
            else gettext("One grand final decides, whoever wins it.")
        )
    words += _games(rules)
    words.append(
        gettext(
            "If neither player comes, both are out and the next opponent goes on without a match."
        )
    )
    return words


def _games(rules: KnockoutRules) -> list[str]:
    if set(rules.best_of) == {1}:
        return [gettext("Each match is one game.")]
    final, *earlier = rules.best_of
    if not earlier:
        return [gettext("Each match is a best of {games}.").format(games=final)]
    return [
        gettext(
            "From the final backwards, matches are best of {games}; the last number holds for "
            "all earlier rounds."
        ).format(games=", ".join(str(games) for games in rules.best_of))
    ]


def withdrawal_words(rule: Withdrawal) -> str:
    """What becomes of the games of somebody who leaves a round robin."""
    match rule:
        case Withdrawal.HALF:
            return gettext(
                "Whoever leaves after half of the games or more keeps the results, and the "
                "opponents left win by forfeit; before that, none of the games counts."
            )
        case Withdrawal.KEEP:
            return gettext("Whoever leaves keeps the results; the opponents left win by forfeit.")
        case Withdrawal.DROP:
            return gettext("Whoever leaves is taken out: none of their games counts.")
    assert_never(rule)
