"""Brackets as pages draw them. No database: names and results are given."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from time import thread_time
from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.tournaments.formats.knockouts import better_wins, names, nobody, won
from tournaments.formats.bracket_state import BracketState, state
from tournaments.formats.bracket_values import Bracket, BracketResult, Results
from tournaments.formats.knockout import double_elimination, single_elimination
from tournaments.public.bracket_drawing import Drawing, Notes, Person, draw
from tournaments.public.bracket_layout import layout
from tournaments.public.bracket_svg import fit, width


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def people(bracket: Bracket) -> dict[str | int, Person]:
    return {key: Person(f"Name {key[1:]}") for key in names(bracket)}


def drawn(bracket: Bracket, results: Results, notes: Notes | None = None) -> Drawing:
    now: BracketState = state(bracket, names(bracket), results)
    return draw(now, people(bracket), notes=notes or Notes())


def texts(drawing: Drawing) -> list[str]:
    root = ET.fromstring(drawing.svg)
    return [node.text or "" for node in root.iter("text")]


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 9, 13, 16, 33, 64, 100])
@pytest.mark.parametrize("build", [single_elimination, double_elimination])
def test_every_name_stands_free_and_inside_the_picture(
    build: Callable[[int], Bracket], entrants: int
) -> None:
    bracket = build(entrants)
    plan = layout(bracket)
    assert set(plan.matches) == {match.id for match in bracket.matches}
    lines = [slot for one in plan.matches.values() for slot in one.slots]
    by_height: dict[float, list[tuple[float, float]]] = {}
    for line in lines:
        assert 0 <= line.x <= line.name_x < line.end <= plan.width
        assert 20 < line.y < plan.height
        by_height.setdefault(round(line.y), []).append((line.x, line.end))
    for spans in by_height.values():
        spans.sort()
        assert all(before[1] < after[0] for before, after in pairwise(spans))
    for one in plan.matches.values():
        assert one.slots[0].y < one.y < one.slots[1].y


def test_a_winner_s_line_begins_where_the_match_ends() -> None:
    bracket = single_elimination(13)
    plan = layout(bracket)
    for one in plan.matches.values():
        if one.match.winner_to:
            after = plan.matches[one.match.winner_to]
            assert (one.out, one.y) in {(slot.x, slot.y) for slot in after.slots}


def test_scores_stand_with_their_people_and_winners_are_bold() -> None:
    result = BracketResult(("p4", "p1"), "p4", scores=(("p4", Fraction(25)), ("p1", Fraction(23))))
    drawing = drawn(single_elimination(4), {"W1-1": result})
    group = re.search(r'<g id="m-W1-1".*?</g>', drawing.svg)
    assert group is not None
    assert re.search(r'class="won">Name 4<.*class="score won">25<', group[0])
    assert re.search(r'class="lost">Name 1<.*class="score lost">23<', group[0])
    assert 'aria-label="Semi-final, match 1. Name 1 23 v. Name 4 25. Name 4 goes on"' in group[0]


def test_an_unknown_player_is_open_and_no_bye() -> None:
    drawing = drawn(single_elimination(4), {"W1-1": won("p1", "p4")})
    group = re.search(r'<g id="m-W2-1".*?</g>', drawing.svg)
    assert group is not None
    assert "Name 1 v. not known yet" in group[0]
    assert "bye" not in drawing.svg.lower()


def test_a_bye_is_a_longer_line_and_named_in_the_list_only() -> None:
    drawing = drawn(single_elimination(13), {})
    assert texts(drawing).count("Name 1") == 1
    assert list(drawing.rounds[0].byes) == ["Name 1", "Name 2", "Name 3"]
    assert [one.items.count("<li") for one in drawing.rounds] == [5, 4, 2, 1, 1]


def test_a_forfeit_is_said_and_nobody_is_drawn_as_nobody() -> None:
    drawing = drawn(single_elimination(4), {"W1-1": nobody("p1", "p4"), "W1-2": won("p2", "p3")})
    assert texts(drawing).count("w/o") == 2
    assert texts(drawing).count("nobody") == 2
    assert drawing.champion == "Name 2"


def test_who_lost_by_forfeit_keeps_the_family_name_where_there_is_little_room() -> None:
    bracket = single_elimination(8)
    known = {key: Person(f"五十嵐{key[1:]} 直之介") for key in names(bracket)}
    with translation.override("ja"):
        now = state(bracket, names(bracket), {"W1-1": nobody("p1", "p8")})
        drawing = draw(now, known, notes=Notes())
    assert {"五十嵐1", "五十嵐8"} <= set(texts(drawing))
    assert texts(drawing).count("不") == 2


def test_what_is_being_played_is_marked_and_links_to_its_table() -> None:
    notes = Notes({"W1-1": "Table 3"}, frozenset({"W1-1"}), {"W1-1": "/m/1/?a=1&b=2"})
    drawing = drawn(single_elimination(16), {}, notes)
    assert "● Table 3" in texts(drawing)
    assert '<a href="/m/1/?a=1&amp;b=2"' in drawing.svg
    page = render_to_string("tournaments/public/bracket.html", {"drawing": drawing})
    assert 'id="l-W1-1"' in page
    assert page.count("/m/1/?a=1&amp;b=2") == 2


def test_a_label_goes_when_the_match_is_decided() -> None:
    drawing = drawn(single_elimination(4), {"W1-1": won("p1", "p4")}, Notes({"W1-1": "Table 3"}))
    assert "Table 3" not in drawing.svg


def test_the_second_grand_final_leaves_the_picture_when_it_is_not_needed() -> None:
    bracket = double_elimination(7)
    before = drawn(bracket, {})
    assert 'id="m-GF2"' in before.svg
    assert "only if needed" in texts(before)
    assert 'id="m-GF2"' not in drawn(bracket, better_wins(bracket)).svg
    again = drawn(bracket, better_wins(bracket, {"GF": "p2", "GF2": "p2"}))
    assert 'id="m-GF2"' in again.svg
    assert again.champion == "Name 2"


def test_losers_tell_which_match_they_come_from() -> None:
    assert "Loser of W2-2" in texts(drawn(double_elimination(8), {}))


def test_names_are_escaped_and_cut_with_the_whole_name_beside() -> None:
    bracket = single_elimination(2)
    long = "<b>Maximilian & Söhne von der unendlich langen Straße"
    drawing = draw(state(bracket, ["p1", "p2"], {}), {"p1": Person(long), "p2": Person("😀 岳")})
    root = ET.fromstring(drawing.svg)
    assert long in [node.text for node in root.iter("title")]
    assert "<b>" not in drawing.svg


def test_a_name_that_is_cut_has_the_room_it_is_given() -> None:
    for name in ("三上 岳", "五十嵐 直之介", "Maximilian von Wartenburg", "WWWWWWWWWWWW"):
        for room in range(20, 200, 7):
            assert width(fit(name, room)) <= room


def test_japanese_readers_get_japanese_names_of_rounds() -> None:
    with translation.override("ja"):
        drawing = drawn(single_elimination(16), {})
    assert texts(drawing)[:4] == ["1回戦", "準々決勝", "準決勝", "決勝"]


def test_a_bracket_of_256_is_drawn_in_a_moment() -> None:
    bracket = single_elimination(256)
    now = state(bracket, names(bracket), better_wins(bracket))
    draw(now, people(bracket))
    started = thread_time()
    drawing = draw(now, people(bracket))
    assert thread_time() - started < 0.5
    assert len(drawing.svg) < 200_000


def test_a_phone_begins_at_what_is_still_to_play_and_ends_at_the_last() -> None:
    bracket = double_elimination(7)
    at = [
        [one.id for one in drawn(bracket, results).rounds if one.current]
        for results in ({}, better_wins(bracket, {"GF": "p2", "GF2": "p2"}))
    ]
    assert at == [["r-W1"], ["r-GF2"]]
