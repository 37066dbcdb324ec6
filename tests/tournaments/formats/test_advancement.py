import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.fields import Field, stages
from tournaments.formats.advancement import (
    Cut,
    CutReason,
    Decision,
    InvalidChoiceError,
    Mode,
    Move,
    NoReserveError,
    NotQualifiedError,
    Question,
    Replacement,
    Rule,
    Tied,
    Ties,
    Via,
    advance,
    difference,
    promote,
)
from tournaments.formats.errors import InvalidSettingError, UnknownEntrantError
from tournaments.formats.lots import Key
from tournaments.standings import Standing, Status, Value, standings


def ranked(text: str) -> tuple[Standing, ...]:
    """Standings from "a b=c d": b and c share a rank. Points fall by one from rank to rank."""
    found: list[Standing] = []
    rank = 1
    for tied in text.split():
        keys = tied.split("=")
        points = Value("PP", Fraction(100 - rank))
        found += [
            Standing(key, rank, len(keys) > 1, Status.PLAYING, 1, (points,), ()) for key in keys
        ]
        rank += len(keys)
    return tuple(found)


def with_points(found: Sequence[Standing], **points: int) -> tuple[Standing, ...]:
    return tuple(
        replace(one, values=(Value("PP", Fraction(points[str(one.key)])),)) for one in found
    )


def qualified(decision: Decision) -> str:
    return " ".join(str(one.key) for one in decision.qualifiers)


def why(decision: Decision) -> dict[Key, CutReason]:
    return {cut.key: cut.reason for cut in decision.cuts}


def test_the_best_go_on_in_order_of_seeds() -> None:
    decision = advance(ranked("a b c d e"), Rule(count=3))
    assert qualified(decision) == "a b c"
    assert [one.seed for one in decision.qualifiers] == [1, 2, 3]
    assert decision.reserves == ("d", "e")
    assert decision.complete
    assert why(decision) == {"d": CutReason.BELOW_CUT, "e": CutReason.BELOW_CUT}


def test_fewer_than_there_are_places_all_go_on() -> None:
    assert qualified(advance(ranked("a b"), Rule(count=8))) == "a b"


@pytest.mark.parametrize(
    ("ties", "names", "asked"),
    [
        (Ties.INCLUDE, "a b c d", ()),
        (Ties.EXCLUDE, "a", ()),
        (Ties.ASK, "a", ("b", "c", "d")),
        (Ties.HAND, "a", ("b", "c", "d")),
    ],
)
def test_a_tie_at_the_cut(ties: Ties, names: str, asked: tuple[Key, ...]) -> None:
    decision = advance(ranked("a b=c=d e"), Rule(count=3, ties=ties))
    assert " ".join(sorted(qualified(decision).split())) == names
    assert [question.keys for question in decision.questions] == ([asked] if asked else [])


def test_an_open_question_says_how_many_places_there_are() -> None:
    decision = advance(ranked("a b=c=d e"), Rule(count=3))
    assert decision.questions == (Question(("b", "c", "d"), 2),)
    assert not decision.complete


def test_the_answer_completes_the_decision() -> None:
    decision = advance(ranked("a b=c=d e"), Rule(count=3), chosen=["d", "b"])
    assert set(qualified(decision).split()) == {"a", "b", "d"}
    assert {one.via for one in decision.qualifiers[1:]} == {Via.CHOSEN}
    assert why(decision)["c"] is CutReason.NOT_CHOSEN
    assert decision.reserves == ("c", "e")
    assert decision.complete


def test_half_an_answer_leaves_the_question_open() -> None:
    assert not advance(ranked("a b=c=d e"), Rule(count=3), chosen=["d"]).complete


def test_an_answer_that_names_too_many_is_refused() -> None:
    with pytest.raises(InvalidChoiceError) as caught:
        advance(ranked("a b=c=d e"), Rule(count=3), chosen=["b", "c", "d"])
    assert caught.value.params["places"] == 2


def test_a_tie_inside_the_cut_is_none_of_its_business() -> None:
    for ties in Ties:
        decision = advance(ranked("a=b c d"), Rule(count=2, ties=ties))
        assert set(qualified(decision).split()) == {"a", "b"}


def test_seeds_of_those_who_share_a_rank_fall_by_lot() -> None:
    def drawn(seed: int) -> str:
        return qualified(advance(ranked("a=b=c d"), Rule(count=3), seed=seed))

    assert len({drawn(seed) for seed in range(40)}) == 6
    assert drawn(7) == drawn(7)


def test_equal_points_can_count_as_a_tie_whatever_the_tie_breaks_say() -> None:
    table = with_points(ranked("a b c d"), a=3, b=2, c=2, d=1)
    rule = Rule(count=2, ties=Ties.INCLUDE, tied=Tied.POINTS)
    assert qualified(advance(table, rule)) == "a b c"
    assert qualified(advance(table, replace(rule, ties=Ties.EXCLUDE))) == "a"
    assert qualified(advance(table, replace(rule, ties=Ties.ASK))) == "a b"


