"""The forms of tournaments of pairings: what is typed, what comes of it, what is told."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tournaments.formats.errors import EvenGamesError, TablesTooLargeError
from tournaments.forms.creation import STARTS, AnyPlanForm, creation_form, settings_form
from tournaments.forms.own_plan import OwnPlanForm
from tournaments.models import Stage, Tournament
from tournaments.presets import PRESETS, Plan, preliminary
from tournaments.services.copying import copy_tournament
from tournaments.services.tournaments import change_tournament, create_tournament
from tournaments.settings import StageConfig, TournamentSettings


def filled(form: AnyPlanForm, **more: Any) -> dict[str, Any]:
    """A form as a browser sends it when only the name was typed."""
    data: dict[str, Any] = {}
    for one in (form, *getattr(form, "stage_forms", ())):
        for bound in one:
            value = bound.value()
            choices = getattr(bound.field, "choices", None)
            if value is None:
                value = next(iter(choices))[0] if choices else ""
            if value is not False:
                data[bound.html_name] = value
    return data | {"name": "オワレ大会"} | more


def made(organiser: User, preset: str, **more: Any) -> Tournament:
    query = {"preset": preset}
    blank = creation_form(query, None)
    assert blank is not None
    form = creation_form(query, filled(blank, **more))
    assert form is not None
    assert form.is_valid(), (form.errors, [one.errors for one in getattr(form, "stage_forms", ())])
    return create_tournament(plan=form.plan(), by=organiser, at=NOON)


@pytest.mark.parametrize("preset", [code for code in STARTS if code not in {"jko", "empty"}])
def test_only_the_name_has_to_be_typed(organiser: User, preset: str) -> None:
    tournament = made(organiser, preset)
    stages = list(Stage.objects.filter(tournament=tournament))
    assert tournament.game == PRESETS[preset].game
    assert [one.kind for one in stages] == [one.kind for one in PRESETS[preset].stages]
    for stage, plan in zip(stages, PRESETS[preset].stages, strict=True):
        assert StageConfig.from_json(stage.config).admission == plan.config.admission


def test_an_oware_tournament_has_fifteen_minutes_and_five_seconds(organiser: User) -> None:
    control = made(organiser, "oware_swiss").time_control
    assert control == {"timing": "increment", "main_ms": 900_000, "step_ms": 5000}


def test_what_was_typed_for_a_stage_is_stored(organiser: User) -> None:
    tournament = made(
        organiser,
        "oware_swiss",
        **{"s1-rounds": "7", "s1-tie_breaks": "bh, sb", "s1-half_bye": "0", "s1-games": "2",
           "s2-seats": "8", "s2-games": "5, 3, 1"},
    )  # fmt: skip
    first, last = Stage.objects.filter(tournament=tournament)
    config = StageConfig.from_json(first.config)
    assert first.planned_rounds == 7
    assert config.tie_breaks == ("PTS", "BH", "SB")
    assert config.points.half_bye == 0
    assert config.games == (2,)
    assert last.planned_rounds == 3
    assert StageConfig.from_json(last.config).games == (5, 3, 1)


@pytest.mark.parametrize(
    ("field", "typed"),
    [("s1-tie_breaks", "XX"), ("s1-win", "0"), ("s1-draw", "x"), ("s1-games", "0"),
     ("s2-games", "1, x"), ("s2-minimum", "many"), ("s1-rounds", "400"),
     ("s1-tie_breaks", "XX, YY"), ("s2-games", "2"), ("s2-games", "3, 4, 1"),
     ("s1-win", "1e-5000"), ("s1-walkover", "1e999999"), ("s2-minimum", "1e999999")],
)  # fmt: skip
def test_a_senseless_value_is_named_where_it_was_typed(field: str, typed: str) -> None:
    query = {"preset": "oware_swiss"}
    blank = creation_form(query, None)
    assert blank is not None
    form = creation_form(query, filled(blank, **{field: typed}))
    assert isinstance(form, OwnPlanForm)
    assert not form.is_valid()
    stage, name = field.split("-")
    wrong = [list(one.errors) for one in form.stage_forms]
    assert wrong == ([[name], []] if stage == "s1" else [[], [name]])
    group = next(one for one in form.groups() if one.key == f"stage{stage[1]}")
    assert group.wrong


def test_a_knockout_of_two_games_is_refused_where_it_was_typed(
    client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    blank = creation_form({"preset": "oware_swiss"}, None)
    assert blank is not None
    typed = filled(blank, **{"s2-games": "2", "s1-win": "3"})
    answer = client.post(
        reverse("tournaments:create") + "?preset=oware_swiss", typed, HTTP_ACCEPT_LANGUAGE="en"
    )
    assert answer.status_code == 422
    assert "Choose an odd number of games" in answer.content.decode()
    last = answer.context["form"].stage_forms[1]
    assert list(last.errors) == ["games"]
    assert last["games"].value() == "2"
    assert not Tournament.objects.exists()


def test_a_stage_is_not_changed_to_one_that_cannot_be_played(organiser: User) -> None:
    tournament = made(organiser, "oware_swiss")
    before = list(Stage.objects.filter(tournament=tournament).values())
    form = settings_form(tournament, filled(settings_form(tournament, None)))
    assert form.is_valid()
    plan = form.plan()
    first, last = plan.stages
    even = replace(last, config=replace(last.config, games=(2,)))
    for stages, refusal in (
        ((first, even), EvenGamesError),
        ((preliminary(1), last), TablesTooLargeError),
    ):
        with pytest.raises(refusal):
            change_tournament(
                tournament=tournament, plan=replace(plan, stages=stages), by=organiser, at=NOON
            )
    assert list(Stage.objects.filter(tournament=tournament).values()) == before


def test_a_game_for_two_is_not_offered_tables(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    query = {"preset": "empty", "game": "oware", "first": "swiss", "second": "tables"}
    answer = client.get(reverse("tournaments:create"), query, HTTP_ACCEPT_LANGUAGE="en")
    assert "Two play this game." in answer.content.decode()
    assert answer.context["form"] is None


def test_sizes_of_tables_that_are_not_asked_stay(organiser: User) -> None:
    two = TournamentSettings(smallest=2, preferred=2, largest=2)
    tournament = create_tournament(
        plan=Plan(name="x", game="oware", rules={}, settings=two, stages=(preliminary(1),),
                  preset="empty"),
        by=organiser, at=NOON,
    )  # fmt: skip
    form = settings_form(tournament, filled(settings_form(tournament, None)))
    assert form.is_valid(), form.errors
    assert form.plan().settings.largest == 2
    change_tournament(tournament=tournament, plan=form.plan(), by=organiser, at=NOON)


def test_an_own_tournament_has_the_stages_chosen(organiser: User) -> None:
    query = {"preset": "empty", "game": "oware", "first": "round_robin", "second": "knockout"}
    blank = creation_form(query, None)
    assert blank is not None
    form = creation_form(query, filled(blank, **{"s1-groups": "2"}))
    assert form is not None
    assert form.is_valid(), form.errors
    tournament = create_tournament(plan=form.plan(), by=organiser, at=NOON)
    kinds = list(Stage.objects.filter(tournament=tournament).values_list("kind", flat=True))
    assert kinds == ["round_robin", "knockout"]


def test_settings_come_back_as_they_were_and_change_nothing(organiser: User) -> None:
    tournament = made(organiser, "oware_swiss", **{"s1-tie_breaks": "BH, SB", "s2-seats": "4"})
    before = list(Stage.objects.filter(tournament=tournament).values())
    form = settings_form(tournament, filled(settings_form(tournament, None), name="新しい名前"))
    assert form.is_valid(), form.errors
    changed = change_tournament(tournament=tournament, plan=form.plan(), by=organiser, at=NOON)
    assert changed.name == "新しい名前"
    assert list(Stage.objects.filter(tournament=tournament).values()) == before


def test_closed_groups_tell_what_is_chosen_in_them() -> None:
    form = creation_form({"preset": "oware_swiss"}, None)
    assert form is not None
    told = {group.key: group.summary for group in form.groups()}
    assert "5" in told["stage1"]
    assert "6" in told["stage2"]
    jko = creation_form({}, None)
    assert jko is not None
    assert all(group.summary for group in jko.groups() if group.key != "about")


def test_a_copy_has_the_settings_and_nobody_entered(organiser: User) -> None:
    tournament = made(organiser, "oware_swiss")
    copied = copy_tournament(tournament=tournament, name="", by=organiser, at=NOON)
    assert copied.join_code != tournament.join_code
    assert copied.rules == tournament.rules
    stages = [
        list(Stage.objects.filter(tournament=one).values_list("kind", "config", "planned_rounds"))
        for one in (tournament, copied)
    ]
    assert stages[0] == stages[1]
    assert copied.entries.count() == 0


def test_the_pages_that_make_a_tournament_open(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    for preset in STARTS:
        assert client.get(reverse("tournaments:create"), {"preset": preset}).status_code == 200
    blank = creation_form({"preset": "rithmomachia_double"}, None)
    assert blank is not None
    url = reverse("tournaments:create") + "?preset=rithmomachia_double"
    answer = client.post(url, filled(blank))
    assert answer.status_code == 302
    made_now = Tournament.objects.get()
    assert client.get(reverse("tournaments:desk_settings", args=[made_now.pk])).status_code == 200
    again = client.post(reverse("tournaments:copy", args=[made_now.pk]), {"name": "別の大会"})
    assert again.status_code == 302
    assert Tournament.objects.filter(name="別の大会").exists()
