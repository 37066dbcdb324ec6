"""Things that arrive at the same moment, each on a database connection of its own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection, connections

from accounts.errors import UserError
from games.rules.base import GameError


def at_once(*acts: Callable[[], Any]) -> list[str]:
    """Run all in threads of their own, released together: the code of each answer, or ``ok``."""
    answers = [""] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(number: int, act: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            gate.wait(10)
            found = act()
            answers[number] = "again" if getattr(found, "is_repeated", False) else "ok"
        except (GameError, UserError) as error:
            answers[number] = error.code
        except Exception as error:  # noqa: BLE001 - a thread's failure is an answer to look at
            answers[number] = repr(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number, act)) for number, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers
