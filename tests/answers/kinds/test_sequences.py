"""Lists and sets are read as students write them, without padding; a list without separators only where it is clear."""

from itertools import permutations

import pytest

from answers.kinds.parsing import Blank, Unreadable
from answers.kinds.sequences import permutation, sequence, set_of

NODES = sequence(low=1, high=12)
DIGITS = sequence(low=1, high=8)


@pytest.mark.parametrize(
    "text",
    [
        "1-2-5",
        "1→2→5",
        "[1, 2, 5]",
        "1 2 5",
        "1;2;5",
        "(1, 2, 5)",
        "1 -> 2 -> 5",
        "1 => 2 => 5",
        "1 – 2 – 5",
        "1,2,5",
        "1|2|5",
        "1 puis 2 puis 5",
        "1/2/5",
        "⟨1, 2, 5⟩",
        " 1  2\n5",
        "1, 2, 5 ?",
    ],
)
def test_a_list_of_integers_with_any_separator(text: str) -> None:
    assert NODES.read((text,)) == ((1, 2, 5),)


def test_a_word_that_may_be_labels_is_left_to_the_teacher() -> None:
    letters = sequence("A", "B", "E", "T")
    for text in "AB ET", "A et B", "A puis ET":
        assert isinstance(letters.read((text,))[0], Unreadable)
    assert letters.read(("A, B, E, T",)) == (("A", "B", "E", "T"),)
    assert letters.read(("A puis BET",)) == (("A", "B", "E", "T"),)
    assert sequence("A", "B", "E").read(("A et B",)) == (("A", "B"),)


def test_items_of_one_digit_need_no_separator() -> None:
    assert DIGITS.read(("125",)) == ((1, 2, 5),)
    assert DIGITS.read(("12 5",)) == ((1, 2, 5),)


@pytest.mark.parametrize(
    "text", ["125", "1112", "1-13-2", "a", "1, x, 2", "1.5", "→", "3, -1", "-1, 3", "{2; −5}", "-12"]
)
def test_a_text_that_may_be_several_lists_or_none_is_left_to_the_teacher(text: str) -> None:
    reading = NODES.read((text,))[0]
    assert text == "→" or isinstance(reading, Unreadable)


def test_an_item_that_does_not_exist_is_wrong_and_not_unreadable() -> None:
    assert NODES.read(("1-90-5",)) == ((1, 90, 5),)
    assert DIGITS.read(("1 9 5",)) == ((1, 9, 5),)


@pytest.mark.parametrize("text", ["∅", "[]", "{}", "vide", "none"])
def test_the_empty_list(text: str) -> None:
    assert NODES.read((text,)) == ((),)
    assert NODES.read(("",)) == (Blank(),)


def test_a_dash_is_a_sign_where_items_may_be_negative() -> None:
    kind = sequence(low=-3, high=3)
    assert kind.read(("-1, 2, −3",)) == ((-1, 2, -3),)
    assert isinstance(kind.read(("1-2-3",))[0], Unreadable)


def test_labels_in_any_case_with_indices_and_without_separators() -> None:
    assert permutation("A", "B", "C").read(("cab",)) == (("C", "A", "B"),)
    assert permutation("s1", "s2", "t").read(("s₂ → S1 → t",)) == (("s2", "s1", "t"),)
    assert isinstance(permutation("s1", "s2", "t").read(("s1s2t",))[0], Unreadable)
    assert isinstance(permutation("A", "B", "C").read(("A, D",))[0], Unreadable)


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


def test_zeros_at_the_beginning_are_items_or_unreadable() -> None:
    assert sequence(low=0, high=1).read(("001",)) == ((0, 0, 1),)
    assert sequence(low=0, high=9).read(("05",)) == ((0, 5),)
    assert sequence(low=0, high=9).read(("0",)) == ((0,),)
    assert isinstance(sequence(low=0, high=99).read(("012",))[0], Unreadable)


def test_many_digits_take_no_time() -> None:
    assert set_of(low=1, high=99).read(("1" * 400 + "00",)) == ((int("1" * 400 + "00"),),)
    assert isinstance(set_of(low=1, high=99).read(("1" * 402,))[0], Unreadable)
    assert sequence(low=2, high=23).read(("1" + "0" * 400,)) == ((10**400,),)


@pytest.mark.parametrize("text", ["¬A", "A ≠ B", "A\u0336, B", "!A"])
def test_a_sign_that_may_change_a_label_is_left_to_the_teacher(text: str) -> None:
    assert isinstance(permutation("A", "B").read((text,))[0], Unreadable)
