"""PDF by typst: a fixed template, and data that reaches it as data and never as markup."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import typst
from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "print"
_one_at_a_time = Lock()


@cache
def _fonts() -> typst.Fonts:
    """IPAexGothic, which another package carries; names it cannot write, by this machine's."""
    found = find_spec("matplotlib_fontja")
    assert found is not None, "the package of the Japanese font is not installed"
    assert found.origin is not None
    return typst.Fonts(
        include_system_fonts=True,
        include_embedded_fonts=True,
        font_paths=[Path(found.origin).parent / "fonts"],
    )


def pdf(template: str, data: dict[str, Any]) -> bytes:
    """The PDF that ``template`` (a name under templates/print/, without ending) makes of ``data``.

    Takes 10–100 ms. A fault of the template raises typst.TypstError.
    """
    return _compile(template, data, "pdf")[0]


def pictures(template: str, data: dict[str, Any]) -> list[bytes]:
    """The pages as SVG."""
    return _compile(template, data, "svg")


def _compile(template: str, data: dict[str, Any], kind: str) -> list[bytes]:
    compiler = typst.Compiler(
        str(TEMPLATES / f"{template}.typ"),
        root=str(TEMPLATES),
        font_paths=_fonts(),
        sys_inputs={"data": json.dumps(clean(data), ensure_ascii=False)},
    )
    with _one_at_a_time:
        made = compiler.compile(format=kind)  # type: ignore[arg-type]
    assert made is not None
    return [made] if isinstance(made, bytes) else made


def clean(value: Any) -> Any:
    """Without what no page can show: control characters and halves of characters."""
    match value:
        case str():
            return "".join(
                char if char >= " " and not "\ud800" <= char <= "\udfff" else "\ufffd"
                for char in value
            )
        case dict():
            return {key: clean(each) for key, each in value.items()}
        case list() | tuple():
            return [clean(each) for each in value]
    return value
