"""Test texts in which students contest a mark."""

import pytest

from answers.assets import shared_words
from answers.errors import CorrigeError
from answers.sheets.identity import Identity
from answers.submissions.raw.submission import FileSource, Submission
from answers.submissions.text import appeal_file, text_file
from tests.answers.submissions.exams import SMALL
from tests.problems import problems_of

SECRET = "secret"
CODE = Identity("small", 17, "s01").token(SECRET)


def read(text: str) -> Submission:
    (submission,) = text_file.read(source(text.encode()))
    return submission


def source(content: bytes) -> FileSource:
    return FileSource(content, "a.txt", SECRET, SMALL)


@pytest.mark.parametrize(
    ("text", "appeals"),
    [
        ("appeal 1a: my sum is right", (("1a", "my sum is right"),)),
        ("Appeal on 1a.2: 17", (("1a.2", "17"),)),
        ("Réclamation 2 : oubli\nRECLAMATION 1 B: idem", (("2", "oubli"), ("1b", "idem"))),
        ("Bonjour,\n\nréclamation sur Question 2 :\nla ligne 3\n  est juste\n", (("2", "la ligne 3 est juste"),)),
        ("student: s01\nappeal 2: x\x07\x1b[31my", (("2", "x [31my"),)),
        ("appeal 2: " + "x" * 300, (("2", "x" * 300),)),
        ("appeal 2: " + "x" * 400, (("2", f"{'x' * 299}…"),)),
        ("appeal 2: a\n" * 20, (("2", "a"),) * 20),
    ],
)
def test_an_appeal_names_items_and_reasons(text: str, appeals: tuple[tuple[str, str], ...]) -> None:
    submission = read(text)
    assert (submission.appeals, submission.answers) == (appeals, {})


def test_the_code_of_the_feedback_says_whose_it_is() -> None:
    signed = read(f"appeal 2: x\n{CODE}\n")
    assert (signed.signature.valid, signed.student, signed.exam) == (True, "s01", "small")
    changed = read(f"appeal 2: x\n{CODE.replace('s01', 's02')}\n")
    assert not changed.signature.valid
    assert read("student: Éa Aa\nappeal 2: x").student == "Éa Aa"


def test_the_form_of_a_marked_paper_names_items_and_reasons() -> None:
    values = {"appeal_item_1": "1 a.2, 2", "appeal_reason_1": "see\nline 3", "appeal_item_2": "", "appeal_reason_2": ""}
    assert appeal_file.is_form(values)
    assert not any(map(appeal_file.is_form, ((), ("q1a_1",), ("appeal_item_1", "q1a_1"))))  # the form of a sheet
    (submission,) = appeal_file.read_form(values, ["", f"Question 2: 5\n{CODE}"], source(b""))
    assert submission.appeals == (("1a.2", "see line 3"), ("2", "see line 3"))
    assert (submission.signature.valid, submission.student) == (True, "s01")


@pytest.mark.parametrize(("item", "reason"), [("", ""), ("", "a reason"), ("9z", "x"), ("all: of it", "x")])
def test_a_form_without_an_item_of_the_exam_is_a_problem(item: str, reason: str) -> None:
    with pytest.raises(CorrigeError):
        appeal_file.read_form({"appeal_item_1": item, "appeal_reason_1": reason}, [CODE], source(b""))


def test_a_printed_form_has_its_appeals_at_the_end_of_the_page() -> None:
    how = shared_words("fr")["appeal"]["how"]
    head = f"Question 1\n1a 5 6\nRéclamation : {how}\n2 jeux COPIE CORRIGÉE u₀ = 17\n{CODE} page 1/1"
    page = f"{head}\n1a.2 see line 3\n2 a slip\n9z x"
    submissions = appeal_file.read_printed([page], source(b""))
    assert submissions[0].appeals == (("1a.2", "see line 3"), ("2", "a slip"))
    assert submissions[0].student == "s01"
    assert appeal_file.read_printed([f"Question 1\n{CODE}"], source(b"")) is None
    with pytest.raises(CorrigeError):
        appeal_file.read_printed([f"Réclamation : {how}\n{CODE}"], source(b""))


def test_an_unknown_item_is_a_problem_with_its_line() -> None:
    assert [problem.place for problem in problems_of(read, "appeal 2: x\nappeal 9z: y\nappeal all of it: z\n")] == [
        "a.txt, line 2",
        "a.txt, line 3",
    ]


@pytest.mark.parametrize(
    "text", ["1a: 1 2\n2: 5 6 7\nappeal 2: x\n", "appeal 2: x\n2: 5 6 7\n", "Question 2 : 5 6 7\nréclamation 2 : x\n"]
)
def test_answers_beside_an_appeal_are_not_dropped_without_a_word(text: str) -> None:
    at = next(number for number, line in enumerate(text.splitlines(), 1) if line.endswith("5 6 7"))
    assert f"a.txt, line {at}" in [problem.place for problem in problems_of(read, text)]


def test_more_appeals_than_are_read_are_told_and_not_dropped() -> None:
    assert [str(problem) for problem in problems_of(read, "appeal 2: a\n" * 21)] == [
        "a.txt: the file has 21 appeals, the limit is 20\n    → ask the student for the appeals in several files"
    ]
