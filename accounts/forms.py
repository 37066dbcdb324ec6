"""What people type about themselves."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.choices import THEMES
from accounts.errors import UserError
from accounts.models import User
from accounts.names import LONGEST, tidy_name, tidy_username

T = TypeVar("T")


def submit(form: forms.BaseForm, act: Callable[[dict[str, Any]], T]) -> T | None:
    """Do ``act`` with what was typed, if it is valid; return what it returned.

    None when the form is not sent yet or not valid. A UserError becomes an error of the form,
    at its field or above all, and what was typed stays in it. ``status_of`` gives the status
    of the page that shows the form again.
    """
    if not form.is_valid():
        return None
    try:
        return act(form.cleaned_data)
    except UserError as error:
        field = error.field if error.field in form.fields else None
        form.add_error(field, ValidationError(str(error), code=error.code))
        form.refused = error.status  # type: ignore[attr-defined]
        return None


def status_of(form: forms.BaseForm) -> int:
    """200 for a form to be filled in, else what went wrong with the one that was sent."""
    if not form.is_bound or form.is_valid():
        return 200
    status: int = getattr(form, "refused", 422)
    return status


class PasswordInput(forms.PasswordInput):
    """With a button that shows what is typed, made by the page's script."""

    def __init__(self, autocomplete: str) -> None:
        super().__init__(
            attrs={
                "autocomplete": autocomplete,
                "data-reveal": _("Show"),
                "data-conceal": _("Hide"),
                "spellcheck": "false",
            }
        )


class NameField(forms.CharField):
    """A person's name, tidied. For forms of any app."""

    default_error_messages = {
        "required": _("Enter a name."),
        "too_long": _("The name is longer than %(limit)s characters. Shorten it."),
    }

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Name"))
        super().__init__(**options)
        self.widget.attrs.setdefault("autocomplete", "name")

    def clean(self, value: Any) -> str:
        name = tidy_name(super().clean(value))
        if not name and self.required:
            raise ValidationError(self.error_messages["required"], code="required")
        if len(name) > LONGEST:
            raise ValidationError(
                self.error_messages["too_long"], code="too_long", params={"limit": LONGEST}
            )
        return name


class UsernameField(forms.CharField):
    default_error_messages = {"required": _("Enter a username.")}

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Username"))
        options.setdefault("max_length", 150)
        super().__init__(**options)
        self.widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def clean(self, value: Any) -> str:
        return tidy_username(super().clean(value))


def new_username(**options: Any) -> UsernameField:
    """A field to make up a username in."""
    return UsernameField(
        validators=[
            UnicodeUsernameValidator(
                message=_("Use letters, digits and the signs @ . + - _, without spaces.")
            )
        ],
        **options,
    )


class SignInForm(forms.Form):
    username = UsernameField()
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=4096,
        widget=PasswordInput("current-password"),
        error_messages={"required": _("Enter your password.")},
    )


class NewPasswordForm(forms.Form):
    """A password to be set for ``user``."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        max_length=4096,
        widget=PasswordInput("new-password"),
        help_text=_("At least 8 characters, not a common word, not only digits."),
        error_messages={"required": _("Choose a password.")},
    )

    def __init__(self, *args: Any, user: User | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user or User()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            try:
                validate_password(password, self.described_user(cleaned))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned

    def described_user(self, cleaned: dict[str, Any]) -> User:
        return self.user


class ChangePasswordForm(NewPasswordForm):
    """The old password proves that it is still the same person at the keyboard."""

    old = forms.CharField(
        label=_("Present password"),
        strip=False,
        max_length=4096,
        widget=PasswordInput("current-password"),
        error_messages={"required": _("Enter your password.")},
    )
    field_order = ["old", "password"]

    def clean_old(self) -> str:
        old: str = self.cleaned_data["old"]
        if not self.user.check_password(old):
            raise ValidationError(_("This is not your present password."), code="wrong_password")
        return old


class SetupForm(NewPasswordForm):
    """The first organiser."""

    name = NameField(label=_("Your name"))
    username = new_username(help_text=_("You sign in with it. Only administrators see it."))
    field_order = ["name", "username", "password"]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["password"].label = _("Password")

    def described_user(self, cleaned: dict[str, Any]) -> User:
        return User(name=cleaned.get("name", ""), username=cleaned.get("username"))


class NameForm(forms.Form):
    name = NameField(label=_("Your name"))


class InviteForm(forms.Form):
    name = NameField()
    username = new_username(help_text=_("They sign in with it."))
    administrator = forms.BooleanField(
        label=_("Administrator"),
        required=False,
        help_text=_("May add and remove organisers, too."),
    )


class TokenForm(forms.Form):
    label = forms.CharField(
        label=_("What it is for"),
        max_length=100,
        error_messages={"required": _("Say what the token is for.")},
    )


class ThemeForm(forms.Form):
    theme = forms.ChoiceField(choices=[(name, name) for name in THEMES])
