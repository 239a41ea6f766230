import time
from dataclasses import replace

import pytest

from answers.flags import LINES_NOT_READ, Place
from answers.submissions.raw.submission import ExpectedExam, FileSource, Submission
from answers.submissions.text import text_file
from tests.answers.submissions.exams import SMALL
from tests.problems import problems_of


def read_text(text: str, place: str, exam: ExpectedExam | None = None) -> Submission:
    (submission,) = text_file.read(FileSource(text.encode(), place, exam=exam))
    return submission


def problems(text: str) -> list[str]:
    return [str(problem) for problem in problems_of(read_text, text, "f.txt", SMALL)]


def test_a_plain_file() -> None:
    read = read_text("# my paper\nstudent: s03\nu0: 17\nexam: small\n\n1a: 17 519\n1b:1/2 ; ≃ 3\n2:\n", "f.txt", SMALL)
    assert (read.student, read.u0, read.exam, read.place) == ("s03", "17", "small", Place("f.txt"))
    assert read.answers == {"1a": ("17 519",), "1b": ("1/2 ; ≃ 3",), "2": ("",)}
    assert read.flags == ()
    assert read.signature is None


def test_spellings_of_a_part() -> None:
    spellings = "1a: 5|1A : 5|1 a : 5|1a) 5|1a): 5|1) a) 5|  1a = 5|Question 1a : 5|Q1.a: 5|1(a): 5|Question 1\na) 5"
    for line in (*spellings.split("|"), "QUESTION 1 :\n a : 5\n"):
        assert read_text(line, "f.txt", SMALL).answers == {"1a": ("5",)}, line


def test_a_line_an_item_and_none_twice() -> None:
    read = read_text("1a.2 = 519\nQ1.b.1: 1/2\n1A.1: 17\n1b.2:\n2: 5", "f.txt", SMALL)
    assert read.answers == {"1a": ("17", "519"), "1b": ("1/2", ""), "2": ("5",)}
    assert [*read.answers] == ["2", "1a", "1b"]  # in the same order each time
    *told, last = problems("u0: 1\n1a.1: 17\n1a.1: 18\n1b: 1\n1B.2: 2\n1a: 3\nu0: 2\n1b) 3\n2.9: 4")
    lines = ((3, "1a.1", 2), (5, "1b.2", 4), (6, "1a", 2), (7, "u0", 1), (8, "1b", 5))
    assert [text.partition(", so")[0] for text in told] == [
        f"f.txt, line {line}: the part or field {name} is already on line {earlier}" for line, name, earlier in lines
    ]
    assert last.startswith("f.txt, line 9: '2.9' ")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_french_words_and_line_ends(end: str) -> None:
    text = end.join(["Nom : student 3", "Prénom : É", "Graine : 64006", "1A : 1,67·10^9", ""])
    read = read_text(text, "f.txt")
    assert (read.student, read.u0, read.exam) == ("É student 3", "64006", None)
    assert read.answers == {"1a": ("1,67·10^9",)}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("1a: = 3 : 4 #sure", "= 3 : 4"),
        ("1a: 17 519 # I am not sure", "17 519"),
        ("1a: 17 519 #1b: 3", "17 519"),
        ("1a: 17#519", "17#519"),  # a sign inside a word starts no comment
    ],
)
def test_an_answer_keeps_signs_that_separate_elsewhere_and_loses_comments(line: str, answer: str) -> None:
    assert read_text(line, "f.txt").answers == {"1a": (answer,)}


def test_all_unknown_lines_are_listed_with_the_nearest_word() -> None:
    long = "x" * 41
    text = f"1c: 5\nstudnt : me\n hello \n1b: 1\n3 4 5\n{long[1:]}: 1\n{long}: 1\n: 1\nscore: 1: 2"
    found = problems_of(read_text, text, "f.txt", SMALL)
    answer, choices = 'write "part: answer", such as "1a: 17 519 23375"', "student, first_name, u0, exam, 1a, 1b, 2"
    assert [(problem.place, problem.remedy) for problem in found] == [
        ("f.txt, line 1", "did you mean 1b or 1a?"),
        ("f.txt, line 2", "did you mean student?"),
        ("f.txt, line 3", answer),
        ("f.txt, line 5", answer),
        ("f.txt, line 6", f"possible choices: {choices}"),
        ("f.txt, line 7", answer),
        ("f.txt, line 8", f"possible choices: {choices}"),
        ("f.txt, line 9", f"possible choices: {choices}"),
    ]


