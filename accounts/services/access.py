"""Signing in by password, limited."""

from datetime import datetime

from django.contrib.auth import authenticate
from django.http import HttpRequest

from accounts.errors import WrongPasswordError
from accounts.models import User
from accounts.names import tidy_username
from accounts.services import attempts

ACTION = "sign_in"


def check_password(
    *, request: HttpRequest, username: str, password: str, address: str, at: datetime
) -> User:
    """The person these words belong to.

    An unknown name takes as long as a wrong password. Raises WrongPasswordError or
    TooManyAttemptsError.
    """
    account = tidy_username(username)
    attempts.limit(ACTION, account, address, at)
    user = authenticate(request, username=account, password=password)
    if not isinstance(user, User):
        raise WrongPasswordError
    attempts.succeeded(ACTION, account, address)
    return user
