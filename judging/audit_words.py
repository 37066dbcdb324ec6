"""Words for what judging writes into a tournament's record, and for its criteria."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

ACTIONS: Words = {
    "contest.changed": _("Contest changed"),
    "paper.added": _("Paper added"),
    "paper.changed": _("Paper changed"),
    "paper.removed": _("Paper removed"),
    "paper.problem_added": _("Problem put on a paper"),
    "paper.problem_changed": _("Problem of a paper changed"),
    "paper.problem_removed": _("Problem taken off a paper"),
    "paper.set": _("Paper set"),
    "paper.unset": _("Paper back to draft"),
    "paper.closed": _("Paper closed"),
    "paper.paused": _("Paper paused for all"),
    "paper.resumed": _("Paper resumed"),
    "paper.pause_undone": _("Pause undone"),
    "race.opened": _("Problem of a race opened"),
    "race.closed": _("Problem of a race closed"),
    "sitting.extended": _("Time given to a contestant"),
    "sitting.reopened": _("Paper opened again for a contestant"),
    "submission.late_decided": _("Late answer decided"),
    "judging.retried": _("Answers judged again after a fault"),
    "key.corrected": _("Key corrected, being tried"),
    "key.applied": _("Corrected key applied"),
    "key.dropped": _("Corrected key dropped"),
    "scheme.saved": _("Mark scheme saved"),
    "scheme.approved": _("Mark scheme approved"),
    "scheme.withdrawn": _("Approval of a mark scheme taken back"),
    "scheme.part_added": _("Part added to a mark scheme"),
    "marking.duties": _("Markers chosen"),
    "marking.dealt": _("Scripts dealt to markers"),
    "marking.reassigned": _("Scripts given to another marker"),
    "marking.reopened": _("Flagged scripts marked again"),
    "marking.flag_cleared": _("Flag of a script cleared"),
    "script.marked": _("Script marked"),
    "appeal.filed": _("Appeal filed"),
    "appeal.taken_up": _("Appeal taken up"),
    "appeal.refused": _("Appeal refused"),
}

KINDS: Words = {
    "contest": _("Contest"),
    "paper": _("Papers"),
    "race": _("Races"),
    "sitting": _("Contestants' time"),
    "submission": _("Answers"),
    "judging": _("Judging"),
    "key": _("Answer keys"),
    "scheme": _("Mark schemes"),
    "marking": _("Marking"),
    "script": _("Scripts"),
    "appeal": _("Appeals"),
}

CRITERIA: Words = {
    "MARKS": _("Points"),
    "HANTEI": _("Hantei"),
    "WRONG": _("Wrong"),
    "LASTRIGHT": _("Last right"),
}

CRITERIA_NOTES: Words = {
    "MARKS": _("The points of all problems."),
    "HANTEI": _("How many hantei problems were solved."),
    "WRONG": _("Wrong attempts; fewer is better."),
    "LASTRIGHT": _("When the last right answer came, in minutes; earlier is better."),
}
