"""What cannot be sent back is refused without being sent back."""

import pytest
from rest_framework.renderers import JSONRenderer

from accounts.strict import Choice, Strict, Text

HALF = "\ud800"


class Asked(Strict):
    action = Choice(choices=("start", "stop"))


@pytest.mark.parametrize("body", [{"action": HALF}, {"action": "start", HALF: 1}])
def test_half_a_surrogate_pair_is_refused_in_words(body: dict[str, object]) -> None:
    asked = Asked(data=body)
    assert not asked.is_valid()
    assert JSONRenderer().render(asked.errors)


def test_a_text_is_as_long_as_it_comes() -> None:
    """What is trimmed away counts too: the description knows nothing of it."""

    class Named(Strict):
        name = Text(max_length=5)

    assert Named(data={"name": " four"}).is_valid()
    long = Named(data={"name": " fives"})
    assert not long.is_valid()
    assert "5" in str(long.errors["name"][0])