def test_by_hand_a_person_decides_among_all_with_equal_points() -> None:
    table = with_points(ranked("a b c d"), a=3, b=2, c=2, d=1)
    decision = advance(table, Rule(count=2, ties=Ties.HAND))
    assert decision.questions == (Question(("b", "c"), 1),)


def test_a_minimum_leaves_places_empty() -> None:
    decision = advance(ranked("a b c d"), Rule(count=4, minimum=Fraction(98)))
    assert qualified(decision) == "a b"
    assert why(decision) == {"c": CutReason.BELOW_MINIMUM, "d": CutReason.BELOW_MINIMUM}
    assert decision.reserves == ()


CLUBS = {"a": "north", "b": "north", "c": "north", "d": "south"}


def test_a_cap_per_club_lets_the_next_one_in() -> None:
    decision = advance(ranked("a b c d e"), Rule(count=3, club_cap=2), clubs=CLUBS)
    assert qualified(decision) == "a b d"
    assert Cut("c", CutReason.CLUB_CAP, "north", 3) in decision.cuts


def test_club_mates_tied_for_the_last_place_of_their_club_are_asked_about() -> None:
    rule = Rule(count=3, club_cap=1)
    decision = advance(ranked("a=b=d e f"), rule, clubs=CLUBS)
    assert decision.questions == (Question(("a", "b"), 1),)
    answered = advance(ranked("a=b=d e f"), rule, clubs=CLUBS, chosen=["b"])
    assert set(qualified(answered).split()) == {"b", "d", "e"}
    assert (
        qualified(advance(ranked("a=b=d e f"), replace(rule, ties=Ties.EXCLUDE), clubs=CLUBS))
        == "d e f"
    )


def test_a_withdrawn_qualifier_is_replaced_by_the_next_in_line() -> None:
    table = tuple(
        replace(one, status=Status.WITHDRAWN) if one.key == "b" else one
        for one in ranked("a b c d e")
    )
    decision = advance(table, Rule(count=3))
    assert qualified(decision) == "a c d"
    assert decision.replacements == (Replacement("b", "withdrawn", "d"),)
    assert decision.qualifiers[2].replaces == "b"
    assert Cut("b", CutReason.UNAVAILABLE, "withdrawn", 2) in decision.cuts


def test_who_shares_the_last_places_is_chosen_though_one_of_the_best_has_withdrawn() -> None:
    """With the withdrawn there would be one place less than there is to be chosen for."""
    table = tuple(
        replace(one, status=Status.WITHDRAWN) if one.key == "a" else one
        for one in ranked("a b c=d=e f")
    )
    rule = Rule(Mode.TOP, count=3, ties=Ties.ASK)
    assert advance(table, rule).questions == (Question(("c", "d", "e"), 2),)
    decision = advance(table, rule, chosen=["e", "c"])
    assert decision.complete
    assert {one.key for one in decision.qualifiers} == {"b", "c", "e"}
    assert [one.out for one in decision.replacements] == ["a"]


def test_who_cannot_come_to_the_final_is_replaced_with_the_reason_given() -> None:
    decision = advance(ranked("a b c d e"), Rule(count=3), unavailable={"a": "ill", "c": "train"})
    assert qualified(decision) == "b d e"
    assert decision.replacements == (
        Replacement("a", "ill", "d"),
        Replacement("c", "train", "e"),
    )


def test_who_would_not_have_qualified_is_not_replaced() -> None:
    decision = advance(ranked("a b c d"), Rule(count=2), unavailable={"d": "ill"})
    assert decision.replacements == ()
    assert decision.reserves == ("c",)


def test_a_place_nobody_can_fill_says_so() -> None:
    decision = advance(ranked("a b"), Rule(count=2), unavailable={"b": "ill"})
    assert decision.replacements == (Replacement("b", "ill", None),)


def test_the_disqualified_are_no_candidates_at_all() -> None:
    table = ranked("a b c")
    table = (*table[:2], replace(table[2], rank=None, status=Status.DISQUALIFIED))
    decision = advance(table, Rule(count=3))
    assert qualified(decision) == "a b"
    assert decision.replacements == ()


