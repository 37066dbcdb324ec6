"""Board problems in and out: the strings of 0, 1 and 2 of public collections, alone or in CSV.

Read are a list with one string a line, or a table with a column ``stage`` (also ``board`` or
``盤面``) and, if it likes, ``size`` (``9`` or ``12x5``), ``lattice``, ``shape`` and ``title``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.base import JSON, gettext_noop
from games.rules.kyoen.geometry import MAX_SIZE, Board, BoardError, Lattice, Shape
from games.rules.kyoen.problems import size_of
from games.rules.kyoen.rules import make_board
from judging.kinds.content import ground_content, read_ground, stage_text
from judging.kinds.graded import Fault
from tournaments.interchange.sheets import SheetError, read_sheet
from tournaments.interchange.tables_out import Cell, write_csv

MAX_PROBLEMS = 2_000
COLUMNS = ("number", "title", "size", "lattice", "shape", "stage", "stones", "answer",
           "difficulty")  # fmt: skip
_NAMES = {
    "stage": "stage", "board": "stage", "盤面": "stage", "盤": "stage", "問題": "stage",
    "size": "size", "サイズ": "size", "大きさ": "size",
    "lattice": "lattice", "格子": "lattice", "shape": "shape", "形": "shape",
    "title": "title", "題": "title", "題名": "title", "名前": "title",
}  # fmt: skip
_FAULTS = {
    "not_a_table": gettext_noop("The file cannot be read as text or as a table."),
    "no_problems": gettext_noop("There is no board in it: strings of 0, 1 and 2, top row first."),
    "too_many": gettext_noop("At most {most} problems are read at once."),
    "odd_character": gettext_noop(
        "Line {line}: a board is written in 0, 1 and 2; “{character}” is none of them."
    ),
    "wrong_length": gettext_noop("Line {line}: {length} characters are no board of that form."),
    "wrong_size": gettext_noop(
        "Line {line}: a board of {size} has {wanted} characters; this has {length}."
    ),
    "bad_form": gettext_noop("Line {line}: there is no such board: {value}."),
}


@dataclass(frozen=True, slots=True)
class ReadProblem:
    line: int
    content: JSON
    answer: tuple[str, ...]
    """The stones written as 2, by name."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ReadProblems:
    """With ``faults`` there are no ``problems``: nothing is taken in by halves."""

    problems: tuple[ReadProblem, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_problems(
    data: bytes,
    *,
    lattice: Lattice = Lattice.SQUARE,
    shape: Shape = Shape.GRID,
    size: int | None = None,
) -> ReadProblems:
    """``lattice``, ``shape`` and ``size``: of boards that do not say. Raises nothing."""
    try:
        rows = list(read_sheet(data).rows)
    except SheetError:
        return ReadProblems(faults=(_fault("not_a_table"),))
    head = _header(rows[0].cells) if rows else {}
    if head:
        rows = rows[1:]
    if not rows or (head and "stage" not in head):
        return ReadProblems(faults=(_fault("no_problems"),))
    if len(rows) > MAX_PROBLEMS:
        return ReadProblems(faults=(_fault("too_many", most=MAX_PROBLEMS),))
    form = {"lattice": lattice.value, "shape": shape.value, "size": str(size or "")}
    found, faults = list[ReadProblem](), list[Fault]()
    for row in rows:
        given = {name: row.cells[at].strip() for name, at in head.items() if at < len(row.cells)}
        given = given or {"stage": row.cells[0].strip()}
        one = _problem(row.line, form | {name: text for name, text in given.items() if text})
        if isinstance(one, Fault):
            faults.append(one)
        else:
            found.append(one)
    return ReadProblems(() if faults else tuple(found), tuple(faults[:50]))


def _header(cells: Sequence[str]) -> dict[str, int]:
    """Which column holds what; empty when the first row is no header."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        name = _NAMES.get(cell.strip().lower())
        if name is not None:
            found.setdefault(name, at)
    return found


def _problem(line: int, given: Mapping[str, str]) -> ReadProblem | Fault:
    text = "".join(given.get("stage", "").split())
    for character in text:
        if character not in "012":
            return _fault("odd_character", line=line, character=character)
    board = _board(line, given, len(text))
    if isinstance(board, Fault):
        return board
    stones = [point for point, mark in enumerate(text) if mark != "0"]
    answer = tuple(board.name(point) for point, mark in enumerate(text) if mark == "2")
    return ReadProblem(line, ground_content(board, stones), answer, given.get("title", "")[:200])


def _board(line: int, given: Mapping[str, str], length: int) -> Board | Fault:
    size = given.get("size", "").lower().replace("×", "x")
    try:
        lattice, shape = Lattice(given["lattice"]), Shape(given["shape"])
        if size:
            columns, _, rows = size.partition("x")
            sides = int(columns[:3]), int((rows or columns)[:3])
        else:
            fits = size_of(length, shape) if length <= MAX_SIZE**2 else None
            if fits is None:
                return _fault("wrong_length", line=line, length=length)
            sides = fits, fits
        board = make_board(lattice, *sides, shape)
    except (ValueError, BoardError):
        value = " ".join(given.get(name, "") for name in ("lattice", "shape", "size"))
        return _fault("bad_form", line=line, value=value.strip()[:60])
    if len(board) != length:
        shown = f"{board.columns}×{board.rows}"
        return _fault("wrong_size", line=line, size=shown, wanted=len(board), length=length)
    return board


def _fault(code: str, **params: Any) -> Fault:
    return Fault(code, _FAULTS[code], params)


@dataclass(frozen=True, slots=True)
class WrittenProblem:
    number: int
    content: Mapping[str, Any]
    title: str = ""
    answer: str = ""
    """Canonical; four stones are written as 2 as well. Empty: the answer is kept back."""
    difficulty: int | None = None


def write_problems(problems: Iterable[WrittenProblem], *, bom: bool = True) -> bytes:
    """CSV that ``read_problems`` reads. Raise ProblemError for a broken board."""
    rows: list[list[Cell]] = []
    for one in problems:
        ground = read_ground(one.content)
        board = ground.board
        names = one.answer.split()
        four = names if len(names) == 4 and ";" not in one.answer else ()
        square = board.columns == board.rows
        rows.append(
            [
                one.number,
                one.title,
                str(board.columns) if square else f"{board.columns}x{board.rows}",
                board.lattice.value,
                board.shape.value,
                stage_text(one.content, four),
                len(ground.stones),
                one.answer,
                one.difficulty,
            ]
        )
    return write_csv(COLUMNS, rows, bom=bom)
