"""Why the next round of a Swiss cannot be paired, and what can be done."""

from enum import Enum

from tournaments.formats.errors import FormatError


class Relax(Enum):
    """A rule the organiser gives up for one round."""

    REMATCH = "rematch"
    """As few as can be meet again."""
    FORBIDDEN = "forbidden"
    """As few as can be of the forbidden pairs meet."""
    SAME_CLUB = "same_club"


BY_HAND = "by_hand"
"""Beside the relaxations: no engine at all; neighbours meet, and the organiser changes it."""
ALLOWED = (*(one.value for one in Relax), BY_HAND)


class Remedy(Enum):
    """What would help; the first three are a yes to a ``Relax``."""

    ALLOW_REMATCH = "allow_rematch"
    ALLOW_FORBIDDEN = "allow_forbidden"
    ALLOW_SAME_CLUB = "allow_same_club"
    FEWER_ROUNDS = "fewer_rounds"
    BY_HAND = BY_HAND


class MissingResultsError(FormatError):
    """Games of earlier rounds have no result. ``params``: tables, each (round, table, first,
    second)."""

    code = "missing_results"


class NoLegalPairingError(FormatError):
    """No pairing keeps every rule. ``params``: round, remedies (only those that would help)."""

    code = "no_legal_pairing"


class PairingCheckError(FormatError):
    """The pairing made breaks a rule, and is not given out. ``params``: round, faults (words)."""

    code = "pairing_check_failed"
