"""Forms of many problems: a list to read, and what to generate."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules.kyoen.geometry import Lattice, Shape
from games.rules.kyoen.problems import read_stage
from judging.answers.kinds import BOARD_KINDS
from judging.answers.kinds import Kind as Core
from judging.forms.bank_problem import LARGEST, SHAPES, ProblemForm, lines
from judging.generator import LEAST_STONES, MAX_COUNT, MOST_STONES, Wish, WishError
from judging.kind_words import KINDS
from judging.kind_words import SHAPES as ANSWERS
from judging.models import Bank, Kind
from judging.services.problem_lists import BETWEEN, COLUMNS, Found, look_at
from judging.services.problems import MOST_TAGS, Written
from tournaments.forms.fields import NameField
from tournaments.forms.plan import LATTICES
from tournaments.interchange.sheets import Row, SheetError, read_sheet
from tournaments.list_words import FILE_FAULTS

MOST_LINES = 500
WORDS = {
    Core.HANTEI: ("共円である4点を見つけてください。", "Find the four stones that form a kyōen."),
    Core.HANTEI_ALL: ("共円をすべて見つけてください。", "Find every kyōen on the board."),
    Core.SAFE_POINT: (
        "石を置いても共円ができない点をすべて答えてください。",
        "Name every point where a stone makes no kyōen.",
    ),
}
"""The question of board problems that say nothing else, as contestants read it."""


ALIASES = {"board": "stage", "盤面": "stage", "盤": "stage", "題": "title", "サイズ": "size"}
PASSED_OVER = (
    "number", "size", "answer", "score", "near_misses", "parallel_sides", "centre_on_board",
    "centre_on_point", "radius", "form",
)  # fmt: skip
"""What the generator's own lists tell beside the problem."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list with what it says, or what is wrong with it."""

    number: int
    written: Written | None
    faults: tuple[str, ...] = ()


class ListForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=pgettext_lazy("of problems", "Or paste the list"),
        required=False,
        max_length=500_000,
        strip=False,
        widget=lines(8, spellcheck="false"),
    )
    title = NameField(
        label=_("Title of boards without one"),
        required=False,
        help_text=_("They are numbered after it."),
    )
    lattice = forms.ChoiceField(label=_("Lattice of bare strings"), choices=LATTICES)
    shape = forms.ChoiceField(label=_("Shape of bare strings"), choices=SHAPES)
    tags = forms.CharField(label=_("Tags for all of them"), required=False, max_length=500)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        if file is not None and not self.errors:
            data["text"] = self._text_of(file)
        if not self.errors and not data.get("text", "").strip():
            self.add_error(
                "text", pgettext_lazy("of problems", "Choose a file, or paste the list.")
            )
        return data

    def _text_of(self, file: Any) -> str:
        """Its rows as JSON, which the page can keep."""
        try:
            sheet = read_sheet(file.read(2_000_001))
        except SheetError as error:
            self.add_error(
                "file",
                _("“%(name)s” was not read: %(fault)s")
                % {"name": file.name[-100:], "fault": sheet_words(error)},
            )
            return ""
        return json.dumps([[row.line, *row.cells] for row in sheet.rows], ensure_ascii=False)


def sheet_words(error: SheetError) -> str:
    return str(FILE_FAULTS[error.fault.value]) % {"value": error.detail}


def rows_of(text: str) -> list[Row]:
    """The rows of a pasted text, or of a file as the page kept it. Raise SheetError."""
    if text.lstrip().startswith("[["):
        try:
            kept = json.loads(text)
            return [Row(int(one[0]), tuple(str(cell) for cell in one[1:])) for one in kept]
        except (ValueError, TypeError, IndexError):
            return []
    first = text.lstrip().partition("\n")[0]
    delimiter = "\t" if "\t" in first else ","
    return list(read_sheet(text.encode("utf-8", "replace"), delimiter=delimiter).rows)


def read_lines(rows: Sequence[Row], data: dict[str, Any]) -> list[Line]:
    """What each line says. ``data``: the cleaned ListForm."""
    if not rows:
        return []
    header = [cell.strip().lower() for cell in rows[0].cells]
    header = [ALIASES.get(name, name) for name in header]
    named = bool({"kind", "stage", "statement"} & set(header))
    columns = header if named else ["stage"]
    tags = data.get("tags", "").replace("、", ",")
    found = []
    for n, row in enumerate(rows[1 if named else 0 :], 1):
        cells = dict(zip(columns, row.cells, strict=False))
        found.append(_line(row.line, n, cells, data, tags))
    if odd := [name for name in columns if name and name not in {*COLUMNS, *PASSED_OVER}]:
        words = gettext("There is no column “%(name)s”. The columns are: %(columns)s.")
        fault = words % {"name": odd[0], "columns": ", ".join(COLUMNS)}
        found.insert(0, Line(rows[0].line, None, (fault,)))
    return found


def look_at_list(bank: Bank, data: dict[str, Any]) -> tuple[list[Line], dict[int, Found]]:
    """The lines of a list, and by number what the bank says to each. ``data``: cleaned."""
    try:
        rows = rows_of(data["text"])
    except SheetError as error:
        return [Line(error.line or 1, None, (sheet_words(error),))], {}
    if len(rows) > MOST_LINES + 1:
        words = gettext("There are %(n)s lines; at most %(most)s are read at a time.")
        said = words % {"n": len(rows), "most": MOST_LINES}
        return [Line(rows[MOST_LINES].line, None, (said,))], {}
    read = read_lines(rows, data)
    with_words = [one for one in read if one.written is not None]
    looked = look_at(bank, [one.written for one in with_words if one.written is not None])
    return read, {line.number: one for line, one in zip(with_words, looked, strict=True)}


