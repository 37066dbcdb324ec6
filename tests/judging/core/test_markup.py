"""Problems in words: safe on the page, set in print, refused in time."""

import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.formulas import FormulaError, drawn, mathml
from judging.markup import MarkupError, check, plain, render
from judging.markup_blocks import print_blocks

TEXT = r"""# 問題

半径 $\frac{1}{2}$ の円の
内部に **格子点** が $n$ 個ある。

$$\sum_{i=1}^n i = \frac{n(n+1)}{2}$$

1. *a*
2. b \$5

| a | b |
|---|---|
| 1 | $\pi$ |

![図](image:fig-1)
"""
IMAGES = {"fig-1": "/j/images/1/"}


def test_formulas_become_mathml() -> None:
    made = render(TEXT, images=IMAGES)
    assert made.count("<math") == 4
    assert "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>" in made
    assert '<math display="block">' in made
    assert "<strong>格子点</strong>" in made
    assert '<img src="/j/images/1/" alt="図">' in made
    assert "b $5" in made


def test_a_japanese_sentence_that_goes_on_in_the_next_line_has_no_space() -> None:
    assert "の円の内部に" in render(TEXT, images=IMAGES)
    assert "one\ntwo" in render("one\ntwo")


EVIL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>1</script>)",
    "<a href='javascript:1'>x</a>",
    '[x](https://e.example "onmouseover=alert(1)")',
    "$a<b>c$",
    "<style>*{}</style>",
    "<svg onload=alert(1)>",
    "`<b onclick=x>`",
    "```html\n<script>\n```",
    "&lt;script&gt;",
]
ALLOWED = re.compile(
    r"<(/?[a-z0-9]+)"
    r'((?: (?:href|src|alt|class|display|start|rel|stretchy|align|title)="[^"<>]*")*) ?/?>'
)


@pytest.mark.parametrize("text", EVIL)
def test_j76_no_script_gets_through(text: str) -> None:
    made = render(text)
    assert "<" not in ALLOWED.sub("", made)
    assert not re.search(r"<[^>]*(script|javascript:|onerror|onload|onclick|data:)", made)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("a\n\nb $\\foo$", "bad_formula",
         "Line 3, character 4: the formula uses \\foo, which is not known here."),
        ("$x_{1$", "bad_formula", "Line 1, character 4: in the formula “{” has no partner."),
        ("ab $x^y^z$", "bad_formula",
         "Line 1, character 5: the formula cannot be read near “x^y^z”."),
        ("$\\frac{1}$", "bad_formula",
         "Line 1, character 2: the formula cannot be read near “\\frac{1}”."),
        ("$$\n\n$$", "bad_formula", "Line 1, character 3: there is an empty formula."),
        ("a\nb\u202e", "hidden_character",
         "Line 2, character 2: there is a control character (U+202E)."),
        ("![x](http://e.example/x.png)", "bad_image",
         "Line 1: “http://e.example/x.png” is not an image of the bank."),
        ("$\\def\\x{1}$", "bad_formula",
         "Line 1, character 2: the formula uses \\def, which is not known here."),
    ],
)  # fmt: skip
def test_an_error_says_where(text: str, code: str, words: str) -> None:
    with pytest.raises(MarkupError) as caught:
        check(text)
    assert (caught.value.code, caught.value.message) == (code, words)
    assert caught.value.params["line"] >= 1


def test_an_image_that_the_bank_does_not_have_is_an_error() -> None:
    check("![x](image:fig-1)")
    check("![x](image:fig-1)", IMAGES)
    with pytest.raises(MarkupError, match="bad_image"):
        check("![x](image:fig-2)", IMAGES)


def told(text: str) -> str | MarkupError:
    try:
        return render(text)
    except MarkupError as error:
        return error


@pytest.mark.parametrize(
    "text",
    [
        "$" + "{" * 10_000 + "x" + "}" * 10_000 + "$",
        "$" + "{" * 900 + "x" + "}" * 900 + "$",
        "$" + r"\sqrt" * 399 + " x$",
        "$x" + "^{x" * 200 + "}" * 200 + "$",
        "x" * 1_000_000,
        "$" * 1_000_000,
        ">" * 20_000 + "x",
        "- " * 20_000 + "x",
        "[" * 20_000,
        "![" * 20_000,
        "[a](" * 10_000,
        "*a " * 16_000,
        "_a" * 20_000,
        "`" * 20_000,
        "|a" * 20_000,
        "a\n" * 25_000,
        "$x$ " * 5_000,
        "&" * 50_000,
        "$a$" * 280,
        "\\" * 50_000,
        "<" * 50_000,
        "[a]: b\n" * 400,
        "> " * 11 + "x\n" * 4_000,
        "\n".join("  " * depth + "- a" for depth in range(100)),
        "$x" + r"\alpha\beta" * 180 + "$",
    ],
    ids=lambda text: f"{text[:12]!r}×{len(text)}",
)
def test_no_text_takes_long(text: str) -> None:
    started = time.thread_time()
    made = told(text)
    assert isinstance(made, str) or len(made.message) < 300
    assert time.thread_time() - started < 1


