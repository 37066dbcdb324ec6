"""The cheapest way to give each of n rows a column of its own."""

from collections.abc import Sequence


def assign(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The column of each row of a square table; exact, O(n³) (Hungarian method).

    >>> assign([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    (1, 0, 2)
    """
    size = len(costs)
    # Potentials of rows and columns; column 0 and row 0 stand for "none yet".
    rows = [0] * (size + 1)
    columns = [0] * (size + 1)
    owner = [0] * (size + 1)
    for row in range(1, size + 1):
        owner[0] = row
        column = 0
        slack: list[int | None] = [None] * (size + 1)
        came_from = [0] * (size + 1)
        seen = [False] * (size + 1)
        while owner[column]:
            seen[column] = True
            here = owner[column]
            least: int | None = None
            nearest = 0
            for other in range(1, size + 1):
                if seen[other]:
                    continue
                gap = costs[here - 1][other - 1] - rows[here] - columns[other]
                known = slack[other]
                if known is None or gap < known:
                    slack[other] = known = gap
                    came_from[other] = column
                if least is None or known < least:
                    least, nearest = known, other
            step = least or 0
            for other in range(size + 1):
                if seen[other]:
                    rows[owner[other]] += step
                    columns[other] -= step
                else:
                    reduced = slack[other]
                    slack[other] = None if reduced is None else reduced - step
            column = nearest
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]
    found = [0] * size
    for column in range(1, size + 1):
        found[owner[column] - 1] = column - 1
    return tuple(found)