def _line(number: int, n: int, cells: dict[str, str], data: dict[str, Any], tags: str) -> Line:
    given = {name: value for name, value in cells.items() if value != ""}
    stage = given.pop("stage", "").strip()
    kind = given.setdefault("kind", Kind.HANTEI.value if stage or "stones" in given else "")
    given.setdefault("lattice", data["lattice"])
    given.setdefault("shape", data["shape"])
    given.setdefault("title", f"{data.get('title') or gettext('Problem')} {n}")
    given.setdefault("ask", "all")
    if stage:
        given["stones"] = stage
    for name in ("options", "options_en", "accepted"):
        if name in given:
            given[name] = given[name].replace(BETWEEN, "\n")
    for name in ("any_set", "partial"):
        if given.get(name, "0").lower() in {"0", "no", "false"}:
            given.pop(name, None)
    if not given.get("statement") and kind in {one.value for one in BOARD_KINDS}:
        given["statement"], given["statement_en"] = WORDS[Core(kind)]
    given["tags"] = ",".join(filter(None, [given.get("tags", ""), tags]))
    form = ProblemForm(given)
    if not form.is_valid():
        faults = tuple(
            f"{form[name].label if name in form.fields else ''}: {message}"
            for name, messages in form.errors.items()
            for message in messages
        )
        return Line(number, None, faults)
    written = form.written()
    if written.kind == Kind.HANTEI and (wrong := _wrong_answer(stage, written)):
        return Line(number, None, (wrong,))
    return Line(number, written)


def _wrong_answer(stage: str, written: Written) -> str:
    """What is wrong with the stones written as 2; empty: nothing, or there are none."""
    chosen = stage.count("2")
    if not chosen:
        return ""
    if chosen != 4:
        return ngettext(
            "%(n)s stone is written as 2; an answer has four.",
            "%(n)s stones are written as 2; an answer has four.",
            chosen,
        ) % {"n": chosen}
    content = written.content
    found = read_stage(stage, Lattice(content["lattice"]), Shape(content["shape"]))
    return "" if found.answer_is_right else gettext("The four stones written as 2 are no kyōen.")


class WishForm(forms.Form):
    """What to generate; the seed makes it the same again."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[(kind.value, KINDS[kind.value]) for kind in Core if kind in BOARD_KINDS],
        initial=Core.HANTEI.value,
    )
    count = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=min(MAX_COUNT, 100), initial=10
    )
    lattice = forms.ChoiceField(label=_("Lattice"), choices=LATTICES)
    shape = forms.ChoiceField(label=_("Shape"), choices=SHAPES)
    columns = forms.IntegerField(label=_("Columns"), min_value=3, max_value=LARGEST, initial=9)
    rows = forms.IntegerField(label=_("Rows"), min_value=3, max_value=LARGEST, initial=9)
    fewest = forms.IntegerField(
        label=_("Fewest stones"), min_value=LEAST_STONES, max_value=MOST_STONES, initial=8
    )
    most = forms.IntegerField(
        label=_("Most stones"), min_value=LEAST_STONES, max_value=MOST_STONES, initial=11
    )
    answer = forms.ChoiceField(label=_("The answer is"), choices=tuple(ANSWERS.items()))
    difficulty = forms.TypedChoiceField(
        label=_("Difficulty"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=(("", _("any")), *((str(n), str(n)) for n in range(1, 6))),
    )
    seed = forms.CharField(
        label=_("Seed"),
        max_length=40,
        help_text=_("The same wish and seed make the same problems again."),
        error_messages={"required": _("Write a seed: any word or number.")},
    )

    wish: Wish | None = None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["fewest"] > data["most"]:
            self.add_error("most", _("This is fewer than the fewest."))
            return data
        triangle = data["shape"] == Shape.TRIANGLE.value
        if triangle and data["lattice"] == Lattice.RECTANGULAR.value:
            self.add_error("shape", _("A triangle is on the square or the triangular lattice."))
            return data
        try:
            self.wish = Wish.from_json(
                {name: value for name, value in data.items() if name != "seed"}
                | ({"rows": data["columns"]} if triangle else {})
            )
        except WishError:
            self.add_error("most", _("This board has no room for so many stones."))
        return data


class KeepForm(forms.Form):
    """What generated problems are called in the bank."""

    title = NameField(label=_("Title"), help_text=_("They are numbered after it."))
    statement = forms.CharField(label=_("Question"), max_length=20_000, widget=lines(2))
    statement_en = forms.CharField(
        label=_("Question in English"), required=False, max_length=20_000, widget=lines(2)
    )
    tags = forms.CharField(
        label=_("Tags"), required=False, max_length=500, help_text=_("Apart by commas.")
    )
    ready = forms.BooleanField(label=_("Mark them ready at once"), required=False, initial=True)
    numbers = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(n, n) for n in range(1, MAX_COUNT + 1)],
        widget=forms.MultipleHiddenInput,
        error_messages={"required": _("Choose at least one of them.")},
    )

    def model(self, wish: Wish) -> Written:
        data = self.cleaned_data
        tags = data["tags"].replace("、", ",").split(",")
        return Written(
            title=data["title"],
            kind=Kind(wish.kind.value),
            statement=data["statement"],
            statement_en=data["statement_en"],
            tags=[tag.strip() for tag in tags if tag.strip()][:MOST_TAGS],
        )
