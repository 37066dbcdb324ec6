"""What an organiser should know about a round of a Swiss, made by machine or by hand."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.formats.lots import Key
from tournaments.formats.pairing_values import Pair, PairNote, PairWarning
from tournaments.formats.swiss_history import History
from tournaments.formats.table_values import Avoid

Same = Callable[[Key, Key], bool]


def notes_on(
    pairs: Iterable[Pair],
    byes: Sequence[Key],
    histories: Mapping[Key, History],
    *,
    forbidden: Collection[frozenset[Key]],
    same_club: Same,
    gap: Fraction | None,
) -> tuple[PairNote, ...]:
    """Notes in order of tables, then on the byes; ``gap`` is how far apart is worth a note."""
    notes: list[PairNote] = []
    for pair in pairs:
        first, second = histories[pair.first], histories[pair.second]
        both = (pair.first, pair.second)
        if meetings := first.met[pair.second]:
            notes.append(PairNote(PairWarning.REMATCH, both, meetings))
        if pair.keys in forbidden:
            notes.append(PairNote(PairWarning.FORBIDDEN, both))
        if same_club(*both):
            notes.append(PairNote(PairWarning.SAME_CLUB, both))
        if _again(first, moves_first=True):
            notes.append(PairNote(PairWarning.FIRST_AGAIN, (pair.first,), first.running()))
        if _again(second, moves_first=False):
            notes.append(PairNote(PairWarning.SECOND_AGAIN, (pair.second,), second.running()))
        apart = abs(first.points - second.points)
        if gap is not None and apart >= gap:
            notes.append(PairNote(PairWarning.SCORE_GAP, both, int(apart)))
    notes += [
        PairNote(PairWarning.SECOND_BYE, (key,), histories[key].byes)
        for key in byes
        if histories[key].byes
    ]
    return tuple(notes)


def breaks_seats(one: History, other: History) -> bool:
    """Whether both must have the same seat (C.3)."""
    return one.absolute and other.absolute and one.due_first == other.due_first


def _again(own: History, *, moves_first: bool) -> bool:
    return own.absolute and own.due_first is not moves_first


class SameClub:
    def __init__(self, names: Mapping[Key, str]) -> None:
        self._names = names

    def __call__(self, one: Key, other: Key) -> bool:
        club = self._names.get(one, "")
        return bool(club) and club == self._names.get(other, "")

    def pairs(self) -> frozenset[frozenset[Key]]:
        members: dict[str, list[Key]] = {}
        for key, club in self._names.items():
            if club:
                members.setdefault(club, []).append(key)
        return frozenset(
            frozenset(pair) for keys in members.values() for pair in combinations(keys, 2)
        )


def club_rule(clubs_of: Mapping[Key, str], clubs: Avoid) -> SameClub:
    return SameClub({} if clubs is Avoid.NEVER else clubs_of)
