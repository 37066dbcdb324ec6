"""The pages of a contest that its tournament's public pages lead to."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import Contest
from judging.services.released import released
from tournaments.models import Entry, StageKind, Tournament
from tournaments.names import stage_name


def public_tabs(
    tournament: Tournament, entry: Entry | None, at: datetime
) -> list[tuple[str, str, str]]:
    """Boards that are shown to everybody; the reader's own results once they are out."""
    contests = Contest.objects.filter(
        stage__tournament=tournament, stage__kind=StageKind.JUDGING
    ).select_related("stage")
    found = []
    for one in contests.order_by("stage__order"):
        order = one.stage.order
        address = [tournament.pk, order]
        if one.board_public:
            name = _("Board: %(stage)s") % {"stage": stage_name(one.stage)}
            found.append((f"contest{order}", name, reverse("judging:board", args=address)))
    if entry is not None and not entry.listed_only and contests:
        one = max(contests, key=lambda contest: contest.stage.order)
        for order in range(one.stage.order, 0, -1):
            stage = next((each.stage for each in contests if each.stage.order == order), None)
            if stage is not None and released(stage, at):
                address = [tournament.pk, order]
                found.append(("mine", _("My results"), reverse("judging:my_results", args=address)))
                break
    return found