@pytest.mark.parametrize(
    "tex",
    [
        r"x^2+y^2", r"\frac{a}{b}", r"\sqrt[3]{2}", r"\angle ABC = 90^\circ", r"\overline{AB}",
        r"\triangle ABC \sim \triangle DEF", r"\begin{cases}1 & x>0\\0 & x\le 0\end{cases}",
        r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\begin{aligned}a&=b\\&=c\end{aligned}",
        r"\left(\frac{a}{\sqrt{b^{2}}}\right)^{n_{k}}", r"a\equiv b\pmod{5}", r"\lfloor x\rfloor",
        r"\text{共円}", r"\overset{\frown}{AB}", r"\mathbb{Z}", r"\binom{n}{k}", r"x'", "円",
        r"\operatorname{lcm}(a,b)", r"\{1,2,\dots,n\}", r"\vec{a}\cdot\vec{b}", r"\sin\theta",
        r"\sum_{i=1}^{n}\int_0^1", r"AB \parallel CD", r"\therefore a\neq b",
    ],
)  # fmt: skip
def test_the_formulas_of_contests_are_shown_and_drawn(tex: str) -> None:
    assert mathml(tex).startswith("<math")
    made = drawn(tex)
    assert made.svg.startswith("<svg")
    assert 0 < made.width < 400
    assert 0 <= made.depth <= made.height


@pytest.mark.parametrize(
    "tex",
    [r"\href{javascript:1}{x}", r"\style{color:red}{x}", r"\unicode{x41}", r"\newcommand{\a}{b}",
     r"\input{/etc/passwd}", r"\verb|x|", r"\class{x}{y}", "a & b", "%", "#1", "~",
     r"\begin{tikz}"],
)  # fmt: skip
def test_what_is_no_formula_is_refused(tex: str) -> None:
    with pytest.raises(FormulaError):
        mathml(tex)


def test_print_gets_the_same_as_data() -> None:
    blocks = print_blocks(TEXT)
    assert [block["kind"] for block in blocks] == [
        "heading", "paragraph", "formula", "list", "table", "paragraph",
    ]  # fmt: skip
    kinds = [one["kind"] for one in blocks[1]["inlines"]]
    assert kinds == ["text", "formula", "text", "text", "text", "text", "formula", "text"]
    assert blocks[1]["inlines"][4] == {"kind": "text", "text": "格子点", "bold": True}
    assert blocks[2]["svg"].startswith("<svg")
    assert blocks[3]["ordered"]
    assert blocks[4]["columns"] == 2
    assert blocks[5]["inlines"][0] == {"kind": "image", "name": "fig-1", "words": "図"}


def test_a_list_shows_the_beginning() -> None:
    assert plain(TEXT, 29) == r"問題 半径 \frac{1}{2} の円の内部に 格子点…"
    assert plain("$\\foo$ x") == "$\\foo$ x"
    assert plain("") == ""


MARKS = st.text(st.sampled_from("ab 円$\\{}^_*`[]()!|>-#\n12&<") | st.characters(), max_size=60)


@given(MARKS)
@settings(max_examples=150)
def test_rendering_is_total(text: str) -> None:
    made = told(text)
    if isinstance(made, str):
        assert "<" not in ALLOWED.sub("", made)
        assert isinstance(print_blocks(text), list)
    else:
        assert made.message


@pytest.mark.parametrize("words", ["if a < b", "a<b c", "<b>x</b>", "<script>x</script>"])
def test_words_in_a_formula_keep_their_signs_and_make_no_tags(words: str) -> None:
    shown = html.escape(words).replace(" ", "\u00a0")
    assert f"<mtext>{shown}</mtext>" in render(rf"$\text{{{words}}}$").replace("&nbsp;", "\u00a0")
    assert drawn(rf"\text{{{words}}}").width > 0
