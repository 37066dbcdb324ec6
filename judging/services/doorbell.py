"""Telling a worker that there is something to judge."""

from accounts import doorbell


def ring(task: str = "judging.tasks.drain", queue: str = "judge") -> None:
    """Have a worker drain; call it after the commit. Returns at once, whatever the broker does."""
    doorbell.ring(task, queue)
