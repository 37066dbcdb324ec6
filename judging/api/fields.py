"""Fields of the API of judging."""

import re
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.strict import Text

CANONICAL = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
LONGEST = 20_000
MOST_MS = 7 * 24 * 3_600_000
POINTS = RegexValidator(r"^(0|[1-9][0-9]{0,4})(\.[0-9]{1,2})?$", _("Write points like 7 or 2.5."))
MOST_VALUES, DEEPEST = 5_000, 20


class Id(serializers.UUIDField):
    """A UUID in its usual form; DRF alone would take numbers for one."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str) or not CANONICAL.fullmatch(data):
            self.fail("invalid", value=str(data)[:40].encode("utf-8", "replace").decode())
        return UUID(data)


class Plain(serializers.DictField):
    """A JSON object that any database can keep: of a bounded size, without half characters."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().to_internal_value(data)
        left = MOST_VALUES
        waiting: list[tuple[Any, int]] = [(found, 0)]
        while waiting:
            one, depth = waiting.pop()
            left -= 1
            if left < 0 or depth > DEEPEST or (isinstance(one, str) and not _storable(one)):
                raise serializers.ValidationError(_("This cannot be kept as it is."))
            if isinstance(one, dict):
                waiting += [(part, depth + 1) for pair in one.items() for part in pair]
            elif isinstance(one, list):
                waiting += [(part, depth + 1) for part in one]
        return found


def _storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def Points(**options: Any) -> Text:  # noqa: N802 - stands where a field's class would
    """A number of points with at most two decimals, as text; ``points`` reads it."""
    return Text(
        max_length=8,
        trim_whitespace=False,
        validators=[POINTS],
        **{"help_text": "`7` or `2.5`.", **options},
    )


def points(text: str) -> Decimal:
    return Decimal(text)


def Words(**options: Any) -> Text:  # noqa: N802 - stands where a field's class would
    """Text of any number of lines, which may be empty."""
    given = {"max_length": LONGEST, "required": False, "allow_blank": True, **options}
    return Text(trim_whitespace=False, **given)


def Ids(most: int, **options: Any) -> serializers.ListField:  # noqa: N802
    return serializers.ListField(child=Id(), max_length=most, **options)
