"""A tournament as the template of another."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import Membership, Role, User
from tournaments.models import Stage, Tournament
from tournaments.person_names import one_line
from tournaments.services.audit import record
from tournaments.services.formats.registry import format_of
from tournaments.services.tournaments import new_join_code

COPIED = (
    "name_en", "game", "preset", "venue", "organiser_name", "description", "time_zone",
    "is_public", "registration", "medium", "rules", "time_control", "settings",
)  # fmt: skip
STAFF = (Role.ORGANISER, Role.ARBITER)


def copy_tournament(*, tournament: Tournament, name: str, by: User, at: datetime) -> Tournament:
    """Settings, stages and staff of a tournament, with nobody entered and no date.

    Without a name it is called as a copy.
    """
    given = one_line(name)[:200] or _("%(name)s (copy)") % {"name": tournament.name[:180]}
    with write():
        made = Tournament.objects.create(
            name=given,
            join_code=new_join_code(),
            created_by=by,
            created_at=at,
            **{field: getattr(tournament, field) for field in COPIED},
        )
        counted = {"tables", "swiss"}
        Stage.objects.bulk_create(
            Stage(
                tournament=made,
                order=one.order,
                part=one.part,
                name=one.name,
                name_en=one.name_en,
                kind=one.kind,
                planned_rounds=one.planned_rounds if one.kind in counted or not one.draw else 1,
                config=one.config,
            )
            for one in Stage.objects.filter(tournament=tournament)
        )
        for stage in made.stages.all():
            format_of(stage).made(stage, by, at)
        staff = Membership.objects.filter(scope=tournament.pk, role__in=STAFF).exclude(user=by)
        Membership.objects.bulk_create(
            Membership(user_id=user, scope=made.pk, role=role)
            for user, role in staff.values_list("user_id", "role")
        )
        Membership.objects.create(user=by, scope=made.pk, role=Role.ORGANISER)
        record(
            tournament=made,
            by=by,
            at=at,
            action="tournament.created",
            subject=made.name,
            after={"copied_from": str(tournament.pk)},
        )
    return made
