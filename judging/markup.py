r"""Problems in words: Markdown with formulas between dollars, to HTML that is safe to show.

``$x^2$`` in a line, ``$$…$$`` on its own, ``\$`` a dollar; ``![words](image:name)`` an image of
the bank. Raw HTML stays text. Limits come first, so that no text takes long.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from games.rules.base import GameError, gettext_noop
from judging.formulas import FormulaError, check_formula, mathml

MAX_TEXT = 50_000
MAX_LINES = 5_000
MAX_FORMULAS = 300
MAX_NESTING = 12
_MOST_OF = {"[": 500, "]": 2_000, "!": 2_000, "*": 4_000, "_": 4_000, "|": 3_000, "`": 2_000}
"""Characters that make the reader of Markdown look ahead again and again."""

_WIDE = re.compile(r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")
_IMAGE = re.compile(r"image:([A-Za-z0-9._-]{1,80})")
_MATH = frozenset(
    """
    math mrow mi mo mn mtext mfrac msqrt mroot msup msub msubsup mover munder munderover mtable
    mtr mtd mspace mstyle mpadded mphantom menclose
    """.split()  # noqa: SIM905 - a list of words
)
_TAGS = _MATH | frozenset(
    """
    p br hr em strong s code pre blockquote ul ol li h3 h4 h5 h6 table thead tbody tr th td a img
    div span
    """.split()  # noqa: SIM905 - a list of words
)
_MATH_ATTRIBUTES = frozenset(
    """
    display displaystyle scriptlevel mathvariant stretchy fence form separator accent accentunder
    linethickness columnalign columnspacing rowspacing columnlines rowlines width height depth
    lspace rspace minsize maxsize movablelimits notation symmetric
    """.split()  # noqa: SIM905 - a list of words
)
_ATTRIBUTES: dict[str, set[str]] = {name: set(_MATH_ATTRIBUTES) for name in _MATH} | {
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
}
_CLASSES = {"div": {"formula"}, "span": {"formula"}}


class MarkupError(GameError):
    """``line`` and ``column`` from 1, ``near``: a piece of the text there."""

    code = "bad_markup"
    words = gettext_noop("Line {line}: the text cannot be read near “{near}”.")


class TextTooLongError(MarkupError):
    code = "text_too_long"
    words = gettext_noop("The text has {length} characters; at most {most} are allowed.")


class HiddenCharacterInTextError(MarkupError):
    code = "hidden_character"
    words = gettext_noop("Line {line}, character {column}: there is a control character ({near}).")


class TooManyError(MarkupError):
    code = "too_many_signs"
    words = gettext_noop("The text has more than {most} times “{near}”.")


class TooManyLinesError(MarkupError):
    code = "too_many_lines"
    words = gettext_noop("The text has more than {most} lines.")


class TooDeepError(MarkupError):
    code = "nested_too_deep"
    words = gettext_noop("Line {line}: lists and quotes are nested more than {most} deep.")


class TooManyFormulasError(MarkupError):
    code = "too_many_formulas"
    words = gettext_noop("Line {line}: there are more than {most} formulas.")


class BadImageError(MarkupError):
    code = "bad_image"
    words = gettext_noop("Line {line}: “{near}” is not an image of the bank.")


class FormulaInTextError(MarkupError):
    """``formula``: the FormulaError, with its own words."""

    code = "bad_formula"
    words = gettext_noop("Line {line}, character {column}: this formula cannot be shown.")

    def __init__(self, formula: FormulaError, **params: Any) -> None:
        super().__init__(**params, **{k: v for k, v in formula.params.items() if k not in params})
        self.formula = formula
        self.words = _PLACE[type(formula).code]  # type: ignore[misc]


_PLACE = {
    "bad_formula": gettext_noop(
        "Line {line}, character {column}: the formula cannot be read near “{near}”."
    ),
    "formula_too_long": gettext_noop(
        "Line {line}, character {column}: a formula has at most {most} characters."
    ),
    "formula_too_deep": gettext_noop(
        "Line {line}, character {column}: the formula is nested more than {most} deep."
    ),
    "formula_too_large": gettext_noop(
        "Line {line}, character {column}: the formula is too large from “{near}” on. "
        "Split it in two."
    ),
    "unknown_command": gettext_noop(
        "Line {line}, character {column}: the formula uses {near}, which is not known here."
    ),
    "unbalanced": gettext_noop(
        "Line {line}, character {column}: in the formula “{near}” has no partner."
    ),
    "empty_formula": gettext_noop("Line {line}, character {column}: there is an empty formula."),
}


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": 4 * MAX_NESTING})
    reader.enable(["table", "strikethrough"])
    dollarmath_plugin(reader, allow_labels=False, allow_space=False, allow_digits=False)
    return reader


_READER = _reader()


def read(text: str) -> list[Token]:
    """The checked tokens: every formula is known to be good. Raise MarkupError."""
    if len(text) > MAX_TEXT:
        raise TextTooLongError(length=len(text), most=MAX_TEXT, line=1, column=1, near="")
    if text.count("\n") > MAX_LINES:
        raise TooManyLinesError(most=MAX_LINES, line=MAX_LINES, column=1, near="")
    for sign, most in _MOST_OF.items():
        if text.count(sign) > most:
            raise TooManyError(near=sign, most=most, line=1, column=1)
    _refuse_hidden(text)
    tokens = _READER.parse(text)
    formulas, line = 0, 1
    for token in flat(tokens):
        line = token.map[0] + 1 if token.map else line
        if token.level > 2 * MAX_NESTING:
            raise TooDeepError(line=line, column=1, most=MAX_NESTING, near="")
        if token.type in _FORMULAS:
            formulas += 1
            if formulas > MAX_FORMULAS:
                raise TooManyFormulasError(line=line, column=1, most=MAX_FORMULAS, near="")
            _check(token, text, line)
    _join_lines(tokens)
    return tokens


_FORMULAS = frozenset({"math_inline", "math_inline_double", "math_block"})
_COMMAND = re.compile(r"\\([a-z]+)")
_SIGNS = {
    "times": "×", "cdot": "·", "le": "≤", "ge": "≥", "ne": "≠", "pm": "±", "pi": "π",
    "angle": "∠", "triangle": "△", "parallel": "∥", "perp": "⊥",
}  # fmt: skip


def flat(tokens: Sequence[Token]) -> Iterator[Token]:
    """With what is within lines."""
    for token in tokens:
        yield token
        if token.children:
            yield from flat(token.children)


def _refuse_hidden(text: str) -> None:
    for at, char in enumerate(text):
        if not char.isprintable() and char not in " \n\r\t\u3000":
            line, column = _place(text, at)
            raise HiddenCharacterInTextError(line=line, column=column, near=f"U+{ord(char):04X}")


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _check(token: Token, text: str, line: int) -> None:
    try:
        check_formula(token.content)
        mathml(token.content, display=is_display(token))
    except FormulaError as error:
        start = sum(len(one) + 1 for one in text.split("\n")[: line - 1])
        at = text.find(token.content, start)
        line, column = _place(text, max(start, at) + error.at)
        raise FormulaInTextError(error, line=line, column=column) from error


def is_display(token: Token) -> bool:
    return token.type != "math_inline"


def _join_lines(tokens: Sequence[Token]) -> None:
    """No space where a Japanese sentence goes on in the next line."""
    for token in tokens:
        children = token.children or []
        for before, here, after in zip(children, children[1:], children[2:], strict=False):
            ends, begins = before.content[-1:], after.content[:1]
            if here.type == "softbreak" and (_WIDE.match(ends) or _WIDE.match(begins)):
                here.type, here.content = "text", ""


def image_name(token: Token) -> str | None:
    """The name of the image that an ``image`` token shows, or None for another address."""
    found = _IMAGE.fullmatch(str(token.attrs.get("src", "")))
    return found[1] if found else None


def check(text: str, images: Mapping[str, Any] | None = None) -> None:
    """Raise MarkupError; ``images``: those there are, None: any name will do."""
    _images(read(text), images)


def _images(tokens: Sequence[Token], images: Mapping[str, Any] | None) -> None:
    line = 1
    for token in flat(tokens):
        line = token.map[0] + 1 if token.map else line
        if token.type == "image":
            name = image_name(token)
            if name is None or (images is not None and name not in images):
                near = str(token.attrs.get("src", ""))[:60]
                raise BadImageError(line=line, column=1, near=near)


def render(text: str, *, images: Mapping[str, str] | None = None) -> str:
    """HTML for the page. ``images``: the address of each image by name. Raise MarkupError."""
    tokens = read(text)
    known = images or {}
    _images(tokens, known)
    made = _Renderer(known).render(tokens, _READER.options, {})
    cleaned: str = nh3.clean(
        made,
        tags=set(_TAGS),
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return cleaned


class _Renderer(RendererHTML):
    """Headings begin below those of the page; formulas become MathML."""

    def __init__(self, images: Mapping[str, str]) -> None:
        super().__init__()
        self.images = images

    def math_inline(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        made = mathml(tokens[at].content, display=is_display(tokens[at]))
        return f'<span class="formula">{made}</span>'

    math_inline_double = math_inline

    def math_block(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return f'<div class="formula">{mathml(tokens[at].content, display=True)}</div>\n'

    def image(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        address = self.images.get(image_name(tokens[at]) or "", "")
        words = "".join(one.content for one in tokens[at].children or [])
        return f'<img src="{html.escape(address)}" alt="{html.escape(words)}">'

    def heading_open(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        level = min(6, int(tokens[at].tag[1:]) + 2)
        return f"<h{level}>" if tokens[at].nesting == 1 else f"</h{level}>\n"

    heading_close = heading_open


def plain(text: str, length: int = 80) -> str:
    """The beginning in one line, formulas nearly as typed. For lists; never raises.

    >>> plain(r"**Find** $x^2 \\times 3$.")
    'Find x^2 × 3.'
    """
    try:
        tokens = read(text[: 4 * length])
    except MarkupError:
        found = text[: 4 * length]
    else:
        parts = []
        for token in flat(tokens):
            if token.type in _FORMULAS:
                parts.append(_COMMAND.sub(lambda one: _SIGNS.get(one[1], one[0]), token.content))
            elif token.type in {"text", "code_inline", "code_block", "fence"}:
                parts.append(token.content)
            elif token.type in {"softbreak", "hardbreak", "paragraph_close", "heading_close"}:
                parts.append(" ")
        found = "".join(parts)
    found = " ".join(found.split())
    return found if len(found) <= length else f"{found[: length - 1]}…"
