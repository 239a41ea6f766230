import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.messages import Message
from answers.sandbox.message_json import message_from_json, message_to_json

VALUES = st.recursive(
    st.text() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9),
    lambda inner: st.builds(lambda one: Message("in {place}", place=one), inner),
    max_leaves=4,
)


@given(place=VALUES, cause=VALUES)
def test_a_sentence_comes_back_with_its_values(place: object, cause: object) -> None:
    message = Message("{place}: {cause!r}", place=place, cause=cause)
    again = message_from_json(json.loads(json.dumps(message_to_json(message))))
    assert isinstance(again, Message)
    assert (again, again.render("fr")) == (message, message.render("fr"))


def test_one_of_several_and_plain_text() -> None:
    message = Message("{count} page", plural="{count} pages", count=3)
    assert message_from_json(json.loads(json.dumps(message_to_json(message)))) == "3 pages"
    assert message_to_json("{not} a template") == "{not} a template"
    assert type(message_from_json("{not} a template")) is str


@pytest.mark.parametrize(
    "result",
    [
        ["{a.__class__}", "", {"a": "x"}],
        ["{a:>999999999}", "", {"a": "x"}],
        ["{a:{b}}", "", {"a": "x", "b": "9999"}],
        ["{a", "", {"a": "x"}],
        ["{a}", "", {}],
        ["{a:d}", "", {"a": "x"}],
        ["x", "", {"plural": "y"}],
        ["x", "{count.real}", {"count": 2}],
        ["x", 1, {}],
        ["x", "", {"a": None}],
        ["x", ""],
        {"template": "x"},
        None,
    ],
)
def test_what_a_hostile_process_makes_up_is_refused(result: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        message_from_json(result)
