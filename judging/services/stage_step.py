"""What an organiser does next at a stage of papers."""

from datetime import datetime
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.models import Mode, Paper, Rejudge, RejudgeState
from judging.services.desk_view import PaperCard, cards
from tournaments.instants import moment
from tournaments.models import Stage
from tournaments.names import stage_name
from tournaments.next_step import OwnStep


def address(name: str, *args: Any) -> str:
    return reverse(f"judging:{name}", args=args)


def results_address(stage: Stage) -> str:
    """Where the results of the stage are looked at and published."""
    try:
        return address("desk_contest", stage.tournament_id, stage.order)
    except NoReverseMatch:
        return reverse("tournaments:desk_standings", args=[stage.tournament_id])


def _door(stage: Stage, name: str) -> tuple[str, str]:
    """What leads to the page of that name, and its address."""
    match name:
        case "desk_marking":
            return _("To the marking"), address(name, stage.tournament_id)
        case "desk_appeals":
            return _("To the appeals"), address(name, stage.tournament_id, stage.order)
        case _:
            return _("To the results"), results_address(stage)


def stage_step(stage: Stage, at: datetime, unfinished: Any) -> OwnStep:
    """``unfinished``: asked only when every paper is closed."""
    papers = Paper.objects.filter(stage=stage).exclude(mode=Mode.PRACTICE).order_by("order")
    found = cards(papers.select_related("stage__tournament"), at)
    note = _note(found)
    step = _of_papers(stage, found)
    if step is None:
        left = unfinished(stage)
        if not left:
            return OwnStep(done=True, note=_("all graded"), results=results_address(stage))
        what, where = left[0]
        step = _said(
            _("Finish the grading of %(stage)s") % {"stage": stage_name(stage)},
            _("Still open: %(what)s.") % {"what": what},
            *_door(stage, where.value),
        )
        note = _("being graded")
    step["note"] = note
    step["results"] = results_address(stage)
    return OwnStep(**step)


def _said(text: str, why: str, label: str, url: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "why": why, "label": label, "url": url, **more}


def _note(found: list[PaperCard]) -> str:
    if not found:
        return _("no paper yet")
    if all(one.now == "closed" for one in found):
        return _("written")
    if open_ := next((one for one in found if one.now == "open"), None):
        return _race_note(open_.paper) if open_.paper.mode == Mode.RACE else _("being written")
    return ngettext("%(n)s paper", "%(n)s papers", len(found)) % {"n": len(found)}


def _race_note(paper: Paper) -> str:
    """Before the first problem is shown there is nothing to answer yet."""
    shown = paper.problems.filter(opened_at__isnull=False).exists()
    return _("the race is on") if shown else _("waiting for the first problem")


def _of_papers(stage: Stage, found: list[PaperCard]) -> dict[str, Any] | None:
    """None when every paper is closed and nothing of it waits for a decision."""
    if not found:
        new = address("paper_new", stage.tournament_id) + f"?stage={stage.order}"
        return _said(
            _("Make the paper of %(stage)s") % {"stage": stage_name(stage)},
            _("It takes its problems from your bank, and opens when you say."),
            _("Make the paper"),
            new,
        )
    for one in found:
        if urgent := _urgent(one):
            return urgent
    ask = {"open": _open, "draft": _draft, "over": _over, "waiting": _waiting}
    for now, said in ask.items():
        if one_of := next((one for one in found if one.now == now), None):
            return said(one_of)
    return None


def _urgent(one: PaperCard) -> dict[str, Any] | None:
    paper, name = one.paper, {"paper": one.title}
    sittings = address("desk_sittings", paper.pk)
    if one.errors:
        return _said(
            ngettext(
                "Look at %(n)s answer that could not be judged",
                "Look at %(n)s answers that could not be judged",
                one.errors,
            )
            % {"n": one.errors},
            _("The others are judged meanwhile."),
            _("To the answers"),
            sittings + "#failed",
            everybody=True,
        )
    if one.paused:
        return _said(
            _("“%(paper)s” is paused") % name,
            _("Nobody’s time runs. Let it go on when everything works again."),
            _("To the pause"),
            sittings,
            everybody=True,
        )
    if one.corrections:
        return _said(
            _("Decide on the corrected key of “%(paper)s”") % name,
            _("Look at who changes, then apply it or drop it."),
            _("Look at the difference"),
            _correction(paper),
        )
    return None


def _correction(paper: Paper) -> str:
    undecided = [RejudgeState.JUDGING, RejudgeState.READY]
    found = Rejudge.objects.filter(problem__paper=paper, state__in=undecided).first()
    if found is None:
        return address("desk_paper", paper.pk)
    return address("desk_key", paper.pk, found.problem_id)


def _open(one: PaperCard) -> dict[str, Any]:
    paper = one.paper
    if paper.mode == Mode.RACE and not one.problems:
        return _draft(one)
    if paper.mode == Mode.RACE:
        return _said(
            _("Lead the race “%(paper)s”") % {"paper": one.title},
            _("You show each problem to all at once; the first right answers score."),
            _("To the host page"),
            address("race_host", paper.pk),
        )
    return _said(
        _("“%(paper)s” is being written") % {"paper": one.title},
        _("%(started)s have started, %(done)s have finished.")
        % {"started": one.started, "done": one.done},
        _("Who is writing"),
        address("desk_sittings", paper.pk),
        calm=True,
        everybody=True,
    )


def _draft(one: PaperCard) -> dict[str, Any]:
    name = {"paper": one.title}
    url = address("desk_paper", one.paper.pk)
    if not one.problems:
        return _said(
            _("Put problems on “%(paper)s”") % name,
            _("From your bank, in order, each with its points."),
            _("Choose problems"),
            url,
        )
    return _said(
        _("Look through “%(paper)s” and set it") % name,
        _("It cannot be written before it is set."),
        _("Open the paper"),
        url,
    )


def _waiting(one: PaperCard) -> dict[str, Any]:
    opens = one.paper.opens_at
    assert opens is not None
    return _said(
        _("“%(paper)s” opens on %(at)s") % {"paper": one.title, "at": moment(opens)},
        _("It is set. Contestants see its start page."),
        _("Look at the paper"),
        address("desk_paper", one.paper.pk),
        calm=True,
    )


def _over(one: PaperCard) -> dict[str, Any]:
    name = {"paper": one.title}
    if one.late:
        return _said(
            ngettext(
                "Decide on %(n)s late answer of “%(paper)s”",
                "Decide on %(n)s late answers of “%(paper)s”",
                one.late,
            )
            % {"n": one.late, **name},
            _("A late answer never counts by itself."),
            _("To the late answers"),
            address("desk_sittings", one.paper.pk) + "#late",
        )
    if one.started > one.done:
        left = one.started - one.done
        return _said(
            ngettext(
                "%(n)s contestant still writes “%(paper)s”",
                "%(n)s contestants still write “%(paper)s”",
                left,
            )
            % {"n": left, **name},
            _("They have more time than the others."),
            _("Who is writing"),
            address("desk_sittings", one.paper.pk),
            calm=True,
            everybody=True,
        )
    return _said(
        _("Close “%(paper)s”") % name,
        _("Its time is over for everybody. Then its results can be final."),
        _("Close the paper"),
        address("paper_action", one.paper.pk, "close"),
        post=True,
    )
