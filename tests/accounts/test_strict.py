"""What cannot be sent back is refused without being sent back."""

import pytest
from rest_framework.renderers import JSONRenderer

from accounts.strict import Choice, Strict

HALF = "\ud800"


class Asked(Strict):
    action = Choice(choices=("start", "stop"))


@pytest.mark.parametrize("body", [{"action": HALF}, {"action": "start", HALF: 1}])
def test_half_a_surrogate_pair_is_refused_in_words(body: dict[str, object]) -> None:
    asked = Asked(data=body)
    assert not asked.is_valid()
    assert JSONRenderer().render(asked.errors)
