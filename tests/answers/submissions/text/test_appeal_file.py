"""Test texts in which students contest a mark."""

import pytest

from answers.errors import CorrigeError
from answers.sheets.identity import Identity
from answers.submissions.raw.submission import Source, Submission
from answers.submissions.text import text_file
from tests.answers.submissions.exams import SMALL

SECRET = "secret"
CODE = Identity("small", 17, "s01").token(SECRET)


def read(text: str) -> Submission:
    (submission,) = text_file.read(Source(text.encode(), "a.txt", SECRET, SMALL))
    return submission


@pytest.mark.parametrize(
    ("text", "appeals"),
    [
        ("appeal 1a: my sum is right", (("1a", "my sum is right"),)),
        ("Appeal on 1a.2: 17", (("1a.2", "17"),)),
        ("Réclamation 2 : oubli\nRECLAMATION 1 B: idem", (("2", "oubli"), ("1b", "idem"))),
        ("Bonjour,\n\nréclamation sur Question 2 :\nla ligne 3\n  est juste\n", (("2", "la ligne 3 est juste"),)),
        ("student: s01\nappeal 2: x\x07\x1b[31my", (("2", "x [31my"),)),
        ("appeal 2: " + "x" * 400, (("2", "x" * 300),)),
    ],
)
def test_an_appeal_names_items_and_reasons(text: str, appeals: tuple[tuple[str, str], ...]) -> None:
    submission = read(text)
    assert (submission.appeals, submission.answers) == (appeals, {})


def test_the_code_of_the_feedback_says_whose_it_is() -> None:
    signed = read(f"appeal 2: x\n{CODE}\n")
    assert signed.signature is not None
    assert (signed.signature.valid, signed.student, signed.exam) == (True, "s01", "small")
    changed = read(f"appeal 2: x\n{CODE.replace('s01', 's02')}\n")
    assert changed.signature is not None
    assert not changed.signature.valid
    assert read("student: Éa Aa\nappeal 2: x").student == "Éa Aa"


def test_an_unknown_item_is_a_problem_with_its_line() -> None:
    with pytest.raises(CorrigeError) as caught:
        read("appeal 2: x\nappeal 9z: y\nappeal all of it: z\n")
    assert [problem.place for problem in caught.value.problems] == ["a.txt, line 2", "a.txt, line 3"]


@pytest.mark.parametrize(
    "text", ["1a: 1 2\n2: 5 6 7\nappeal 2: x\n", "appeal 2: x\n2: 5 6 7\n", "Question 2 : 5 6 7\nréclamation 2 : x\n"]
)
def test_answers_beside_an_appeal_are_not_dropped_without_a_word(text: str) -> None:
    with pytest.raises(CorrigeError) as caught:
        read(text)
    at = next(number for number, line in enumerate(text.splitlines(), 1) if line.endswith("5 6 7"))
    assert f"a.txt, line {at}" in [problem.place for problem in caught.value.problems]


def test_answers_are_no_appeal() -> None:
    assert read("1a: 1 2\n1b: 3 4\n2: 5 6 7\n").appeals == ()
