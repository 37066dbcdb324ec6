"""Fields of the API that take exactly what the schema says, and nothing that looks like it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

LARGEST = 2**31 - 1
"""What a whole number of the database holds."""


def _shown(data: Any) -> Any:
    """``data`` for a message: half a surrogate pair cannot be sent back."""
    return data.encode("utf-8", "replace").decode() if isinstance(data, str) else data


class Text(serializers.CharField):
    """A JSON string; DRF alone would take a number for one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        # As it comes: what is trimmed away counts too.
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole JSON number, also written 5.0; DRF alone would take text and booleans for one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": LARGEST, **options})

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        if isinstance(data, float) and not data.is_integer():
            self.fail("invalid")
        return super().to_internal_value(int(data))


class Truth(serializers.BooleanField):
    """true or false; DRF alone would take "yes", 1 and many more."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    """One of some words."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(_shown(data))


class Strict(serializers.Serializer[Any]):
    """A JSON object of known names only."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (
            unknown := [name for name in data if name not in self.fields]
        ):
            raise serializers.ValidationError(
                {
                    _shown(name)[:100]: [_("There is no field of this name.")]
                    for name in unknown[:20]
                }
            )
        return super().to_internal_value(data)
