"""The page where it is decided who goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import TooManyChosenError
from tournaments.formats.advancement import Decision
from tournaments.formats.advancement_values import CutReason, InvalidChoiceError, Mode
from tournaments.formats.lots import ByKey
from tournaments.models import Advancement, Entry, Stage
from tournaments.names import stage_name
from tournaments.services.advancement import Check, Proposal, check_decision, propose
from tournaments.services.field import active_decision
from tournaments.services.round_state import missing_words
from tournaments.standings import Standing, format_amount
from tournaments.words import CUTS, TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Candidate:
    entry: Entry
    standing: Standing
    points: str
    seed: int | None
    """In the next stage; None for those who stay behind."""
    why: str
    asked: bool
    """Equal at the cut: a person says who goes on."""
    picked: bool
    replaces: str
    parted: str
    """What parts them from the one above, with as many points."""


@dataclass(frozen=True, slots=True)
class AskedGroup:
    places: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class Changes:
    added: Sequence[str]
    removed: Sequence[str]
    moved: Sequence[tuple[str, int, int]]
    replaceable: bool


@dataclass(frozen=True, slots=True)
class AdvancementPage:
    source_name: str
    rows: Sequence[Candidate]
    questions: Sequence[AskedGroup]
    missing: str
    decided: Advancement | None
    begun: bool
    """A round of the stage is public: the decision stands."""
    changes: Changes | None
    rule: str
    hand: bool
    answered: Sequence[str]
    """Who was chosen for an earlier question, in that order."""
    error: str = ""


def advancement_page(target: Stage, chosen: Sequence[str] = ()) -> AdvancementPage:
    """What is decided, or else what the rule proposes with ``chosen`` answering its questions."""
    error = ""
    try:
        proposal = propose(target, chosen=chosen)
    except InvalidChoiceError as refused:
        error = str(
            TooManyChosenError(chosen=len(refused.params["keys"]), seats=refused.params["places"])
        )
        proposal = propose(target)
    decided = active_decision(target)
    decision, grounds = proposal.decision, proposal.standings
    if decided:
        decision = Decision.from_json(decided.decision)
        grounds = tuple(Standing.from_json(row) for row in decided.standings)
    entries = {
        str(entry.pk): entry for entry in Entry.objects.filter(tournament=target.tournament_id)
    }
    names = {key: entry.name for key, entry in entries.items()}
    return AdvancementPage(
        source_name=stage_name(proposal.source),
        rows=_rows(decision, grounds, entries, chosen),
        questions=[]
        if decided
        else [
            AskedGroup(one.places, [names[str(key)] for key in one.keys])
            for one in proposal.decision.questions
        ],
        missing=missing_words(proposal.missing),
        decided=decided,
        begun=target.rounds.exclude(state="draft").exists(),
        changes=_changes(check_decision(target), names),
        rule=rule_words(proposal),
        hand=proposal.decision.rule.mode is Mode.HAND,
        answered=[] if decided else _answered(decision, chosen),
        error=error,
    )


def _answered(decision: Decision, chosen: Sequence[str]) -> list[str]:
    through = {str(one.key) for one in decision.qualifiers}
    return [key for key in chosen if key in through]


def _rows(
    decision: Decision,
    grounds: Sequence[Standing],
    entries: dict[str, Entry],
    chosen: Sequence[str],
) -> list[Candidate]:
    """Those who go on in order of seeds, then everybody else in order of ``grounds``.

    ``grounds``: the standings the decision was taken from, whatever was corrected since.
    """
    standing_of = {row.key: row for row in grounds}
    asked = {key for one in decision.questions for key in one.keys}
    cuts = {cut.key: cut for cut in decision.cuts}
    parted = {row.key: _parted(row, above) for above, row in pairwise(grounds)}
    rows = []
    for one in decision.qualifiers:
        if one.key in standing_of:
            replaces = entries[str(one.replaces)].name if one.replaces is not None else ""
            standing = standing_of[one.key]
            rows.append(_candidate(standing, entries, one.seed, "", False, True, replaces, parted))
    taken = {one.key for one in decision.qualifiers}
    for standing in grounds:
        if standing.key in taken:
            continue
        cut = cuts.get(standing.key)
        why = str(CUTS[cut.reason.value]) if cut else ""
        if cut and cut.reason is CutReason.CLUB_CAP:
            why = f"{why} ({entries[str(standing.key)].club})"
        rows.append(
            _candidate(
                standing,
                entries,
                None,
                _("equal at the cut") if standing.key in asked else why,
                standing.key in asked,
                str(standing.key) in chosen,
                "",
                parted,
            )
        )
    return rows


def _candidate(
    standing: Standing,
    entries: dict[str, Entry],
    seed: int | None,
    why: str,
    asked: bool,
    picked: bool,
    replaces: str,
    parted: ByKey[str],
) -> Candidate:
    entry = entries[str(standing.key)]
    points = format_amount(standing.points)
    because = parted.get(standing.key, "")
    return Candidate(entry, standing, points, seed, why, asked, picked, replaces, because)


def _parted(row: Standing, above: Standing) -> str:
    if row.decided_by is None or row.points != above.points:
        return ""
    own, theirs = (format_amount(one.value(row.decided_by).amount) for one in (row, above))
    return _("As many points as above; %(criterion)s: %(own)s against %(theirs)s") % {
        "criterion": TIE_BREAKS.get(row.decided_by, row.decided_by),
        "own": own or "–",
        "theirs": theirs or "–",
    }


def _changes(check: Check | None, names: dict[str, str]) -> Changes | None:
    if check is None:
        return None
    found = check.difference
    return Changes(
        [names[str(key)] for key in found.added],
        [names[str(key)] for key in found.removed],
        [(names[str(move.key)], move.before, move.after) for move in found.moved],
        check.replaceable,
    )


def rule_words(proposal: Proposal) -> str:
    """The stated rule in one sentence."""
    rule = proposal.decision.rule
    match rule.mode:
        case Mode.TOP:
            return ngettext(
                "The first of the standings goes on.",
                "The best %(n)s of the standings go on.",
                rule.count,
            ) % {"n": rule.count}
        case Mode.PER_GROUP:
            return _(
                "The best %(n)s of each table of the last round, and the best %(m)s others."
            ) % {"n": rule.per_group, "m": rule.best_others}
        case Mode.HAND:
            return _("The organiser chooses who goes on.")
