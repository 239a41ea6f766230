"""Lists and sets are read as students write them, without padding; a list without separators only where it is clear."""

from itertools import permutations

import pytest

from answers.kinds.parsing import Blank, Unreadable
from answers.kinds.sequences import Sequence, permutation, sequence, set_of

NODES = sequence(low=1, high=12)
DIGITS = sequence(low=1, high=8)


@pytest.mark.parametrize(
    "text",
    [
        "1-2-5", "1→2→5", "[1, 2, 5]", "1 2 5", "1 -> 2 -> 5", "1 puis 2 puis 5", "1/2/5", "⟨1, 2, 5⟩", " 1  2\n5",
        "1, 2, 5 ?",
    ],
)  # fmt: skip
def test_a_list_of_integers_with_any_separator(text: str) -> None:
    assert NODES.read((text,)) == ((1, 2, 5),)


def test_a_word_that_may_be_labels_is_left_to_the_teacher() -> None:
    letters = sequence("A", "B", "E", "T")
    for text in "AB ET", "A et B", "A puis ET":
        assert isinstance(letters.read((text,))[0], Unreadable)
    assert letters.read(("A, B, E, T",)) == (("A", "B", "E", "T"),)
    assert letters.read(("A puis BET",)) == (("A", "B", "E", "T"),)
    assert sequence("A", "B", "E").read(("A et B",)) == (("A", "B"),)


@pytest.mark.parametrize(
    "text", ["125", "1112", "1-13-2", "a", "1, x, 2", "1.5", "→", "3, -1", "-1, 3", "{2; −5}", "-12"]
)
def test_a_text_that_may_be_several_lists_or_none_is_left_to_the_teacher(text: str) -> None:
    reading = NODES.read((text,))[0]
    assert text == "→" or isinstance(reading, Unreadable)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (DIGITS, "125", (1, 2, 5)),
        (DIGITS, "1 9 5", (1, 9, 5)),
        (NODES, "1-90-5", (1, 90, 5)),
        (sequence(low=-3, high=3), "-1, 2, −3", (-1, 2, -3)),
        (sequence(low=-3, high=3), "1-2-3", None),
        (permutation("A", "B", "C"), "cab", ("C", "A", "B")),
        (permutation("A", "B", "C"), "A, D", None),
        (permutation("s1", "s2", "t"), "s₂ → S1 → t", ("s2", "s1", "t")),
        (permutation("s1", "s2", "t"), "s1s2t", None),
        (sequence(low=0, high=1), "001", (0, 0, 1)),
        (sequence(low=0, high=9), "05", (0, 5)),
        (sequence(low=0, high=99), "012", None),
        (set_of(low=1, high=99), "1" * 400 + "00", (int("1" * 400 + "00"),)),  # many digits take no time
        (set_of(low=1, high=99), "1" * 402, None),
        (sequence(low=2, high=23), "1" + "0" * 400, (10**400,)),
    ],
)
def test_items_with_and_without_separators(kind: Sequence, text: str, value: object) -> None:
    (reading,) = kind.read((text,))
    assert (None if isinstance(reading, Unreadable) else reading) == value


@pytest.mark.parametrize("text", ["∅", "[]", "{}", "vide", "none"])
def test_the_empty_list(text: str) -> None:
    assert NODES.read((text,)) == ((),)
    assert NODES.read(("",)) == (Blank(),)


@pytest.mark.parametrize("text", ["1-5", "{1 – 3, 7}", "1-3 7"])
def test_a_dash_in_a_set_that_may_mean_a_range_is_left_to_the_teacher(text: str) -> None:
    assert isinstance(set_of(low=1, high=12).read((text,))[0], Unreadable)
    assert isinstance(set_of("A", "B", "C", "D").read(("A-C, D",))[0], Unreadable)
    assert set_of(low=1, high=12).read(("1-2, 5-4",)) == ((1, 2, 4, 5),)


@pytest.mark.parametrize("text", ["{5, 2, 1}", "1 2 5 2", "5-1-2"])
def test_a_set_has_neither_order_nor_repetition(text: str) -> None:
    assert set_of(low=1, high=12).read((text,)) == ((1, 2, 5),)
    assert set_of("c", "a").read(("a c",)) == (("c", "a"),)


@pytest.mark.parametrize(
    "kind", [NODES, DIGITS, set_of(low=0, high=12), sequence(low=-5, high=5), permutation("1", "2", "5")]
)
def test_what_is_printed_is_read_back(kind: object) -> None:
    for items in permutations((1, 2, 5)):
        value = kind.to_value(map(str, items) if kind.labels else items)  # type: ignore[attr-defined]
        assert kind.read((kind.format(value, "fr"),)) == (value,)  # type: ignore[attr-defined]
        assert isinstance(kind.from_value(value), tuple)  # type: ignore[attr-defined]
    empty = kind.to_value(())  # type: ignore[attr-defined]
    assert kind.read((kind.format(empty, "en"),)) == ((),)  # type: ignore[attr-defined]


@pytest.mark.parametrize("answer", ["12", 5, [13], [True], [1.0]])
def test_a_solution_of_other_items_is_refused(answer: object) -> None:
    with pytest.raises((TypeError, ValueError), match="the solution returned"):
        NODES.to_value(answer)


@pytest.mark.parametrize("text", ["¬A", "A ≠ B", "A\u0336, B", "!A"])
def test_a_sign_that_may_change_a_label_is_left_to_the_teacher(text: str) -> None:
    assert isinstance(permutation("A", "B").read((text,))[0], Unreadable)
