"""The columns that repeat the record can be checked against it, and made again."""

import io
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.executor import MigrationExecutor

from games.models import Match, MatchEvent
from games.services.series import current
from tests.games.services.test_series import a_series, end
from tests.games.table import KYOEN, Table

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("rebuild_matches", *map(str, arguments), stdout=out)
    except SystemExit as ending:
        return out.getvalue(), int(ending.code or 0)
    return out.getvalue(), 0


@pytest.fixture
def table() -> Table:
    table = Table()
    table.moves(" ".join(KYOEN), 5)
    table.claim(2, "b7c2g2", 9)
    table.do("pause_match", 10)
    table.do("resume_match", 20)
    table.do("take_back", 30)
    table.resign(1, 40)
    return table


def test_what_the_services_wrote_is_what_the_record_says(table: Table) -> None:
    Table(started=False)
    assert run("--check") == ("Every match says what its record says.\n", 0)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("status", "finished"),
        ("seq", 3),
        ("to_move", None),
        ("deadline", None),
        ("running_since", None),
        ("started_at", None),
        ("outcome", {"places": [1, 2, 3]}),
    ],
)
def test_a_column_that_says_something_else_is_found_and_put_right(
    table: Table, column: str, value: object
) -> None:
    right = Match.objects.values().get()
    Match.objects.update(**{column: value})
    out, code = run("--check")
    assert code == 1
    assert f"{table.id} {column}: " in out
    run()
    assert Match.objects.values().get() == right
    assert run("--check")[1] == 0


def test_so_is_what_is_told_about_an_event(table: Table) -> None:
    event = MatchEvent.objects.get(kind="claim")
    right = dict(event.data)
    event.data["right"] = False
    event.save()
    assert "event 6" in run("--check")[0]
    run()
    assert MatchEvent.objects.get(kind="claim").data == right


def test_a_record_that_cannot_be_followed_is_told_and_left(table: Table) -> None:
    MatchEvent.objects.filter(seq=3).update(text="b7")
    before = Match.objects.values().get()
    assert run("--check")[1] == 1
    with pytest.raises(CommandError):
        run()
    assert Match.objects.values().get() == before


def test_only_some_matches_may_be_looked_at(table: Table) -> None:
    Match.objects.update(seq=1)
    assert run("--check", uuid4())[1] == 0
    assert run("--check", table.id)[1] == 1


def test_a_database_without_tables_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["games.0001"])
    with pytest.raises(CommandError, match="migrate"):
        run("--check")


def test_a_next_game_that_was_not_made_is_made() -> None:
    series = a_series()
    end(series, 0)
    current(series).delete()
    assert "next game" in run("--check")[0]
    run()
    assert series.matches.count() == 2
    assert run("--check")[1] == 0
