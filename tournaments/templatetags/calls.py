"""What the reader is asked to do in a tournament, in templates."""

from django import template
from django.template import Context

from tournaments.services.calls import Call, calls_for
from tournaments.views.access import arrived_at, person

register = template.Library()


@register.simple_tag(takes_context=True)
def my_call(context: Context) -> Call | None:
    """The first of the tournament that is not over; None for somebody who is not entered."""
    request, tournament = context["request"], context["tournament"]
    found = calls_for(person(request), arrived_at(request), tournament.pk)
    return next((one for one in found if not one.over), None)
