"""A bracket for a page: an SVG, and the same round by round as lists for small screens.

A pure function of the state and of names; nothing is read from the database.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tournaments.bracket_words import title_words
from tournaments.formats.bracket_state import BracketState, MatchState, MatchStatus, Slot
from tournaments.formats.bracket_values import (
    BracketMatch,
    Ending,
    Kind,
    Origin,
    Side,
    Source,
    title,
)
from tournaments.formats.lots import ByKey, Key
from tournaments.public.bracket_layout import PAGE, SHEET, layout
from tournaments.public.bracket_lists import items
from tournaments.public.bracket_parts import DrawnMatch, Row
from tournaments.public.bracket_svg import svg
from tournaments.standings import format_amount


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    note: str = ""
    """The club, shown in the lists."""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    id: str
    name: str
    items: SafeString
    """Its matches, a list item each."""
    byes: Sequence[str]
    """Names of those who have none to play here."""
    current: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    name: str
    svg: SafeString
    small: bool
    """Fits a phone whole, so the lists are not needed."""
    broad: bool
    """Wider than a page; it scrolls."""
    tall: bool
    """Too high for a sheet of paper, which gets the lists instead."""
    rounds: Sequence[DrawnRound]
    champion: str
    double: bool


@dataclass(frozen=True, slots=True)
class Notes:
    """What stands beside the names, by match."""

    labels: Mapping[str, str] = field(default_factory=dict)
    """For example "Table 3" or "15:30"."""
    live: frozenset[str] = frozenset()
    """Being played now."""
    links: Mapping[str, str] = field(default_factory=dict)


NO_NOTES = Notes()


def draw(
    state: BracketState,
    people: ByKey[Person],
    *,
    name: str = "",
    mine: Key | None = None,
    notes: Notes = NO_NOTES,
) -> Drawing:
    """Draw a bracket in the language of the reader; ``name`` is what it is called."""
    pen = _Pen(state, people, mine, notes)
    matches = {one: pen.match(found) for one, found in state.matches.items() if pen.shown(found)}
    second = "GF2" in matches
    plan = layout(state.bracket, second_final=second)
    champion = "" if state.champion is None else people[state.champion].name
    called = name or gettext("Knockout")
    headings = [(one, title_words(title(state.bracket, one.match))) for one in plan.headings]
    return Drawing(
        called,
        svg(plan, matches, headings, called),
        plan.small,
        plan.width > PAGE,
        plan.height > SHEET,
        pen.rounds(matches),
        champion,
        state.bracket.kind is Kind.DOUBLE,
    )


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Looked up once, a large bracket says them a thousand times."""

    nobody: str
    loser_of: str
    forfeit: str
    disqualified: str
    unknown: str
    players: str
    goes_on: str
    none_goes_on: str
    numbered: str
    signs: Mapping[str, str]
    """For words where there is little room."""

    @classmethod
    def here(cls) -> "_Phrases":
        forfeit, disqualified = gettext("w/o"), gettext("dsq.")
        return cls(
            gettext("nobody"),
            gettext("Loser of {match}"),
            forfeit,
            disqualified,
            gettext("not known yet"),
            gettext("{first} v. {second}"),
            gettext("{name} goes on"),
            gettext("nobody goes on"),
            gettext("{round}, match {number}"),
            {
                forfeit: pgettext("forfeit, one letter", "f"),
                disqualified: pgettext("disqualified, one letter", "d"),
            },
        )