def test_another_exam() -> None:
    (problem,) = problems_of(read_text, "1a: 1\nexam: dice", "f.txt", SMALL)
    assert (problem.place, problem.remedy) == ("f.txt, line 2", "mark these answers with --exam dice")
    assert read_text("exam: SMALL\n1a: 1\n", "f.txt", SMALL).answers == {"1a": ("1",)}


@pytest.mark.parametrize(
    ("text", "line", "question", "other"),
    [
        ("Question 2\n1) 45\n2) 14", 2, "1", "2"),  # the two items of question 2, numbered by the student
        ("Question 1\na)\n2) 519", 3, "2", "1"),
        ("Question 2\na) 5\n1) 7", 3, "1", "2"),
        ("Question 1\na) 5\n2: 7\nb) 9", 4, "1", "2"),
        ("2:\n1) 5", 2, "1", "2"),
        ("2)\n\n1: 5\n1b: 7", 3, "1", "2"),
        ("Exercice 2\nQuestion 1\na) 5", 3, "1", "2"),
        ("Ex. 1\nQuestion 1a: 5\nQuestion 2: 7", 3, "2", "1"),
    ],
)
def test_a_number_or_letter_that_may_belong_to_two_questions_is_refused(
    text: str, line: int, question: str, other: str
) -> None:
    cause = f"f.txt, line {line}: this line may belong to question {question} or to question {other}\n"
    assert any(problem.startswith(cause) for problem in problems(text))


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Question 1\na) 5\nb) 7\n2: 3", {"1a": ("5",), "1b": ("7",), "2": ("3",)}),
        ("Question 1\n1a: 5\n1.b: 7\nQuestion 2: 3", {"1a": ("5",), "1b": ("7",), "2": ("3",)}),
        ("2:\n1a: 5", {"1a": ("5",), "2": ("",)}),
        ("Exercice 1\nQuestion 1a: 5\nQuestion 1b: 7\nExercice 2: 3", {"1a": ("5",), "1b": ("7",), "2": ("3",)}),
        ("Question 01\na) 5\n1b) 7\nQ2) 3\nMerci !", {"1a": ("5",), "1b": ("7",), "2": ("3",)}),
    ],
)
def test_whole_names_below_a_heading_are_read(text: str, answers: dict[str, tuple[str, ...]]) -> None:
    assert read_text(text, "f.txt", SMALL).answers == answers
    assert read_text("Q2\na) 1\nExercice 3.\na: 2", "f.txt").answers == {"2a": ("1",), "3a": ("2",)}


def test_a_letter_without_a_heading_is_no_part() -> None:
    found = problems_of(read_text, "a: 5\nb) 6\n1a: 1", "f.txt", SMALL)
    assert [problem.place for problem in found] == ["f.txt, line 1", "f.txt, line 2"]
    assert found[0].remedy == "did you mean 1a?"


@pytest.mark.parametrize(
    ("lines", "student", "u0"),
    [("u0:\nexam :  \nname:\n", "", None), ("u0 = 17\nstudent = A: B = C\n", "A: B = C", "17")],
)
def test_fields_may_say_nothing_and_take_an_equals_sign(lines: str, student: str, u0: str | None) -> None:
    read = read_text(f"{lines}1a:5", "f.txt", SMALL)
    assert (read.student, read.u0, read.exam) == (student, u0, None)


def test_many_bad_lines_give_fifty_problems_and_a_word_and_a_file_of_comments_one() -> None:
    (problem,) = problems("# 1a: 5\n\n  # b\n")
    assert problem.startswith("f.txt: the file is empty, or has only spaces")
    texts = problems("hello\n" * 20_000)
    assert len(texts) == 51
    assert "more problems than those" in texts[-1]


