"""Leading contestants to their papers from the pages of their tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from judging.models import Contest, Kind, Mode, Paper, PaperState, Sitting
from judging.permissions import my_papers
from judging.services.paper_view import title_of
from judging.services.released import released
from judging.services.timing import instant, phase_of, window_of
from judging.windows import Phase
from tournaments.instants import moment
from tournaments.models import Entry
from tournaments.services.calls import Call


def calls(user: User, at: datetime) -> Sequence[Call]:
    """One for each paper the person may sit; nothing of what is asked on them."""
    papers = my_papers(user)
    if not papers:
        return []
    sittings = {
        one.paper_id: one
        for one in Sitting.objects.filter(
            paper__in=[paper for paper, _entry in papers], entry__user=user
        )
    }
    out: dict[int, bool] = {}
    found = []
    for paper, entry in papers:
        sitting = sittings.get(paper.pk)
        if paper.state == PaperState.CLOSED and sitting is not None and sitting.started_at:
            if paper.stage_id not in out:
                out[paper.stage_id] = released(paper.stage, at)
            if out[paper.stage_id]:
                found.append(_results(paper, at))
                continue
        found.append(_call(paper, entry, sitting, at))
    return found


def _results(paper: Paper, at: datetime) -> Call:
    stage = paper.stage
    until = Contest.objects.filter(stage=stage).values_list("appeals_until", flat=True).first()
    note = ""
    if until is not None and at < until and paper.problems.filter(kind=Kind.PROOF).exists():
        note = _("Marks of proofs can be appealed against until %(time)s.") % {
            "time": _time(paper, until)
        }
    return Call(
        tournament=stage.tournament_id,
        words=_("The results of “%(paper)s” are out") % {"paper": title_of(paper)},
        note=note,
        url=reverse("judging:my_results", args=[stage.tournament_id, stage.order]),
        button=_("To your results"),
        urgent=False,
        over=True,
    )


def _call(paper: Paper, entry: Entry, known: Sitting | None, at: datetime) -> Call:
    sitting = known or Sitting(paper=paper, entry=entry)
    sitting.paper = paper
    race = paper.mode == Mode.RACE
    said = _race(paper) if race else _paper(paper, sitting, at)
    url = reverse("judging:race" if race else "judging:paper", args=[paper.pk])
    return Call(
        tournament=paper.stage.tournament_id,
        words=said.words,
        note=said.note,
        url=url,
        button=said.button,
        urgent=said.urgent,
        over=said.over,
    )


@dataclass(frozen=True, slots=True)
class _Said:
    words: str
    note: str
    button: str
    urgent: bool = False
    over: bool = False


def _race(paper: Paper) -> _Said:
    title = {"paper": title_of(paper)}
    if paper.state == PaperState.CLOSED:
        return _Said(_("The race “%(paper)s” is over") % title, "", _("To the table"), over=True)
    words = _("Take part in “%(paper)s”") % title
    return _Said(words, _("The host opens the problems there."), _("To the race"), urgent=True)


def _paper(paper: Paper, sitting: Sitting, at: datetime) -> _Said:
    title = title_of(paper)
    if paper.state == PaperState.CLOSED:
        return _over(title, sitting)
    phase, window = phase_of(sitting, at), window_of(sitting, at)
    if phase is Phase.BEFORE:
        begins = _time(paper, window.start)
        if not begins:
            words = _("The time of your paper “%(paper)s” is not set yet") % {"paper": title}
        else:
            words = _("Your paper “%(paper)s” begins on %(time)s") % {
                "paper": title,
                "time": begins,
            }
        return _Said(words, _("Read its rules before."), _("To the start page"))
    if phase in {Phase.OVER, Phase.HANDED_IN}:
        return _over(title, sitting)
    if sitting.started_at is None:
        until = _time(paper, window.start_by if paper.duration else window.end)
        words = _("Start your paper “%(paper)s”") % {"paper": title}
        return _Said(words, _until(until), _("To the start page"), urgent=True)
    words = _("Go on with your paper “%(paper)s”") % {"paper": title}
    until = _until(_time(paper, window.hand_in_end))
    return _Said(words, until, _("To the paper"), urgent=True)


def _over(title: str, sitting: Sitting) -> _Said:
    words = _("Your paper “%(paper)s” is over") % {"paper": title}
    note = "" if sitting.started_at else _("You did not start it.")
    return _Said(words, note, _("To your answers"), over=True)


def _until(time: str) -> str:
    return _("until %(time)s") % {"time": time} if time else ""


def _time(paper: Paper, at: datetime | None) -> str:
    """As the clocks at the place of the contest show it; empty for never."""
    if at is None or instant(at) is None:
        return ""
    with timezone.override(ZoneInfo(paper.stage.tournament.time_zone)):
        return moment(at)
