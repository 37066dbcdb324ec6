"""The form that makes a tournament: what is typed, and what comes of it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.forms import ChoiceField, Form, Select
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertHTMLEqual

from accounts.models import User
from games.models import Match
from tests.tournaments.conftest import NOON
from tournaments.errors import AlreadyPlayedError, RoundsExistError
from tournaments.forms.fields import LongSelect, zone_choices
from tournaments.forms.plan import PlanForm, initial_of
from tournaments.models import Round, Stage, Tournament
from tournaments.services.tournaments import change_tournament, create_tournament
from tournaments.settings import MOST_ROUNDS
from tournaments.views.desk_settings import begins_words


def filled(**more: Any) -> dict[str, Any]:
    """The form as a browser sends it when only the name was typed."""
    form = PlanForm()
    data = {}
    for name, field in form.fields.items():
        initial = form.get_initial_for_field(field, name)
        choices = getattr(field, "choices", None)
        data[name] = initial if initial is not None else choices[0][0] if choices else ""
        if data[name] is False:
            del data[name]
    return data | {"name": "夏合宿大会"} | more


def made(organiser: User, **more: Any) -> Tournament:
    form = PlanForm(filled(**more))
    assert form.is_valid(), form.errors
    return create_tournament(plan=form.plan(), by=organiser, at=NOON)


def test_only_the_name_has_to_be_typed(organiser: User) -> None:
    jko = made(organiser)
    stages = Stage.objects.filter(tournament=jko)
    assert [(stage.name, stage.planned_rounds) for stage in stages] == [("予選", 3), ("決勝", 1)]
    assert jko.time_control == {"timing": "per_move", "step_ms": 60_000}
    assert (jko.rules["lattice"], jko.rules["columns"]) == ("square", 9)


def test_everything_comes_back_into_the_form_as_it_was(organiser: User) -> None:
    typed = filled(
        starts_at="2027-08-01T13:00",
        semi_final="on",
        semi_seats="12",
        semi_admission="per_group",
        final_seats="6",
        ties="include",
        club_cap="2",
        lattice="triangular",
        shape="triangle",
        columns="10",
        rows="10",
        timing="none",
        wrong_claim="limit",
        wrong_claim_limit="4",
        largest="6",
    )
    form = PlanForm(typed)
    assert form.is_valid(), form.errors
    jko = create_tournament(plan=form.plan(), by=organiser, at=NOON)
    again = PlanForm(initial=initial_of(jko))
    for name in ("semi_seats", "final_seats", "ties", "club_cap", "shape", "columns", "largest"):
        assert str(again[name].value()) == str(typed[name]), name
    assert again["starts_at"].value() == "2027-08-01T13:00"


@pytest.mark.parametrize(
    ("wall", "zone", "utc", "offset"),
    [
        ("2027-08-01T13:00", "Asia/Tokyo", datetime(2027, 8, 1, 4, 0, tzinfo=UTC), "+09:00"),
        ("2027-03-27T10:00", "Europe/Berlin", datetime(2027, 3, 27, 9, 0, tzinfo=UTC), "+01:00"),
        ("2027-03-28T10:00", "Europe/Berlin", datetime(2027, 3, 28, 8, 0, tzinfo=UTC), "+02:00"),
        (
            "2027-11-07 01:30",
            "America/New_York",
            datetime(2027, 11, 7, 5, 30, tzinfo=UTC),
            "-04:00",
        ),
    ],
)
def test_a_start_is_an_instant_shown_with_the_offset_of_its_day(
    organiser: User, wall: str, zone: str, utc: datetime, offset: str
) -> None:
    """T82, T83."""
    jko = made(organiser, starts_at=wall, time_zone=zone)
    jko.refresh_from_db()
    assert jko.starts_at == utc
    assert f"UTC{offset}" in begins_words(jko)
    assert zone in begins_words(jko)


def test_saving_again_moves_nothing(organiser: User) -> None:
    """T82: it does not shift at each save."""
    jko = made(organiser, starts_at="2027-07-01T10:00", time_zone="Europe/Berlin")
    for _ in range(3):
        form = PlanForm(initial=initial_of(jko))
        data = {name: form[name].value() for name in form.fields}
        typed = {name: value for name, value in data.items() if value not in (None, False)}
        again = PlanForm(filled(**typed))
        assert again.is_valid(), again.errors
        jko = change_tournament(tournament=jko, plan=again.plan(), by=organiser, at=NOON)
    assert jko.starts_at == datetime(2027, 7, 1, 8, 0, tzinfo=UTC)
    assert [line.after for line in jko.audit.filter(action="tournament.changed")] == []


def test_a_time_that_clocks_skip_is_refused() -> None:
    form = PlanForm(filled(starts_at="2027-03-28T02:30", time_zone="Europe/Berlin"))
    assert not form.is_valid()
    assert "starts_at" in form.errors


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ({"timing": "none"}, {"timing": "none"}),
        ({"timing": "per_move"}, {"timing": "per_move", "step_ms": 60_000}),
        ({"timing": "sudden_death"}, {"timing": "sudden_death", "main_ms": 600_000}),
        (
            {"timing": "increment", "main_minutes": "5", "step_seconds": "3"},
            {"timing": "increment", "main_ms": 300_000, "step_ms": 3000},
        ),
        (
            {"timing": "delay", "step_seconds": "10"},
            {"timing": "delay", "main_ms": 600_000, "step_ms": 10_000},
        ),
        (
            {"timing": "byo_yomi", "main_minutes": "0", "step_seconds": "30", "periods": "5"},
            {"timing": "byo_yomi", "main_ms": 0, "step_ms": 30_000, "periods": 5},
        ),
    ],
)
def test_every_time_control_can_be_chosen_and_is_shown_again(
    organiser: User, typed: dict[str, str], stored: dict[str, object]
) -> None:
    jko = made(organiser, **typed)
    assert jko.time_control == stored
    shown = initial_of(jko)
    assert {name: str(shown[name]) for name in typed} == typed


def test_a_match_without_time_is_refused_at_its_field() -> None:
    form = PlanForm(filled(timing="sudden_death", main_minutes="0"))
    assert not form.is_valid()
    assert list(form.errors) == ["main_minutes"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", "two"),
        ("rounds", "2.5"),
        ("rounds", "-1"),
        ("rounds", "1e3"),
        ("largest", "9"),
        ("columns", "2"),
        ("columns", "20"),
        ("step_seconds", "0"),
        ("time_zone", "Mars/Base"),
        ("starts_at", "tomorrow"),
        ("name", ""),
        ("name", "あ" * 201),
        ("lattice", "hexagonal"),
    ],
)
def test_nonsense_is_named_at_its_field(name: str, value: str) -> None:
    """T89."""
    form = PlanForm(filled(**{name: value}))
    assert not form.is_valid()
    assert list(form.errors) == [name]


@pytest.mark.parametrize("typed", ["2", " 2 ", "２"])
def test_a_count_given_as_text_is_a_number(organiser: User, typed: str) -> None:
    """T89."""
    jko = made(organiser, rounds=typed)
    assert Stage.objects.get(tournament=jko, part="preliminary").planned_rounds == 2


def test_sizes_in_the_wrong_order_are_named() -> None:
    form = PlanForm(filled(smallest="5", preferred="4", largest="6"))
    assert "preferred" in form.errors


def test_what_was_typed_stays_when_something_is_wrong(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    answer = client.post(reverse("tournaments:create"), filled(venue="軽井沢", rounds="many"))
    assert answer.status_code == 422
    assert "軽井沢" in answer.content.decode()
    assert "many" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_public_rounds_keep_the_rules_they_were_published_with(
    running: Round, organiser: User
) -> None:
    jko = running.stage.tournament
    form = PlanForm(filled(name=jko.name, rounds="2", columns="6", rows="6"))
    assert form.is_valid(), form.errors
    change_tournament(tournament=jko, plan=form.plan(), by=organiser, at=NOON)
    jko.refresh_from_db()
    assert jko.rules["columns"] == 6
    assert {match.rules["columns"] for match in Match.objects.all()} == {9}


def test_rounds_that_are_drawn_are_not_planned_away(running: Round, organiser: User) -> None:
    jko = running.stage.tournament
    Round.objects.create(stage=running.stage, number=2, ordinal=2)
    form = PlanForm(filled(name=jko.name, rounds="1"))
    assert form.is_valid()
    with pytest.raises(RoundsExistError):
        change_tournament(tournament=jko, plan=form.plan(), by=organiser, at=NOON)


@pytest.mark.parametrize("typed", [{"semi_final": "on"}, {"rounds": "3"}])
def test_nothing_is_put_before_a_stage_that_is_drawn(
    running: Round, organiser: User, typed: dict[str, str]
) -> None:
    jko = running.stage.tournament
    Round.objects.create(stage=jko.stages.get(part="final"), number=1, ordinal=3)
    form = PlanForm(filled(name=jko.name, rounds="2") | typed)
    assert form.is_valid(), form.errors
    with pytest.raises(AlreadyPlayedError):
        change_tournament(tournament=jko, plan=form.plan(), by=organiser, at=NOON)
    assert list(jko.stages.values_list("part", "planned_rounds")) == [
        ("preliminary", 2),
        ("final", 1),
    ]


@pytest.mark.parametrize("public", [True, False])
def test_matches_are_as_public_as_their_tournament(
    running: Round, organiser: User, public: bool
) -> None:
    jko = running.stage.tournament
    Tournament.objects.update(is_public=not public)
    Match.objects.update(is_public=not public)
    other = Match.objects.create(game="kyoen", is_public=not public)
    data = filled(name=jko.name, rounds="2", **({"is_public": "on"} if public else {}))
    if not public:
        data.pop("is_public", None)
    form = PlanForm(data)
    assert form.is_valid(), form.errors
    change_tournament(tournament=jko, plan=form.plan(), by=organiser, at=NOON)
    matches = Match.objects.filter(scope=jko.pk)
    assert {match.is_public for match in matches} == {public}
    other.refresh_from_db()
    assert other.is_public is not public


def test_a_semi_final_can_be_added_and_taken_away_again(organiser: User) -> None:
    jko = made(organiser)
    for semi, parts in (
        ("on", ["preliminary", "semi_final", "final"]),
        ("", ["preliminary", "final"]),
    ):
        form = PlanForm(filled(semi_final=semi))
        assert form.is_valid()
        change_tournament(tournament=jko, plan=form.plan(), by=organiser, at=NOON)
        assert list(jko.stages.values_list("part", flat=True)) == parts


def test_late_entry_until_any_round_is_an_empty_field(organiser: User) -> None:
    jko = made(organiser, late_until="")
    assert jko.settings["late_until"] == MOST_ROUNDS
    shown = str(PlanForm(initial=initial_of(jko))["late_until"])
    assert 'placeholder="' in shown
    assert "value=" not in shown
    assert made(organiser, late_until="2").settings["late_until"] == 2


def test_zones_are_offered_by_the_names_they_have_now() -> None:
    offered = dict(zone_choices())
    assert {"Asia/Kolkata", "America/New_York", "Europe/Oslo", "UTC"} <= set(offered)
    assert not {"Asia/Calcutta", "US/Pacific", "Etc/GMT+5", "Japan"} & set(offered)


def test_a_stored_zone_with_an_old_name_stays_as_it_is(organiser: User) -> None:
    jko = made(organiser)
    jko.time_zone = "Asia/Calcutta"
    jko.save()
    form = PlanForm(filled(time_zone="Asia/Calcutta"), initial=initial_of(jko))
    assert form.is_valid(), form.errors
    assert not PlanForm(filled(time_zone="Asia/Calcutta")).is_valid()
    assert "Mars/Olympus" not in dict(zone_choices("Mars/Olympus"))


@pytest.mark.parametrize("typed", [None, "UTC", "", "<Mars>"])
def test_a_long_select_is_written_as_any_other(typed: str | None) -> None:
    choices = [("", "—"), *zone_choices()[:20], ("<b>", "<b>")]

    def written(widget: Select) -> str:
        form = Form(None if typed is None else {"zone": typed}, initial={"zone": "Asia/Tokyo"})
        form.fields["zone"] = ChoiceField(choices=choices, widget=widget)
        return str(form["zone"])

    assertHTMLEqual(written(LongSelect()), written(Select()))
