"""Every string has its Japanese."""

import re
from pathlib import Path

import pytest
from babel.messages import Message
from django.utils.translation import gettext, override

from accounts.management.commands.compile_translations import compile_catalogs
from tools import translations
from tools.translations import Key

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "stone"
msgstr "石"
"""


def test_every_string_is_translated() -> None:
    assert list(translations.faults()) == []


@pytest.mark.parametrize(
    ("source", "translation", "faulty"),
    [
        ("%(n)s stones", "石%(n)s個", False),
        ("%(n)s stones", "石", True),
        ("{name} won", "{nmae}の勝ち", True),
        ("100%% of %(n)s", "%(n)sの100%%", False),
        (("One stone", "%(n)s stones"), ("石%(n)s個",), False),
        (("One stone", "%(n)s stones"), ("石%(m)s個",), True),
        ("Stone", "", True),
    ],
)
def test_a_translation_keeps_the_placeholders(
    source: str | tuple[str, str], translation: str | tuple[str], faulty: bool
) -> None:
    message = Message(source, translation)
    assert bool(list(translations.entry_faults(Key(None, "…"), message))) is faulty


JAPANESE = "[々-〇ぁ-ヿ一-鿿、。「」！-｠]"
FAULTY = re.compile(rf"{JAPANESE}[(: ]\w|\w[): ]{JAPANESE}|{JAPANESE}[(): ]{JAPANESE}")
"""Half-width brackets and colons, and spaces, beside Japanese."""
APART = {"%(paper)s 解答", "%(paper)s 解答用紙", "%(problem)s 採点表", "問%(label)s 答案%(code)s",
         "数の組：(1, 2, 3)"}  # fmt: skip
"""Two names side by side, and mathematics."""


def test_the_japanese_of_judging_has_its_own_brackets_and_no_spaces() -> None:
    for _, message in translations.entries(translations.read_catalog("judging")):
        told = [message.string] if isinstance(message.string, str) else message.string
        for words in set(told or ()) - APART:
            assert not FAULTY.search(re.sub(r"%\(\w+\)s|\{\w+\}", "9", words)), words


def test_the_strings_of_a_template_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        """{% load i18n %}<p title='{% translate "It is a stone" %}'>
        {% blocktranslate trimmed count n=stones %}One stone{% plural %}
        {{ n }} stones{% endblocktranslate %} {{ _("Play")|title }}</p>"""
    )
    text = translations.python_text(page)
    assert 'gettext(u"It is a stone")' in text or "gettext(u'It is a stone')" in text
    assert "ngettext(u'One stone', u'%(n)s stones', count)" in text
    assert '_("Play")' in text


def test_only_changed_catalogues_are_compiled(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO)
    assert compile_catalogs(tmp_path) == [folder / "django.mo"]
    assert compile_catalogs(tmp_path) == []


def test_the_compiled_japanese_is_in_use() -> None:
    for area in translations.AREAS:
        for key, message in translations.entries(translations.read_catalog(area)):
            if isinstance(message.id, str) and key.context is None:
                with override("ja"):
                    assert gettext(key.singular) == message.string
                break
