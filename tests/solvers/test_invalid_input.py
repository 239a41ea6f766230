"""What a solver says keeps its parts, for them to be told in another language."""

import pytest

from solvers.invalid_input import InvalidInput, Translatable


def test_a_phrase_is_its_text_and_keeps_its_values() -> None:
    phrase = Translatable("with {faces} faces", faces=6)
    assert (phrase, phrase.template, phrase.values) == ("with 6 faces", "with {faces} faces", {"faces": 6})


def test_a_refusal_says_its_phrases() -> None:
    with pytest.raises(InvalidInput, match=r"^the number of trees must be at most 3$") as caught:
        raise InvalidInput("{name} must be at most {allowed}", name=Translatable("the number of trees"), allowed=3)
    assert isinstance(caught.value.values["name"], Translatable)
