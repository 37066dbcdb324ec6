"""What a person may be told went wrong: a stable code, values for its words, a status."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class UserError(Exception):
    """Something a person did cannot be done. Nothing was changed.

    ``words`` is a translatable sentence with ``%(name)s`` places for ``params``.
    """

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 409
    words: ClassVar[str | Promise] = _("That could not be done. Nothing was changed.")

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, params)
        self.params: Mapping[str, Any] = params

    def __str__(self) -> str:
        return str(self.words) % self.params if self.params else str(self.words)


class TooManyAttemptsError(UserError):
    code = "too_many_attempts"
    status = 429
    words = _("Too many attempts. Wait %(seconds)s seconds, then try again.")
