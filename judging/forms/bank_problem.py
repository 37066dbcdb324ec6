"""A problem as its author writes it: one form for every kind."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.kyoen.geometry import Lattice, Shape
from games.rules.kyoen.problems import StageError
from judging.answers.kinds import BOARD_KINDS, CHOICES, TYPED_KINDS
from judging.answers.kinds import Kind as Core
from judging.answers.reading import LETTERS
from judging.kind_words import KINDS
from judging.kinds.content import board_content
from judging.models import Kind
from judging.services.problems import MOST_TAGS, Written
from tournaments.forms.fields import NameField
from tournaments.forms.plan import LATTICES

SHAPES = ((Shape.GRID.value, _("rectangle or rhombus")), (Shape.TRIANGLE.value, _("triangle")))
ASKS = (
    ("one", _("one safe point")),
    ("all", _("every safe point")),
    ("count", _("how many there are")),
)
LARGEST = 19


def lines(rows: int, **attributes: str) -> forms.Textarea:
    return forms.Textarea({"rows": rows, **attributes})


class BoardFields(forms.Form):
    """A board with stones, by name or as a string of 0, 1 and 2."""

    lattice = forms.ChoiceField(label=_("Lattice"), choices=LATTICES, required=False)
    shape = forms.ChoiceField(label=_("Shape"), choices=SHAPES, required=False)
    columns = forms.IntegerField(
        label=_("Columns"), min_value=2, max_value=LARGEST, initial=9, required=False
    )
    rows = forms.IntegerField(
        label=_("Rows"), min_value=2, max_value=LARGEST, initial=9, required=False
    )
    stones = forms.CharField(
        label=_("Stones"),
        required=False,
        max_length=2000,
        widget=lines(2, spellcheck="false", autocapitalize="none"),
        help_text=_("As b7 c2 g2, or a string of 0, 1 and 2 with the top row first."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        text = "".join(data.get("stones", "").split())
        if len(text) > 3 and not set(text) - set("012"):
            try:
                found = board_content(
                    text,
                    lattice=Lattice(data.get("lattice") or "square"),
                    shape=Shape(data.get("shape") or "grid"),
                )
            except StageError:
                self.add_error(
                    "stones",
                    _(
                        "%(n)s figures make no board of this shape: a square has 81 for 9 by 9, "
                        "a triangle 45 for side 9."
                    )
                    % {"n": len(text)},
                )
            else:
                data |= {name: found[name] for name in ("columns", "rows")}
                data["stones"] = " ".join(found["stones"])
        return data

    def board(self) -> dict[str, Any]:
        """As the content of a problem has it; what is missing or odd is usual."""
        data = self.cleaned_data
        size = data.get("columns") or 9
        triangle = data.get("shape") == Shape.TRIANGLE.value
        return {
            "lattice": data.get("lattice") or "square",
            "shape": data.get("shape") or "grid",
            "columns": size,
            "rows": size if triangle else data.get("rows") or 9,
            "stones": data.get("stones", "").lower().replace(",", " ").split(),
        }


class ProblemForm(BoardFields):
    title = NameField(
        label=_("Title"),
        help_text=_("For the committee; contestants never see it."),
        error_messages={"required": _("Write a title first, so that the committee finds it.")},
    )
    kind = forms.ChoiceField(label=_("Kind of answer"), choices=tuple(KINDS.items()))
    statement = forms.CharField(
        label=_("Question"),
        required=False,
        max_length=20_000,
        strip=False,
        widget=lines(6),
        help_text=_("Markdown; formulas between dollars: $x^2$."),
    )
    statement_en = forms.CharField(
        label=_("Question in English"),
        required=False,
        max_length=20_000,
        strip=False,
        widget=lines(4),
    )
    solution = forms.CharField(
        label=_("Solution"), required=False, max_length=50_000, strip=False, widget=lines(4)
    )
    solution_en = forms.CharField(
        label=_("Solution in English"),
        required=False,
        max_length=50_000,
        strip=False,
        widget=lines(3),
    )
    options = forms.CharField(
        label=_("Options"),
        required=False,
        max_length=10_000,
        widget=lines(5),
        help_text=_("One a line: the first is a, the second b."),
    )
    options_en = forms.CharField(
        label=_("Options in English"), required=False, max_length=10_000, widget=lines(3)
    )
    right = forms.CharField(
        label=_("Right options"),
        required=False,
        max_length=60,
        help_text=_("Their letters: b, or a c."),
    )
    partial = forms.BooleanField(
        label=_("Part of the points for part of the options"), required=False
    )
    accepted = forms.CharField(
        label=_("Right answers"),
        required=False,
        max_length=10_000,
        widget=lines(3, spellcheck="false"),
        help_text=_("One a line; each of them is taken."),
    )
    tolerance = forms.CharField(label=_("Tolerance"), required=False, max_length=40)
    any_set = forms.BooleanField(
        label=_("There are several kyōens on purpose; any of them is right"), required=False
    )
    ask = forms.ChoiceField(label=_("What is asked for"), choices=ASKS, required=False)
    per_piece = forms.CharField(
        label=_("Weight of each right one"), required=False, max_length=20, initial="1"
    )
    per_wrong = forms.CharField(
        label=_("Taken off for each wrong one"), required=False, max_length=20, initial="1"
    )
    difficulty = forms.TypedChoiceField(
        label=_("Difficulty"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=(("", _("not said")), *((str(n), str(n)) for n in range(1, 6))),
        help_text=_("1 easy to 5 hard"),
    )
    tags = forms.CharField(
        label=_("Tags"), required=False, max_length=500, help_text=_("Apart by commas.")
    )
    credit = forms.CharField(
        label=_("Authors without an account, sources"), required=False, max_length=200
    )
    used_elsewhere = forms.CharField(
        label=_("Where it was asked before"), required=False, max_length=1000, widget=lines(2)
    )

    def clean_tags(self) -> list[str]:
        text = self.cleaned_data["tags"].replace("、", ",")
        return [tag.strip() for tag in text.split(",") if tag.strip()][:MOST_TAGS]

    def written(self, made: Mapping[str, Any] | None = None) -> Written:
        """What the form says; only after ``is_valid``, whatever that found."""
        data = self.cleaned_data
        kind = Kind(data.get("kind") or self.initial.get("kind") or Kind.HANTEI)
        content, key = self._asked(Core(kind))
        return Written(
            title=data.get("title", ""),
            kind=kind,
            statement=_tidy(data.get("statement", "")),
            statement_en=_tidy(data.get("statement_en", "")),
            content=content,
            key=key,
            solution=_tidy(data.get("solution", "")),
            solution_en=_tidy(data.get("solution_en", "")),
            difficulty=data.get("difficulty"),
            tags=data.get("tags", ()),
            credit=data.get("credit", ""),
            used_elsewhere=data.get("used_elsewhere", ""),
            made=made or {},
        )

    def _asked(self, kind: Core) -> tuple[dict[str, Any], dict[str, Any]]:
        """Content and key, as the kind has them."""
        data = self.cleaned_data
        if kind in BOARD_KINDS:
            content = self.board()
            if kind is Core.SAFE_POINT:
                content["ask"] = data.get("ask") or "one"
            return content, self._board_key(kind)
        if kind in CHOICES:
            english = data.get("options_en", "").splitlines()
            options = [
                {"ja": text.strip(), "en": english[n].strip() if n < len(english) else ""}
                for n, text in enumerate(data.get("options", "").strip().splitlines())
            ]
            letters = [one for one in data.get("right", "").lower() if one in LETTERS]
            right: dict[str, Any] = {"options": list(dict.fromkeys(letters))}
            if kind is Core.MULTIPLE_CHOICE:
                right["partial"] = bool(data.get("partial"))
            return {"options": options}, right
        if kind in TYPED_KINDS:
            accepted = [one.strip() for one in data.get("accepted", "").splitlines()]
            typed: dict[str, Any] = {"accepted": [one for one in accepted if one]}
            if kind is Core.DECIMAL:
                typed["tolerance"] = data.get("tolerance") or "0"
            return {}, typed
        return {}, {}

    def _board_key(self, kind: Core) -> dict[str, Any]:
        data = self.cleaned_data
        each, wrong = data.get("per_piece") or "1", data.get("per_wrong") or "1"
        if kind is Core.HANTEI:
            return {"any_set": bool(data.get("any_set"))}
        if kind is Core.HANTEI_ALL:
            return {"per_set": each, "per_wrong": wrong}
        if data.get("ask") == "all":
            return {"per_point": each, "per_wrong": wrong}
        return {}


def initial_of(written: Written) -> dict[str, Any]:
    """What the form of a problem starts from."""
    content, key = written.content, written.key
    options = [one if isinstance(one, dict) else {"ja": one} for one in content.get("options", [])]
    plain = ("title", "kind", "statement", "statement_en", "solution", "solution_en", "difficulty",
             "credit", "used_elsewhere")  # fmt: skip
    return {
        **{name: getattr(written, name) for name in plain},
        "tags": ", ".join(written.tags),
        **{name: content[name] for name in ("lattice", "shape", "columns", "rows", "ask")
           if name in content},
        "stones": " ".join(content.get("stones", [])),
        "options": "\n".join(one.get("ja", "") for one in options),
        "options_en": "\n".join(one.get("en", "") for one in options).rstrip("\n"),
        "right": " ".join(key.get("options", [])),
        "partial": key.get("partial", False),
        "accepted": "\n".join(key.get("accepted", [])),
        "tolerance": key.get("tolerance", ""),
        "any_set": key.get("any_set", False),
        "per_piece": key.get("per_set", key.get("per_point", "1")),
        "per_wrong": key.get("per_wrong", "1"),
    }  # fmt: skip


def _tidy(text: str) -> str:
    """As Markdown wants it: line ends of one sort, nothing after the last."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
