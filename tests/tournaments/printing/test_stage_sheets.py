"""The sheets of a stage: brackets and crosstables, to hang up and to fill in."""

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.kinds.field import better_wins, draw, tournament
from tests.tournaments.public.stages import publish_after
from tournaments import presets
from tournaments.models import Tournament
from tournaments.presets import StagePlan
from tournaments.printing import sheets
from tournaments.printing.render import pictures
from tournaments.printing.stage_sheets import stage_sheet, stage_sheets
from tournaments.public.shot import Shot
from tournaments.public.standings import standings_table
from tournaments.public.tables import round_view
from tournaments.views.public_access import stages_by_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(organiser: User) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


def data(made: Tournament) -> sheets.Data:
    with override("en"):
        return stage_sheet(stage_sheets(made)[0], timezone.now())


def test_a_bracket_has_empty_lines_for_who_is_not_known_yet(organiser: User) -> None:
    made = tournament(organiser, presets.knockout(), people=6)
    assert stage_sheets(made) == []
    round_ = draw(made)
    found = data(made)
    assert found["svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert found["svg"].count("<style>") == 1
    names = found["svg"].count(">P3<")
    better_wins(round_)
    assert data(made)["svg"].count(">P3<") > names
    assert len(pictures("bracket", found)) == 1


@pytest.mark.parametrize("people", [2, 5, 33])
@pytest.mark.parametrize("double", [False, True])
def test_brackets_of_every_size_are_printed(organiser: User, people: int, double: bool) -> None:
    made = tournament(organiser, presets.knockout(double=double), people=people)
    draw(made)
    assert pictures("bracket", data(made))


def test_a_crosstable_has_a_field_for_every_game(organiser: User) -> None:
    made = tournament(organiser, presets.round_robin(), people=5)
    round_ = draw(made)
    rows = data(made)["tables"][0]["rows"]
    assert [[cell for cell in row["cells"] if cell is None] for row in rows] == [[None]] * 5
    assert not any(cell for row in rows for cell in row["cells"])
    better_wins(round_)
    filled = [cell for row in data(made)["tables"][0]["rows"] for cell in row["cells"] if cell]
    assert sorted(filled) == ["×", "×", "○", "○"]
    assert len(pictures("crosstable", data(made))) == 1


def test_every_group_has_its_own_crosstable(organiser: User) -> None:
    made = tournament(organiser, presets.round_robin(groups=2), people=9)
    draw(made)
    found = data(made)["tables"]
    assert [one["name"] for one in found] == ["Group A", "Group B"]
    assert [len(one["rows"]) for one in found] == [5, 4]
    assert pictures("crosstable", data(made))


@pytest.mark.parametrize(
    ("plan", "what"), [(presets.knockout(), "bracket"), (presets.round_robin(), "crosstable")]
)
def test_the_desk_prints_what_its_print_page_offers(
    organiser: User, staff: Client, plan: StagePlan, what: str
) -> None:
    made = tournament(organiser, plan, people=4)
    path = f"/desk/{made.pk}/print/stage-1/{what}.pdf"
    assert path not in staff.get(f"/desk/{made.pk}/print/").content.decode()
    assert staff.get(path).status_code == 404
    draw(made)
    assert path in staff.get(f"/desk/{made.pk}/print/").content.decode()
    assert staff.get(path).content.startswith(b"%PDF-1.")
    assert Client().get(path).status_code == 404
    assert staff.get(f"/desk/{made.pk}/print/stage-1/nonsense.pdf").status_code == 404


def test_slips_of_two_players_ask_who_won(organiser: User) -> None:
    made = tournament(organiser, presets.swiss(), people=6)
    round_ = draw(made)
    shown = round_view(made, round_, None, timezone.now())
    slips = sheets.slips_sheet(made, shown, timezone.now())
    assert slips["pairs"]
    assert slips["draws"]
    assert len(pictures("slips", slips)) == 1
    assert len(pictures("pairings", sheets.pairings_sheet(made, shown, timezone.now()))) == 1


def test_slips_of_a_knockout_offer_no_draw(organiser: User) -> None:
    made = tournament(organiser, presets.knockout(), people=4)
    shown = round_view(made, draw(made), None, timezone.now())
    slips = sheets.slips_sheet(made, shown, timezone.now())
    assert not slips["draws"]
    assert len(pictures("slips", slips)) == 1


def test_standings_of_a_knockout_name_its_rounds_and_explain_their_own_signs(
    organiser: User,
) -> None:
    made = tournament(organiser, presets.knockout(), people=4)
    for _ in range(2):
        round_ = draw(made)
        better_wins(round_)
    publish_after(round_)
    table = standings_table(Shot(made.publications.get()), None, stages_by_order(made))
    assert table is not None
    with override("ja"):
        printed = sheets.standings_sheet(made, table, timezone.now())
    assert printed["rounds"] == ["準決勝", "決勝"]
    assert "○" in printed["key"]
    assert "卓" not in printed["key"]
