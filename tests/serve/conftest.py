"""What is about one process on SQLite runs once, in that pass of the suite."""

from pathlib import Path

import pytest

from tests.conftest import on_postgres

EMBEDDED_ONLY = {"test_refusals", "test_stopping", "test_background"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not on_postgres():
        return
    here = Path(__file__).parent
    left_out = [i for i in items if i.path.parent == here and i.path.stem in EMBEDDED_ONLY]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
