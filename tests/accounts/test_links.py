"""The text of a link cannot be guessed, nor used for another kind of door."""

from uuid import UUID, uuid4

import pytest
from django.http import Http404
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.links import seal, unseal


@given(st.uuids())
def test_a_link_opens_what_it_was_made_for(link: UUID) -> None:
    text = seal("person", link)
    assert unseal("person", text) == link
    assert len(text) == 43


def test_the_same_link_can_be_printed_again() -> None:
    link = uuid4()
    assert seal("person", link) == seal("person", link)


def test_a_link_of_one_kind_opens_no_other() -> None:
    with pytest.raises(Http404):
        unseal("setup", seal("person", uuid4()))


@given(st.integers(0, 42), st.sampled_from("AZaz09-_"))
def test_one_changed_letter_spoils_it(place: int, letter: str) -> None:
    text = seal("person", UUID(int=0x1234))
    changed = text[:place] + letter + text[place + 1 :]
    if changed != text:
        with pytest.raises(Http404):
            unseal("person", changed)


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(Http404):
        unseal("person", text)


def test_a_link_outlives_a_change_of_the_key(settings: Settings) -> None:
    link = uuid4()
    text = seal("person", link)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key that is long enough to be one"
    assert unseal("person", text) == link