class _Pen:
    def __init__(
        self,
        state: BracketState,
        people: ByKey[Person],
        mine: Key | None,
        notes: Notes,
    ) -> None:
        self.state = state
        self.people = people
        self.mine = mine
        self.notes = notes
        self.say = _Phrases.here()
        self.titles = {
            (match.side, match.round): title_words(title(state.bracket, match))
            for match in {(one.side, one.round): one for one in state.bracket.matches}.values()
        }
        self.seeds = {key: seed for seed, key in enumerate(state.entrants, 1)}
        self.shorts = _shorts({key: people[key].name for key in state.entrants})

    def shown(self, found: MatchState) -> bool:
        return found.status is not MatchStatus.NOT_NEEDED

    def match(self, found: MatchState) -> DrawnMatch:
        match = found.match
        first, second = (
            self._row(found, slot, source)
            for slot, source in zip(found.slots, match.sources, strict=True)
        )
        label = "" if found.done else self.notes.labels.get(match.id, "")
        if match.id == "GF2" and not label and found.status is MatchStatus.WAITING:
            label = gettext("only if needed")
        called = self._name(match)
        return DrawnMatch(
            match.id,
            called,
            (first, second),
            found.status.value,
            label,
            match.id in self.notes.live and not found.done,
            self.notes.links.get(match.id, ""),
            self._words(called, found, (first, second), label),
        )

    def _name(self, match: BracketMatch) -> str:
        name = self.titles[match.side, match.round]
        if self.state.bracket.columns[match.side, match.round] == 1:
            return name
        return self.say.numbered.format(round=name, number=match.number)

    def rounds(self, matches: Mapping[str, DrawnMatch]) -> list[DrawnRound]:
        bracket = self.state.bracket
        columns: dict[tuple[Side, int], list[BracketMatch]] = {}
        for match in bracket.matches:
            if match.id in matches:
                columns.setdefault((match.side, match.round), []).append(match)
        still = (
            key
            for key, found in columns.items()
            if any(not self.state.matches[match.id].done for match in found)
        )
        current = next(still, next(reversed(columns), None))
        rounds = []
        for key, found in columns.items():
            side, number = key
            byes = [
                self.people[self.state.entrants[bye.source.seed - 1]].name
                for bye in bracket.byes
                if bye.side is side and bye.round == number and bye.source.seed
            ]
            rounds.append(
                DrawnRound(
                    f"r-{found[0].id.split('-')[0]}",
                    self.titles[key],
                    items(matches[one.id] for one in sorted(found, key=lambda one: one.number)),
                    byes if side is Side.WINNERS else (),
                    key == current,
                )
            )
        return rounds

    def _row(self, found: MatchState, slot: Slot, source: Source) -> Row:
        key = slot.key
        if key is None:
            hint = self.say.nobody if slot.known else self._from(source)
            return Row(None, "", "", "", "", "", won=False, lost=False, mine=False, hint=hint)
        person = self.people[key]
        won = found.winner == key
        score = self._score(found, key, won=won)
        return Row(
            self.seeds[key],
            person.name,
            self.shorts[key],
            person.note,
            score,
            self.say.signs.get(score, score),
            won,
            found.done and not won,
            key == self.mine,
            "",
        )

    def _from(self, source: Source) -> str:
        if source.origin is not Origin.LOSER or self.state.bracket.kind is Kind.SINGLE:
            return ""
        return self.say.loser_of.format(match=source.match)

    def _score(self, found: MatchState, key: Key, *, won: bool) -> str:
        result = found.result
        if result is None:
            return self.say.forfeit if found.done and not won else ""
        if not won and result.ending in {Ending.FORFEIT, Ending.DOUBLE_FORFEIT}:
            return self.say.forfeit
        if not won and result.ending is Ending.DISQUALIFIED:
            return self.say.disqualified
        return _amount(result.score(key))

    def _words(self, called: str, found: MatchState, rows: tuple[Row, Row], label: str) -> str:
        first, second = (
            f"{row.name or row.hint or self.say.unknown} {row.score}".strip() for row in rows
        )
        players = self.say.players.format(first=first, second=second)
        parts = [called, players]
        if found.winner is not None:
            winner = self.people[found.winner].name
            parts.append(self.say.goes_on.format(name=winner))
        elif found.status is MatchStatus.DECIDED or found.status is MatchStatus.EMPTY:
            parts.append(self.say.none_goes_on)
        elif label:
            parts.append(label)
        return ". ".join(parts)


def _amount(score: Fraction | None) -> str:
    whole = score is not None and score.denominator == 1
    return str(score) if whole else format_amount(score, 1)


def _shorts(names: Mapping[Key, str]) -> dict[Key, str]:
    """Family names, where they tell people apart.

    >>> _shorts({1: "三上 岳", 2: "早川 澪", 3: "早川 蓮", 4: "Mira Koval"})
    {1: '三上', 2: '早川 澪', 3: '早川 蓮', 4: 'Koval'}
    """
    found = {}
    for key, name in names.items():
        words = name.split()
        # Written in Latin letters the family name is taken to be the last word.
        found[key] = (words[-1] if name.isascii() else words[0]) if words else name
    times = Counter(found.values())
    return {key: short if times[short] == 1 else names[key] for key, short in found.items()}
