"""What stands before a box on the sheet may be copied into it: a value counts like the bare one, in every exam."""

from collections.abc import Iterator

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.grading.mark import parse_response, parse_responses
from answers.grading.printed_labels import printed_labels, without_labels
from answers.kinds.parsing import Blank, Unreadable
from tests.answers.tiny import EXAMS

SIGNS = ("=", " ≈ ", " ≃ ", " : ")
VALUES = ("0,25", "3")
DICE = load_exam("dice")
PHANTOM = load_exam("phantom")
YAHTZEE = load_exam("yahtzee")


def labelled(labels: tuple[str, ...], value: str) -> Iterator[str]:
    """Yield a value for each item after its label and each sign."""
    for sign in SIGNS:
        yield from (label.rstrip("=≃≈: \N{NO-BREAK SPACE}") + sign + value for label in labels)


def unlike(exam: Exam, part: Part, u0: int) -> Iterator[str]:
    """Yield the texts of a part that are not read like the value after their label."""
    for labels in printed_labels(exam, part, exam.drawn(u0)):
        for value in VALUES:
            bare = parse_response(part, (value,) * part.count).readings
            texts = list(labelled(labels, value))
            for start in range(0, len(texts), part.count):
                row = tuple(texts[start : start + part.count])
                for written in (row, (" ; ".join(row),)):
                    if parse_responses(exam, {part.id: written}, [part.id], u0=u0)[part.id].readings != bare:
                        yield str(written)


@pytest.mark.parametrize("name", exam_names([EXAMS]))
def test_a_value_after_its_own_label_is_read_like_the_bare_one(name: str) -> None:
    exam = load_exam(name, [EXAMS])
    assert [text for part in exam.parts for text in unlike(exam, part, 4312)] == []


@pytest.mark.parametrize("written", ["0 : 5", "2 : 5", "1 1 : 5", "1", "1 5", "1 : 5 : 6"])
def test_another_label_is_not_swallowed(written: str) -> None:
    """In the box of "1 :" a number before the value that is not that label is doubtful, or the answer itself."""
    texts = ("3", written, *["3"] * 4)
    (other,) = parse_responses(YAHTZEE, {"3a": texts}, ["3a"], u0=17)["3a"].readings[1:2]
    assert other == (1 if written == "1" else Unreadable(written.removeprefix("1 : "), other.reason))  # type: ignore[union-attr]


def test_labels_of_another_seed_are_not_swallowed() -> None:
    """Question 5a of dice asks of positions that the seed draws."""
    sheets = {u0: next(printed_labels(DICE, DICE.part("5a"), DICE.drawn(u0))) for u0 in (17, 4312)}
    texts = tuple(f"{label} 4" for label in sheets[17])
    assert sheets[17] != sheets[4312]
    assert parse_responses(DICE, {"5a": texts}, ["5a"], u0=17)["5a"].values == (4, 4, 4)
    assert parse_responses(DICE, {"5a": texts}, ["5a"], u0=4312)["5a"].values == (None,) * 3


@pytest.mark.parametrize(
    ("texts", "labels", "result"),
    [
        (("|A0(1)|=5",), ["|A₀(1)| ="], ("5",)),
        (("petites suites : 1 234",), ["petite suite :"], ("petites suites : 1 234",)),
        (("Petite suite : 1 234",), ["petite suite :"], ("1 234",)),
        (("T-D : −3",), ["T − D ="], ("-3",)),
        (("n° 1 :",), ["n° 1 :"], ("?",)),
        (("n° 1 : 5, n° 2 : 6",), ["n° 1 :", "n° 2 :"], ("5", "6")),
        (("n° 1 : 5, n° 3 : 6",), ["n° 1 :", "n° 2 :"], ("n° 1 : 5, n° 3 : 6",)),
        (("n° 2 : 5", "n° 2 : 6"), ["n° 1 :", "n° 2 :"], ("n° 2 : 5", "6")),
        (("6 corbeaux ; 0,599",), ["corbeaux c =", "p ="], ("6 ; 0,599",)),
        (("6 fruits ; 0,599",), ["corbeaux c =", "p ="], ("6 fruits ; 0,599",)),
        (("0,599 ; 6 corbeaux",), ["corbeaux c =", "p ="], ("0,599 ; 6 corbeaux",)),
        (("6 (corbeaux)",), ["corbeaux c ="], ("6",)),
        (("6 corbeau.",), ["nombre de corbeaux ="], ("6",)),
        (("6 fruits",), ["nombre de corbeaux ="], ("6 fruits",)),
        (("6 ou",), ["nombre de corbeaux ="], ("6 ou",)),
        (("6",), ["nombre de corbeaux ="], ("6",)),
        (("", "", "5"), ["a", "b"], ("", "", "5")),
        (("x" * 501,), ["x"], ("x" * 501,)),
        (("x = \N{ZERO WIDTH SPACE}5",), ["x"], ("x = \N{ZERO WIDTH SPACE}5",)),
    ],
)
def test_what_is_left_without_labels(texts: tuple[str, ...], labels: list[str], result: tuple[str, ...]) -> None:
    assert without_labels(texts, [labels]) == result


@pytest.mark.parametrize(
    ("texts", "is_refused"),
    [
        (("u(3) = 9548 ; u(2) = 23375 ; u(1) = 519",), True),
        (("u(3) = 9548\nu(2) = 23375\nu(1) = 519", "", ""), True),
        (("u(2) = 6", "", ""), True),
        (("5 ; u(1) = 6 ; 7",), True),
        (("u(1) = 519 ; u(2) = 23375 ; 9548",), False),
        (("? ; u(2) = 23375 ; ?",), False),
        (("u(1) = 519", "u(2) = 23375", "1"), False),
        (("u(2) = 519, u(3) = 23375, u(4) = 1",), True),
        (("u(1) = 519 et u(3) = 23 375",), True),  # not 519, 23 and 375
        (("u(3) = 9548 dominos ; u(2) = 1 ; u(1) = 519",), True),
        (("u(1) = 519, 23375, u(3) = 1",), False),
        (("u1 = 519, u_2 = 23375, u₃ = 9548",), False),
        (("u₃ = 9548, u₂ = 23375, u₁ = 519",), True),
        (("u_2 = 23375", "", ""), True),
        (("u(1) = 4 519\nu(2) = 23375",), True),  # not 4, 519 and 23375
    ],
)
def test_a_label_at_the_place_of_another_item_is_left_to_the_teacher(texts: tuple[str, ...], is_refused: bool) -> None:
    """Question 1a of phantom asks for u(1), u(2) and u(3)."""
    readings = parse_responses(PHANTOM, {"1a": texts}, ["1a"], u0=17)["1a"].readings
    assert [isinstance(reading, Unreadable) for reading in readings] == [is_refused] * 3


def test_a_label_alone_is_a_blank() -> None:
    texts = ("n° 1 :", "n° 2 : 5", "6")
    assert parse_responses(load_exam("nash"), {"2a": texts}, ["2a"], u0=17)["2a"].readings == (Blank(), 5, 6)
