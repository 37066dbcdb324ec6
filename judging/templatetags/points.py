"""The plural form of points, which need not be whole numbers."""

from django import template

from judging.numbers import plural

register = template.Library()
register.filter("plural", plural)
