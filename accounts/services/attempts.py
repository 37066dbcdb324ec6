"""How often one may try: only failures count, and nobody can lock out another.

Within any 15 minutes an account may fail 10 times from one address and 50 times in all, and
one address 200 times over all accounts: a whole school sits behind one address.
"""

from datetime import datetime, timedelta
from math import ceil

from accounts.db import exclusive, write
from accounts.errors import TooManyAttemptsError
from accounts.models import Attempt

WINDOW = timedelta(minutes=15)
PER_ACCOUNT_AND_ADDRESS = 10
PER_ACCOUNT = 50
PER_ADDRESS = 200


def limit(action: str, account: str, address: str, at: datetime) -> None:
    """Count one try, as a failure until ``succeeded`` says otherwise.

    Counted before it is known how it ends, so that many at once cannot slip through.
    Raises TooManyAttemptsError; a try that was refused is not counted.
    """
    account = _key(account)
    names = (f"{action}:account:{account}", f"{action}:address:{address}")
    with write(), exclusive(*names):
        recent = Attempt.objects.filter(action=action, at__gt=at - WINDOW)
        by_account = recent.filter(account=account)
        for tries, most in (
            (by_account.filter(address=address), PER_ACCOUNT_AND_ADDRESS),
            (by_account, PER_ACCOUNT),
            (recent.filter(address=address), PER_ADDRESS),
        ):
            # The one that must leave the window before another try fits into it.
            oldest = tries.order_by("-at").values_list("at", flat=True)[most - 1 : most].first()
            if oldest is not None:
                raise TooManyAttemptsError(
                    seconds=max(1, ceil((oldest + WINDOW - at).total_seconds()))
                )
        Attempt.objects.filter(at__lte=at - WINDOW).delete()
        Attempt.objects.create(action=action, account=account, address=address, at=at)


def succeeded(action: str, account: str, address: str) -> None:
    """Forget the failures of the account from this address.

    Those from elsewhere stay: the owner's success gives a guesser no new tries.
    """
    with write():
        Attempt.objects.filter(action=action, account=_key(account), address=address).delete()


def _key(account: str) -> str:
    return account.replace("\0", "")[:200]
