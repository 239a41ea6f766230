import time

import pytest

from answers.errors import CorrigeError
from answers.flags import Place
from answers.submissions.text.text_file import read_text
from tests.answers.submissions.exams import SMALL


def problems(text: str) -> list[str]:
    with pytest.raises(CorrigeError) as caught:
        read_text(text, "f.txt", SMALL)
    return [str(problem) for problem in caught.value.problems]


def test_a_plain_file() -> None:
    read = read_text("# my paper\nstudent: s03\nu0: 17\nexam: small\n\n1a: 17 519\n1b:1/2 ; ≃ 3\n2:\n", "f.txt", SMALL)
    assert (read.student, read.u0, read.exam, read.place) == ("s03", "17", "small", Place("f.txt"))
    assert read.answers == {"1a": ("17 519",), "1b": ("1/2 ; ≃ 3",), "2": ("",)}
    assert read.flags == ()
    assert read.seal is None


@pytest.mark.parametrize(
    "line",
    [
        "1a: 5",
        "1A : 5",
        "1 a : 5",
        "1a) 5",
        "1a): 5",
        "1) a) 5",
        "  1a = 5",
        "Question 1a : 5",
        "Q1.a: 5",
        "1(a): 5",
        "Question 1\na) 5",
        "QUESTION 1 :\n a : 5\n",
    ],
)
def test_spellings_of_a_part(line: str) -> None:
    assert read_text(line, "f.txt", SMALL).answers == {"1a": ("5",)}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_french_words_and_line_ends(end: str) -> None:
    text = end.join(["Nom : student 3", "Prénom : É", "Graine : 64006", "1A : 1,67·10^9", ""])
    read = read_text(text, "f.txt")
    assert (read.student, read.u0, read.exam) == ("É student 3", "64006", None)
    assert read.answers == {"1a": ("1,67·10^9",)}


def test_the_answer_keeps_signs_that_separate_elsewhere() -> None:
    assert read_text("1a: = 3 : 4 # sure", "f.txt").answers == {"1a": ("= 3 : 4 # sure",)}


def test_doubled_lines_give_both_numbers() -> None:
    found = problems("u0: 1\n1a: 1\n\n1 A) 2\nu0: 2")
    assert [text.split("\n")[0] for text in found] == [
        "f.txt, line 4: 1a was already given on line 2",
        "f.txt, line 5: u0 was already given on line 1",
    ]


def test_all_unknown_lines_are_listed_with_the_nearest_word() -> None:
    found = problems("1c: 5\nstudnt: me\nhello\n1b: 1\n3 4 5")
    assert [text.split(":")[0] for text in found] == [f"f.txt, line {number}" for number in (1, 2, 3, 5)]
    assert "did you mean 1" in found[0]
    assert "did you mean student" in found[1]


def test_another_exam() -> None:
    assert "answers to 'dice', not to small" in problems("exam: dice\n1a: 1")[0]


def test_nothing_but_comments() -> None:
    assert "says nothing" in problems("# 1a: 5\n\n")[0]


def test_a_million_bad_lines_give_fifty_problems_and_a_word() -> None:
    found = problems("hello\n" * 100_000)
    assert len(found) == 51
    assert "only the first" in found[-1]


@pytest.mark.parametrize("line", ["1" + " " * 200_000, "question" + " " * 200_000, " " * 200_000 + "(", "n" * 200_000])
def test_hostile_lines_cost_no_time(line: str) -> None:
    start = time.perf_counter()
    problems(line + "!")
    assert time.perf_counter() - start < 1
