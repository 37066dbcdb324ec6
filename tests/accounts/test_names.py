"""Names are kept as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.forms import NameForm
from accounts.names import tidy_name, tidy_username


@pytest.mark.parametrize(
    "name",
    ["早川 みどり", "O’Neill-Ōmori", "שרה כהן", "👩‍🏫 Ana 🇯🇵", "<script>alert(1)</script>", "髙﨑"],
)
def test_an_honest_name_is_kept_as_it_is(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" 早川　みどり\n", "早川 みどり"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("\u200fשרה", "שרה"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\u200b\ufeff", ""),
        ("か\u3099", "が"),
    ],
)
def test_what_cannot_be_seen_is_dropped(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept


@given(st.text())
def test_a_tidy_name_stays_as_it_is(text: str) -> None:
    assert tidy_name(tidy_name(text)) == tidy_name(text)


@given(st.text())
def test_usernames_have_one_form(text: str) -> None:
    assert tidy_username(tidy_username(text)) == tidy_username(text)


@pytest.mark.parametrize("name", ["あ" * 200, "x" * 200])
def test_a_name_of_200_characters_fits(name: str) -> None:
    assert NameForm({"name": name}).is_valid()


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "あ" * 201])
def test_no_name_and_one_too_long_are_refused(name: str) -> None:
    assert not NameForm({"name": name}).is_valid()
