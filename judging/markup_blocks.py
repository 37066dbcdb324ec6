"""Problems in words, for print: plain data that templates/print/markup.typ sets.

Blocks are ``{"kind": …}``: ``paragraph`` and ``heading`` with ``inlines``; ``list`` with
``ordered``, ``start`` and ``items`` (each a list of blocks); ``quote`` with ``blocks``; ``code``
with ``lines``; ``table`` with ``columns``, ``head`` and ``rows`` (each a list of inlines);
``formula`` and ``rule``. Inlines: ``text`` (with ``bold``, ``italic``, ``strike``, ``code``),
``formula`` (with ``svg``, ``width``, ``height``, ``depth`` in points, or ``tex`` where it cannot
be drawn), ``break`` and ``image`` (with ``name`` and ``words``).
"""

from collections.abc import Sequence
from typing import Any

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from games.rules.base import JSON
from judging.formulas import FormulaError, drawn
from judging.markup import image_name, read

_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}


def print_blocks(text: str) -> list[JSON]:
    """Raise MarkupError. A formula takes some milliseconds the first time."""
    return _blocks(SyntaxTreeNode(read(text)).children)


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> list[JSON]:
    return [block for node in nodes for block in _block(node)]


def _block(node: SyntaxTreeNode) -> list[JSON]:
    match node.type:
        case "paragraph":
            return [{"kind": "paragraph", "inlines": _inlines(node)}]
        case "heading":
            return [{"kind": "heading", "level": int(node.tag[1:]), "inlines": _inlines(node)}]
        case "bullet_list" | "ordered_list":
            ordered = node.type == "ordered_list"
            items = [_blocks(item.children) for item in node.children]
            start = int(node.attrs.get("start", 1))
            return [{"kind": "list", "ordered": ordered, "start": start, "items": items}]
        case "blockquote":
            return [{"kind": "quote", "blocks": _blocks(node.children)}]
        case "code_block" | "fence":
            return [{"kind": "code", "lines": node.content.rstrip("\n").split("\n")}]
        case "math_block":
            return [{"kind": "formula", **_formula(node.content, display=True)}]
        case "hr":
            return [{"kind": "rule"}]
        case "table":
            rows = [
                [_inlines(cell) for cell in row.children]
                for part in node.children
                for row in part.children
            ]
            return [{"kind": "table", "columns": len(rows[0]), "head": rows[0], "rows": rows[1:]}]
    return [{"kind": "paragraph", "inlines": [{"kind": "text", "text": node.content}]}]


def _inlines(node: SyntaxTreeNode, styles: frozenset[str] = frozenset()) -> list[JSON]:
    found: list[JSON] = []
    for child in node.children:
        style = styles
        match child.type:
            case "inline" | "link":
                found += _inlines(child, style)
            case "strong" | "em" | "s":
                found += _inlines(child, style | {_STYLES[child.type]})
            case "text":
                if child.content:
                    found.append(_text(child.content, style))
            case "code_inline":
                found.append(_text(child.content, style | {"code"}))
            case "math_inline":
                found.append({"kind": "formula", **_formula(child.content, display=False)})
            case "math_inline_double":
                found.append({"kind": "formula", **_formula(child.content, display=True)})
            case "softbreak":
                found.append(_text(" ", style))
            case "hardbreak":
                found.append({"kind": "break"})
            case "image":
                found.append({"kind": "image", **_image(child)})
            case _:
                found.append(_text(child.content, style))
    return found


def _text(text: str, styles: frozenset[str]) -> JSON:
    return {"kind": "text", "text": text, **dict.fromkeys(sorted(styles), True)}


def _formula(tex: str, *, display: bool) -> JSON:
    try:
        made = drawn(tex, display=display)
    except FormulaError:
        return {"tex": tex.strip()}
    return {
        "svg": made.svg,
        "width": round(made.width, 3),
        "height": round(made.height, 3),
        "depth": round(made.depth, 3),
    }


def _image(node: SyntaxTreeNode) -> JSON:
    token: Token | None = node.token
    words: list[Any] = [] if token is None else token.children or []
    name = None if token is None else image_name(token)
    return {"name": name or "", "words": "".join(one.content for one in words)}
