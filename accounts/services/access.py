"""Signing in by password, limited."""

from datetime import datetime

from django.contrib.auth import authenticate
from django.http import HttpRequest

from accounts.devices import known
from accounts.errors import WrongPasswordError
from accounts.models import User
from accounts.names import tidy_username
from accounts.services import attempts

ACTION = "sign_in"


def check_password(
    *, request: HttpRequest, username: str, password: str, address: str, device: str, at: datetime
) -> User:
    """The person these words belong to.

    ``device`` is what the browser kept of an earlier sign-in. An unknown name takes as long as
    a wrong password. Raises WrongPasswordError or TooManyAttemptsError.
    """
    name = tidy_username(username)
    account = f"{name} {known(device, name)}".rstrip()  # no username holds a space
    attempts.limit(ACTION, account, address, at)
    user = authenticate(request, username=name, password=password)
    if not isinstance(user, User):
        raise WrongPasswordError
    attempts.succeeded(ACTION, account, address)
    return user
