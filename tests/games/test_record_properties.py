"""What holds for every record, whatever happens in it."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock import milliseconds
from games.facts import facts
from games.record import MatchState, replay, steps
from games.record_events import Event, Kind, Status
from games.rules.base import ClockEffect, GameError
from tests.games.told import Told, at, first

TIMES: list[dict[str, Any]] = [
    {"timing": "per_move", "step_ms": 60_000},
    {"timing": "sudden_death", "main_ms": 180_000},
    {"timing": "increment", "main_ms": 90_000, "step_ms": 10_000},
    {"timing": "delay", "main_ms": 90_000, "step_ms": 10_000},
    {"timing": "byo_yomi", "main_ms": 30_000, "step_ms": 20_000, "periods": 3},
    {"timing": "none"},
]
RULES: list[dict[str, Any]] = [
    {"size": 3},
    {"size": 4, "clock_reset": "never"},
    {"size": 4, "clock_reset": "right", "wrong_claim": "out"},
    {"size": 4, "wrong_claim": "limit", "wrong_claim_limit": 2, "resets_per_turn": 1},
    {"size": 3, "time_used_up": "arbiter", "arbiters_may_claim": True},
]

GOES_ON = {Status.WAITING: Kind.START, Status.PAUSED: Kind.RESUME, Status.RULING: Kind.RULING}
OFTEN = {Kind.MOVE: 30, Kind.CLAIM: 9, Kind.TAKEBACK: 2, Kind.CLOCK: 2, Kind.OFFER: 2}
KINDS = [*Counter(OFTEN).elements(), *Kind]
ENDS = {Kind.END, Kind.ADJUDICATE, Kind.RESIGN, Kind.WITHDRAW, Kind.REMOVE}
"""Tried less often, or matches are short."""
ANSWERS = (Kind.ACCEPT, Kind.DECLINE, Kind.DECLINE)


@st.composite
def records(draw: st.DrawFn, times: Sequence[dict[str, Any]] = TIMES) -> Told:
    """A match in which anything was tried, and only what the record allows happened.

    Drawn from a seed: lists of single draws end most matches before they begin.
    """
    told = Told(
        draw(st.integers(2, 4)),
        draw(st.sampled_from(RULES)),
        draw(st.sampled_from(times)),
        started=draw(st.integers(0, 5)) > 0,
    )
    random, now_ms = Random(draw(st.integers(0, 2**32))), 0
    for _ in range(draw(st.integers(0, 80))):
        now_ms += random.choice((0, 1, 5_000, random.randrange(9_000), random.randrange(70_000)))
        if told.state.flagged(at(now_ms / 1000)) and random.random() < 0.7:
            told.flag(now_ms / 1000)
            continue
        before = told.state
        try:
            waits = 0.6 if before.status is Status.RULING else 0.3
            goes_on = GOES_ON.get(before.status) if random.random() < waits else None
            if before.offer is not None and random.random() < 0.3:
                goes_on = random.choice(ANSWERS)
            tell(told, goes_on or random.choice(KINDS), now_ms / 1000, random)
        except GameError:
            assert told.state is before
    return told


def tell(told: Told, kind: Kind, second: float, random: Random) -> None:
    turn, seat = told.state.to_move, random.randrange(told.players)
    if kind in ENDS and random.random() < 0.7:
        return
    match kind:
        case Kind.MOVE:
            told.tell(
                kind, second, turn, random.choice(told.state.position.legal_moves() or ["a1"])
            )
        case Kind.CLAIM:
            earlier = told.stones[:-1]
            stones = random.sample(earlier, min(3, len(earlier)))
            told.claim(random.choice((seat, seat, None)), "".join(stones), second)
        case Kind.CLOCK:
            told.tell(kind, second, random.choice((seat, turn)), ms=random.randrange(10_000))
        case Kind.OUTAGE:
            lost = told.state.lost(at(second - random.randrange(10_000) / 1000), at(second))
            if lost:
                told.tell(kind, second, turn, ms=milliseconds(lost))
        case Kind.RULING:
            told.tell(kind, second, turn, random.choice(("out", "plays_on")), ms=9_999)
        case Kind.ADJUDICATE:
            told.tell(kind, second, None, "1 1 1 1"[: 2 * told.players - 1])
        case Kind.OFFER | Kind.ACCEPT | Kind.DECLINE:
            told.tell(kind, second, seat if kind is Kind.OFFER else 1 - (told.state.offer or 0))
        case Kind.RESUME | Kind.TAKEBACK | Kind.START | Kind.PAUSE:
            told.tell(kind, second)
        case _:
            told.tell(kind, second, seat)


def start_of(told: Told) -> MatchState:
    return first(told.players, told.rules, told.time)


def test_the_records_are_rich() -> None:
    """Every kind of event happens, and often enough to mean something."""
    seen: Counter[Kind] = Counter()

    @settings(max_examples=150, database=None, derandomize=True)
    @given(records())
    def look(told: Told) -> None:
        seen.update(event.kind for event in told.events)

    look()
    assert set(seen) == set(Kind)
    assert seen[Kind.MOVE] > 400
    assert seen[Kind.CLAIM] > 30


@given(records())
def test_replay_equals_playing_step_by_step(told: Told) -> None:
    assert replay(start_of(told), told.events) == told.state


@given(records(), st.data())
def test_a_record_may_be_followed_from_any_event_on(told: Told, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(told.events)))
    halfway = replay(start_of(told), told.events[:cut])
    assert replay(halfway, told.events[cut:]) == told.state


@given(records())
def test_places_are_places(told: Told) -> None:
    """Each place is one more than the number of those before it; those who share, share."""
    if told.state.outcome is None or told.state.verdict:
        return
    places = told.state.outcome.places
    assert len(places) == told.players
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    out = [seat for seat in range(told.players) if seat not in told.alive]
    assert len({places[seat] for seat in out}) == len(out)
    assert {places[seat] for seat in told.alive} == {1}


@given(records())
def test_a_clock_runs_exactly_while_the_match_does(told: Told) -> None:
    for _, state in steps(start_of(told), told.events):
        assert state.clock.running == (state.status is Status.RUNNING)
        assert (state.status is Status.FINISHED) == (state.outcome is not None)
        if state.status is Status.RUNNING:
            assert state.clock.turn == state.to_move
        assert (state.finished_at is None) == (state.outcome is None)


@given(records())
def test_an_action_has_seen_enough_when_it_has_seen_the_last_change(told: Told) -> None:
    before = start_of(told)
    for event, state in steps(before, told.events):
        assert state.board_seq <= state.position_seq <= state.seq
        if state.position.layout != before.position.layout:
            assert state.board_seq == event.seq
        if state.to_move != before.to_move and event.kind is not Kind.START:
            assert state.position_seq == event.seq
        before = state


@given(records())
def test_what_is_told_about_an_event_can_be_stored(told: Told) -> None:
    before = start_of(told)
    for event, state in steps(before, told.events):
        json.dumps(facts(before, event, state))
        before = state


# No time comes or goes but by the rules


@dataclass
class Account:
    """Every seat's time, kept by simple sums: what the clock must agree with."""

    told: Told
    left: list[int] = field(default_factory=list)
    turn: int | None = None
    turn_began_with: int = 0
    running: bool = False
    last_ms: int = 0
    past: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.per_move = self.told.time["timing"] == "per_move"
        self.full = self.told.time["step_ms" if self.per_move else "main_ms"]
        self.left = [self.full] * self.told.players

    def snapshot(self) -> list[int]:
        """What each seat has when this step is taken back: its turn counts anew."""
        found = list(self.left)
        if self.turn is not None:
            found[self.turn] = self.turn_began_with
        return found

    def begin_turn(self, seat: int | None) -> None:
        self.turn = seat
        if seat is not None:
            if self.per_move:
                self.left[seat] = self.full
            self.turn_began_with = self.left[seat]

    def follow(self, before: MatchState, event: Event, state: MatchState) -> None:
        ms = milliseconds(event.at - at(0))
        kept = self.snapshot()
        if self.running and self.turn is not None:
            self.left[self.turn] -= ms - self.last_ms
        self.last_ms = ms
        given = event.data.get("ms", 0)
        if event.kind is Kind.TAKEBACK:
            self.left = self.past.pop()
            self.begin_turn(state.clock.turn)
        elif event.kind is Kind.CLOCK and event.seat is not None:
            self.left[event.seat] += given
            if not self.per_move:
                self.turn_began_with += given if event.seat == self.turn else 0
                self.past = [
                    [old + (given if seat == event.seat else 0) for seat, old in enumerate(row)]
                    for row in self.past
                ]
        elif event.kind is Kind.OUTAGE and self.turn is not None:
            self.left[self.turn] += given
        elif event.kind is Kind.RULING and event.text == "plays_on" and self.turn is not None:
            self.left[self.turn] = given
        elif event.kind is Kind.START:
            self.past = []
            self.begin_turn(state.to_move)
        elif state.step is event:
            self.past.append(kept)
            if event.kind is Kind.FLAG or event.kind is Kind.RULING:
                assert before.to_move is not None
                self.left[before.to_move] = max(0, self.left[before.to_move])
            restarts = state.position.clock_effect is ClockEffect.RESTART
            if state.clock.turn != self.turn or (restarts and state.started_at):
                self.begin_turn(state.clock.turn)
        self.running = state.status is Status.RUNNING


def accounts(told: Told) -> Iterator[tuple[Account, MatchState]]:
    account, before = Account(told), start_of(told)
    for event, state in steps(before, told.events):
        account.follow(before, event, state)
        yield account, state
        before = state


@given(records(TIMES[:2]))
def test_no_time_comes_or_goes_but_by_the_rules(told: Told) -> None:
    for account, state in accounts(told):
        for seat in range(told.players):
            if account.per_move and seat != state.clock.turn:
                continue
            assert state.at is not None
            left = state.clock.remaining(seat, state.at)
            assert left == timedelta(milliseconds=max(0, account.left[seat]))


@pytest.mark.parametrize("time", TIMES[:5])
@given(seconds=st.floats(0, 200))
def test_a_flag_falls_when_nothing_is_left(time: dict[str, Any], seconds: float) -> None:
    told = Told(time=time)
    left = told.left(seconds)
    assert told.state.flagged(at(seconds)) == (left == 0)
