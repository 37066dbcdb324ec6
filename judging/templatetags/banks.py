"""Whether a reader has business with problem banks."""

from django import template
from django.template import Context

from accounts.models import User
from judging.models import Bank

register = template.Library()


@register.simple_tag(takes_context=True)
def writes_problems(context: Context) -> bool:
    """True for organisers, who may make a bank, and for everybody on a bank's committee."""
    user = context["user"]
    if not isinstance(user, User):
        return False
    return user.is_organiser or Bank.objects.for_committee(user).exists()
