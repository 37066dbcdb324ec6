"""Telling open pages that there is something to read anew. Messages hold no content."""

from judging.models import Paper
from tournaments.live import tell


def tell_paper(paper: Paper) -> None:
    """Its times or its state changed. Call inside the writing transaction."""
    tell(paper.stage.tournament, "paper", paper=str(paper.pk), version=paper.version)


def tell_race(paper: Paper) -> None:
    """A problem was opened or closed, or the table moved."""
    tell(paper.stage.tournament, "race", paper=str(paper.pk), version=paper.version)
