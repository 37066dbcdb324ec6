"""Formulas in TeX: checked against what is known, then MathML for the page or SVG for print.

Nothing is defined, included or executed: a command that is not on the list is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree as ET

from latex2mathml import commands
from latex2mathml.converter import convert
from latex2mathml.symbols_parser import convert_symbol

from games.rules.base import GameError, gettext_noop

MAX_FORMULA = 2_000
MAX_DEPTH = 8
MAX_TREE = 18
"""Elements of MathML within each other."""
MAX_WORK = 800
"""Symbols of a formula, each counted double for every brace around it: the typesetter of print
draws the inside of braces twice, and theirs twice again."""

_COMMAND = re.compile(r"\\(?:([a-zA-Z]+)|(.))", re.DOTALL)
_ENVIRONMENT = re.compile(r"\s*\{([a-zA-Z]+\*?)\}")
_STRUCTURES = frozenset(
    """
    frac dfrac tfrac cfrac binom dbinom tbinom sqrt root over choose left right middle begin end
    limits nolimits displaystyle textstyle scriptstyle text textbf textit textrm texttt mbox
    mathrm mathbf mathit mathbb mathcal mathfrak mathsf mathscr boldsymbol bm operatorname
    overline underline overrightarrow overleftarrow overleftrightarrow vec hat widehat tilde
    widetilde bar dot ddot check breve acute grave overbrace underbrace overset underset stackrel
    substack prime dprime not phantom hphantom vphantom quad qquad enspace thinspace mod pmod bmod
    lim limsup liminf max min sup inf gcd det arg Pr big Big bigg Bigg bigl bigr Bigl Bigr biggl
    biggr Biggl Biggr boxed cancel lvert rvert lVert rVert hline xrightarrow xleftarrow lbrace
    rbrace lbrack rbrack dots ldots cdots vdots ddots
    """.split()  # noqa: SIM905 - a list of words
) | {name.removeprefix("\\") for name in commands.FUNCTIONS}
_ENVIRONMENTS = frozenset(
    """
    matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array cases align align* aligned
    split
    """.split()  # noqa: SIM905 - a list of words
)
_NEVER = frozenset("%#~")
_ESCAPED = frozenset("\\,;:!>|{}%#$&_ \n\t")


class FormulaError(GameError):
    """``near``: the piece of the formula it is about."""

    code = "bad_formula"
    words = gettext_noop("The formula cannot be read near “{near}”.")

    def __init__(self, near: str, at: int = 0, **params: object) -> None:
        super().__init__(near=near[:60], **params)
        self.at = at
        """Where in the formula, in characters from 0."""


class FormulaTooLongError(FormulaError):
    code = "formula_too_long"
    words = gettext_noop("A formula has at most {most} characters.")


class FormulaTooDeepError(FormulaError):
    code = "formula_too_deep"
    words = gettext_noop("The formula is nested more than {most} deep.")


class FormulaTooLargeError(FormulaError):
    code = "formula_too_large"
    words = gettext_noop("The formula is too large from “{near}” on. Split it in two.")


class UnknownCommandError(FormulaError):
    code = "unknown_command"
    words = gettext_noop("The formula uses {near}, which is not known here.")


class UnbalancedError(FormulaError):
    code = "unbalanced"
    words = gettext_noop("In the formula “{near}” has no partner.")


class EmptyFormulaError(FormulaError):
    code = "empty_formula"
    words = gettext_noop("There is an empty formula.")


def check_formula(tex: str) -> None:
    """Raise FormulaError. Takes time linear in the formula."""
    if len(tex) > MAX_FORMULA:
        raise FormulaTooLongError(tex[:20], most=MAX_FORMULA)
    if not tex.strip():
        raise EmptyFormulaError("")
    open_: list[tuple[str, int]] = []
    work = 0
    for piece, at in _pieces(tex):
        if piece in _OPENS:
            open_.append((piece, at))
            if len(open_) > MAX_DEPTH:
                raise FormulaTooDeepError(piece, at, most=MAX_DEPTH)
        elif piece in _CLOSES:
            if not open_ or _OPENS[open_[-1][0]] != piece:
                raise UnbalancedError(piece, at)
            open_.pop()
        work += 1 << len(open_)
        if work > MAX_WORK:
            raise FormulaTooLargeError(tex[at : at + 20], at)
    if open_:
        raise UnbalancedError(*open_[-1])


_OPENS = {"{": "}", "\\left": "\\right", "\\begin": "\\end"}
_CLOSES = frozenset(_OPENS.values())


def _pieces(tex: str) -> Iterator[tuple[str, int]]:
    """Commands and other characters, with where they stand. Raise UnknownCommandError."""
    at = 0
    while at < len(tex):
        char = tex[at]
        if char == "\\":
            found = _COMMAND.match(tex, at)
            if found is None:
                raise UnbalancedError("\\", at)
            _check_command(tex, found)
            yield found[0], at
            at = found.end()
            continue
        if char in _NEVER or not (char.isprintable() or char.isspace()):
            raise FormulaError(char if char.isprintable() else f"U+{ord(char):04X}", at)
        if char == "&" and "\\begin" not in tex:
            raise FormulaError(char, at)
        if not char.isspace():
            yield char, at
        at += 1


def _check_command(tex: str, found: "re.Match[str]") -> None:
    name, char = found[1], found[2]
    if name is None:
        if char not in _ESCAPED:
            raise UnknownCommandError(found[0], found.start())
        return
    if name in {"begin", "end"}:
        environment = _ENVIRONMENT.match(tex, found.end())
        if environment is None or environment[1] not in _ENVIRONMENTS:
            raise UnknownCommandError(tex[found.start() :][:30], found.start())
    elif name not in _STRUCTURES and convert_symbol(f"\\{name}") is None:
        raise UnknownCommandError(f"\\{name}", found.start())


@lru_cache(maxsize=2048)
def mathml(tex: str, *, display: bool = False) -> str:
    """A ``<math>`` element. Raise FormulaError."""
    check_formula(tex)
    try:
        made = convert(_ready(tex), display="block" if display else "inline")
        tree = ET.fromstring(made)  # noqa: S314 - written by the converter, without entities
    except Exception as error:
        raise FormulaError(tex.strip()) from error
    _check_tree(tree, tex.strip())
    return made


_CHILDREN = {"mfrac": 2, "msup": 2, "msub": 2, "mover": 2, "munder": 2, "mroot": 2,
             "msubsup": 3, "munderover": 3}  # fmt: skip


def _check_tree(tree: ET.Element, tex: str) -> None:
    """Arguments that are missing, and nesting without braces."""
    level = [tree]
    for _ in range(MAX_TREE):
        for node in level:
            wanted = _CHILDREN.get(node.tag.rpartition("}")[2])
            if wanted is not None and len(node) != wanted:
                raise FormulaError(tex)
        level = [child for node in level for child in node]
        if not level:
            return
    raise FormulaTooDeepError(tex, most=MAX_DEPTH)


_WORDS = re.compile(r"\\(?:text(?:bf|it|rm|tt)?|mbox)\s*\{[^{}]*\}")


def _ready(tex: str) -> str:
    """As the converter wants it: ``aligned`` under its other name, no tags within words."""
    plain = _WORDS.sub(lambda found: found[0].replace("<", "&lt;").replace(">", "&gt;"), tex)
    return plain.replace("{aligned}", "{align*}").strip()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A formula as SVG; sizes in points for text of SIZE. ``depth``: below the line of text."""

    svg: str
    width: float
    height: float
    depth: float


SIZE = 12.0
"""Points of the text beside a drawn formula of the sizes given."""


@lru_cache(maxsize=2048)
def drawn(tex: str, *, display: bool = False) -> Drawn:
    """As outlines, for print. Raise FormulaError: also for what only the page can show."""
    from ziamath.zmath import Latex  # loads a font, and the page does not need it

    mathml(tex, display=display)
    try:
        made = Latex(_ready(tex), size=SIZE * 4 / 3, inline=not display, margin=0)
        svg = made.svgxml()
        _, top, width, height = (float(part) for part in svg.attrib["viewBox"].split())
        text = ET.tostring(svg, encoding="unicode")
    except Exception as error:
        raise FormulaError(tex.strip()) from error
    scale = 3 / 4
    return Drawn(text, width * scale, height * scale, max(0.0, top + height) * scale)
