"""What docs/api.md says of making a tournament is what the API takes."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from games.policy import Policy
from tournaments.formats.swiss_history import Dutch
from tournaments.models import Stage, Tournament

DOCS = Path(__file__).parents[3] / "docs"
MAKING = (DOCS / "api.md").read_text(encoding="utf-8").split("## Making a tournament")[1]
MAKING = MAKING.split("\n## ")[0]


@pytest.mark.django_db
def test_the_example_makes_the_tournament_it_shows(client: Client, organiser: User) -> None:
    example = re.search(r"(?:^    .*\n)+", MAKING, re.MULTILINE)
    assert example is not None
    client.force_login(organiser)
    answer = client.post(
        "/api/v1/tournaments/", json.loads(example[0]), content_type="application/json"
    )
    assert answer.status_code == 201, answer.content
    made = Tournament.objects.get(pk=answer.json()["id"])
    assert made.settings["policy"]["illegal_limit"] == 2
    swiss, knockout = Stage.objects.filter(tournament=made)
    assert (swiss.config["dutch"], swiss.config["edition"]) == ("from-2026", "2026")
    assert knockout.config["games"] == [3, 1]


def test_every_option_of_the_policy_is_told() -> None:
    for option in fields(Policy):
        assert f"`{option.name}`" in MAKING


def test_every_edition_of_the_pairings_is_told() -> None:
    pairing = (DOCS / "pairing.md").read_text(encoding="utf-8")
    for edition in Dutch:
        assert f"`{edition.value}`" in pairing
        assert f"`{edition.value}`" in MAKING