@pytest.mark.parametrize("line", ["1" + " " * 200_000, "question" + " " * 200_000, " " * 200_000 + "(", "n" * 200_000])
def test_hostile_lines_cost_no_time(line: str) -> None:
    start = time.perf_counter()
    problems(line + "!")
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bonjour Madame, voici mes réponses\n1a: 17", "Bonjour Madame, voici mes réponses"),
        (
            "Mes réponses au devoir 2\nGroupe : B\nnom: E\n-----\n1a: 17",
            "Mes réponses au devoir 2 / Groupe : B / -----",
        ),
        ("Le 30 mai :\t\n1a: 17", "Le 30 mai :"),
        ("Question 1\na) 17\nMerci et bonnes vacances !\n--\nEva Nash", "Merci et bonnes vacances ! / -- / Eva Nash"),
    ],
)
def test_words_around_the_answers_are_left_aside_and_told(text: str, expected: str) -> None:
    is_doubtful = any(digit in expected for digit in "230")  # a number may be an answer
    read = read_text(text, "f.txt", SMALL)
    assert read.answers == {"1a": ("17",)}
    assert read.flags == (
        replace(LINES_NOT_READ(expected), needs_teacher=is_doubtful, is_teacher_only=not is_doubtful),
    )


@pytest.mark.parametrize(
    "text",
    [
        # a line that may be an answer above all others
        *(f"{line}\nQuestion 2: 1" for line in ("3 4 5", "u0 17", "la: 5", "a) 5", "a 5", "-1", "q1b 5", "Rép. 1b) 5")),
        *(f"{line}\nQuestion 2: 1" for line in ("la 1 b: 5", "Question 1\nyes")),
        # or that may go on with the last answer
        *(f"1a: 1 2\n{line}" for line in ("3 4 5", "then 5", "gain: big", "b) 5", "Question 1\nyes", "1 b 5")),
        # words between answers, below an empty one, or without any
        *("1a: 1\nyes\n2: 3", "1a: 1\n2:\nyes", "Bonjour\nu0: 17"),
    ],
)
def test_a_line_that_may_be_an_answer_or_a_part_of_one_is_refused(text: str) -> None:
    assert len(problems(text)) == 1


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        # lines of a written answer that begin like earlier parts may be those parts, or its steps
        ("4: In steps.\n1) first\n2 = 1 + 1\nso\n5: 8", {"4": "In steps.\n1) first\n2 = 1 + 1\nso", "1": "first",
                                                         "2": "1 + 1", "5": "8"}),
        ("4: As\nu0 = 17\nis odd", {"4": "As\nu0 = 17\nis odd"}),
        ("4: In steps.\n3: other\nmore 1\n2) b", {"4": "In steps.\n3: other\nmore 1\n2) b", "3": "other\nmore 1",
                                                  "2": "b"}),
        ("3: In steps.\n4: later", {"3": "In steps.", "4": "later"}),
        ("6: def f(n):\n    return n\n1: 5", {"6": "def f(n):\n    return n", "1": "5"}),  # not so in a program
        ("4: In steps.\n1: 5\n6", {}),  # a line that may go on with another answer
    ],
)  # fmt: skip
def test_steps_of_a_written_answer_stay_in_it(text: str, answers: dict[str, str]) -> None:
    exam = ExpectedExam("x", dict.fromkeys("123456", 1), frozenset("346"), {"f": "6"})
    if answers:
        assert read_text(text, "f.txt", exam).answers == {part: (answer,) for part, answer in answers.items()}
    else:
        assert len(problems_of(read_text, text, "f.txt", exam)) == 1


@pytest.mark.parametrize(
    ("text", "needs_teacher"),
    [
        ("1: 5\nEach step of the proof follows from the one before", True),
        ("Each step of the proof follows from the one before\n1: 5\n3: a\n4: b", False),
        ("1: 5\nMerci et bonnes vacances", False),
    ],
)
def test_words_that_may_be_a_written_answer_without_its_label_are_shown_to_a_person(
    text: str, *, needs_teacher: bool
) -> None:
    exam = ExpectedExam("x", dict.fromkeys("1234", 1), frozenset("34"))
    assert [flag.needs_teacher for flag in read_text(text, "f.txt", exam).flags] == [needs_teacher]
