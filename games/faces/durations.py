"""Durations in words."""

from django.utils.translation import ngettext


def seconds_in_words(ms: int) -> str:
    """
    A whole number of minutes or seconds; else seconds with a fraction.
    """
    if ms % 60_000 == 0 and ms:
        minutes = ms // 60_000
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    seconds = ms // 1000 if ms % 1000 == 0 else ms / 1000
    return ngettext("%(n)s second", "%(n)s seconds", ms // 1000) % {"n": seconds}


def seconds(ms: int) -> str:
    """
    >>> seconds(30000), seconds(1500), seconds(1234), seconds(217_200)
    ('30', '1.5', '1.2', '217')
    """
    return f"{round(ms / 1000, 1):g}" if ms < 60_000 else str(round(ms / 1000))
