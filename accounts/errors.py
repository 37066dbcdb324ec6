"""What a person may be told went wrong: a stable code, values for its words, a status."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext


class UserError(Exception):
    """Something a person did cannot be done. Nothing was changed.

    ``words`` is a translatable sentence with ``%(name)s`` places for ``params``; it may be a
    ``ngettext_lazy`` that counts one of them.
    """

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 409
    words: ClassVar[str | Promise] = _("That could not be done. Nothing was changed.")
    field: ClassVar[str] = ""
    """The field of a form the error belongs to, if it has it."""

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, params)
        self.params: Mapping[str, Any] = params

    def __str__(self) -> str:
        return str(self.words % self.params) if self.params else str(self.words)


class TooManyAttemptsError(UserError):
    """``seconds``: how long to wait, at least 1."""

    code = "too_many_attempts"
    status = 429

    def __str__(self) -> str:
        seconds = int(self.params["seconds"])
        if seconds < 100:
            return ngettext(
                "Too many attempts. Wait %(n)s second, then try again.",
                "Too many attempts. Wait %(n)s seconds, then try again.",
                seconds,
            ) % {"n": seconds}
        minutes = -(-seconds // 60)
        return ngettext(
            "Too many attempts. Wait %(n)s minute, then try again.",
            "Too many attempts. Wait %(n)s minutes, then try again.",
            minutes,
        ) % {"n": minutes}


class LinkUsedError(UserError):
    code = "link_used"
    status = 410
    words = _("This link was used already; it works once.")


class LinkReplacedError(UserError):
    code = "link_replaced"
    status = 410
    words = _("A newer link has taken the place of this one. Use the newest.")


class LinkExpiredError(UserError):
    code = "link_expired"
    status = 410
    words = _("This link is too old. Ask for a new one.")


class LinkRevokedError(UserError):
    code = "link_revoked"
    status = 410
    words = _("This link no longer works. Ask the organisers for a new one.")


class UsernameTakenError(UserError):
    code = "username_taken"
    words = _("Another person signs in with this username. Choose another.")
    field = "username"


class WrongPasswordError(UserError):
    code = "wrong_password"
    status = 422
    words = _("Username and password do not go together. Your username is kept; try again.")


class NotYourselfError(UserError):
    code = "not_yourself"
    words = _("You cannot take your own access away. Another administrator can.")


class TooManyTokensError(UserError):
    """``limit``: how many one person may have."""

    code = "too_many_tokens"
    words = _("You have %(limit)s tokens. Revoke one that is no longer used.")
