"""Single and double elimination for every field from 2 to 256, as graphs of slots.

The full grid of 2, 4, 8 … places is laid out first; then every place that a missing seed
leaves without a match is passed over.
"""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from tournaments.formats.bracket_values import (
    LARGEST,
    SMALLEST,
    Bracket,
    BracketMatch,
    Bye,
    Kind,
    Origin,
    Side,
    Source,
)
from tournaments.formats.errors import InvalidSettingError, TooFewEntrantsError


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a grid of ``size`` (a power of two) places.

    Each round would pair the best left with the worst left; 1 and 2 stand in opposite
    halves, 1 to 4 in different quarters.

    >>> seed_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return tuple(order)


def cross_over(round_number: int, matches: int, number: int) -> int:
    """The place in the losers' side for the loser of a winners' match, both from 1.

    ``matches`` counts those of the winners' round, a power of two. Losers of round 2 cross
    to the other half; of round 3 to the other quarter of their half; of round 4 to the other
    quarter of the other half; and so on: round r moves them by the bits of r − 1, the last
    bit deciding the half. Losers of two rounds in a row thus come from different halves, and
    whom somebody has beaten is met again as late as can be.

    >>> [cross_over(2, 4, number) for number in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    >>> [cross_over(3, 4, number) for number in (1, 2, 3, 4)]
    [2, 1, 4, 3]
    """
    mask, bits, half = 0, round_number - 1, matches // 2
    while bits and half:
        if bits & 1:
            mask |= half
        bits >>= 1
        half //= 2
    return ((number - 1) ^ mask) + 1


@lru_cache(maxsize=64)
def single_elimination(entrants: int, *, third_place: bool = True) -> Bracket:
    """A knockout; the losers of the semi-finals play for third place if there are two.

    Raise TooFewEntrantsError, InvalidSettingError.
    """
    depth = _depth(entrants)
    grid = _Grid(entrants)
    _lay_winners(grid, depth, Kind.SINGLE)
    if third_place and depth >= 2:
        semis = [grid.loser[f"W{depth - 1}-{number}"] for number in (1, 2)]
        grid.lay("3P", Side.THIRD, 1, 1, depth, 1, semis[0], semis[1])
    final = f"W{depth}-1"
    matches = grid.linked()
    matches.sort(key=lambda match: (match.id == final, match.step, match.side is Side.THIRD))
    with_third = any(match.side is Side.THIRD for match in matches)
    return Bracket(
        Kind.SINGLE,
        entrants,
        depth,
        _placed(matches, Kind.SINGLE),
        grid.passed(),
        third_place=with_third,
    )


@lru_cache(maxsize=64)
def double_elimination(entrants: int, *, reset: bool = True) -> Bracket:
    """A knockout that is left after two losses.

    The winners' side sends its losers to the losers' side by ``cross_over``; the winners of
    both meet in the grand final. With ``reset`` a second one follows if the first is won from
    the losers' side, so nobody is out after one loss. Raise TooFewEntrantsError,
    InvalidSettingError.
    """
    depth = _depth(entrants)
    grid = _Grid(entrants)
    _lay_winners(grid, depth, Kind.DOUBLE)
    last = 2 * (depth - 1)
    for number in range(1, last + 1):
        before = number // 2 + 1
        for place in range(1, 2 ** (depth - before - number % 2) + 1):
            first: Source | None
            second: Source | None
            if number == 1:
                first, second = (grid.loser[f"W1-{2 * place - 1}"], grid.loser[f"W1-{2 * place}"])
            elif number % 2:
                first = grid.winner[f"L{number - 1}-{2 * place - 1}"]
                second = grid.winner[f"L{number - 1}-{2 * place}"]
            else:
                # The mask is its own inverse: where a loser goes to is where one comes from.
                crossed = cross_over(before, 2 ** (depth - before), place)
                first = grid.loser[f"W{before}-{crossed}"]
                second = grid.winner[f"L{number - 1}-{place}"]
            from_end = (last - number) // 2 + 1
            grid.lay(
                f"L{number}-{place}",
                Side.LOSERS,
                number,
                place,
                number + 1,
                from_end,
                first,
                second,
            )
    top = grid.winner[f"W{depth}-1"]
    challenger = grid.winner[f"L{last}-1"] if last else grid.loser["W1-1"]
    step = 2 * depth
    grid.lay("GF", Side.FINAL, 1, 1, step, 0, top, challenger)
    if reset:
        again = (grid.winner["GF"], grid.loser["GF"])
        grid.lay("GF2", Side.FINAL, 2, 1, step + 1, 0, *again)
    matches = sorted(grid.linked(), key=lambda match: match.step)
    return Bracket(
        Kind.DOUBLE,
        entrants,
        depth,
        _placed(matches, Kind.DOUBLE),
        grid.passed(),
        reset=reset,
    )


