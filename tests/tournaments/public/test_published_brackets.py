"""Brackets of snapshots. No database: the snapshot is given."""

from typing import Any

from tournaments.formats.bracket_results import of_table
from tournaments.formats.bracket_state import MatchStatus
from tournaments.formats.bracket_values import BracketResult, Ending
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.scoring import SeatKind, SeatResult, TableResult
from tournaments.public.brackets import published_bracket, published_state


def seat(entry: str, place: int | None, kind: str = "played", score: str | None = None) -> Any:
    return {"entry": entry, "place": place, "kind": kind, "points": "0", "score": score}


def stage(*tables: tuple[str, str, Any, Any], **more: Any) -> dict[str, Any]:
    found = [
        {"number": number, "match": None, "source": source, "slot": slot, "seats": [one, other]}
        for number, (slot, source, one, other) in enumerate(tables, 1)
    ]
    told = {"rules": KnockoutRules().to_json(), "seeds": ["7", "3", "9", "4"], "kept": {}}
    rows = [{"key": key, "status": "playing"} for key in told["seeds"]]
    return {
        "bracket": told,
        "standings": rows,
        "rounds": [{"number": 1, "ordinal": 1, "tables": found}],
    } | more


def test_published_results_stand_with_their_people() -> None:
    now = published_state(
        stage(
            ("W1-1", "played", seat("4", 2, score="18"), seat("7", 1, score="25.5")),
            ("W1-2", "", seat("3", None), seat("9", None)),
        )
    )
    assert now is not None
    assert now.matches["W1-1"].winner == "7"
    result = now.matches["W1-1"].result
    assert result is not None
    assert (float(result.score("7") or 0), float(result.score("4") or 0)) == (25.5, 18)
    assert now.ready == ("W1-2",)


def test_a_stage_without_a_bracket_draws_none() -> None:
    assert published_state({"standings": [], "rounds": []}) is None
    assert published_bracket({"entries": {}}, {"standings": [], "rounds": []}) is None


def test_who_has_left_is_walked_over() -> None:
    rows = [{"key": key, "status": "withdrawn" if key == "9" else "playing"} for key in "7394"]
    now = published_state(stage(standings=rows))
    assert now is not None
    assert now.matches["W1-2"].status is MatchStatus.WALKOVER
    assert now.matches["W1-2"].winner == "3"


def test_a_kept_result_holds_against_the_corrected_table() -> None:
    shown = stage(("W1-1", "entered", seat("7", 1), seat("4", 2)))
    shown["bracket"]["kept"] = {"W1-1": BracketResult(("7", "4"), "4").to_json()}
    now = published_state(shown)
    assert now is not None
    assert now.matches["W1-1"].winner == "4"


def test_the_drawing_has_the_published_names() -> None:
    entries = {key: {"name": f"Name {key}", "club": ""} for key in "7394"}
    drawing = published_bracket({"entries": entries}, stage(), name="Final stage", mine="9")
    assert drawing is not None
    assert "Name 9" in drawing.svg
    assert drawing.name == "Final stage"


def test_every_end_of_a_table_has_its_meaning_in_a_bracket() -> None:
    expected = {
        Outcome.FIRST: BracketResult(("a", "b"), "a"),
        Outcome.SECOND: BracketResult(("a", "b"), "b"),
        Outcome.DRAW: None,
        Outcome.FIRST_FORFEITS: BracketResult(("a", "b"), "b", Ending.FORFEIT),
        Outcome.SECOND_FORFEITS: BracketResult(("a", "b"), "a", Ending.FORFEIT),
        Outcome.BOTH_FORFEIT: BracketResult(("a", "b"), None, Ending.DOUBLE_FORFEIT),
        None: None,
    }
    for outcome, result in expected.items():
        assert of_table(pair_result(1, 1, "a", "b", outcome)) == result
    ruled = TableResult(1, 1, (SeatResult("a", None, SeatKind.REMOVED), SeatResult("b", 1)))
    assert of_table(ruled) == BracketResult(("a", "b"), "b")
    both = TableResult(1, 1, tuple(SeatResult(key, None, SeatKind.REMOVED) for key in "ab"))
    assert of_table(both) == BracketResult(("a", "b"), None, Ending.DOUBLE_FORFEIT)