GROUPS: dict[Key, str | int] = {key: 1 + index // 4 for index, key in enumerate("abcdefghijkl")}


def test_winners_of_groups_are_seeded_before_seconds_and_best_others() -> None:
    table = ranked("a e b c f i j k d g h l")
    rule = Rule(Mode.PER_GROUP, per_group=2, best_others=2)
    decision = advance(table, rule, groups=GROUPS)
    assert qualified(decision) == "a e i b f j c k"
    assert [one.via for one in decision.qualifiers] == [Via.GROUP] * 6 + [Via.OTHER] * 2


def test_a_tie_in_a_group_is_asked_about_before_the_best_others_are_taken() -> None:
    table = ranked("a e i b=c f j d g h k l")
    rule = Rule(Mode.PER_GROUP, per_group=2, best_others=1)
    decision = advance(table, rule, groups=GROUPS)
    assert decision.questions == (Question(("b", "c"), 1, 1),)
    assert qualified(decision) == "a e i f j"
    settled = advance(table, rule, groups=GROUPS, chosen=["c"])
    assert settled.complete
    assert qualified(settled) == "a e i c f j b"


def test_a_place_in_a_group_goes_to_the_next_of_the_group() -> None:
    table = ranked("a e i b f j c g k d h l")
    rule = Rule(Mode.PER_GROUP, per_group=2)
    decision = advance(table, rule, groups=GROUPS, unavailable={"e": "ill"})
    assert decision.replacements == (Replacement("e", "ill", "g"),)
    assert qualified(decision) == "a i f b j g"


def test_places_a_group_cannot_fill_go_to_the_best_others() -> None:
    table = ranked("a b c d e")
    groups: dict[Key, str | int] = {"a": 1, "b": 1, "c": 1, "d": 1, "e": 2}
    decision = advance(table, Rule(Mode.PER_GROUP, per_group=2), groups=groups)
    assert qualified(decision) == "a e b c"
    assert decision.qualifiers[3].via is Via.OTHER


def test_by_hand_means_exactly_these_in_this_order() -> None:
    decision = advance(ranked("a b c d"), Rule(Mode.HAND, by_hand=("d", "a")))
    assert qualified(decision) == "d a"
    assert decision.reserves == ("b", "c")


def test_by_hand_leaves_out_who_has_withdrawn() -> None:
    decision = advance(
        ranked("a b c d"), Rule(Mode.HAND, by_hand=("d", "a")), unavailable={"d": "ill"}
    )
    assert qualified(decision) == "a"
    assert decision.replacements == (Replacement("d", "ill", None),)


def test_nobody_outside_the_standings_can_be_named() -> None:
    with pytest.raises(UnknownEntrantError):
        advance(ranked("a b"), Rule(Mode.HAND, by_hand=("x",)))
    with pytest.raises(UnknownEntrantError):
        advance(ranked("a b"), Rule(count=1), chosen=["x"])


def test_a_qualifier_who_drops_out_later_is_replaced_from_the_reserves() -> None:
    decision = advance(ranked("a b c d e"), Rule(count=3))
    later = promote(decision, "b", "ill")
    assert qualified(later) == "a c d"
    assert [one.seed for one in later.qualifiers] == [1, 2, 3]
    assert later.qualifiers[2].via is Via.REPLACEMENT
    assert later.qualifiers[2].rank == 4
    assert later.reserves == ("e",)
    assert later.replacements == (Replacement("b", "ill", "d"),)


def test_a_replacement_keeps_to_the_group_and_to_the_cap() -> None:
    table = ranked("a e i b f j c g k d h l")
    by_group = advance(table, Rule(Mode.PER_GROUP, per_group=1), groups=GROUPS)
    assert qualified(promote(by_group, "e", "ill")) == "a i f"
    capped = advance(ranked("a b c d e"), Rule(count=2, club_cap=2), clubs=CLUBS)
    assert qualified(promote(capped, "b", "ill")) == "a c"
    capped = advance(ranked("a d b c e"), Rule(count=2, club_cap=1), clubs=CLUBS)
    assert qualified(promote(capped, "d", "ill")) == "a e"


def test_only_a_qualifier_can_drop_out_and_somebody_must_be_left() -> None:
    decision = advance(ranked("a b"), Rule(count=2))
    with pytest.raises(NotQualifiedError):
        promote(decision, "x", "ill")
    with pytest.raises(NoReserveError):
        promote(decision, "a", "ill")


def test_a_correction_shows_who_comes_in_who_goes_out_and_whose_seed_moves() -> None:
    old = advance(ranked("a b c d"), Rule(count=3))
    new = advance(ranked("b a d c"), Rule(count=3))
    change = difference(old, new)
    assert change.added == ("d",)
    assert change.removed == ("c",)
    assert change.moved == (Move("b", 2, 1), Move("a", 1, 2))
    assert not change.same
    assert difference(old, advance(ranked("a b c d"), Rule(count=3))).same


def test_a_correction_that_makes_a_tie_shows_what_would_be_asked() -> None:
    old = advance(ranked("a b c"), Rule(count=2))
    change = difference(old, advance(ranked("a b=c"), Rule(count=2)))
    assert change.asks == (Question(("b", "c"), 1),)


@pytest.mark.parametrize("typed", ["2", "２", " 2", 2])
def test_a_group_count_given_as_text_is_validated_as_a_number(typed: object) -> None:
    rule = Rule.from_json({"mode": "per_group", "per_group": typed, "best_others": ""})
    assert rule == Rule(Mode.PER_GROUP, per_group=2)


@pytest.mark.parametrize(
    ("field", "data"),
    [
        ("count", {"count": "two"}),
        ("count", {"count": "-1"}),
        ("count", {}),
        ("per_group", {"mode": "per_group"}),
        ("club_cap", {"count": 1, "club_cap": "0"}),
        ("mode", {"mode": "best"}),
        ("ties", {"count": 1, "ties": "coin"}),
        ("minimum", {"count": 1, "minimum": "1/0"}),
        ("minimum", {"count": 1, "minimum": "much"}),
        ("by_hand", {"mode": "hand", "by_hand": ["a", "a"]}),
        ("luck", {"count": 1, "luck": 1}),
    ],
)
def test_a_senseless_rule_names_its_field(field: str, data: dict[str, object]) -> None:
    with pytest.raises(InvalidSettingError) as caught:
        Rule.from_json(data)
    assert caught.value.params["field"] == field


rules = st.builds(
    Rule,
    mode=st.just(Mode.TOP),
    count=st.integers(1, 10),
    ties=st.sampled_from(Ties),
    tied=st.sampled_from(Tied),
    minimum=st.none() | st.fractions(0, 2, max_denominator=4),
    club_cap=st.none() | st.integers(1, 3),
) | st.builds(
    Rule,
    mode=st.just(Mode.PER_GROUP),
    per_group=st.integers(1, 3),
    best_others=st.integers(0, 3),
    ties=st.sampled_from(Ties),
    club_cap=st.none() | st.integers(1, 3),
)


@given(stages(), rules, st.data())
def test_every_decision_places_everybody_once_and_survives_storage(
    field: Field, rule: Rule, data: st.DataObject
) -> None:
    table = standings(field.contenders, field.results)
    keys = [one.key for one in table]
    clubs = {key: data.draw(st.sampled_from(["", "x", "y"])) for key in keys}
    groups: dict[Key, str | int] = {
        key: data.draw(st.sampled_from([1, 2]) | st.just("B")) for key in keys
    }
    away = data.draw(st.lists(st.sampled_from(keys), unique=True, max_size=3))
    decision = advance(
        table, rule, groups=groups, clubs=clubs, unavailable=dict.fromkeys(away, "away")
    )
    there = [one.key for one in decision.qualifiers]
    asked = [key for question in decision.questions for key in question.keys]
    cut = [one.key for one in decision.cuts]
    assert sorted([*there, *asked, *cut], key=str) == sorted(keys, key=str)
    assert not set(away) & set(there)
    assert set(decision.reserves) <= set(cut)
    assert [one.seed for one in decision.qualifiers] == list(range(1, len(there) + 1))
    if rule.ties is not Ties.INCLUDE:
        places = rule.count if rule.mode is Mode.TOP else rule.per_group * 3 + rule.best_others
        assert len(there) <= places
        if rule.club_cap:
            held = [clubs[key] for key in there if clubs[key]]
            assert all(held.count(club) <= rule.club_cap for club in held)
    stored = json.loads(json.dumps(decision.to_json()))
    assert Decision.from_json(stored) == decision


def test_who_was_not_chosen_in_a_group_may_be_the_best_other() -> None:
    """All are equal; what is answered first is for the groups."""
    table = ranked("a=b=c=d")
    groups: dict[Key, str | int] = {"a": 1, "b": 1, "c": 2, "d": 2}
    rule = Rule(Mode.PER_GROUP, per_group=1, best_others=1)
    decision = advance(table, rule, groups=groups, chosen=["b", "c", "a"])
    assert decision.complete
    assert {one.key: one.via for one in decision.qualifiers} == dict.fromkeys("abc", Via.CHOSEN)
    assert {one.key for one in decision.qualifiers[:2]} == {"b", "c"}
    without_others = Rule(Mode.PER_GROUP, per_group=1)
    with pytest.raises(InvalidChoiceError) as refused:
        advance(table, without_others, groups=groups, chosen=["b", "c", "a"])
    assert refused.value.params == {"keys": ["b", "a"], "places": 1}


@given(stages(), rules)
def test_questions_can_always_be_answered(field: Field, rule: Rule) -> None:
    table = standings(field.contenders, field.results)
    groups: dict[Key, str | int] = {one.key: i % 2 for i, one in enumerate(table)}
    chosen: list[Key] = []
    for _ in range(len(table) + 1):
        decision = advance(table, rule, groups=groups, chosen=chosen)
        if decision.complete:
            return
        question = decision.questions[0]
        assert 0 < question.places < len(question.keys)
        chosen += question.keys[: question.places]
    pytest.fail("questions without an end")
