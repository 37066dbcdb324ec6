"""The steps of ``manage.py serve``."""

import os
from collections.abc import Sequence
from pathlib import Path
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver
from django.utils import timezone

from accounts.services.people import link_token
from accounts.services.setup import setup_token
from accounts.site_address import VARIABLE
from config.environment import refuse
from config.serving import addresses
from tournaments.demo.sample import organiser_of_sample


def migrate() -> None:
    """Bring the database up to date. Refuses one that cannot be used."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        where = connection.settings_dict["NAME"]
        refuse("DATABASE_URL", f"the database {where} cannot be used: {str(error).splitlines()[0]}")


def sample() -> None:
    """A rich sample in an empty database."""
    # Answers of the sample ring for their judge: by the broker of the settings.
    from config.celery import app

    app.set_current()
    call_command("demo")
    call_command("demo_contest")


def tell_address(host: str, port: int) -> list[str]:
    """The addresses of the site; pages get the one that others reach it by."""
    found = addresses.reached_by(host, port)
    if not addresses.is_loopback(host) and not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = shared(found)
    return found


def shared(found: Sequence[str]) -> str:
    """Of the addresses of the site, the one that others are most likely to reach it by."""
    return found[1] if len(found) > 1 else found[0]


def greeting(found: Sequence[str], *, demo: bool = False) -> list[str]:
    """The lines printed when the server answers."""
    here, *others = found
    link = shared(found)
    lines = [f"Taikai is running: {here}/"]
    lines += [f"On the local network: {other}/" for other in others]
    token = setup_token(timezone.now())
    if token is not None:
        lines.append(f"Make the first organiser (works once): {link}/setup/{token}/")
    if demo and (organiser := organiser_of_sample()):
        lines.append(f"Look around as the organiser: {link}/p/{link_token(organiser)}/")
    return [*lines, "Stop it with Ctrl-C."]


def pages() -> WSGIApplication:
    """Django, with all loaded that the first page would have to wait for."""
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    from config.wsgi import application

    _ = get_resolver().url_patterns
    return application