def check_graph(bracket: Bracket) -> tuple[str, ...]:
    """What is wrong with the graph; empty for a sound one.

    Every seed and every winner but the last stand in exactly one match, every loser in at
    most one and, on the winners' side of a double elimination, in exactly one; each match
    rests on earlier ones only; and so many matches are played that one is left.
    """
    faults: list[str] = []
    used: Counter[tuple[str, str | int]] = Counter()
    seen: dict[str, BracketMatch] = {}
    for match in bracket.matches:
        if match.id in seen:
            faults.append(f"{match.id} is there twice")
        for source in match.sources:
            used[_name(source)] += 1
            if source.origin is not Origin.SEED:
                before = seen.get(source.match)
                if before is None:
                    faults.append(f"{match.id} comes before {source.match}")
                elif before.step >= match.step:
                    faults.append(f"{match.id} is not played later than {source.match}")
                elif match.id not in (before.winner_to, before.loser_to):
                    faults.append(f"{source.match} does not lead to {match.id}")
        seen[match.id] = match
    for seed in range(1, bracket.size + 1):
        places = used[Origin.SEED.value, seed]
        if places != 1:
            faults += [f"seed {seed} stands in {places} matches"]
    ends = {"GF2" if bracket.has("GF2") else bracket.last, "3P"}
    for match in bracket.matches:
        winners = used[Origin.WINNER.value, match.id]
        losers = used[Origin.LOSER.value, match.id]
        if winners != (match.id not in ends):
            faults.append(f"the winner of {match.id} stands in {winners} matches")
        if losers > 1 or (match.loser_to is not None) != bool(losers):
            faults.append(f"the loser of {match.id} stands in {losers} matches")
        second_life = bracket.kind is Kind.DOUBLE and match.side is Side.WINNERS
        if second_life and losers != 1:
            faults.append(f"the loser of {match.id} has no second match")
        if (match.places is None) != (losers == 1 and match.id != "GF"):
            faults.append(f"the loser of {match.id} has no place")
    once = bracket.size - 1
    extra = bracket.third_place if bracket.kind is Kind.SINGLE else once + bracket.reset
    if len(bracket.matches) != once + extra:
        faults.append(f"there are {len(bracket.matches)} matches")
    return tuple(faults)


class _Grid:
    """The places laid so far, and who comes out of each: nobody where it is None."""

    def __init__(self, entrants: int) -> None:
        self.entrants = entrants
        self.matches: list[BracketMatch] = []
        self.byes: list[tuple[str, Side, int, Source]] = []
        self.winner: dict[str, Source | None] = {}
        self.loser: dict[str, Source | None] = {}

    def seed(self, number: int) -> Source | None:
        return Source(Origin.SEED, number) if number <= self.entrants else None

    def lay(
        self,
        name: str,
        side: Side,
        round_number: int,
        number: int,
        step: int,
        from_end: int,
        first: Source | None,
        second: Source | None,
    ) -> None:
        if first is not None and second is not None:
            sources = (first, second)
            match = BracketMatch(name, side, round_number, number, step, from_end, sources)
            self.matches.append(match)
            self.winner[name] = Source(Origin.WINNER, match=name)
            self.loser[name] = Source(Origin.LOSER, match=name)
            return
        alone = first or second
        if alone is not None:
            self.byes.append((name, side, round_number, alone))
        self.winner[name] = alone
        self.loser[name] = None

    def linked(self) -> list[BracketMatch]:
        """The matches, knowing where their players go."""
        leads = self._leads()
        return [
            BracketMatch(
                match.id,
                match.side,
                match.round,
                match.number,
                match.step,
                match.from_end,
                match.sources,
                leads.get((Origin.WINNER.value, match.id)),
                leads.get((Origin.LOSER.value, match.id)),
            )
            for match in self.matches
        ]

    def passed(self) -> tuple[Bye, ...]:
        leads = self._leads()
        # Who would have played for third place alone has it without a match.
        return tuple(Bye(*bye, leads[_name(bye[3])]) for bye in self.byes if _name(bye[3]) in leads)

    def _leads(self) -> dict[tuple[str, str | int], str]:
        """The match each source stands in."""
        return {_name(source): match.id for match in self.matches for source in match.sources}


def _name(source: Source) -> tuple[str, str | int]:
    """Quicker to look up than the source."""
    return source.origin.value, source.match or source.seed


def _depth(entrants: int) -> int:
    if entrants < SMALLEST:
        raise TooFewEntrantsError(entrants=entrants, needed=SMALLEST)
    if entrants > LARGEST:
        raise InvalidSettingError(
            field="entrants", value=entrants, allowed=f"{SMALLEST}..{LARGEST}"
        )
    return (entrants - 1).bit_length()


def _lay_winners(grid: _Grid, depth: int, kind: Kind) -> None:
    order = seed_order(2**depth)
    final = 0 if kind is Kind.SINGLE else 1
    for number in range(1, depth + 1):
        for place in range(1, 2 ** (depth - number) + 1):
            above, below = 2 * place - 1, 2 * place
            if number == 1:
                pair = (grid.seed(order[above - 1]), grid.seed(order[below - 1]))
            else:
                before = f"W{number - 1}-"
                pair = (grid.winner[f"{before}{above}"], grid.winner[f"{before}{below}"])
            from_end = depth - number + final
            grid.lay(f"W{number}-{place}", Side.WINNERS, number, place, number, from_end, *pair)


def _placed(matches: list[BracketMatch], kind: Kind) -> tuple[BracketMatch, ...]:
    """Give the losers who are out their places, from the final backwards."""
    ending: dict[tuple[Side, int], list[str]] = {}
    for match in sorted(matches, key=lambda match: (-match.step, match.side is Side.THIRD)):
        out = match.loser_to is None or match.id == "GF"
        if out:
            # The two grand finals decide the same two places.
            level = (match.side, 1 if match.side is Side.FINAL else match.round)
            ending.setdefault(level, []).append(match.id)
    places: dict[str, tuple[int, int]] = {}
    first = 2
    for (side, _), names in ending.items():
        if side is Side.FINAL:
            names_here = 1
        elif side is Side.THIRD:
            first, names_here = 4, 1
        else:
            names_here = len(names)
        for name in names:
            places[name] = (first, first + names_here - 1)
        first += names_here
    return tuple(
        replace(match, places=places[match.id]) if match.id in places else match
        for match in matches
    )
